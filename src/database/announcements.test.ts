import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTestDatabase } from '#testing/database.ts';
import { runStatement } from '#testing/postgres.ts';
import { connect, type Database } from './connect.ts';

const ONE = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';

/**
 * Maximum time until another process receives a change, even if the writer crashes after its
 * commit.
 */
const PROMISED = { timeout: 4_000, interval: 20 };
/** A timeout that is long enough for slow machines. */
const SOON = { timeout: 20_000, interval: 20 };

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

async function listening() {
  const database = await connect({ databaseUrl: url, dataDir: '.' });
  opened.push(database);
  const heard = { message: vi.fn(), interrupted: vi.fn(), resumed: vi.fn() };
  await database.listen(heard);
  return { database, heard };
}

/** Runs a statement that sees every household, on its own session. */
const see = async (statement: string) =>
  (await runStatement(url, `set app.system = on; ${statement}`)) as unknown as pg.QueryResult[];

const untold = async () =>
  Number((await see('select count(*) as rows from announcements')).at(-1)?.rows[0].rows);

/** Leaves an unpublished row, as a process does that is killed right after its commit. */
const writeAsKilled = (accountId: string) =>
  see(`insert into announcements (id, origin, account_id, what)
    values (gen_random_uuid(), 'killed', '${accountId}', 'answers photos')`);

test('all other processes receive a change of a process that was killed after its commit', async () => {
  const [one, other] = [await listening(), await listening()];
  await writeAsKilled(ONE);
  for (const { heard } of [one, other])
    await vi.waitFor(
      () => expect(heard.message).toHaveBeenCalledWith(ONE, 'answers photos'),
      PROMISED,
    );
  await vi.waitFor(async () => expect(await untold()).toBe(0), SOON);
}, 30_000);

test('a commit that PostgreSQL completes after its process was killed is published', async () => {
  const { heard } = await listening();
  await runStatement(
    url,
    `create table slow (id int);
    create function wait_long() returns trigger language plpgsql as
      $$ begin perform pg_sleep(1); return null; end $$;
    create constraint trigger slowly after insert on slow deferrable initially deferred
      for each row execute function wait_long()`,
  );
  const child = inChild(`
    void database.asSystem(async (db) => {
      await db.execute('insert into slow values (1)');
      await database.announce(db, '${ONE}', 'answers killed');
    });`);
  const committing = `select 1 from pg_stat_activity where state = 'active'
    and query like '%; COMMIT' and datname = current_database()`;
  await vi.waitFor(
    async () => expect((await runStatement(url, committing)).rowCount).toBe(1),
    SOON,
  );
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(heard.message).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(heard.message).toHaveBeenCalledWith(ONE, 'answers killed'), SOON);
}, 60_000);

test('a process that is stuck while it locks the rows does not block the others from receiving them', async () => {
  const { heard } = await listening();
  const stuck = new pg.Client(url);
  await stuck.connect();
  await writeAsKilled(ONE);
  await stuck.query('begin; set local app.system = on; select from announcements for update');
  const before = heard.message.mock.calls.length;
  await vi.waitFor(() => expect(heard.message.mock.calls.length).toBeGreaterThan(before), PROMISED);
  await stuck.end();
  await vi.waitFor(async () => expect(await untold()).toBe(0), SOON);
}, 30_000);

test('a change that a process commits while its connection is down reaches the others', async () => {
  const [one, other] = [await listening(), await listening()];
  await runStatement(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where query like 'LISTEN%' and datname = current_database()`,
  );
  for (const { heard } of [one, other])
    await vi.waitFor(() => expect(heard.interrupted).toHaveBeenCalledOnce(), SOON);
  await vi.waitFor(() => expect(other.heard.resumed).toHaveBeenCalledOnce(), SOON);
  await one.database.asSystem((db) => one.database.announce(db, ONE, 'sessions'));
  await vi.waitFor(
    () => expect(other.heard.message).toHaveBeenCalledWith(ONE, 'sessions'),
    PROMISED,
  );
}, 30_000);

test('a receiver sees the announced commit, and each of 100 commits is received', async () => {
  const [one, other] = [await listening(), await listening()];
  await runStatement(url, 'create table written (number int)');
  const seen: Promise<unknown>[] = [];
  other.heard.message.mockImplementation((_accountId: string, what: string) => {
    seen.push(runStatement(url, `select from written where number = ${what}`));
  });
  const numbers = Array.from({ length: 100 }, (_, number) => number);
  await Promise.all(
    numbers.map((number) =>
      one.database.asSystem(async (db) => {
        await db.execute(sql`insert into written values (${number})`);
        await one.database.announce(db, number % 2 === 0 ? ONE : OTHER, String(number));
      }),
    ),
  );
  const heard = () => new Set(other.heard.message.mock.calls.map(([, what]) => Number(what)));
  await vi.waitFor(() => expect(heard()).toEqual(new Set(numbers)), SOON);
  for (const result of await Promise.all(seen)) expect(result).toMatchObject({ rowCount: 1 });
  await vi.waitFor(async () => expect(await untold()).toBe(0), SOON);
}, 60_000);

test('a household transaction cannot announce for another household', async () => {
  const { database } = await listening();
  const foreign = database.inHousehold(ONE, (db) => database.announce(db, OTHER, 'sessions'));
  await expect(foreign).rejects.toThrow(/row-level security/);
});

function inChild(program: string) {
  const tsx = createRequire(import.meta.url).resolve('tsx');
  const start = `
    import { connect } from ${JSON.stringify(new URL('./connect.ts', import.meta.url).href)};
    const database = await connect({ databaseUrl: ${JSON.stringify(url)}, dataDir: '.' });`;
  return spawn(
    process.execPath,
    ['--import', tsx, '--input-type=module', '-e', `${start}${program}`],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
}
