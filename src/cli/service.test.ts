import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installService, type Machine, serviceUnit, thisProduct } from './service.ts';

const NODE = '/usr/bin/node';

const PRODUCT = { root: '/opt/grand-app', template: thisProduct().template };

let done: string[];
beforeEach(() => {
  done = [];
});

const machine = (more: Partial<Machine> = {}): Machine => ({
  isRoot: true,
  node: NODE,
  hasUser: () => false,
  write: (path) => void done.push(`write ${path}`),
  run: (program, typed) => void done.push([program, ...typed].join(' ')),
  ...more,
});

describe('serviceUnit for systemd', () => {
  it('thisProduct is the folder of the product', () => {
    expect(thisProduct().root).toBe(realpathSync('.'));
  });

  it('the unit starts this product with this Node, and keeps all other lines of the template', () => {
    const template = PRODUCT.template.split('\n');
    const unit = serviceUnit({ ...PRODUCT, root: '/usr/lib/grand' }, NODE).split('\n');
    const changed = unit.filter((line, at) => line !== template[at]);
    expect(unit).toHaveLength(template.length);
    expect(changed).toEqual([
      'WorkingDirectory=/usr/lib/grand',
      'ExecStart=/usr/bin/node --enable-source-maps --min-semi-space-size=16 /usr/lib/grand/dist/server/server.js',
    ]);
  });

  it('special characters of systemd are quoted', () => {
    const unit = serviceUnit(PRODUCT, '/opt/100% of "it" $HOME/node');
    expect(unit).toContain('ExecStart="/opt/100%% of \\"it\\" $$HOME/node" --enable-source-maps');
  });

  it.each(['/root/.nvm/versions/node/v24.21.0/bin/node', '/home/ada/.volta/bin/node'])(
    'a Node at %s is refused, because a hardened service cannot see it',
    (node) => {
      expect(() => serviceUnit(PRODUCT, node)).toThrow(
        /^Node lies in .+ cannot see: install it for/,
      );
    },
  );
});

describe('installService for systemd', () => {
  it('the installation creates a user, writes the unit and reloads systemd', () => {
    const said = installService(PRODUCT, machine());
    expect(done).toEqual([
      'useradd --system --home-dir /var/lib/grand-app --shell /usr/sbin/nologin grand',
      'write /etc/systemd/system/grand-app.service',
      'systemctl daemon-reload',
    ]);
    expect(said.join('\n')).toContain('systemctl enable --now grand-app');
  });

  it('an existing user is used', () => {
    installService(PRODUCT, machine({ hasUser: (name) => name === 'grand' }));
    expect(done[0]).toBe('write /etc/systemd/system/grand-app.service');
  });

  it('without root, or if the service could not run, the machine stays unchanged', () => {
    expect(() => installService(PRODUCT, machine({ isRoot: false }))).toThrow('put sudo before it');
    expect(() => installService(PRODUCT, machine({ node: '/home/ada/node' }))).toThrow(
      'cannot see',
    );
    expect(done).toEqual([]);
  });
});

const ANALYZE = '/usr/bin/systemd-analyze';

describe.runIf(existsSync(ANALYZE))('systemd-analyze of the unit', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'grand-unit-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('the exposure level of the service is below 3 of 10', () => {
    const path = join(folder, 'grand-app.service');
    writeFileSync(path, serviceUnit(PRODUCT, NODE));
    const said = execFileSync(ANALYZE, ['security', '--offline=true', '--no-pager', path], {
      encoding: 'utf8',
    });
    const level = /Overall exposure level for .*: ([\d.]+)/.exec(said)?.[1];
    expect(Number(level)).toBeLessThan(3);
  });
});
