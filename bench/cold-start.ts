import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Agent } from 'undici';
import { findPostgres, startPostgres } from '../src/database/testing-postgres.ts';
import { databaseCpu } from './support/database-cpu.ts';
import { tellFigure } from './support/figures.ts';
import { registerCookie } from './support/household.ts';
import { type MeasuredServer, startMeasured } from './support/measured-server.ts';

const { values: options } = parseArgs({
  options: {
    households: { type: 'string', default: '10000' },
    /** Polls a second, of all tablets together. */
    rate: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '30' },
    /** In place of polls at their time: so many tablets at once ask until they are answered. */
    'at-once': { type: 'string' },
    /** The built server of another version. */
    program: { type: 'string', default: 'dist/server/server.js' },
  },
});
const HOUSEHOLDS = Number(options.households);
const RATE = Number(options.rate);
const SECONDS = Number(options.seconds);

const PATHS = ['/api/upcoming-medications', '/api/settings'];

/** A second is served when so many of its polls are answered in time. */
const SERVED = 0.99;
const IN_TIME_MS = 1_000;
const PATIENCE_MS = 10_000;
const TICK_MS = 10;

/** In which second all are to be served again. */
const GOAL = 10;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Households with a tablet and a medication each, as the product would have made them. */
const MADE = `
  create temp table made as select gen_random_uuid() as account_id, gen_random_uuid() as user_id,
    n from generate_series(0, $1::int - 1) n;
  insert into accounts (id, account_number, created_at) select account_id, 'B-' || account_id, now() from made;
  insert into users (id, account_id, role, first_name, last_name, created_at)
    select user_id, account_id, 'user', 'Ada', 'Lovelace', now() from made;
  insert into subscriptions (account_id, provider, plan, status, ends_at)
    select account_id, 'built-in', 'monthly', 'active', now() + interval '20 days' from made;
  insert into settings select copied.* from made, (select * from settings limit 1) s,
    jsonb_populate_record(null::settings, to_jsonb(s) ||
      jsonb_build_object('account_id', made.account_id, 'timezone', 'UTC')) copied;
  insert into medications (id, account_id, name, dosage, frequency, times, start_date, instructions,
    is_active, reminder_enabled, sound_enabled, created_at, scheduled_since)
    select gen_random_uuid(), account_id, 'Lisinopril', '10 mg', 'twice_daily',
      array['08:00', '20:00'], '2026-01-01', '', true, true, true, now(), now() from made;
  insert into sessions (token_hash, account_id, user_id, kind, device_name, created_at, last_seen_at,
    expires_at, ends_at)
    select encode(sha256(convert_to('cold-' || n, 'UTF8')), 'hex'), account_id, user_id, 'tablet',
      'Tablet', now(), now(), now() + interval '90 days', now() + interval '365 days' from made;
  analyze;
  drop table made`;

