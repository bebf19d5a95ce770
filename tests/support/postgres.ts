import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { freePort } from './programs.ts';

export type FoundPostgres = { url: string } | { programs: string };

export interface RunningPostgres {
  /** URL with a user who may create users and databases. */
  url: string;
  stop(): Promise<void>;
}

/** A server that a test can stop and restart. */
export interface OwnPostgres extends RunningPostgres {
  /** Simulates the loss of the machine: the process ends without a shutdown. */
  kill(): Promise<void>;
  startAgain(): Promise<void>;
}

const STARTED = /database system is ready to accept (read-only )?connections/;

/**
 * Returns the server of TEST_DATABASE_URL if it is set, otherwise the program folder of an
 * installed PostgreSQL; undefined if there is none.
 */
export function findPostgres(): FoundPostgres | undefined {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { url };
  const programs = candidates().find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
  return programs ? { programs } : undefined;
}

/**
 * Faster settings for a server that no test kills: asynchronous commits, no full page writes, no
 * statistics.
 */
const QUICK = ['synchronous_commit=off', 'full_page_writes=off', 'track_counts=off'];

/** Starts a server with a new data folder, or returns that of TEST_DATABASE_URL if it is set. */
export async function startPostgres(found: FoundPostgres): Promise<RunningPostgres> {
  if ('url' in found) return { url: found.url, stop: async () => undefined };
  return startOwnPostgres(found.programs, QUICK);
}

/** Starts a server with a new data folder and without syncs, because its data is temporary. */
export async function startOwnPostgres(
  programs: string,
  more: readonly string[] = [],
): Promise<OwnPostgres> {
  const made = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  return startCluster(programs, ['initdb', ...made], more);
}

/** Starts a hot standby that replicates from the given primary. */
export async function startOwnStandby(
  programs: string,
  primaryUrl: string,
  more: readonly string[] = [],
): Promise<OwnPostgres> {
  const { hostname, port, username } = new URL(primaryUrl);
  const from = ['-h', hostname, '-p', port, '-U', username];
  const made = [...from, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
  return startCluster(programs, ['pg_basebackup', ...made], more);
}

/**
 * Starts a server whose data folder the PostgreSQL program `make` creates; the path of the folder
 * is passed to `make` with `-D`.
 */
async function startCluster(
  programs: string,
  [make, ...options]: readonly [make: string, ...options: string[]],
  more: readonly string[],
): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'grand-test-'));
  const user = unprivileged();
  if (user) chownSync(folder, user.uid, user.gid);
  const run = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } };
  const cluster = join(folder, 'cluster');
  execFileSync(join(programs, make), ['-D', cluster, ...options], { ...run, stdio: 'pipe' });
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_connections=200',
    // Off, because an autovacuum worker in a test database would block dropping the database.
    'autovacuum=off',
    ...more,
  ];
  const start = async () => {
    const child = spawn(
      join(programs, 'postgres'),
      ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])],
      { ...run, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await started(child);
    return child;
  };
  let server = await start();
  const killAtExit = () => server.kill('SIGKILL');
  process.once('exit', killAtExit);
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    kill: () => end('SIGQUIT'),
    startAgain: async () => {
      server = await start();
    },
    stop: async () => {
      await end('SIGINT');
      process.removeListener('exit', killAtExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function runStatement(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Returns `url` with another database, and with another user if given. */
export function withDatabase(url: string, database: string, user?: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  if (user) {
    changed.username = user;
    changed.password = user;
  }
  return changed.href;
}

function candidates(): string[] {
  const onPath = (process.env.PATH ?? '').split(delimiter);
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const newestFirst = versions.sort((one, other) => Number(other) - Number(one));
  return [...newestFirst.map((version) => join(debian, version, 'bin')), ...onPath, ...homebrew()];
}

function homebrew(): string[] {
  const folder = '/opt/homebrew/opt';
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => name.startsWith('postgresql'))
    .map((name) => join(folder, name, 'bin'));
}

/**
 * User id for PostgreSQL and PgBouncer, which refuse to run as root; undefined if this process does
 * not run as root.
 */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (kind: string) => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function started(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      if (said.length < 20_000) said += chunk.toString();
      if (STARTED.test(said)) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)));
  });
}
