import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../../src/platform/shared/durations.ts';

const START_TIMEOUT_MS = MINUTE_MS;

export interface Program {
  /** Arguments of `node`, the first of which is the server's program. */
  readonly server: readonly string[];
  readonly dataDir: string;
  /** Environment variables, in addition to those that every server here has. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A running server process. A test can kill it; by default it uses the embedded database. */
export interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  /** Time from the start of the process until it reported to be ready, in milliseconds. */
  readonly readyAfter: number;
}

function spawnServer({ server, dataDir, environment: own = {} }: Program): ChildProcess {
  const place = { PORT: '0', HOST: '127.0.0.1', PUBLIC_URL: '', DATA_DIR: dataDir };
  const usual = { ...place, DATABASE_URL: '', LOG_LEVEL: 'error' };
  return spawn(process.execPath, server, {
    env: { ...process.env, ...usual, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Resolves when the server listens. */
export async function start(options: Program): Promise<Running> {
  const began = performance.now();
  const child = spawnServer(options);
  const tooLong = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  try {
    const url = await readyAddress(child);
    return { child, url, readyAfter: performance.now() - began };
  } finally {
    clearTimeout(tooLong);
  }
}

/** Starts the server and kills it after this number of milliseconds, ready or not. */
export async function startAndKill(options: Program, after: number): Promise<void> {
  const child = spawnServer(options);
  await sleep(after);
  await kill(child);
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Stops the server with SIGTERM; returns its exit code. */
export async function stop(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await ended;
  return code;
}

async function readyAddress(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The server has no output.');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Ready at (http\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return url;
  }
  throw new Error('The server ended before it was ready.');
}
