import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runStatement } from '#testing/postgres.ts';
import { databaseOfVersion } from '#testing/upgrades.ts';
import { connect } from './connect.ts';

/** A timeout that is long enough for slow machines. */
const SOON = { timeout: 10_000, interval: 20 };

/** ON CONFLICT targets in the statements of the previous version. */
const TARGETS = [
  'accessibility_preferences (user_id)',
  'alarm_tests (session_id)',
  'alert_places (user_id)',
  'alert_tellings (alert_id, round, user_id)',
  'alerts (id)',
  'asked_measures (user_id)',
  'email_confirmations (user_id)',
  'export_tickets (user_id)',
  'fitting_requests (session_id)',
  'known_devices (user_id, token_hash)',
  'medication_logs (medication_id, local_date, time)',
  'medication_stocks (medication_id)',
  'pairing_codes (user_id)',
  'password_resets (user_id)',
  'photo_looks (user_id)',
  'push_subscriptions (endpoint, user_id)',
];

let url: string;
let drop: () => Promise<void>;
let older: pg.Client;
beforeEach(async () => {
  ({ url, drop } = await databaseOfVersion('0038_announcements'));
  const before = new URL(url);
  before.searchParams.set('application_name', 'grand-app 2');
  older = new pg.Client(before.href);
  await older.connect();
});
afterEach(() => drop());

const start = async () => (await connect({ databaseUrl: url, dataDir: '.' })).close();

async function targetsLeft(): Promise<string[]> {
  const left: string[] = [];
  for (const target of TARGETS) {
    const [table] = target.split(' ');
    const said = `explain insert into ${table} select * from ${table} on conflict ${target.slice(table?.length)} do nothing`;
    const found = await runStatement(url, said).then(
      () => true,
      (error: { code?: string }) => {
        if (error.code === '42P10') return false;
        throw error;
      },
    );
    if (found) left.push(target);
  }
  return left;
}

it('the former keys stay until the last server of the previous version has stopped, and the next start drops them', async () => {
  await start();
  expect(await targetsLeft()).toEqual(TARGETS);
  await start();
  expect(await targetsLeft()).toEqual(TARGETS);
  await older.end();
  await start();
  expect(await targetsLeft()).toEqual([]);
});

it('a key whose table is busy is dropped by the next start', async () => {
  await start();
  await older.query(`set application_name = 'psql'; begin; lock table alerts in access share mode`);
  await start();
  expect(await targetsLeft()).toEqual(['alerts (id)']);
  await older.end();
  await start();
  expect(await targetsLeft()).toEqual([]);
});

it('a migration that waits for the lock of one table does not block reads of others', async () => {
  await older.query('begin; lock table stock_entries in access share mode');
  const beside = new pg.Client({ connectionString: url, statement_timeout: 3_000 });
  await beside.connect();
  const waiting = `select pid from pg_stat_activity where datname = current_database()
    and application_name = 'grand-app 3' and state = 'active' and query like '%LOCK TABLE%'`;
  const started = start();
  await expect.poll(async () => (await beside.query(waiting)).rows.length, SOON).toBe(1);
  for (const table of ['alerts', 'medication_logs', 'sessions']) {
    await beside.query(`select count(*) from ${table}`);
  }
  expect((await beside.query(waiting)).rows.length).toBe(1);
  await older.end();
  await started;
  await beside.end();
});
