import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import product from '../../package.json' with { type: 'json' };
import { readConfig } from '../../src/app/config.ts';

const read = (path: string) => readFileSync(path, 'utf8');

const CONTAINERFILE = read('Containerfile');
const COMPOSE = ['compose.yaml', 'docs/container/compose.yaml'];

/** Stages of the Containerfile, split at each FROM. */
const stages = CONTAINERFILE.split(/^(?=FROM )/m).slice(1);

/** The source paths that a stage copies. */
function copied(stage: string): string[] {
  const lines = [...stage.matchAll(/^COPY (?!--from)(.+)$/gm)];
  return lines.flatMap(([, paths = '']) => paths.split(/\s+/).slice(0, -1));
}

/** Names of the variables that the product reads. */
function settings(): Set<string> {
  const asked = new Set<string>();
  readConfig(new Proxy({}, { get: (_none, name) => void asked.add(String(name)) }));
  return asked;
}

describe('the Containerfile', () => {
  it('all copied paths exist and are allowed by the ignore file', () => {
    const allowed = read('.containerignore').match(/^!(.+)$/gm) ?? [];
    const taken = stages.flatMap(copied);
    expect(taken.length).toBeGreaterThan(10);
    for (const path of taken) {
      expect([path, existsSync(path)]).toEqual([path, true]);
      expect(allowed).toContain(`!${path.split('/')[0]}`);
    }
    expect(read('.dockerignore')).toBe(read('.containerignore'));
  });

  it('the server starts with the Node options of `npm start`, as in the systemd unit', () => {
    const options = product.scripts.start.match(/--\S+/g) ?? [];
    expect(options).toEqual(['--min-semi-space-size=16']);
    expect(product.scripts.demo.match(/--\S+/g)).toEqual([...options, '--demo']);
    expect(CONTAINERFILE).toContain(`CMD ["node", "${options[0]}", "/app/scripts/installed.mjs"`);
    expect(read('docs/systemd/grand-app.service')).toContain(`/node ${options[0]} dist/`);
  });

  it('the build stage copies all sources of the build', () => {
    const sources = /const SOURCES = \[(.*?)\]/s.exec(read('scripts/setup.mjs'))?.[1] ?? '';
    const needed = [...sources.matchAll(/'([^']+)'/g)].map(([, path = '']) => path);
    const taken = copied(stages[0] ?? '');
    const missing = needed.filter(
      (path) => !taken.some((from) => path === from || path.startsWith(`${from}/`)),
    );
    expect([needed.length > 5, missing]).toEqual([true, []]);
  });

  it('the image contains every script of the installed command, and so does the archive', () => {
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
    // The mode is checked in the repository, because COPY does not make the file executable, as npm
    // would.
    expect(statSync(product.bin.grand).mode & 0o111).toBe(0o111);
  });

  it('the image does not run as root, uses one volume and has a health check', () => {
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

describe('the compose files', () => {
  const own = ['DOMAIN', 'DATABASE_PASSWORD', 'POSTGRES_PASSWORD', 'BASE', 'PUBLISHED_PORT'];

  it.each(COMPOSE)('%s sets no variable that the product does not read', (path) => {
    const set = [...read(path).matchAll(/^ {2,}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name);
    const asked = [...read(path).matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name);
    const known = [...settings(), ...own];
    expect(set.length).toBeGreaterThan(0);
    expect([...set, ...asked].filter((name) => !known.includes(name ?? ''))).toEqual([]);
  });

  it.each(COMPOSE)(
    '%s passes all settings through an env_file, which every compose version supports',
    (path) => {
      expect(read(path)).toMatch(/^ +env_file: \.env$/m);
      // podman-compose of Debian 12 does not support variables with an empty default.
      expect(read(path)).not.toMatch(/\$\{\w+:?-\}/);
      expect(read('.gitignore')).toMatch(/^\.env$/m);
    },
  );

  it.each(COMPOSE)('servers in %s can write only to their volume', (path) => {
    const text = read(path);
    expect(text).toMatch(/^ +read_only: true$/m);
    expect(text).toMatch(/^ +cap_drop: \[ALL\]$/m);
    expect(text).toMatch(/^ +- (data|files):\/data$/m);
  });

  it('mounted files exist next to the compose file', () => {
    const mounted = [...read('docs/container/compose.yaml').matchAll(/- \.\/([\w.]+):/g)];
    const names = mounted.map(([, name]) => name);
    expect(names).toEqual(['database.sh', 'Caddyfile']);
    const beside = readdirSync('docs/container');
    expect(beside.sort()).toEqual(['Caddyfile', 'compose.yaml', 'database.sh']);
  });
});
