import { count, sql } from 'drizzle-orm';
import { Agent, fetch } from 'undici';
import type { Database, Db } from '#database/connect.ts';
import { accounts } from '#database/schema/households.ts';
import { overriddenSettings } from '#database/session-settings.ts';
import type { Config } from '../app/config.ts';
import { type CheckResult, fail, ok, warn } from './check-result.ts';

/** Timeout of a request to the server on this machine. */
const ANSWER_MS = 3_000;

/**
 * Checks the database. `database` is undefined if another process has the embedded database open
 * and does not answer.
 */
export async function lookAtDatabase(
  database: Database | undefined,
  config: Config,
): Promise<CheckResult> {
  if (database === undefined) return lookAtServer(config);
  const { all, unbound, overridden } = await database.asSystem(async (db) => {
    const [row] = await db.select({ all: count() }).from(accounts);
    return {
      all: row?.all ?? 0,
      unbound: await unboundUser(db),
      overridden: await overriddenSettings(db),
    };
  });
  const kind = database.kind === 'embedded' ? 'The embedded database' : 'The PostgreSQL server';
  const sentence = `${kind} answers and is up to date, with ${all} household${all === 1 ? '' : 's'}.`;
  if (database.kind === 'embedded') return ok(sentence);
  const notes = overridden.map(
    ({ setting, setFor }) =>
      `The ${setFor} sets ${setting}. This server sets its own value in every connection, but other programs may misread dates: reset it (docs/postgresql.md).`,
  );
  if (unbound !== undefined) {
    notes.unshift(
      `Its user ${unbound} is a superuser or has BYPASSRLS, so that row-level security does not bind the server: give DATABASE_URL a user of its own (docs/postgresql.md).`,
    );
  }
  return notes.length === 0 ? ok(sentence) : warn([sentence, ...notes].join(' '));
}

/** Returns the name of the database user if row-level security does not apply to it. */
async function unboundUser(db: Db): Promise<string | undefined> {
  const [user] = await db
    .select({ name: sql<string>`rolname` })
    .from(sql`pg_roles`)
    .where(sql`rolname = current_user and (rolsuper or rolbypassrls)`);
  return user?.name;
}

/** Checks whether the process that has the database open answers. */
export async function lookAtServer({ scheme, port }: Config): Promise<CheckResult> {
  // The certificate is not verified, because it is issued for names other than this address; the
  // request contains no secret.
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  const answer = await fetch(`${scheme}://127.0.0.1:${port}/readyz`, {
    signal: AbortSignal.timeout(ANSWER_MS),
    dispatcher,
  }).catch(() => undefined);
  await dispatcher.close();
  return answer?.ok
    ? ok('The running server answers, and so does its database.')
    : fail(`Another process holds the database, but nothing answers on port ${port}.`);
}
