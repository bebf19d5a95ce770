import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { findPostgres, startPostgres, withDatabase } from '../src/database/testing-postgres.ts';
import { databaseCpu, median } from './support/database-cpu.ts';
import { reportFigure } from './support/figures.ts';
import { registerCookie } from './support/household.ts';
import { type MeasuredServer, startOnNewDatabase } from './support/measured-server.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const { values: options } = parseArgs({
  options: {
    households: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '3' },
    /** Server of another build, measured in the same rounds. */
    beside: { type: 'string' },
    /** Messages are queued but not sent, so that only the sweep is measured. */
    unsent: { type: 'boolean', default: false },
  },
});

const HOUSEHOLDS = Number(options.households);
const ROUNDS = Number(options.rounds);

/**
 * Maximum time for a household: an alert must be sent within 60 seconds, of which up to 20 pass
 * until the sweep starts and 15 are for sending.
 */
const MAX_DURATION_MS = 25_000;

const THIS_BUILD = 'this build';

/** Recipients. Earlier versions store the email in `users` instead of `logins`. */
const PEOPLE_OF_BEFORE = `
  insert into users (id, account_id, role, first_name, last_name, email, email_proven_at, created_at)
    select user_id, account_id, 'admin', 'Ada', 'Lovelace', user_id || '@example.com', now(), now() from made`;
const PEOPLE = `
  insert into logins (id, email, email_proven_at, created_at)
    select user_id, user_id || '@example.com', now(), now() from made;
  insert into users (id, account_id, role, first_name, last_name, login_id, email, created_at)
    select user_id, account_id, 'admin', 'Ada', 'Lovelace', user_id, user_id || '@example.com', now() from made`;

/** Creates households with one dose that becomes overdue now, equal to those of the product. */
const made = (people: string) => `
  create temp table made as select gen_random_uuid() as account_id, gen_random_uuid() as user_id,
    gen_random_uuid() as medication_id, n from generate_series(1, $1::int) n;
  insert into accounts (id, account_number, created_at) select account_id, 'B-' || account_id, now() from made;
  ${people};
  insert into subscriptions (account_id, provider, plan, status, ends_at)
    select account_id, 'built-in', 'monthly', 'active', now() + interval '20 days' from made;
  insert into settings select copied.* from made, (select * from settings limit 1) s,
    jsonb_populate_record(null::settings, to_jsonb(s) ||
      jsonb_build_object('account_id', made.account_id, 'timezone', 'UTC')) copied;
  insert into medications (id, account_id, name, dosage, frequency, times, start_date, instructions,
    is_active, reminder_enabled, sound_enabled, created_at, scheduled_since)
    select medication_id, account_id, 'Lisinopril', '10 mg', 'daily',
      array[to_char(now() at time zone 'UTC' - interval '62 minutes', 'HH24:MI')], '2026-01-01', '',
      true, true, true, now() - interval '2 days', now() - interval '2 days' from made;
  insert into care_sweeps (account_id, next_at, swept_until)
    select account_id, now(), now() - interval '90 minutes' from made;
  drop table made`;

/** Delays urgent jobs by an hour. */
const HELD_BACK = [
  `create function hold_back() returns trigger language plpgsql as
    $$ begin new.run_at := now() + interval '1 hour'; return new; end $$`,
  'create trigger hold_back before insert on jobs for each row when (new.urgent) execute function hold_back()',
];

interface Subject {
  readonly name: string;
  readonly server: MeasuredServer;
  readonly database: string;
  readonly client: pg.Client;
}

/**
 * Measures the cost of a household whose dose becomes overdue in the same minute as many others.
 */
async function benchSharedMinute(): Promise<void> {
  const found = findPostgres();
  if (found === undefined) throw new Error('This bench needs PostgreSQL or TEST_DATABASE_URL.');
  const postgres = await startPostgres(found);
  const dataDir = mkdtempSync(join(tmpdir(), 'grand-bench-'));
  const subjects: Subject[] = [];
  try {
    const builds = [[THIS_BUILD, 'dist/server/server.js']];
    if (options.beside) builds.push(['the other build', options.beside]);
    for (const [name = '', program = ''] of builds) {
      subjects.push(await start(name, program, postgres.url, dataDir));
    }
    await compare(subjects);
  } finally {
    await Promise.all(subjects.map(({ client }) => client.end()));
    await Promise.all(subjects.map(({ server }) => server.stop()));
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function start(name: string, program: string, url: string, dataDir: string) {
  const { server, database } = await startOnNewDatabase(program, { url, dataDir });
  await registerCookie(server.url, 'ada@example.com');
  const client = new pg.Client(withDatabase(url, database));
  client.on('error', () => undefined);
  await client.connect();
  await client.query('set app.system = on');
  if (options.unsent) for (const statement of HELD_BACK) await client.query(statement);
  return { name, server, database, client };
}

async function compare(subjects: readonly Subject[]): Promise<void> {
  const costs = new Map<string, { node: number; database: number; ms: number }[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const subject of subjects) {
      costs.set(subject.name, [...(costs.get(subject.name) ?? []), await costOf(subject)]);
    }
  }
  say(
    `A dose that becomes overdue in ${HOUSEHOLDS} households at once, ${ROUNDS} rounds, turn about`,
  );
  const ms = (value: number) => (value / 1000).toFixed(2);
  for (const [name, all] of costs) {
    const [node, database] = [median(all.map((c) => c.node)), median(all.map((c) => c.database))];
    const each = median(all.map((cost) => cost.ms / HOUSEHOLDS));
    const most = Math.floor(MAX_DURATION_MS / each);
    if (name === THIS_BUILD)
      reportFigure({
        ...{ goal: 'shared minute', what: '100,000 households settled', figure: each * 100 },
        ...{ most: 60, unit: 's' },
      });
    say(`  ${name}: ${ms(node)} + ${ms(database)} ms of CPU a household, server + database;`);
    say(`    one every ${each.toFixed(2)} ms: ${most} households keep the promise of a minute`);
  }
}

async function costOf({ server, database, client }: Subject) {
  const { rows } = await client.query("select to_regclass('public.logins') is not null as has");
  for (const statement of made(rows[0]?.has ? PEOPLE : PEOPLE_OF_BEFORE).split(';')) {
    await client.query(statement, statement.includes('$1') ? [HOUSEHOLDS] : []);
  }
  await until(client, (left) => left < HOUSEHOLDS);
  const before = [await server.used(), await databaseCpu(database, client)] as const;
  const from = performance.now();
  const left = await until(client, () => true);
  await until(client, (now) => now === 0);
  return {
    node: ((await server.used()).cpu - before[0].cpu) / left,
    database: ((await databaseCpu(database, client)) - before[1]) / left,
    ms: ((performance.now() - from) / left) * HOUSEHOLDS,
  };
}

/** Polls until the number of due households is low enough; returns it. */
async function until(client: pg.Client, isEnough: (left: number) => boolean): Promise<number> {
  for (;;) {
    const { rows } = await client.query(
      'select count(*)::int as left from care_sweeps where next_at <= now()',
    );
    if (isEnough(rows[0].left)) return rows[0].left;
    await wait(50);
  }
}

await benchSharedMinute();
