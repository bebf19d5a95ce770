import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { notKept, roomFor, saveBeforeMigration } from './migration-snapshot.ts';

const run = promisify(execFile);

/**
 * Matches the message of a `pg_dump` that is older than the server. The message is in English
 * because of `LC_ALL`.
 */
const TOO_OLD = /server version.*pg_dump version/s;

interface Dump {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly now: Date;
  /** Size of the database in bytes; the compressed dump is smaller. */
  readonly bytes: number;
  /** Tests: another program than `pg_dump`. */
  readonly program?: string;
}

/**
 * Dumps the database with `pg_dump` before a migration and returns the path of the dump for
 * `pg_restore`. Returns undefined if `pg_dump` is missing or older than the server, or if disk
 * space is short. Throws `UnusableDatabase` if the dump fails; the database is unchanged then.
 */
export async function dumpBeforeMigration(dump: Dump): Promise<string | undefined> {
  const { databaseUrl, dataDir, now, bytes, program = 'pg_dump' } = dump;
  await mkdir(dataDir, { recursive: true });
  const { needed, free } = await roomFor(dataDir, bytes);
  if (free < needed) return undefined;
  const { url, password } = withoutPassword(databaseUrl);
  const options = ['--format=custom', '--enable-row-security', `--dbname=${url}`];
  // The password is passed in the environment, because other users of this machine can see the
  // arguments of a process.
  const env = { ...process.env, ...password, PGOPTIONS: '-c app.system=on', LC_ALL: 'C' };
  try {
    return await saveBeforeMigration({ dataDir, now, ending: '.dump' }, async (partial) => {
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
