import pg from 'pg';
import { type LogSentence, UnusableDatabase } from './database.ts';
import { holdMigrations, isMigrationDue, migrate } from './migrate.ts';
import { handleOf } from './pool-transaction.ts';
import { lookAround, requirePast, requireSameDatabase } from './pooler.ts';
import { FOR_THE_SYSTEM } from './row-security.ts';
import { PIN_SESSION } from './session-settings.ts';
import { unusable } from './unusable-postgres.ts';

const OLDEST_VERSION = 15;

export interface Opening {
  /**
   * URL of the server itself if DATABASE_URL leads to a pooler in transaction mode; undefined
   * without a pooler.
   */
  readonly directUrl: string | undefined;
  /** URL of a hot standby; undefined without one. */
  readonly replicaUrl: string | undefined;
  readonly natsUrl: string | undefined;
  readonly log: LogSentence;
  readonly upTo?: string | undefined;
  /**
   * Dumps the database of this size before a migration. Returns the path of the dump; undefined if
   * a dump is not possible.
   */
  readonly dumped?: ((bytes: number) => Promise<string | undefined>) | undefined;
}

export interface Reaches {
  readonly direct: pg.ClientConfig;
  /** Connection settings of the pooler; undefined without one. */
  readonly pooled: pg.ClientConfig | undefined;
}

/**
 * Checks the URLs, then migrates the database of a PostgreSQL server. Uses a separate connection
 * without timeouts, because migrations may be slow.
 */
export async function migrateServer(reaches: Reaches, opening: Opening): Promise<void> {
  const { direct, pooled } = reaches;
  const variable = pooled === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  const client = new pg.Client(direct);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(PIN_SESSION);
    const found = await lookAround(client);
    if (found.version < OLDEST_VERSION) {
      throw new UnusableDatabase(
        `${variable} leads to PostgreSQL ${found.version}: ${OLDEST_VERSION} or later is needed.`,
      );
    }
    await requirePast(found, { client, ...reaches });
    if (pooled !== undefined) await requireSameDatabase(found, pooled);
    await migrateOn(client, opening);
  } catch (error) {
    throw unusable(error, variable) ?? error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function migrateOn(client: pg.Client, { log, upTo, dumped }: Opening): Promise<void> {
  await client.query(`BEGIN ISOLATION LEVEL READ COMMITTED; ${FOR_THE_SYSTEM}`);
  const handle = handleOf(client, () => undefined);
  await holdMigrations(handle.db);
  if (await isMigrationDue(handle.db, upTo)) {
    const { rows: sizes } = await client.query('select pg_database_size(current_database())');
    log(sentenceOf(await dumped?.(sizes[0]?.pg_database_size)));
  }
  await migrate(handle.db, upTo);
  await client.query('COMMIT');
}

function sentenceOf(kept: string | undefined): string {
  return kept === undefined
    ? 'The database is brought up to date, all of it or nothing. The way back is a backup of your own (pg_dump) from before.'
    : `The database is brought up to date. As it was before it is kept in ${kept}, for pg_restore.`;
}
