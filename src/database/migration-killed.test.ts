import pg from 'pg';
import { expect, it } from 'vitest';
import { databaseOfVersion } from '#testing/upgrades.ts';
import { connect } from './connect.ts';
import { knownMigrations } from './migrate.ts';

/** A timeout that is long enough for slow machines. */
const SOON = { timeout: 10_000, interval: 20 };

/** Works on the old schema without a logins table and on the current one. */
const STATE = `select
  (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
  (select count(*)::int from information_schema.columns where table_schema = 'public') as columns,
  (select count(*)::int from users) as people`;

it('a migration whose connection is killed leaves the old state, and the next start completes it', async () => {
  const { url, drop } = await databaseOfVersion('0027_as-needed-limits');
  const beside = new pg.Client(url);
  await beside.connect();
  await beside.query('set app.system = on');
  const stateOf = async () => (await beside.query(STATE)).rows[0];
  const before = await stateOf();
  expect(before.migrations).toBeLessThan(knownMigrations().length);
  expect(before.people).toBeGreaterThan(1);

  // The migration that creates the logins table must wait for this lock, after the earlier
  // migrations have run.
  await beside.query('begin');
  await beside.query('lock table users in access share mode');
  const failed = connect({ databaseUrl: url, dataDir: '.' }).then(
    () => 'connected',
    () => 'failed',
  );
  // Polls over a separate connection, each time in a new transaction, because a transaction caches
  // `pg_stat_activity` at its first read.
  const killer = new pg.Client(url);
  await killer.connect();
  const kill = `select pg_terminate_backend(pid) as killed from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await killer.query(kill)).rows.length, SOON).toBe(1);
  expect(await failed).toBe('failed');
  await beside.query('commit');
  expect(await stateOf()).toEqual(before);

  const database = await connect({ databaseUrl: url, dataDir: '.' });
  const after = await stateOf();
  expect(after).toMatchObject({ migrations: knownMigrations().length, people: before.people });
  await database.close();
  await Promise.all([beside.end(), killer.end()]);
  await drop();
}, 60_000);
