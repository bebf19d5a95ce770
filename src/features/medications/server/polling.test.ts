import { afterAll, beforeAll, expect, it } from 'vitest';
import { reschedule } from '#features/medications/server.ts';
import { sessionsFeature } from '#features/sessions/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { medicationsFeature } from '../server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer([
    medicationsFeature,
    settingsFeature(reschedule),
    sessionsFeature(NO_MAIL),
  ]);
});
afterAll(() => server.close());

const POLLED = ['/api/upcoming-medications', '/api/settings', '/api/auth/user'];

/** The statements begin the transaction, set its tenant, read and commit. */
const MAX_STATEMENTS_PER_MISS = { embedded: 4, postgres: 3 };

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const before = server.database.statements();
  await work();
  return server.database.statements() - before;
}

async function addAspirin(household: TestHousehold, name = 'Aspirin') {
  const body = { name, frequency: 'daily', times: ['20:00'], startDate: '2026-03-01' };
  return expectStatus(await household.as('admin')('POST', '/api/medications', body), 201).body.id;
}

it.each(POLLED)(
  '%s makes no query while nothing has changed, and a conditional request gets 304',
  async (path) => {
    const household = await server.household();
    const ask = household.as('user');
    const first = expectStatus(await ask('GET', path), 200);
    const etag = String(first.headers.etag);
    const queries = await statementsOf(async () => {
      const again = expectStatus(await ask('GET', path), 200);
      expect(again.body).toEqual(first.body);
      const known = expectStatus(await ask('GET', path, undefined, { 'if-none-match': etag }), 304);
      expect(known.body).toBe('');
    });
    expect(queries).toBe(0);
  },
);

it.each(POLLED)('%s makes at most three queries on a cache miss', async (path) => {
  const household = await server.household();
  const ask = household.as('user');
  await ask('GET', '/api/medications');
  const queries = await statementsOf(() => ask('GET', path));
  expect(queries).toBeGreaterThan(0);
  expect(queries).toBeLessThanOrEqual(MAX_STATEMENTS_PER_MISS[server.database.kind]);
});

it('a hundred requests at once after a change cause one read', async () => {
  const household = await server.household();
  const ask = household.as('user');
  await ask('GET', '/api/medications');
  const queries = await statementsOf(() =>
    Promise.all(Array.from({ length: 100 }, () => ask('GET', '/api/upcoming-medications'))),
  );
  expect(queries).toBeLessThanOrEqual(MAX_STATEMENTS_PER_MISS[server.database.kind]);
});

it('a change is visible in the next answer', async () => {
  const household = await server.household();
  const ask = household.as('user');
  expect((await ask('GET', '/api/upcoming-medications')).body).toEqual([]);
  const id = await addAspirin(household);
  expect((await ask('GET', '/api/upcoming-medications')).body).toMatchObject([
    { status: 'pending' },
  ]);
  const log = { medicationId: id, scheduledTime: '2026-03-11T00:00:00.000Z', status: 'taken' };
  await ask('POST', '/api/medication-logs', log);
  expect((await ask('GET', '/api/upcoming-medications')).body).toMatchObject([{ status: 'taken' }]);
});

it('a change in one household does not invalidate the cache of another', async () => {
  const [one, other] = [await server.household(), await server.household()];
  await other.as('user')('GET', '/api/upcoming-medications');
  await addAspirin(one);
  const queries = await statementsOf(() => other.as('user')('GET', '/api/upcoming-medications'));
  expect(queries).toBe(0);
});

it('a cached answer expires at local midnight', async () => {
  const household = await server.household();
  await addAspirin(household);
  const ask = household.as('user');
  server.clock.set('2026-03-11T03:59:59Z');
  const before = (await ask('GET', '/api/upcoming-medications')).body;
  expect(before[0].scheduledTime).toBe('2026-03-11T00:00:00.000Z');
  server.clock.set('2026-03-11T04:00:00Z');
  const after = (await ask('GET', '/api/upcoming-medications')).body;
  expect(after[0].scheduledTime).toBe('2026-03-12T00:00:00.000Z');
});

it('many medications are sorted by time, and the cache expires at the first change of the list', async () => {
  const household = await server.household();
  server.clock.set('2026-03-11T13:00:00Z');
  const add = (at: number, times: string[]) =>
    household.as('admin')('POST', '/api/medications', {
      ...{ name: `Medicine ${at}`, frequency: 'daily', startDate: '2026-03-01', times },
    });
  for (let at = 0; at < 24; at += 1)
    await add(at, [`${String(23 - (at % 12)).padStart(2, '0')}:00`]);
  // The pop-up window of this medication's dose of tomorrow opens before midnight.
  await add(24, ['00:01']);
  server.clock.set('2026-03-12T03:50:00Z');
  const list = async () => (await household.as('user')('GET', '/api/upcoming-medications')).body;
  const before = await list();
  const instants = before.map(({ scheduledTime }: { scheduledTime: string }) => scheduledTime);
  expect(instants).toEqual([...instants].sort());
  expect(before).toHaveLength(24);
  // 11:56 PM in New York.
  server.clock.set('2026-03-12T03:56:00Z');
  expect(await list()).toContainEqual(
    expect.objectContaining({ scheduledTime: '2026-03-12T04:01:00.000Z' }),
  );
});

it('a signed-out person gets 401 although the answer is cached', async () => {
  const household = await server.household();
  const ask = household.as('user');
  await ask('GET', '/api/upcoming-medications');
  expectStatus(await ask('POST', '/api/auth/logout'), 200);
  expectStatus(await ask('GET', '/api/upcoming-medications'), 401);
});