/** What a server that has just started answers when every tablet polls it as before. */
async function benchColdStart(): Promise<void> {
  const found = findPostgres();
  if (found === undefined) throw new Error('This bench needs PostgreSQL or TEST_DATABASE_URL.');
  const postgres = await startPostgres(found);
  const dataDir = mkdtempSync(join(tmpdir(), 'grand-bench-'));
  const environment = {
    ...{ DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' },
    LOG_LEVEL: 'fatal',
  };
  let server: MeasuredServer | undefined;
  try {
    const first = await startMeasured(options.program, environment);
    await registerCookie(first.url, 'ada@example.com').finally(first.stop);
    await seed(postgres.url);
    server = await startMeasured(options.program, environment);
    if (options['at-once'] === undefined) await poll(server);
    else await askUntilAnswered(server, postgres.url, Number(options['at-once']));
  } finally {
    await server?.stop();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function seed(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('set app.system = on');
  for (const statement of MADE.split(';')) {
    await client.query(statement, statement.includes('$1') ? [HOUSEHOLDS] : []);
  }
  await client.end();
}

interface Second {
  sent: number;
  inTime: number;
  late: number;
  /** Told to come again. */
  turnedAway: number;
  failed: number;
}

/** An open loop: polls are sent at their time, whatever became of those before. */
async function poll(server: MeasuredServer): Promise<void> {
  const agent = new Agent({ connections: 4_000, pipelining: 1, headersTimeout: PATIENCE_MS });
  const seconds: Second[] = Array.from({ length: SECONDS }, () => {
    return { sent: 0, inTime: 0, late: 0, turnedAway: 0, failed: 0 };
  });
  const before = await server.used();
  const under: Promise<unknown>[] = [];
  const from = performance.now();
  let sent = 0;
  for (let now = 0; now < SECONDS * 1_000; now = performance.now() - from) {
    const second = seconds[Math.min(SECONDS - 1, Math.floor(now / 1_000))];
    for (; second && sent < (now * RATE) / 1_000; sent += 1)
      under.push(ask(agent, server.url, sent, second));
    await wait(TICK_MS);
  }
  await Promise.all(under);
  const used = await server.used();
  await agent.close();
  say(`${HOUSEHOLDS} tablets, ${RATE} polls a second for ${SECONDS} s, at once after a start`);
  seconds.forEach(({ sent: all, inTime, late, turnedAway, failed }, at) => {
    say(
      `  second ${String(at + 1).padStart(2)}: ${all} sent, ${inTime} in time, ${late} late, ${turnedAway} told to come again, ${failed} failed`,
    );
  });
  const last = seconds.findLastIndex(({ inTime, sent: all }) => inTime < all * SERVED);
  const failed = seconds.reduce((sum, second) => sum + second.failed, 0);
  say(
    `  served again ${last === SECONDS - 1 ? 'not' : `from second ${last + 2} on`}; ${failed} of ${sent} failed`,
  );
  tellFigure({
    ...{ goal: 'cold start', what: `served again, ${RATE} polls a second`, figure: last + 2 },
    ...{ most: GOAL, unit: 's' },
  });
  tellFigure({
    goal: 'cold start',
    what: 'polls without an answer',
    figure: failed,
    most: 0,
    unit: '',
  });
  say(`  ${((used.cpu - before.cpu) / sent).toFixed(0)} µs of CPU a poll`);
}

/** A closed loop: what the first answers of a tablet cost, whatever else runs on the machine. */
async function askUntilAnswered(
  server: MeasuredServer,
  databaseUrl: string,
  atOnce: number,
): Promise<void> {
  const agent = new Agent({ connections: atOnce * PATHS.length });
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const database = new URL(databaseUrl).pathname.slice(1);
  const [before, databaseBefore] = [await server.used(), await databaseCpu(database, client)];
  const second: Second = { sent: 0, inTime: 0, late: 0, turnedAway: 0, failed: 0 };
  const askAgain = async (number: number) => {
    while ((await ask(agent, server.url, number, second)) === 503) await wait(TICK_MS);
  };
  const from = performance.now();
  let next = 0;
  const one = async () => {
    while (next < HOUSEHOLDS) {
      const first = next * PATHS.length;
      next += 1;
      await Promise.all(PATHS.map((_, path) => askAgain(first + path)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  const ms = performance.now() - from;
  const used = (await server.used()).cpu - before.cpu;
  const usedThere = (await databaseCpu(database, client)) - databaseBefore;
  await client.end();
  await agent.close();
  const each = (all: number) => (all / HOUSEHOLDS).toFixed(0);
  say(
    `${HOUSEHOLDS} tablets, ${atOnce} at once: ${each(used)} µs of CPU a tablet, ${each(usedThere)} in the database, ${each(ms * 1_000)} by the clock; ${second.turnedAway} told to come again, ${second.failed} failed`,
  );
}

async function ask(agent: Agent, origin: string, number: number, second: Second) {
  second.sent += 1;
  const household = Math.floor(number / PATHS.length) % HOUSEHOLDS;
  const from = performance.now();
  try {
    const { statusCode, body } = await agent.request({
      ...{ origin, method: 'GET', path: PATHS[number % PATHS.length] ?? '' },
      headers: { cookie: `grand_session=cold-${household}` },
    });
    await body.dump();
    if (statusCode === 503) second.turnedAway += 1;
    else if (statusCode !== 200) second.failed += 1;
    else if (performance.now() - from <= IN_TIME_MS) second.inTime += 1;
    else second.late += 1;
    return statusCode;
  } catch {
    second.failed += 1;
    return undefined;
  }
}

await benchColdStart();
