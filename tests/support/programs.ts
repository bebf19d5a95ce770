import { type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

/** A server that a test can stop and restart at the same address. */
export interface OwnProgram {
  start(): Promise<void>;
  kill(): Promise<void>;
}

/**
 * Returns the path of a program; undefined if it is not installed. Debian installs servers into
 * `/usr/sbin`.
 */
export function findProgram(name: string): string | undefined {
  const folders = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/**
 * Starts the program and resolves when its stderr matches `isReady`. The program is killed when
 * this process ends.
 */
export async function startOwnProgram(
  command: readonly [program: string, ...options: string[]],
  isReady: RegExp,
  run: SpawnOptions = {},
): Promise<OwnProgram> {
  const [program, ...options] = command;
  let end: () => Promise<void> = async () => undefined;
  const start = () =>
    new Promise<void>((resolve, reject) => {
      const child = spawn(program, options, { ...run, stdio: ['ignore', 'ignore', 'pipe'] });
      const killAtExit = () => child.kill('SIGKILL');
      process.once('exit', killAtExit);
      const ended = new Promise<void>((done) => child.once('exit', () => done()));
      let said = '';
      child.stderr?.on('data', (chunk) => {
        if (said.length < 20_000) said += String(chunk);
        if (isReady.test(said)) resolve();
      });
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`${program} did not start: ${said}`)));
      end = async () => {
        child.kill('SIGKILL');
        await ended;
        process.removeListener('exit', killAtExit);
      };
    });
  await start();
  return { start, kill: () => end() };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
