import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeTestDatabase } from '#testing/database.ts';
import { runStatement } from '#testing/postgres.ts';
import { connect, type Database } from './connect.ts';
import { knownMigrations, migrate } from './migrate.ts';
import { relayTo } from './relay.testing.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const ONE = '11111111-1111-4111-8111-111111111111';

/** A timeout that is long enough for slow machines. */
const SOON = { timeout: 10_000 };

let url: string;
let drop: () => Promise<void>;
let opened: Database[];

beforeEach(async () => {
  opened = [];
  ({ url, drop } = await makeTestDatabase());
});

afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await drop();
});

async function open(): Promise<Database> {
  const database = await connect({ databaseUrl: url, dataDir: '.' });
  opened.push(database);
  return database;
}

function listener() {
  return { message: vi.fn(), interrupted: vi.fn(), resumed: vi.fn() };
}

test('servers that start at once on an empty database migrate it once', async () => {
  const empty = await makeTestDatabase({ empty: true });
  const codes = await Promise.all([0, 1, 2].map(() => connectInChild(empty.url)));
  const { rows } = await runStatement(
    empty.url,
    `select count(*) = count(distinct hash) and count(*) > 1 as once
     from drizzle.__drizzle_migrations`,
  );
  await empty.drop();
  expect(codes).toEqual([0, 0, 0]);
  expect(rows).toEqual([{ once: true }]);
}, 60_000);

test('an interrupted migration leaves the old state, and the next start reports and completes it', async () => {
  const empty = await makeTestDatabase({ empty: true });
  const before = knownMigrations().at(-4);
  const old = await connect({ databaseUrl: empty.url, dataDir: '.', upTo: before });
  await old.asSystem((db) =>
    db.execute(sql`insert into accounts (id, account_number, created_at)
      values (gen_random_uuid(), 'GA-123456', now())`),
  );
  const broken = old.asSystem(async (db) => {
    await migrate(db);
    throw new Error('the power went');
  });
  await expect(broken).rejects.toThrow('the power went');
  const all = knownMigrations().length;
  const state = (database: Database) =>
    database.asSystem(async (db) => {
      const applied = await db.select({ hash: sql`hash` }).from(sql`drizzle.__drizzle_migrations`);
      const numbers = await db.select({ number: sql`account_number` }).from(sql`accounts`);
      return [applied.length, ...numbers.map(({ number }) => number)];
    });
  expect(await state(old)).toEqual([all - 3, 'GA-123456']);
  await old.close();
  const said: string[] = [];
  const log = (line: string) => said.push(line);
  await (await connect({ databaseUrl: empty.url, dataDir: '.', log })).close();
  const now = await connect({ databaseUrl: empty.url, dataDir: '.', log });
  expect(await state(now)).toEqual([all, 'GA-123456']);
  await now.close();
  expect(said).toEqual([expect.stringMatching(/^The database is brought up to date, all of it/)]);
  await empty.drop();
}, 60_000);

describe('announcements over LISTEN and NOTIFY', () => {
  test('another process receives an announcement after the commit', async () => {
    const [one, other] = [await open(), await open()];
    const heard = listener();
    await other.listen(heard);
    await one.asSystem(async (db) => {
      await one.announce(db, ONE, 'first');
      expect(heard.message).not.toHaveBeenCalled();
    });
    await vi.waitFor(() => expect(heard.message.mock.calls).toEqual([[ONE, 'first']]), SOON);
  });

  test('a rolled back announcement is not sent, and a process does not receive its own', async () => {
    const [one, other] = [await open(), await open()];
    const [self, heard] = [listener(), listener()];
    await one.listen(self);
    await other.listen(heard);
    const undone = one.asSystem(async (db) => {
      await one.announce(db, ONE, 'undone');
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await one.asSystem((db) => one.announce(db, ONE, 'done'));
    await other.asSystem((db) => other.announce(db, ONE, 'answer'));
    await vi.waitFor(() => expect(heard.message.mock.calls).toEqual([[ONE, 'done']]), SOON);
    await vi.waitFor(() => expect(self.message.mock.calls).toEqual([[ONE, 'answer']]), SOON);
  });

  test('a lost connection is reported, and later announcements arrive', async () => {
    const [one, other] = [await open(), await open()];
    const heard = listener();
    await other.listen(heard);
    await runStatement(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where query like 'LISTEN%' and datname = current_database()`,
    );
    await vi.waitFor(() => expect(heard.interrupted).toHaveBeenCalledOnce(), SOON);
    await vi.waitFor(() => expect(heard.resumed).toHaveBeenCalledOnce(), SOON);
    await one.asSystem((db) => one.announce(db, ONE, 'again'));
    await vi.waitFor(() => expect(heard.message.mock.calls).toEqual([[ONE, 'again']]), SOON);
  });
});

test('the first statement of a transaction is sent without waiting for the answer to BEGIN', async () => {
  const relay = await relayTo(url);
  const database = await connect({ databaseUrl: relay.url, dataDir: '.' });
  const read = (what: string) =>
    database.inHousehold(NOBODY, (db) => db.execute(sql.raw(`select 1 as ${what}`)));
  // A first read, so that the connection is already open.
  await read('once');
  relay.withholdAnswers();
  const asked = read('unanswered');
  await vi.waitFor(() => expect(relay.heard()).toContain('select 1 as unanswered'), SOON);
  relay.unmute();
  await expect(asked).rejects.toThrow();
  await database.close();
  await relay.close();
});

test('an error before the first statement rolls back, and the next transaction works', async () => {
  const database = await open();
  const thrown = database.inHousehold(NOBODY, async () => {
    throw new Error('Not so.');
  });
  await expect(thrown).rejects.toThrow('Not so.');
  const role = await database.asSystem((db) => db.execute(sql`select current_setting('role')`));
  expect(role).toMatchObject({ rows: [{ current_setting: 'none' }] });
});

test('a connection lost in a transaction fails that transaction only', async () => {
  const database = await open();
  const cut = database.asSystem((db) =>
    db.execute(sql`select pg_terminate_backend(pg_backend_pid())`),
  );
  await expect(cut).rejects.toThrow();
  await expect(database.ping()).resolves.toBeUndefined();
});

test('lost idle connections do not end the process', async () => {
  const database = await open();
  await Promise.all([database.ping(), database.ping(), database.ping()]);
  await runStatement(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await vi.waitFor(() => database.ping(), SOON);
});

test('an unreachable server is reported without a retry', async () => {
  const nowhere = new URL(url);
  nowhere.port = '1';
  await expect(connect({ databaseUrl: nowhere.href, dataDir: '.' })).rejects.toThrow(
    /^The database of DATABASE_URL does not answer \(ECONNREFUSED\)\.$/,
  );
});

test('a missing database is reported with a message', async () => {
  const none = new URL(url);
  none.pathname = '/grand_none';
  await expect(connect({ databaseUrl: none.href, dataDir: '.' })).rejects.toThrow(
    /^DATABASE_URL is refused by its server: database "grand_none" does not exist\.$/,
  );
});

function connectInChild(databaseUrl: string): Promise<number | null> {
  const tsx = createRequire(import.meta.url).resolve('tsx');
  const program = `
    import { connect } from ${JSON.stringify(new URL('./connect.ts', import.meta.url).href)};
    const database = await connect({ databaseUrl: ${JSON.stringify(databaseUrl)}, dataDir: '.' });
    await database.close();`;
  const child = spawn(process.execPath, ['--import', tsx, '--input-type=module', '-e', program], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve) => child.once('close', resolve));
}
