import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeTestDatabase } from '#testing/database.ts';
import {
  findPgbouncer,
  type OwnPgbouncer,
  SERVER_CONNECTIONS,
  startOwnPgbouncer,
} from '#testing/pgbouncer.ts';
import { connect, type Database, type Db } from './connect.ts';
import { parameter, prepared } from './prepared.ts';
import { type Relay, relayTo } from './relay.testing.ts';
import { accounts } from './schema/households.ts';

const ONE = '018f0000-0000-7000-8000-000000000001';
const OTHER = '018f0000-0000-7000-8000-000000000002';
const NUMBERS: Readonly<Record<string, string>> = { [ONE]: 'GA-1', [OTHER]: 'GA-2' };

/** A timeout that is long enough for slow machines. */
const SOON = { timeout: 20_000, interval: 20 };

const program = findPgbouncer();

const numberOf = prepared(
  'number_of_pooled',
  { number: accounts.accountNumber },
  (selected) => sql`select ${selected} from ${accounts} where ${accounts.id} = ${parameter('id')}`,
);

// Skipped without the Debian package pgbouncer; .ci/run installs it.
describe.runIf(program !== undefined)('a pooler in transaction mode', () => {
  let drop: () => Promise<void>;
  /** Relay between the pooler and PostgreSQL. */
  let behind: Relay;
  /** Relay that bypasses the pooler. */
  let direct: Relay;
  let pooler: OwnPgbouncer;
  let opened: Database[];
  beforeEach(async () => {
    opened = [];
    const made = await makeTestDatabase();
    drop = made.drop;
    behind = await relayTo(made.url);
    direct = await relayTo(made.url);
    pooler = await startOwnPgbouncer(program ?? '', behind.url);
  });
  afterEach(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await pooler.stop();
    await behind.close();
    await direct.close();
    await drop();
  });

  async function open(): Promise<Database> {
    const addresses = { databaseUrl: pooler.url, databaseDirectUrl: direct.url };
    const database = await connect({ ...addresses, dataDir: '.' });
    opened.push(database);
    return database;
  }

  /** Opens a database with two households. */
  async function openWithTwo(): Promise<Database> {
    const database = await open();
    const createdAt = new Date('2026-01-01T00:00:00Z');
    const rows = [ONE, OTHER].map((id) => ({ id, accountNumber: NUMBERS[id] ?? '', createdAt }));
    await database.asSystem((db) => db.insert(accounts).values(rows));
    return database;
  }

  const processOf = async (db: Db) => {
    const [row] = await db.select({ pid: sql<number>`pg_backend_pid()` }).from(sql`(select) one`);
    return row?.pid;
  };

  test('with more transactions than connections each sees only its own household', async () => {
    const database = await openWithTwo();
    const processes = new Set<unknown>();
    const read = (id: string) =>
      database.inHousehold(id, async (db) => {
        processes.add(await processOf(db));
        const first = await db.select({ number: accounts.accountNumber }).from(accounts);
        await db.update(accounts).set({ accountNumber: NUMBERS[id] ?? '' });
        const again = await db.select({ number: accounts.accountNumber }).from(accounts);
        return [...first, ...again].map(({ number }) => number);
      });
    const ids = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? ONE : OTHER));
    const all = await Promise.all(ids.map(read));
    expect(all).toEqual(ids.map((id) => [NUMBERS[id], NUMBERS[id]]));
    expect(processes.size).toBe(SERVER_CONNECTIONS);
  }, 60_000);

  test('a transaction leaves no settings on any connection of the pooler', async () => {
    const database = await openWithTwo();
    const together = async (work: (id: string, go: () => Promise<void>) => Promise<unknown>) => {
      let there = 0;
      let allThere = () => {};
      const all = new Promise<void>((resolve) => {
        allThere = resolve;
      });
      const go = () => {
        there += 1;
        if (there === SERVER_CONNECTIONS) allThere();
        return all;
      };
      return Promise.all([ONE, OTHER].map((id) => work(id, go)));
    };
    await together((id, go) => database.inHousehold(id, go));
    await together((_, go) => database.asSystem(go));
    const left = await together(async (_, go) => {
      const client = new pg.Client(pooler.url);
      await client.connect();
      await client.query('begin');
      await go();
      const { rows } = await client.query(`select current_user = session_user as owner,
        nullif(current_setting('app.account_id', true), '') as household,
        nullif(current_setting('app.system', true), '') as system,
        current_setting('statement_timeout') as limited,
        current_setting('idle_in_transaction_session_timeout') as idle,
        (select count(*)::int from accounts) as seen,
        (select count(*)::int from pg_prepared_statements) as prepared`);
      await client.end();
      return rows[0];
    });
    const nothing = { owner: true, household: null, system: null, limited: '0', idle: '0' };
    const one = { ...nothing, seen: 0, prepared: 0 };
    expect(left).toEqual([one, one]);
  }, 60_000);

  test('a failed transaction is rolled back, and the next one works', async () => {
    const database = await openWithTwo();
    const numbers = async () => {
      const all = database.asSystem((db) =>
        db.select({ number: accounts.accountNumber }).from(accounts).orderBy(accounts.id),
      );
      return (await all).map(({ number }) => number);
    };
    const failing = database.inHousehold(ONE, async (db) => {
      await db.update(accounts).set({ accountNumber: 'GA-9' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await numbers()).toEqual(['GA-1', 'GA-2']);
    const wrong = database.inHousehold(ONE, async (db) => {
      await db.update(accounts).set({ accountNumber: 'GA-9' });
      await db.execute(sql`select 1 / 0`).catch(() => undefined);
    });
    await expect(wrong).rejects.toThrow();
    expect(await numbers()).toEqual(['GA-1', 'GA-2']);
  }, 60_000);

  test('a prepared statement can be executed repeatedly on every connection', async () => {
    const database = await openWithTwo();
    const ids = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? ONE : OTHER));
    const read = (id: string) => database.inHousehold(id, (db) => numberOf(db, { id }));
    for (let round = 0; round < 3; round += 1) {
      const all = await Promise.all(ids.map(read));
      expect(all).toEqual(ids.map((id) => [{ number: NUMBERS[id] }]));
    }
  }, 60_000);

  test('a slow statement is cancelled, and idle transactions have a timeout', async () => {
    const database = await open();
    const idle = await database.asSystem((db) =>
      db
        .select({ ms: sql`current_setting('idle_in_transaction_session_timeout')` })
        .from(sql`(select) one`),
    );
    expect(idle).toEqual([{ ms: '30s' }]);
    const sleep = (work: Database['asSystem']) =>
      work((db) => db.execute(sql`select pg_sleep(60)`));
    const ended = { cause: { code: '57014' } };
    await Promise.all([
      expect(sleep(database.asSystem)).rejects.toMatchObject(ended),
      expect(sleep((work) => database.inHousehold(ONE, work))).rejects.toMatchObject(ended),
    ]);
  }, 60_000);

  test('the first statement of a transaction is sent without waiting for the answer to BEGIN', async () => {
    const database = await open();
    const read = (what: string) =>
      database.inHousehold(ONE, (db) => db.execute(sql.raw(`select 1 as ${what}`)));
    // A first read, so that the connection is already open.
    await read('once');
    behind.withholdAnswers();
    const asked = read('unanswered');
    await vi.waitFor(() => expect(behind.heard()).toContain('select 1 as unanswered'), SOON);
    behind.unmute();
    await expect(asked).rejects.toThrow();
    await vi.waitFor(() => read('again'), SOON);
  }, 60_000);

  test('only work that needs a session bypasses the pooler', async () => {
    const [one, other] = [await openWithTwo(), await open()];
    const heard = { message: vi.fn(), interrupted: vi.fn(), resumed: vi.fn() };
    await one.listen({ message: vi.fn(), interrupted: vi.fn(), resumed: vi.fn() });
    await other.listen(heard);
    await one.inHousehold(ONE, (db) => one.announce(db, ONE, 'answers photos'));
    await vi.waitFor(
      () => expect(heard.message.mock.calls).toEqual([[ONE, 'answers photos']]),
      SOON,
    );
    const ways = (what: string) => [direct.heard().includes(what), behind.heard().includes(what)];
    for (const what of ['LISTEN', 'pg_advisory', 'SET app.system', 'read_untold', 'drizzle'])
      await vi.waitFor(() => expect([what, ...ways(what)]).toEqual([what, true, false]), SOON);
    for (const what of ['grand_household', 'INSERT INTO announcements'])
      expect([what, ...ways(what)]).toEqual([what, false, true]);
    // A command-line program announces changes without receiving any.
    const command = await open();
    await command.inHousehold(OTHER, (db) => command.announce(db, OTHER, 'sessions'));
    await vi.waitFor(() => expect(heard.message).toHaveBeenCalledWith(OTHER, 'sessions'), SOON);
  }, 60_000);

  test('queries fail at once while the pooler is down and succeed after its restart', async () => {
    const database = await openWithTwo();
    const holding = database.inHousehold(ONE, async (db) => {
      await pooler.kill();
      await db.execute(sql`select 1`);
    });
    await expect(holding).rejects.toThrow();
    await expect(database.ping()).rejects.toThrow(/ECONNREFUSED|terminated/);
    await pooler.start();
    const number = () =>
      database.inHousehold(ONE, (db) => db.select().from(accounts).where(eq(accounts.id, ONE)));
    await vi.waitFor(async () => expect(await number()).toHaveLength(1), SOON);
  }, 60_000);
});
