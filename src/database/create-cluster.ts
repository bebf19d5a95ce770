import { spawn } from 'node:child_process';
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type LogSentence, UnusableDatabase } from './database.ts';
import { syncFolder } from './durable-file-system.ts';

/**
 * Creates a new database folder. The folder is created under a temporary name and renamed after a
 * full sync, so that an interrupted first start leaves no partial database. A child process does
 * the work, because it needs 800 MB of memory, which are released when the process ends.
 */
export async function makeDatabaseFolder(folder: string, log: LogSentence): Promise<void> {
  log('Making a new database. This takes a few seconds, once.');
  const parent = dirname(folder);
  const unfinished = `${basename(folder)}.new-`;
  for (const name of readdirSync(parent)) {
    if (name.startsWith(unfinished)) rmSync(join(parent, name), { recursive: true });
  }
  const fresh = join(parent, `${unfinished}${process.pid}`);
  try {
    await runPrepare(fresh);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
  syncTree(fresh);
  renameSync(fresh, folder);
  syncFolder(parent);
}

async function runPrepare(folder: string): Promise<void> {
  const child = spawn(process.execPath, [...prepareCommand(), folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const complaints: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
  const stop = () => child.kill();
  process.once('exit', stop);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  process.removeListener('exit', stop);
  if (code !== 0) {
    const reason = Buffer.concat(complaints).toString().trim();
    throw new UnusableDatabase(`The new database could not be made: ${reason || `exit ${code}`}`);
  }
}

/**
 * Returns the command of the child process: the bundle beside this file in a build, otherwise the
 * source run by tsx.
 */
function prepareCommand(): string[] {
  const fromSource = import.meta.url.endsWith('.ts');
  const program = fileURLToPath(
    new URL(fromSource ? './create-database.ts' : './prepare.js', import.meta.url),
  );
  return fromSource ? ['--import', tsx(), program] : [program];
}

function tsx(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
}

/** Syncs every file first, then the directory entries of every folder. */
function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncFile(path);
  }
  syncFolder(folder);
}

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
