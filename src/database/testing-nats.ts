import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

/** A server of NATS that a test may take away and bring back, at the same address. */
export interface OwnNats {
  readonly url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** The program, where this machine has it (Debian's nats-server). */
export function findNats(): string | undefined {
  const folders = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, 'nats-server')).find((file) => existsSync(file));
}

export async function startOwnNats(program: string): Promise<OwnNats> {
  const port = await freePort();
  let end: () => Promise<void> = async () => undefined;
  const start = () =>
    new Promise<void>((resolve, reject) => {
      const options = ['-a', '127.0.0.1', '-p', String(port)];
      const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'] });
      const killAtExit = () => child.kill('SIGKILL');
      process.once('exit', killAtExit);
      const ended = new Promise<void>((done) => child.once('exit', () => done()));
      let said = '';
      child.stderr.on('data', (chunk) => {
        said += String(chunk);
        if (said.includes('Server is ready')) resolve();
      });
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`nats-server did not start: ${said}`)));
      end = async () => {
        child.kill('SIGKILL');
        await ended;
        process.removeListener('exit', killAtExit);
      };
    });
  await start();
  return { url: `nats://127.0.0.1:${port}`, start, kill: () => end() };
}

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
