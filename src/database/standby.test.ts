import { count, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findPgbouncer, startOwnPgbouncer } from '#testing/pgbouncer.ts';
import {
  findPostgres,
  type OwnPostgres,
  runStatement,
  startOwnPostgres,
  startOwnStandby,
  withDatabase,
} from '#testing/postgres.ts';
import { connect, type Database, type Db } from './connect.ts';
import type { ReplicaRead } from './database.ts';
import { parameter, prepared } from './prepared.ts';
import { relayTo } from './relay.testing.ts';
import { accounts } from './schema/households.ts';

const ONE = '018f0000-0000-7000-8000-000000000001';
const OTHER = '018f0000-0000-7000-8000-000000000002';
const USER = 'grand_standby_owner';

/** A timeout that is long enough for slow machines. */
const SOON = { timeout: 20_000, interval: 20 };

const found = findPostgres();
const programs = found !== undefined && 'programs' in found ? found.programs : undefined;

const numberOf = prepared(
  'number_of_standby',
  { number: accounts.accountNumber },
  (selected) => sql`select ${selected} from ${accounts} where ${accounts.id} = ${parameter('id')}`,
);

/** Returns whether the transaction runs on the standby, and the visible household numbers. */
async function look(db: Db) {
  const [row] = await db
    .select({ isStandby: sql<boolean>`pg_is_in_recovery()` })
    .from(sql`(select) one`);
  const numbers = await db.select({ number: accounts.accountNumber }).from(accounts);
  return { isStandby: row?.isStandby, numbers: numbers.map(({ number }) => number) };
}

const renamed = (number: string) => (db: Db) => db.update(accounts).set({ accountNumber: number });

