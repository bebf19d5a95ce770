import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import product from '../../package.json' with { type: 'json' };
import { withDatabase } from '../../tests/support/postgres.ts';
import { newDatabase } from './database-cpu.ts';

/** Node options that `npm start` passes. */
const OPTIONS = product.scripts.start.match(/--\S+/g) ?? [];

const REPORTER = './bench/support/process-reporter.mjs';

export interface Used {
  /** CPU time of the process (user and system), in microseconds. */
  readonly cpu: number;
  /** Resident memory of the process, in bytes. */
  readonly memory: number;
  /** Memory of objects and buffers, in bytes. */
  readonly held: number;
  /**
   * 99th percentile of the event loop delay since the last call of `watch`, in milliseconds; 0 if
   * it was never called.
   */
  readonly lagP99: number;
}

/** A server process that reports its resource usage. */
export interface MeasuredServer {
  readonly url: string;
  used(): Promise<Used>;
  /** Like `used`, and restarts the measurement of the event loop delay. */
  watch(): Promise<Used>;
  /** Like `used`, after garbage collection. */
  settle(): Promise<Used>;
  stop(): Promise<void>;
}

/**
 * Starts the product's server. By default it is that of this build, with the embedded database in
 * `dataDir`.
 */
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

/** Starts a program with `node`, and resolves when the program prints 'Ready at …'. */
export async function startMeasured(
  program: string | readonly string[],
  environment: Record<string, string>,
): Promise<MeasuredServer> {
  const child = spawn(
    process.execPath,
    [...OPTIONS, '--expose-gc', '--import', REPORTER, ...[program].flat()],
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

/** Starts the product's server with a new database on the PostgreSQL server at `url`. */
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
