import { afterEach, beforeEach, expect, it } from 'vitest';
import { medicationLogAttempts, medicationLogs } from '#database/schema/medications.ts';
import { addMedication, type CareServer, careServer, listed } from '#testing/care.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

/** 8:00 AM in New York. */
const EIGHT = '2026-03-10T12:00:00.000Z';

let server: CareServer;
let home: TestHousehold;
let medicationId: string;
beforeEach(async () => {
  server = await careServer();
  server.clock.set('2026-03-10T11:00:00Z');
  home = await server.household();
  medicationId = await addMedication(home, { times: ['08:00', '12:00'] });
  server.clock.set('2026-03-10T12:05:00Z');
});
afterEach(() => server.close());

function say(role: 'admin' | 'user', status: string, key?: string) {
  const wanted = { medicationId, scheduledTime: EIGHT, status };
  return home.as(role)('POST', '/api/medication-logs', wanted, {
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  });
}

async function history(): Promise<string[]> {
  const logs = await listed(home);
  const log = logs.find(({ scheduledTime }: { scheduledTime: string }) => scheduledTime === EIGHT);
  const answer = await home.as('admin')('GET', `/api/medication-logs/${log.id}/attempts`);
  return expectStatus(answer, 200).body.map(
    ({ status, by, deviceName }: { status: string; by: string | null; deviceName: string }) =>
      `${status} ${by ?? 'nobody'}, ${deviceName}`,
  );
}

const attempts = () => server.database.asSystem((db) => db.select().from(medicationLogAttempts));

it('a single answer is stored only in the log and is its history', async () => {
  expectStatus(await say('user', 'taken'), 201);
  expect(await history()).toEqual(['taken Ada user, Test']);
  expect(await attempts()).toEqual([]);
});

it('a second answer preserves the first one in the history', async () => {
  expectStatus(await say('user', 'taken', 'one'), 201);
  server.clock.advance(60_000);
  expectStatus(await say('admin', 'skipped', 'two'), 200);
  server.clock.advance(60_000);
  expectStatus(await say('user', 'taken', 'three'), 200);
  const said = ['taken Ada user, Test', 'skipped Ada admin, Test', 'taken Ada user, Test'];
  expect(await history()).toEqual(said);
  for (const [role, key] of [
    ['user', 'one'],
    ['admin', 'two'],
    ['user', 'three'],
  ] as const) {
    // A repeated key is recognized, so the status of the request is ignored.
    expect(expectStatus(await say(role, 'missed', key), 200).body.status).toBe('taken');
  }
  expect(await history()).toEqual(said);
});

it('an earlier press that arrives later is in the history but does not replace the answer', async () => {
  expectStatus(await say('admin', 'taken'), 201);
  const before = { pressedAt: '2026-03-10T12:03:00.000Z', status: 'skipped' };
  const wanted = { medicationId, scheduledTime: EIGHT, ...before };
  const answer = await home.as('user')('POST', '/api/medication-logs', wanted);
  expect(expectStatus(answer, 200).body.status).toBe('taken');
  expect((await history()).map((said) => said.split(' ')[0])).toEqual(['skipped', 'taken']);
});

it('an automatic missed status stays in the history after a person answers', async () => {
  await server.at('2026-03-10T16:05:00Z');
  expect(await history()).toEqual(['missed nobody, By itself']);
  expect(await attempts()).toEqual([]);
  expectStatus(await say('user', 'taken'), 200);
  expect(await history()).toEqual(['missed nobody, By itself', 'taken Ada user, Test']);
});

it('a pending answer followed by a missed mark leaves both in the history', async () => {
  expectStatus(await say('user', 'pending'), 201);
  await server.at('2026-03-10T16:05:00Z');
  expect(await history()).toEqual(['pending Ada user, Test', 'missed nobody, By itself']);
});

it('a log in the old format, with its only answer as an attempt, works as before', async () => {
  expectStatus(await say('user', 'taken'), 201);
  await server.database.asSystem(async (db) => {
    const [log] = await db.update(medicationLogs).set({ deviceName: null }).returning();
    if (log === undefined) throw new Error('no log');
    await db.insert(medicationLogAttempts).values({
      ...{ id: crypto.randomUUID(), accountId: log.accountId, medicationLogId: log.id },
      ...{ status: 'taken', notes: '', at: log.loggedAt, userId: log.loggedBy },
      ...{ personName: 'Ada user', deviceName: 'Test', idempotencyKey: 'of before' },
    });
  });
  expectStatus(await say('user', 'missed', 'of before'), 200);
  expect(await history()).toEqual(['taken Ada user, Test']);
  server.clock.advance(60_000);
  expectStatus(await say('admin', 'skipped'), 200);
  expect(await history()).toEqual(['taken Ada user, Test', 'skipped Ada admin, Test']);
});

it('the name of a deleted person stays in the history', async () => {
  expectStatus(await say('user', 'taken'), 201);
  await server.database.asSystem((db) => db.update(medicationLogs).set({ loggedBy: null }));
  server.clock.advance(60_000);
  expectStatus(await say('admin', 'skipped'), 200);
  expect((await history())[0]).toBe('taken Ada user, Test');
});

it('repeated as-needed presses with a wrong clock give one dose, however late they arrive', async () => {
  medicationId = await addMedication(home, { frequency: 'as_needed', times: [] });
  const wanted = { medicationId, scheduledTime: '2020-01-01T00:03:00.000Z', status: 'taken' };
  const send = (status: string, key: string) =>
    home.as('user')(
      'POST',
      '/api/medication-logs',
      { ...wanted, status },
      { 'idempotency-key': key },
    );
  expectStatus(await send('taken', 'one'), 201);
  // The answer is within the same minute, so it is for the same dose.
  expectStatus(await send('skipped', 'two'), 200);
  server.clock.advance(5 * 60_000);
  expectStatus(await send('taken', 'one'), 200);
  expectStatus(await send('skipped', 'two'), 200);
  expect((await listed(home)).map(({ status }: { status: string }) => status)).toEqual(['skipped']);
});
