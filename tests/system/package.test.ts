import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { registrationForm } from '#testing/registration.ts';
import { type Running, start, stop } from '../../bench/support/killable-server.ts';
import product from '../../package.json' with { type: 'json' };

const run = promisify(execFile);

const packed = z.array(
  z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
);
const locked = z.object({
  packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })),
});

/** Timeout in milliseconds: npm takes about ten seconds on a busy machine. */
const LONG = 120_000;

let folder: string;
/** Folder of the unpacked package with its dependencies. */
let installed: string;
let files: string[];
let needed: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'grand-package-'));
  // Packs like `npm pack`, but without its scripts and with the installed dependencies.
  await run(process.execPath, ['scripts/pack.mjs', 'pin']);
  const to = ['--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', ['pack', ...to], { maxBuffer: 10_000_000 });
  await run(process.execPath, ['scripts/pack.mjs', 'after']);
  const [made] = packed.parse(JSON.parse(stdout));
  files = (made?.files ?? []).map(({ path }) => path);
  await run('tar', ['xzf', join(folder, made?.filename ?? ''), '-C', folder]);
  installed = join(folder, 'package');
  const lock = locked.parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
  needed = Object.entries(lock.packages).flatMap(([path, { dev }]) => (dev ? [] : [path]));
  await link(needed.filter((path) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path)));
}, LONG);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Simulates an installation: links the production dependencies, but no others. */
async function link(paths: readonly string[]): Promise<void> {
  for (const path of paths.filter(existsSync)) {
    await mkdir(dirname(join(installed, path)), { recursive: true });
    await symlink(resolve(path), join(installed, path));
  }
}

const grand = (...typed: string[]) =>
  run(process.execPath, [join(installed, product.bin.grand), ...typed], {
    env: { PATH: process.env.PATH, HOME: folder },
    cwd: folder,
  });

it('the archive contains exactly the built product, its guides and its commands', () => {
  const kinds = /^(dist\/(web|server)\/|docs\/|scripts\/(installed|setup|demo-folder)\.mjs$)/;
  const others = files.filter((path) => !kinds.test(path)).sort();
  const own = ['CHANGELOG.md', 'LICENSE', 'README.md', 'npm-shrinkwrap.json', 'package.json'];
  expect(others).toEqual(own);
  expect(files.filter((path) => /test|_snapshot|\.env|(^|\/)data\//.test(path))).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining([
      'dist/web/index.html',
      'dist/server/server.js',
      'dist/server/migrations/meta/_journal.json',
      'docs/systemd/grand-app.service',
    ]),
  );
});

it('the archive contains the lock file, so that tested versions are installed', async () => {
  const pinned = await readFile(join(installed, 'npm-shrinkwrap.json'), 'utf8');
  expect(pinned).toBe(await readFile('package-lock.json', 'utf8'));
  expect(needed.length).toBeGreaterThan(100);
});

it(
  'the package starts, serves and stops without development dependencies',
  async () => {
    const server = [join(installed, product.bin.grand), 'start'];
    const running: Running = await start({ server, dataDir: join(folder, 'data') });
    try {
      const { url } = running;
      const statuses = await Promise.all(
        ['/readyz', '/', '/service-worker.js'].map(
          async (path) => (await fetch(url + path)).status,
        ),
      );
      expect(statuses).toEqual([200, 200, 200]);
      const answer = await fetch(`${url}/api/auth/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(registrationForm('ada@example.com')),
      });
      expect(answer.status).toBe(201);
    } finally {
      expect(await stop(running.child)).toBe(0);
    }
  },
  LONG,
);

it('the commands of the package find the data of a start', async () => {
  expect((await grand('help')).stdout).toMatch(/^grand start .*\n(.*\n)*grand doctor /);
  await cp(join(folder, 'data'), join(folder, '.local/share/grand-app'), { recursive: true });
  expect((await grand('accounts')).stdout).toMatch(/^GA-\d+ .* <ada@example\.com>\n$/);
  await expect(grand('start', '--fast')).rejects.toThrow('There is no such option: --fast.');
});
