import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import product from '../../package.json' with { type: 'json' };
import { withDatabase } from '../../src/database/testing-postgres.ts';
import { newDatabase } from './database-cpu.ts';

/** What `npm start` gives to Node. */
const OPTIONS = product.scripts.start.match(/--\S+/g) ?? [];

const REPORTER = './bench/support/process-reporter.mjs';

/** What a process used so far. */
export interface Used {
  /** User and system, in microseconds. */
  readonly cpu: number;
  /** Resident, in bytes. */
  readonly memory: number;
  /** What its objects and buffers hold, in bytes. */
  readonly held: number;
  /** How late its event loop was since it was last watched, 99th percentile, in milliseconds; 0 if never. */
  readonly lagP99: number;
}

/** A server process that can be asked what it uses. */
export interface MeasuredServer {
  readonly url: string;
  used(): Promise<Used>;
  /** The same, and its lateness is measured anew from here. */
  watch(): Promise<Used>;
  /** The same, after it has collected its garbage. */
  settle(): Promise<Used>;
  stop(): Promise<void>;
}

/** The product's server over the embedded database in `dataDir`, unless told; of this build, unless told. */
export function startProduct(
  dataDir: string,
  environment: Record<string, string> = {},
  program = 'dist/server/server.js',
): Promise<MeasuredServer> {
  return startMeasured(program, {
    DATABASE_URL: '',
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    ...environment,
  });
}

/** Starts a program, what follows `node`, and waits until it says 'Ready at …'. */
export async function startMeasured(
  program: string | readonly string[],
  environment: Record<string, string>,
): Promise<MeasuredServer> {
  const child = spawn(
    process.execPath,
    [...OPTIONS, ...profiling(), '--expose-gc', '--import', REPORTER, ...[program].flat()],
    {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  const url = await readyAddress(child);
  return {
    url,
    used: () => ask(child, 'used'),
    watch: () => ask(child, 'watch'),
    settle: () => ask(child, 'settle'),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** A CPU profile of each server, where one is asked for; `npm run bench -- profile` reads it. */
function profiling(): string[] {
  const folder = process.env.BENCH_CPU_PROFILE;
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}

async function ask(child: ChildProcess, what: 'used' | 'watch' | 'settle'): Promise<Used> {
  const answered = once(child, 'message');
  child.send(what);
  const [message] = await answered;
  return message;
}

async function readyAddress(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the server has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = /^Ready at (http\S+)/.exec(line);
    if (ready?.[1] !== undefined) {
      child.stdout.resume();
      return ready[1];
    }
  }
  throw new Error('the server ended before it was ready');
}

/** The product's server, of that program, on a database of its own in the PostgreSQL server of `url`. */
export async function startOnNewDatabase(
  program: string,
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
): Promise<{ readonly server: MeasuredServer; readonly database: string }> {
  const database = await newDatabase(url);
  const server = await startMeasured(program, {
    DATABASE_URL: withDatabase(url, database),
    DATA_DIR: join(dataDir, database),
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
  });
  return { server, database };
}
