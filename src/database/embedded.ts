import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type PGliteOptions, type Transaction, types } from '@electric-sql/pglite';
import { PgDialect } from 'drizzle-orm/pg-core';
import { PgliteSession, PgliteTransaction } from 'drizzle-orm/pglite';
import { makeDatabaseFolder } from './create-cluster.ts';
import { type Database, type Db, type Say, UnusableDatabase } from './database.ts';
import { DURABLE_START, DurableFileSystem } from './durable-file-system.ts';
import { copyBeforeMigration } from './kept-before-migration.ts';
import { lockFolder } from './lock.ts';
import { isMigrationDue, migrate } from './migrate.ts';
import { OneTransaction, requireUuid } from './one-transaction.ts';

/** The data format that this version of PGlite writes and reads. */
const PG_VERSION = '18';

const asText = (value: string) => value;

/** Arrays of numeric, timestamp, timestamptz, interval and date: their object identifiers (OIDs) in PostgreSQL. */
const ARRAYS_AS_TEXT = [1231, 1115, 1185, 1187, 1182];

const AS_TEXT = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, ...ARRAYS_AS_TEXT];

/** As in `postgres.ts`: int8 and count() are numbers, and what Drizzle reads itself stays a text. */
const PARSERS = {
  ...Object.fromEntries(AS_TEXT.map((type) => [type, asText])),
  [types.INT8]: Number,
};

/**
 * Drizzle would name its parsers with each query, for which PGlite then copies its whole table of them:
 * they are in it from here on (`queriesOf` leaves them out), also those of arrays, which PGlite sets last.
 */
async function create(options: PGliteOptions = {}): Promise<PGlite> {
  const pglite = await PGlite.create(options);
  Object.assign(pglite.parsers, PARSERS);
  return pglite;
}

const dialect = new PgDialect();

/** Opens the database in `<dataDir>/database`, makes it when it is not there, and holds the folder. */
export async function connectEmbedded(dataDir: string, log: Say, upTo?: string): Promise<Database> {
  mkdirSync(dataDir, { recursive: true });
  const release = await lockFolder(dataDir);
  try {
    const folder = join(dataDir, 'database');
    if (existsSync(join(folder, 'PG_VERSION'))) refuseOtherVersion(folder);
    else await makeDatabaseFolder(folder, log);
    const pglite = await openForMigration({ dataDir, folder, log, upTo });
    const database = over(pglite, release);
    await database.asSystem((db) => migrate(db, upTo));
    await standBehindWall(pglite);
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
}): Promise<PGlite> {
  const pglite = await openFolder(folder);
  try {
    const database = over(pglite, async () => undefined);
    if (!(await database.asSystem((db) => isMigrationDue(db, upTo)))) return pglite;
  } catch (error) {
    await pglite.close();
    throw error;
  }
  // What is copied is closed, as after a stop.
  await pglite.close();
  const copy = await copyBeforeMigration(dataDir, folder, new Date());
  log(`The database is brought up to date. As it was before it is kept in ${copy}`);
  return openFolder(folder);
}

/** A database in memory: a copy of `snapshot`, or an empty one that is migrated first. */
export async function connectInMemory(snapshot?: Blob): Promise<Database> {
  const pglite = await create(snapshot && { loadDataDir: snapshot });
  const database = over(pglite, async () => undefined);
  if (!snapshot) await database.asSystem(migrate);
  await standBehindWall(pglite);
  return database;
}

/** The migrated database as one file to load again: see `connectInMemory`. */
export async function makeSnapshot(): Promise<Blob> {
  const pglite = await create();
  await over(pglite, async () => undefined).asSystem(migrate);
  const snapshot = await pglite.dumpDataDir('none');
  await pglite.close();
  return snapshot;
}

/** Opens a folder durably; makes the database in it when it is empty (which takes 800 MB). */
export function openFolder(folder: string): Promise<PGlite> {
  return create({ fs: new DurableFileSystem(folder), startParams: DURABLE_START });
}

function over(pglite: PGlite, release: () => Promise<void>): Database {
  const one = new OneTransaction();
  let sent = 0;
  const count = () => {
    sent += 1;
  };

  async function transact<T>(work: (db: Db) => Promise<T>, whose?: Whose): Promise<T> {
    one.check();
    return pglite.transaction(async (client) => {
      // What is counted before it is sent: BEGIN and COMMIT (or ROLLBACK), which PGlite sends, and
      // whose transaction it is.
      sent += 3;
      if (whose) await enterHousehold(client, whose);
      else await client.exec('SET LOCAL ROLE none');
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
      await pglite.query('select 1');
    },
    statements: () => sent,
    close: async () => {
      if (!pglite.closed) await pglite.close();
      await release();
    },
  };
}

/**
 * PGlite's user is a superuser, whom no policy binds. So outside every transaction the connection has
 * the role of a household, and none is set: it sees nothing. `asSystem` takes the role off.
 */
async function standBehindWall(pglite: PGlite): Promise<void> {
  await pglite.exec('SET ROLE grand_household');
}

/** Of whom a transaction sees the rows, and whether it only sees them. */
interface Whose {
  readonly accountId: string;
  readonly isReadOnly?: boolean;
}

async function enterHousehold(
  client: Transaction,
  { accountId, isReadOnly = false }: Whose,
): Promise<void> {
  await client.query(
    `select set_config('role', 'grand_household', true), set_config('app.account_id', $1, true),
      set_config('transaction_read_only', $2, true)`,
    [accountId, isReadOnly ? 'on' : 'off'],
  );
}

/** The queries of a transaction, with the parsers that the database has anyway. */
function queriesOf(client: Transaction): Transaction {
  return {
    ...client,
    query: (text, values, { rowMode = 'object' } = {}) => client.query(text, values, { rowMode }),
  };
}

function refuseOtherVersion(folder: string): void {
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version === PG_VERSION) return;
  throw new UnusableDatabase(
    `The database in ${folder} has the format of PostgreSQL ${version}, and this version of the ` +
      `application reads ${PG_VERSION}: back it up with the version that wrote it, and restore it here.`,
  );
}
