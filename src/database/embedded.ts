import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Transaction } from '@electric-sql/pglite';
import { PgDialect } from 'drizzle-orm/pg-core';
import { PgliteSession, PgliteTransaction } from 'drizzle-orm/pglite';
import { makeDatabaseFolder } from './create-cluster.ts';
import { type Database, type Db, type Say, UnusableDatabase } from './database.ts';
import { createEngine, type Engine, type EngineTransaction } from './engine.ts';
import { EngineThread } from './engine-thread.ts';
import { copyBeforeMigration } from './kept-before-migration.ts';
import { lockFolder } from './lock.ts';
import { isMigrationDue, migrate } from './migrate.ts';
import { OneTransaction, requireUuid } from './one-transaction.ts';

/** The data format that this version of PGlite writes and reads. */
const PG_VERSION = '18';

const dialect = new PgDialect();

/** Opens the database in `<dataDir>/database`, makes it when it is not there, and holds the folder. */
export async function connectEmbedded(dataDir: string, log: Say, upTo?: string): Promise<Database> {
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

/** Opens the folder; where a migration is due, a copy of it is kept before. */
async function openForMigration({
  dataDir,
  folder,
  log,
  upTo,
}: {
  dataDir: string;
  folder: string;
  log: Say;
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
  // What is copied is closed, as after a stop.
  await engine.close();
  const copy = await copyBeforeMigration(dataDir, folder, new Date());
  log(`The database is brought up to date. As it was before it is kept in ${copy}`);
  return EngineThread.open(folder);
}

/** A database in memory: a copy of `snapshot`, or an empty one that is migrated first. */
export async function connectInMemory(snapshot?: Blob): Promise<Database> {
  const engine = await createEngine(snapshot && { loadDataDir: snapshot });
  const database = over(engine, async () => undefined);
  if (!snapshot) await database.asSystem(migrate);
  await standBehindWall(engine);
  return database;
}

/** The migrated database as one file to load again: see `connectInMemory`. */
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
      // What is counted before it is sent: BEGIN and COMMIT (or ROLLBACK), which PGlite sends, and
      // whose transaction it is.
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
    // In the same process there is nothing to save.
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
 * PGlite's user is a superuser, whom no policy binds. So outside every transaction the connection has
 * the role of a household, and none is set: it sees nothing. `asSystem` takes the role off.
 */
async function standBehindWall(engine: Engine): Promise<void> {
  await engine.query('SET ROLE grand_household');
}

/** Of whom a transaction sees the rows, and whether it only sees them. */
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

/** The queries of a transaction, with the parsers that the database has anyway: all that Drizzle uses of it. */
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
