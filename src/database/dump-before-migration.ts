import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { keptBeforeMigration, notKept, roomFor } from './kept-before-migration.ts';

const run = promisify(execFile);

/** It says of itself that the server is newer than it, whatever the language around it. */
const TOO_OLD = /server version.*pg_dump version/s;

interface Dump {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly now: Date;
  /** Of the database; the dump is packed, and smaller. */
  readonly bytes: number;
  /** Tests: another program than `pg_dump`. */
  readonly program?: string;
}

/**
 * Dumps the database before a migration with PostgreSQL's own program, from which `pg_restore` makes it
 * again, and answers where that is; undefined where this machine has no `pg_dump`, or one that is older
 * than the server, or no room. Throws an UnusableDatabase where it fails; nothing has been changed then.
 */
export async function dumpBeforeMigration(dump: Dump): Promise<string | undefined> {
  const { databaseUrl, dataDir, now, bytes, program = 'pg_dump' } = dump;
  await mkdir(dataDir, { recursive: true });
  const { needed, free } = await roomFor(dataDir, bytes);
  if (free < needed) return undefined;
  const { url, password } = withoutPassword(databaseUrl);
  const options = ['--format=custom', '--enable-row-security', `--dbname=${url}`];
  // Other users of this machine see what a program was started with, and not its environment.
  const env = { ...process.env, ...password, PGOPTIONS: '-c app.system=on', LC_ALL: 'C' };
  try {
    return await keptBeforeMigration({ dataDir, now, ending: '.dump' }, async (partial) => {
      await run(program, [...options, `--file=${partial}`], { env });
    });
  } catch (error) {
    if (isUnable(error)) return undefined;
    throw notKept(error);
  }
}

function withoutPassword(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const password = url.password === '' ? {} : { PGPASSWORD: decodeURIComponent(url.password) };
  url.password = '';
  return { url: url.href, password };
}

function isUnable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isMissing = 'code' in error && error.code === 'ENOENT';
  return isMissing || TOO_OLD.test(error.message);
}
