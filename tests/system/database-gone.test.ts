import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Relay, relayTo } from '#database/relay.testing.ts';
import { makeTestDatabase } from '#testing/database.ts';
import {
  findPostgres,
  type OwnPostgres,
  runStatement,
  startOwnPostgres,
} from '#testing/postgres.ts';
import { type Answer, asking } from '#testing/test-server.ts';
import {
  registered,
  type StartedServer,
  type TestServers,
  testServers,
} from '../support/servers.ts';

/** Maximum duration of a request without a database, in milliseconds. */
const MAX_DURATION_MS = 5_000;

/** Generous for slow machines. */
const SOON = { timeout: 20_000, interval: 100 };

const found = findPostgres();
const programs = found !== undefined && 'programs' in found ? found.programs : undefined;

const MEDICATION = { name: 'Lisinopril', frequency: 'as_needed', startDate: '2026-03-01' };
const signIn = () => ({ email: `${randomUUID()}@example.com`, password: 'whatever it is' });

let servers: TestServers;
let server: StartedServer;
let ask: ReturnType<typeof asking>;

const everything = (): Promise<Answer>[] =>
  Array.from({ length: 5 }, () => [
    ask('GET', '/api/upcoming-medications'),
    ask('GET', '/api/medication-logs'),
    ask('POST', '/api/medications', MEDICATION),
    asking(server.app)('POST', '/api/auth/login', signIn()),
    ask('GET', '/readyz'),
  ]).flat();

/** Expects 503 with Retry-After within the time limit for each request. */
async function expectRefusals(): Promise<void> {
  const began = performance.now();
  const times = everything().map(async (answer) => {
    const { status, headers } = await answer;
    return {
      status,
      again: headers['retry-after'],
      late: performance.now() - began > MAX_DURATION_MS,
    };
  });
  for (const answer of await Promise.all(times))
    expect(answer).toEqual({
      status: 503,
      again: expect.stringMatching(/^\d+$/),
      late: false,
    });
}

async function expectBack(url: string): Promise<void> {
  const get = async () => (await ask('GET', '/api/upcoming-medications')).status;
  await vi.waitFor(async () => expect(await get()).toBe(200), SOON);
  const statuses = await Promise.all(everything()).then((all) => all.map(({ status }) => status));
  expect(new Set(statuses)).toEqual(new Set([200, 201, 401]));
  const connections = `select count(*)::int as open from pg_stat_activity
    where application_name like 'grand-app%' and datname = current_database()`;
  // At most 11 connections: ten of the pool, and one that receives changes of other servers.
  const open = async () => (await runStatement(url, connections)).rows[0].open;
  await vi.waitFor(async () => expect(await open()).toBeLessThanOrEqual(11), SOON);
  await expectNoneLeaked();
}

/** Expects that all ten connections can be used at once. */
async function expectNoneLeaked(): Promise<void> {
  let begun = 0;
  let allBegan = () => {};
  const together = new Promise<void>((resolve) => {
    allBegan = resolve;
  });
  const held = Array.from({ length: 10 }, () =>
    server.database.asSystem(async () => {
      begun += 1;
      if (begun === 10) allBegan();
      await together;
    }),
  );
  await Promise.all(held);
}

describe.runIf(programs !== undefined)('requests while PostgreSQL is down', () => {
  let postgres: OwnPostgres;
  beforeEach(async () => {
    postgres = await startOwnPostgres(programs ?? '');
    servers = await testServers(postgres.url);
    server = await servers.start();
    ask = asking(server.app, await registered(server));
  });
  afterEach(async () => {
    await servers.close();
    await postgres.stop();
  });

  it('each request is answered 503 within five seconds, and the server recovers', async () => {
    const asked = Promise.allSettled(everything());
    await postgres.kill();
    await asked;
    await expectRefusals();
    await expectRefusals();
    expect((await ask('GET', '/healthz')).status).toBe(200);
    await postgres.startAgain();
    await expectBack(postgres.url);
  }, 60_000);
});

describe('requests while PostgreSQL does not respond', () => {
  let relay: Relay;
  let url: string;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    ({ url, drop } = await makeTestDatabase());
    relay = await relayTo(url);
    servers = await testServers(relay.url);
    server = await servers.start();
    ask = asking(server.app, await registered(server));
  });
  afterEach(async () => {
    await servers.close();
    await relay.close();
    await drop();
  });

  it('each request is answered 503 within five seconds, and the server recovers after the silence', async () => {
    await Promise.all(everything());
    relay.mute();
    await expectRefusals();
    await expectRefusals();
    relay.unmute();
    await expectBack(url);
  }, 60_000);

  it('a statement that was already sent is aborted as well', async () => {
    const holding = server.database.asSystem(async (db) => {
      relay.mute();
      await db.execute('select 1');
    });
    const cut = expect(holding).rejects.toThrow();
    const began = performance.now();
    await expectRefusals();
    await cut;
    expect(performance.now() - began).toBeLessThan(MAX_DURATION_MS);
  }, 60_000);
});