// Skipped with an external server, which a test cannot stop.
describe.runIf(programs !== undefined)('reads on a hot standby', () => {
  let primary: OwnPostgres;
  let standby: OwnPostgres;
  /** URLs of the test database, with its owner as user, on the primary and on the standby. */
  let url: string;
  let replicaUrl: string;
  let opened: Database[] = [];
  beforeAll(async () => {
    primary = await startOwnPostgres(programs ?? '');
    await runStatement(primary.url, `create role ${USER} login createrole password '${USER}'`);
    await runStatement(primary.url, `create database grand owner ${USER}`);
    url = withDatabase(primary.url, 'grand', USER);
    const conflicts = ['max_standby_streaming_delay=0'];
    standby = await startOwnStandby(programs ?? '', primary.url, conflicts);
    replicaUrl = withDatabase(standby.url, 'grand', USER);
    await (await connect({ databaseUrl: url, dataDir: '.' })).close();
  });
  afterAll(async () => {
    await standby.stop();
    await primary.stop();
  });

  let database: Database;
  beforeEach(async () => {
    database = await open();
    await database.asSystem(async (db) => {
      const createdAt = new Date('2026-01-01T00:00:00Z');
      await db.delete(accounts);
      await db.insert(accounts).values([
        { id: ONE, accountNumber: 'GA-1', createdAt },
        { id: OTHER, accountNumber: 'GA-2', createdAt },
      ]);
    });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await resumed();
    await Promise.all(opened.map((each) => each.close()));
    opened = [];
  });

  async function open(options: Partial<Parameters<typeof connect>[0]> = {}): Promise<Database> {
    const addresses = { databaseUrl: url, databaseReplicaUrl: replicaUrl };
    const made = await connect({ ...addresses, dataDir: '.', ...options });
    opened.push(made);
    return made;
  }

  async function read<T>(work: (db: Db) => Promise<T>, of = database): Promise<ReplicaRead<T>> {
    if (of.replica === undefined) throw new Error('There is no replica.');
    return of.replica.read(ONE, work);
  }

  const paused = async () => {
    await runStatement(standby.url, 'select pg_wal_replay_pause()');
    const state = 'select pg_get_wal_replay_pause_state() as state';
    const isPaused = async () => (await runStatement(standby.url, state)).rows[0]?.state;
    await vi.waitFor(async () => expect(await isPaused()).toBe('paused'), SOON);
  };
  const resumed = () => runStatement(standby.url, 'select pg_wal_replay_resume()');

  test('each read runs on the standby and sees the last commit', async () => {
    for (let round = 0; round < 50; round += 1) {
      await database.inHousehold(ONE, renamed(`GA-1-${round}`));
      const seen = { isStandby: true, numbers: [`GA-1-${round}`] };
      expect(await read(look)).toEqual({ done: seen });
    }
    expect(await database.readInHousehold(ONE, look)).toMatchObject({ isStandby: false });
  });

  test('a read waits for commits that are not replayed yet', async () => {
    // If repeatable read is the default, a transaction without an explicit isolation level would
    // not see data that is replayed later.
    const repeatable = "default_transaction_isolation = 'repeatable read'";
    await runStatement(primary.url, `alter role ${USER} set ${repeatable}`);
    const shown = async () =>
      (await runStatement(replicaUrl, 'show default_transaction_isolation')).rows;
    const is = [{ default_transaction_isolation: 'repeatable read' }];
    await vi.waitFor(async () => expect(await shown()).toEqual(is), SOON);
    database = await open();
    await runStatement(primary.url, `alter role ${USER} reset default_transaction_isolation`);
    // `performance` measures the maximum wait. It is fake and does not advance, so this wait has no
    // limit.
    vi.useFakeTimers({ toFake: ['performance'] });
    await paused();
    await database.inHousehold(ONE, renamed('GA-1-late'));
    const before = database.statements();
    const reading = read(look);
    await vi.waitFor(() => expect(database.statements()).toBeGreaterThan(before + 10), SOON);
    await resumed();
    expect(await reading).toEqual({ done: { isStandby: true, numbers: ['GA-1-late'] } });
  });

  test('a read fails without starting its work when the standby stays behind', async () => {
    await paused();
    await database.inHousehold(ONE, renamed('GA-1-late'));
    const work = vi.fn(look);
    expect(await read(work)).toMatchObject({ failure: { name: 'Behind' } });
    expect(await database.replica?.secondsBehind()).toBeGreaterThanOrEqual(1);
    expect(work).not.toHaveBeenCalled();
    await resumed();
    expect(await read(work)).toEqual({ done: { isStandby: true, numbers: ['GA-1-late'] } });
    expect(await database.replica?.secondsBehind()).toBeLessThan(1);
  });

  test('a read sees commits made with synchronous_commit off, or fails', async () => {
    const lazily = 'synchronous_commit = off';
    await runStatement(primary.url, `alter role ${USER} set ${lazily}`);
    await runStatement(primary.url, "alter system set wal_writer_delay = '10s'");
    await runStatement(primary.url, 'select pg_reload_conf()');
    const lazy = await open();
    for (let round = 0; round < 2; round += 1) {
      await lazy.inHousehold(ONE, renamed(`GA-1-${round}`));
      const there = await read(look, lazy);
      if ('done' in there) expect(there.done.numbers).toEqual([`GA-1-${round}`]);
    }
    await runStatement(primary.url, `alter role ${USER} reset synchronous_commit`);
    await runStatement(primary.url, 'alter system reset wal_writer_delay');
    await runStatement(primary.url, 'select pg_reload_conf()');
  });

  test('a read sees only rows of its household, even with the id of another', async () => {
    const seen = await read(async (db) => [
      await db.$count(accounts),
      (await numberOf(db, { id: ONE })).length,
      (await numberOf(db, { id: OTHER })).length,
      (await db.select({ role: sql`current_user` }).from(sql`(select) one`))[0]?.role,
    ]);
    expect(seen).toEqual({ done: [1, 1, 0, 'grand_household'] });
    // After the read the connection has no household any more, so it sees no rows.
    const bare = await runStatement(replicaUrl, 'select count(*)::int as all from accounts');
    expect(bare.rows).toEqual([{ all: 0 }]);
  });

  test('a write on the standby is rejected and does not affect later reads', async () => {
    const refused = { cause: { code: '25006' } };
    await expect(read(renamed('GA-9'))).rejects.toMatchObject(refused);
    await expect(database.readInHousehold(ONE, renamed('GA-9'))).rejects.toMatchObject(refused);
    expect(await read(look)).toEqual({ done: { isStandby: true, numbers: ['GA-1'] } });
  });

  test('a read rejects with the error of its work', async () => {
    const thrown = new Error('Not so.');
    await expect(read(() => Promise.reject(thrown))).rejects.toBe(thrown);
    await expect(read((db) => db.execute(sql`select 1 / 0`))).rejects.toMatchObject({
      cause: { code: '22012' },
    });
    const nested = read(() => database.inHousehold(ONE, look));
    await expect(nested).rejects.toThrow('A transaction is open here already');
    expect(await read(look)).toMatchObject({ done: { isStandby: true } });
  });

  test('a read that conflicts with replay fails, whether it is running or idle', async () => {
    const waiting =
      "select count(*)::int as all from pg_stat_activity where wait_event = 'PgSleep'";
    const sleeping = async () => (await runStatement(standby.url, waiting)).rows[0]?.all;
    const conflict = () => runStatement(url, "set app.system = 'on'; lock table accounts");
    const working = read((db) => db.execute(sql`select pg_sleep(60), id from accounts`));
    await vi.waitFor(async () => expect(await sleeping()).toBe(1), SOON);
    await conflict();
    expect(await working).toMatchObject({ failure: { cause: { code: '40001' } } });
    const idle = read(async (db) => {
      await db.select({ all: count() }).from(accounts);
      await conflict();
      await vi.waitFor(() => expect(look(db)).rejects.toThrow(), SOON);
      return look(db);
    });
    expect(await idle).toMatchObject({ failure: expect.any(Error) });
    await vi.waitFor(async () => expect(await read(look)).toMatchObject({ done: {} }), SOON);
  });

  test('reads fail while the standby is down and succeed after its restart', async () => {
    await read(look);
    await standby.kill();
    expect(await read(look)).toMatchObject({ failure: expect.any(Error) });
    expect(await read(look)).toMatchObject({ failure: { code: 'ECONNREFUSED' } });
    await expect(database.replica?.secondsBehind()).rejects.toThrow('ECONNREFUSED');
    await standby.startAgain();
    await vi.waitFor(async () => expect(await read(look)).toMatchObject({ done: {} }), SOON);
  });

  test('reads fail within a time limit when the standby stops answering', async () => {
    const relay = await relayTo(replicaUrl);
    const silenced = await open({ databaseReplicaUrl: relay.url });
    expect(await read(look, silenced)).toMatchObject({ done: { isStandby: true } });
    relay.mute();
    const began = performance.now();
    for (let round = 0; round < 2; round += 1) {
      expect(await read(look, silenced)).toMatchObject({ failure: expect.any(Error) });
    }
    expect(performance.now() - began).toBeLessThan(8_000);
    relay.unmute();
    await vi.waitFor(
      async () => expect(await read(look, silenced)).toMatchObject({ done: {} }),
      SOON,
    );
    await relay.close();
  });

  test('reads fail when the primary may not report its position', async () => {
    const may = 'execute on function pg_control_system()';
    const ofBoth = withDatabase(primary.url, 'grand');
    await runStatement(ofBoth, `revoke ${may} from public`);
    expect(await read(look)).toMatchObject({ failure: { code: '42501' } });
    await runStatement(ofBoth, `grant ${may} to public`);
    expect(await read(look)).toMatchObject({ done: { isStandby: true } });
  });

  test('reads on the standby work with a pooler before the primary', async ({ skip }) => {
    const program = findPgbouncer();
    if (program === undefined) return skip();
    const pooler = await startOwnPgbouncer(program, url);
    const pooled = await open({ databaseUrl: pooler.url, databaseDirectUrl: url });
    for (let round = 0; round < 10; round += 1) {
      await pooled.inHousehold(ONE, renamed(`GA-1-${round}`));
      expect(await read(look, pooled)).toEqual({
        done: { isStandby: true, numbers: [`GA-1-${round}`] },
      });
      expect(await pooled.readInHousehold(ONE, look)).toMatchObject({ isStandby: false });
    }
    await expect(pooled.readInHousehold(ONE, renamed('GA-9'))).rejects.toMatchObject({
      cause: { code: '25006' },
    });
    await pooled.close();
    await pooler.stop();
  });
});
