import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { askOperatorLine, openOperatorLine } from './operator-line.ts';

const TOO_LONG_FOR_A_SOCKET = 'd'.repeat(90);

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grand-operator-line-'));
  dataDir = join(folder, TOO_LONG_FOR_A_SOCKET);
  mkdirSync(dataDir);
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () =>
  openOperatorLine({
    dataDir,
    log: Fastify().log,
    routes: {
      async '/hello'(_asked, answer) {
        answer.end('hello');
      },
    },
  });

async function hello(): Promise<string | undefined> {
  const answer = await askOperatorLine(dataDir, '/hello');
  return answer && text(answer);
}

/** Returns the names of the socket folders in the temporary folder. */
const foldersOfSockets = () =>
  readdirSync(tmpdir()).filter((name) => /^grand-operator-[\da-f]{32}$/.test(name));

async function socketFolder(): Promise<string> {
  const before = foldersOfSockets();
  const close = await open();
  const made = foldersOfSockets().find((name) => !before.includes(name));
  await close();
  return join(tmpdir(), made ?? 'none');
}

it('a data folder with a long path has its socket in a private folder', async () => {
  const close = await open();
  expect(await hello()).toBe('hello');
  expect(existsSync(join(dataDir, 'operator.sock'))).toBe(false);
  await close();
  expect(await hello()).toBeUndefined();
});

it('a data folder in the temporary folder may be readable by other users', async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'grand-data-'));
  chmodSync(dataDir, 0o755);
  const close = await open();
  expect(await hello()).toBe('hello');
  await close();
  rmSync(dataDir, { recursive: true });
});

it('a folder that other users may enter is used neither by the server nor by a command', async () => {
  const own = await socketFolder();
  expect(dirname(own)).toBe(tmpdir());
  rmSync(own, { recursive: true });
  mkdirSync(own);
  chmodSync(own, 0o777);
  const close = await open();
  expect(readdirSync(own)).toEqual([]);
  await expect(hello()).rejects.toThrow(/belongs to another user or is open to others/);
  await close();
  chmodSync(own, 0o700);
  const again = await open();
  expect(await hello()).toBe('hello');
  await again();
  rmSync(own, { recursive: true });
});
