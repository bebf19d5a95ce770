import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unprivileged } from './postgres.ts';
import { findProgram, freePort, type OwnProgram, startOwnProgram } from './programs.ts';

/** A pooler that a test can stop and restart at the same address. */
export interface OwnPgbouncer extends OwnProgram {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Number of connections from the pooler to PostgreSQL. It is smaller than the number of connections
 * that a server opens to the pooler.
 */
export const SERVER_CONNECTIONS = 2;

/** Returns the path of the program; undefined if it is not installed (Debian package pgbouncer). */
export function findPgbouncer(): string | undefined {
  return findProgram('pgbouncer');
}

/**
 * Starts a pooler for the server of `databaseUrl`. The pooler accepts every client as the user of
 * that URL.
 */
export async function startOwnPgbouncer(
  program: string,
  databaseUrl: string,
  mode: 'transaction' | 'session' = 'transaction',
): Promise<OwnPgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'grand-pgbouncer-'));
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(settings, settingsOf(new URL(databaseUrl), port, mode), { mode: 0o600 });
  const user = unprivileged();
  if (user) for (const path of [folder, settings]) chownSync(path, user.uid, user.gid);
  const own = await startOwnProgram([program, settings], /process up/, { ...user, cwd: folder });
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const stop = async () => {
    await own.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: url.href, ...own, stop };
}

function settingsOf(
  { hostname, port, username, password }: URL,
  ownPort: number,
  mode: string,
): string {
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  return `[databases]
* = host=${hostname} port=${port || 5432} user=${user} password=${secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${SERVER_CONNECTIONS}
`;
}
