import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from './connect.ts';
import { lockFolder } from './lock.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grand-lock-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('a second process on the folder is rejected with a message that names the folder', async () => {
  const release = await lockFolder(folder);
  const { said, code } = await ended(holdInChild());
  await release();
  expect(code).not.toBe(0);
  expect(said).toContain(`The folder ${folder} is in use by another process of this application.`);
});

test('a second opening in the same process is rejected before any change', async () => {
  const release = await lockFolder(folder);
  await expect(connect({ dataDir: folder })).rejects.toThrow('is in use by another process');
  await release();
});

test('a killed process releases the folder', async () => {
  const child = holdInChild();
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  await expect(lockFolder(folder)).rejects.toThrow('is in use by another process');
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));
  const release = await lockFolder(folder);
  await release();
});

test('the folder can be locked again after a release', async () => {
  await (await lockFolder(folder))();
  await (await lockFolder(folder))();
});

test('a database of another PostgreSQL version is rejected with a message', async () => {
  const database = join(folder, 'database');
  mkdirSync(database);
  writeFileSync(join(database, 'PG_VERSION'), '17\n');
  await expect(connect({ dataDir: folder })).rejects.toThrow('has the format of PostgreSQL 17');
  const release = await lockFolder(folder);
  await release();
});

function holdInChild(): ChildProcess {
  const tsx = createRequire(import.meta.url).resolve('tsx');
  const program = `
    import { lockFolder } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)};
    await lockFolder(${JSON.stringify(folder)});
    console.log('held');
    setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ['--import', tsx, '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function ended(child: ChildProcess): Promise<{ said: string; code: number | null }> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { said, code };
}
