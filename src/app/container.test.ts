import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import product from '../../package.json' with { type: 'json' };
import { readConfig } from './config.ts';

const read = (path: string) => readFileSync(path, 'utf8');

const CONTAINERFILE = read('Containerfile');
const COMPOSE = ['compose.yaml', 'docs/container/compose.yaml'];

/** What one of its stages is, from its FROM to the next. */
const stages = CONTAINERFILE.split(/^(?=FROM )/m).slice(1);

/** What `COPY` takes from the sources, in a stage. */
function copied(stage: string): string[] {
  const lines = [...stage.matchAll(/^COPY (?!--from)(.+)$/gm)];
  return lines.flatMap(([, paths = '']) => paths.split(/\s+/).slice(0, -1));
}

/** The variables that the product reads. */
function settings(): Set<string> {
  const asked = new Set<string>();
  readConfig(new Proxy({}, { get: (_none, name) => void asked.add(String(name)) }));
  return asked;
}

describe('the container', () => {
  it('takes what is there, and what its ignore file lets through', () => {
    const allowed = read('.containerignore').match(/^!(.+)$/gm) ?? [];
    const taken = stages.flatMap(copied);
    expect(taken.length).toBeGreaterThan(10);
    for (const path of taken) {
      expect([path, existsSync(path)]).toEqual([path, true]);
      expect(allowed).toContain(`!${path.split('/')[0]}`);
    }
    expect(read('.dockerignore')).toBe(read('.containerignore'));
  });

  it('starts its server with the options of npm start, as the unit of the service does', () => {
    const options = product.scripts.start.match(/--\S+/g) ?? [];
    expect(options).toEqual(['--min-semi-space-size=16']);
    expect(product.scripts.demo.match(/--\S+/g)).toEqual([...options, '--demo']);
    expect(CONTAINERFILE).toContain(`CMD ["node", "${options[0]}", "/app/scripts/installed.mjs"`);
    expect(read('docs/systemd/grand-app.service')).toContain(`/node ${options[0]} dist/`);
  });

  it('builds from all that a build is made of', () => {
    const sources = /const SOURCES = \[(.*?)\]/s.exec(read('scripts/setup.mjs'))?.[1] ?? '';
    const needed = [...sources.matchAll(/'([^']+)'/g)].map(([, path = '']) => path);
    const taken = copied(stages[0] ?? '');
    const missing = needed.filter(
      (path) => !taken.some((from) => path === from || path.startsWith(`${from}/`)),
    );
    expect([needed.length > 5, missing]).toEqual([true, []]);
  });

  it('has every script that the installed command loads, and the archive has it too', () => {
    const last = copied(stages.at(-1) ?? '').filter((path) => path.startsWith('scripts/'));
    const imported = last.flatMap((path) =>
      [...read(path).matchAll(/from '(\.\/[^']+)'/g)].map(([, name = '']) =>
        join(dirname(path), name),
      ),
    );
    expect(imported.length).toBeGreaterThan(0);
    for (const path of imported) {
      expect(last).toContain(path);
      expect(product.files).toContain(path);
    }
    expect(last).toContain(product.bin.grand);
    // npm makes it a program, COPY does not.
    expect(statSync(product.bin.grand).mode & 0o111).toBe(0o111);
  });

  it('is not root, keeps everything in one volume, and says whether it is healthy', () => {
    const last = stages.at(-1) ?? '';
    expect(last).toMatch(/^ARG USER_ID=[1-9]\d*$/m);
    expect(last.match(/^USER .*$/gm)).toHaveLength(1);
    expect(last).toMatch(/^USER \$\{USER_ID\}:\$\{USER_ID\}$/m);
    expect(last.match(/^VOLUME .*$/gm)).toEqual(['VOLUME /data']);
    expect(last).toMatch(/^ENV .*DATA_DIR=\/data/m);
    expect(last).toMatch(/^HEALTHCHECK .*health\.mjs"\]$/m);
    expect(CONTAINERFILE.match(/^FROM \$\{BASE\}/gm)).toHaveLength(stages.length);
  });
});

describe('a compose file', () => {
  const own = ['DOMAIN', 'DATABASE_PASSWORD', 'POSTGRES_PASSWORD', 'BASE', 'PUBLISHED_PORT'];

  it.each(COMPOSE)('%s sets nothing that the product does not read', (path) => {
    const set = [...read(path).matchAll(/^ {2,}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name);
    const asked = [...read(path).matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name);
    const known = [...settings(), ...own];
    expect(set.length).toBeGreaterThan(0);
    expect([...set, ...asked].filter((name) => !known.includes(name ?? ''))).toEqual([]);
  });

  it.each(COMPOSE)(
    '%s passes every setting on, by the one way that every compose knows',
    (path) => {
      expect(read(path)).toMatch(/^ +env_file: \.env$/m);
      // podman-compose of Debian 12 takes a default of nothing for a word.
      expect(read(path)).not.toMatch(/\$\{\w+:?-\}/);
      expect(read('.gitignore')).toMatch(/^\.env$/m);
    },
  );

  it.each(COMPOSE)('%s has servers that write nowhere but into their volume', (path) => {
    const text = read(path);
    expect(text).toMatch(/^ +read_only: true$/m);
    expect(text).toMatch(/^ +cap_drop: \[ALL\]$/m);
    expect(text).toMatch(/^ +- (data|files):\/data$/m);
  });

  it('mounts files that are there', () => {
    const mounted = [...read('docs/container/compose.yaml').matchAll(/- \.\/([\w.]+):/g)];
    const names = mounted.map(([, name]) => name);
    expect(names).toEqual(['database.sh', 'Caddyfile']);
    const beside = readdirSync('docs/container');
    expect(beside.sort()).toEqual(['Caddyfile', 'compose.yaml', 'database.sh']);
  });
});
