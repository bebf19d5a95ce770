import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Transaction } from '@electric-sql/pglite';
import { PgDialect } from 'drizzle-orm/pg-core';
import { PgliteSession, PgliteTransaction } from 'drizzle-orm/pglite';
import { makeDatabaseFolder } from './create-cluster.ts';
import { type Database, type Db, type LogSentence, UnusableDatabase } from './database.ts';
import { createEngine, type Engine, type EngineTransaction } from './engine.ts';
import { EngineThread } from './engine-thread.ts';
import { lockFolder } from './lock.ts';
import { isMigrationDue, migrate } from './migrate.ts';
import { copyBeforeMigration } from './migration-snapshot.ts';
import { OneTransaction, requireUuid } from './one-transaction.ts';

/** PostgreSQL data format of this version of PGlite. */
const PG_VERSION = '18';

const dialect = new PgDialect();

/**
 * Opens the database in `<dataDir>/database`, creates it if it does not exist, and locks the
 * folder.
 */
export async function connectEmbedded(
  dataDir: string,
  log: LogSentence,
  upTo?: string,
): Promise<Database> {
  mkdirSync(dataDir, { recursive: true });
  const release = await lockFolder(dataDir);
  try {
    const folder = join(dataDir, 'database');
    if (existsSync(join(folder, 'PG_VERSION'))) refuseOtherVersion(folder);
    else await makeDatabaseFolder(folder, log);
    const engine = await openForMigration({ dataDir, folder, log, upTo });
    const database = over(engine, release);
    await database.asSystem((db) => migrate(db, upTo));
    await standBehindWall(engine);
    return database;
  } catch (error) {
    await release();
    throw error;
  }
}

/** Opens the folder. If a migration is pending, copies the folder first. */
async function openForMigration({
  dataDir,
  folder,
  log,
  upTo,
}: {
  dataDir: string;
  folder: string;
  log: LogSentence;
  upTo: string | undefined;
}): Promise<Engine> {
  const engine = await EngineThread.open(folder);
  try {
    const database = over(engine, async () => undefined);
    if (!(await database.asSystem((db) => isMigrationDue(db, upTo)))) return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
  // The database is closed before it is copied, so that the copy is as after a normal stop.
  await engine.close();
  const copy = await copyBeforeMigration(dataDir, folder, new Date());
  log(`The database is brought up to date. As it was before it is kept in ${copy}`);
  return EngineThread.open(folder);
}

/** A database in memory: a copy of `snapshot`, or an empty database that is migrated first. */
export async function connectInMemory(snapshot?: Blob): Promise<Database> {
  const engine = await createEngine(snapshot && { loadDataDir: snapshot });
  const database = over(engine, async () => undefined);
  if (!snapshot) await database.asSystem(migrate);
  await standBehindWall(engine);
  return database;
}

/** Returns the migrated database as one file that `connectInMemory` can load. */
export async function makeSnapshot(): Promise<Blob> {
  const engine = await createEngine();
  await over(engine, async () => undefined).asSystem(migrate);
  const snapshot = await engine.dumpDataDir('none');
  await engine.close();
  return snapshot;
}

function over(engine: Engine, release: () => Promise<void>): Database {
  const one = new OneTransaction();
  let sent = 0;
  const count = () => {
    sent += 1;
  };

  async function transact<T>(work: (db: Db) => Promise<T>, whose?: Whose): Promise<T> {
    one.check();
    return engine.transaction(async (client) => {
      // Counts three statements that are not counted elsewhere: BEGIN, COMMIT or ROLLBACK (both
      // sent by PGlite), and the statement that sets the role.
      sent += 3;
      if (whose) await enterHousehold(client, whose);
      else await client.query('SET LOCAL ROLE none');
      const session = new PgliteSession(queriesOf(client), dialect, undefined, {
        logger: { logQuery: count },
      });
      return one.run(() => work(new PgliteTransaction(dialect, session, undefined)));
    });
  }

  return {
    kind: 'embedded',
    asSystem: (work) => transact(work),
    inHousehold: async (accountId, work) => transact(work, { accountId: requireUuid(accountId) }),
    readInHousehold: async (accountId, work) =>
      transact(work, { accountId: requireUuid(accountId), isReadOnly: true }),
    // One transaction per read: a shared transaction would save no round trip, because the database
    // runs in this process.
    readTogether: (reads) =>
      Promise.allSettled(
        reads.map(async ({ accountId, work }) =>
          transact(work, { accountId: requireUuid(accountId), isReadOnly: true }),
        ),
      ),
    announce: async () => undefined,
    listen: async () => ({
      follow: async () => undefined,
      mark: () => 0,
      isFollowedSince: () => true,
      unfollowUnless: () => undefined,
      end: async () => undefined,
    }),
    ping: async () => {
      count();
      await engine.query('select 1');
    },
    statements: () => sent,
    close: async () => {
      if (!engine.closed) await engine.close();
      await release();
    },
  };
}

/**
 * The user of PGlite is a superuser and bypasses row-level security. Therefore the connection has
 * the household role outside of transactions, without a household, and sees no rows; `asSystem`
 * resets the role.
 */
async function standBehindWall(engine: Engine): Promise<void> {
  await engine.query('SET ROLE grand_household');
}

/** The household whose rows a transaction sees, and whether it may write them. */
interface Whose {
  readonly accountId: string;
  readonly isReadOnly?: boolean;
}

async function enterHousehold(
  client: EngineTransaction,
  { accountId, isReadOnly = false }: Whose,
): Promise<void> {
  await client.query(
    `select set_config('role', 'grand_household', true), set_config('app.account_id', $1, true),
      set_config('transaction_read_only', $2, true)`,
    [accountId, isReadOnly ? 'on' : 'off'],
  );
}

/**
 * Exposes only the methods of a transaction that Drizzle uses, and drops the parsers that Drizzle
 * passes with each query.
 */
function queriesOf(client: EngineTransaction): Transaction {
  const query: EngineTransaction['query'] = (text, values, { rowMode = 'object' } = {}) =>
    client.query(text, values, { rowMode });
  return { query } as Transaction;
}

function refuseOtherVersion(folder: string): void {
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version === PG_VERSION) return;
  throw new UnusableDatabase(
    `The database in ${folder} has the format of PostgreSQL ${version}, and this version of the ` +
      `application reads ${PG_VERSION}: back it up with the version that wrote it, and restore it here.`,
  );
}
