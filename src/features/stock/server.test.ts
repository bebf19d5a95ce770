import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { awayFeature } from '#features/away/server.ts';
import { medicationsFeature } from '#features/medications/server.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { stockFeature } from './server.ts';

/** An hour before the first dose; the households are in New York. */
const START = '2026-03-10T11:00:00Z';

const MEDICATION = {
  name: 'Lisinopril',
  dosage: '10 mg',
  frequency: 'twice_daily',
  times: ['08:00', '20:00'],
  startDate: '2026-03-01',
};

const STOCK = { left: 10, unitsPerDose: 1, warnBefore: 3 };

let server: TestServer;
let home: TestHousehold;
let id: string;
beforeAll(async () => {
  server = await testServer([medicationsFeature, awayFeature, stockFeature]);
});
beforeEach(async () => {
  server.clock.set(START);
  home = await server.household();
  id = await added();
  server.clock.advance(1000);
});
afterAll(() => server.close());

async function added(fields: object = {}): Promise<string> {
  const body = { ...MEDICATION, ...fields };
  return expectStatus(await home.as('admin')('POST', '/api/medications', body), 201).body.id;
}

const put = (body: object, medication = id) =>
  home.as('admin')('PUT', `/api/stocks/${medication}`, body);
const refill = (units: number) => home.as('admin')('POST', `/api/stocks/${id}/refills`, { units });
const list = async () => expectStatus(await home.as('admin')('GET', '/api/stocks'), 200).body;
const entries = async () =>
  expectStatus(await home.as('admin')('GET', `/api/stocks/${id}/entries`), 200).body;

function say(status: string, scheduledTime: string, more: object = {}) {
  const body = { medicationId: id, scheduledTime, status, ...more };
  return home.as('user')('POST', '/api/medication-logs', body);
}

/** Answers a dose one second after the previous action. */
async function said(status: string, scheduledTime = '2026-03-10T12:00:00Z', more: object = {}) {
  server.clock.advance(1000);
  const answer = await say(status, scheduledTime, more);
  expect([200, 201]).toContain(answer.status);
}

it('a household without counted medications has an empty list', async () => {
  expect(await list()).toEqual([]);
});

it('the list contains the remaining units and when they run out', async () => {
  expectStatus(await put(STOCK), 200);
  expect(await list()).toEqual([
    {
      ...{ medicationId: id, unitsPerDose: 1, warnBefore: 3, version: 1 },
      ...{ left: 10, isBelowNone: false, runsOutOn: '2026-03-15', dosesLeft: 10, isLow: false },
      countedAt: server.clock.now().toISOString(),
    },
  ]);
});

it('an away period uses no units and moves the end of the stock', async () => {
  expectStatus(await put(STOCK), 200);
  const away = (userId: string, startDate: string, endDate: string) => {
    const times = { startTime: '00:00', endTime: '00:00', note: '' };
    return home.as('admin')('POST', '/api/away', { userId, startDate, endDate, ...times });
  };
  const runsOutOn = async () => (await list())[0].runsOutOn;
  expect(await runsOutOn()).toBe('2026-03-15');
  expectStatus(await away('system', '2026-03-12', '2026-03-14'), 201);
  expect(await runsOutOn()).toBe('2026-03-17');
  // In a household with one elder, a medication of `system` is for that elder.
  expectStatus(await away(home.userIds.user ?? '', '2026-03-15', '2026-03-20'), 201);
  expect(await runsOutOn()).toBe('2026-03-22');
});

it('Taken uses one dose, Undo restores it, and Skip uses none', async () => {
  await put({ ...STOCK, unitsPerDose: 0.5 });
  await said('taken');
  expect(await list()).toMatchObject([{ left: 9.5 }]);
  await said('taken');
  expect(await list()).toMatchObject([{ left: 9.5 }]);
  await said('pending');
  expect(await list()).toMatchObject([{ left: 10 }]);
  await said('skipped');
  expect(await list()).toMatchObject([{ left: 10 }]);
});

it('a dose taken before the count uses no units of it', async () => {
  await said('taken');
  server.clock.advance(HOUR_MS);
  await put(STOCK);
  expect(await list()).toMatchObject([{ left: 10 }]);
});

it('one dose taken twice uses two doses', async () => {
  await put(STOCK);
  await said('taken');
  await said('taken', '2026-03-10T12:00:00Z', { isOneMore: true });
  expect(await list()).toMatchObject([{ left: 8 }]);
});

it('a press from the outbox counts at the time of the press', async () => {
  server.clock.set('2026-03-10T12:30:00Z');
  await put(STOCK);
  server.clock.set('2026-03-10T16:00:00Z');
  const pressedAt = '2026-03-10T12:01:00Z';
  expectStatus(await say('taken', '2026-03-10T12:00:00Z', { pressedAt }), 201);
  // The dose was taken before the count, so it does not reduce the counted units.
  expect(await list()).toMatchObject([{ left: 10 }]);
});

it('a refill adds and a count replaces, and both are logged with their author', async () => {
  await put(STOCK);
  await said('taken');
  expectStatus(await refill(30), 201);
  expect(await list()).toMatchObject([{ left: 39 }]);
  server.clock.advance(1000);
  await put({ ...STOCK, left: 38 });
  expect(await list()).toMatchObject([{ left: 38 }]);
  expect(await entries()).toMatchObject([
    { kind: 'count', units: 38, personName: 'Ada admin' },
    { kind: 'refill', units: 30 },
    { kind: 'count', units: 10 },
  ]);
});

it('simultaneous refills are all added', async () => {
  await put(STOCK);
  await Promise.all(Array.from({ length: 10 }, () => refill(5)));
  expect(await list()).toMatchObject([{ left: 60 }]);
});

it('after more was taken than counted, a refill sets the number of units', async () => {
  await put({ ...STOCK, left: 0 });
  await said('taken');
  expect(await list()).toMatchObject([{ left: 0, isBelowNone: true }]);
  await refill(28);
  expect(await list()).toMatchObject([{ left: 28, isBelowNone: false }]);
});

it('a changed amount per dose does not affect doses taken before', async () => {
  await put(STOCK);
  await said('taken');
  server.clock.advance(1000);
  expectStatus(await put({ unitsPerDose: 2, warnBefore: null }), 200);
  expect(await list()).toMatchObject([{ left: 9, unitsPerDose: 2, warnBefore: null }]);
  await said('taken', '2026-03-10T12:00:00Z', { isOneMore: true });
  expect(await entries()).toHaveLength(1);
});

it('invalid values are refused with an error per field, and nothing changes', async () => {
  const wrong: [object, string][] = [
    [{ unitsPerDose: 1, warnBefore: null }, 'left'],
    [{ ...STOCK, left: -1 }, 'left'],
    [{ ...STOCK, left: 0.3 }, 'left'],
    [{ ...STOCK, left: 10_001 }, 'left'],
    [{ ...STOCK, unitsPerDose: 0 }, 'unitsPerDose'],
    [{ ...STOCK, unitsPerDose: 101 }, 'unitsPerDose'],
    [{ ...STOCK, warnBefore: 0 }, 'warnBefore'],
    [{ ...STOCK, warnBefore: 61 }, 'warnBefore'],
  ];
  for (const [body, field] of wrong) {
    const { fields } = expectStatus(await put(body), 400).body;
    expect(Object.keys(fields)).toEqual([field]);
  }
  await put({ ...STOCK, left: 9_990 });
  expect(expectStatus(await refill(11), 400).body.fields).toEqual({
    units: 'At most 10000 can be counted.',
  });
  expect(await list()).toMatchObject([{ left: 9_990 }]);
});

it('a change based on an older version is refused with the current one', async () => {
  await put(STOCK);
  await put({ ...STOCK, left: 20, version: 1 });
  const answer = expectStatus(await put({ ...STOCK, left: 30, version: 1 }), 409);
  expect(answer.body).toMatchObject({ code: 'changed-meanwhile', current: { left: 20 } });
});

it('a medication that is uncounted, unknown or in another household answers 404', async () => {
  expectStatus(await refill(1), 404);
  expectStatus(await home.as('admin')('GET', `/api/stocks/${id}/entries`), 404);
  expectStatus(await put(STOCK, randomUUID()), 404);
  await put(STOCK);
  const stranger = (await server.household()).as('admin');
  expectStatus(await stranger('PUT', `/api/stocks/${id}`, STOCK), 404);
  expectStatus(await stranger('POST', `/api/stocks/${id}/refills`, { units: 1 }), 404);
  expect((await stranger('GET', '/api/stocks')).body).toEqual([]);
});

it('a deleted medication is not listed, and ending the count deletes its entries', async () => {
  await put(STOCK);
  expectStatus(await home.as('admin')('DELETE', `/api/stocks/${id}`), 204);
  expect(await list()).toEqual([]);
  await put(STOCK);
  expect(await entries()).toHaveLength(1);
  await home.as('admin')('DELETE', `/api/medications/${id}`);
  expect(await list()).toEqual([]);
});

it('only the last hundred entries are stored', async () => {
  await put(STOCK);
  for (let count = 0; count < 101; count += 1) {
    server.clock.advance(1000);
    await put({ ...STOCK, left: count });
  }
  const kept = await entries();
  expect(kept).toHaveLength(100);
  expect([kept[0].units, kept[99].units]).toEqual([100, 1]);
});

it('the stock of an as-needed medication is given in doses', async () => {
  id = await added({ name: 'Ibuprofen', frequency: 'as_needed', times: [] });
  await put({ left: 9, unitsPerDose: 2, warnBefore: 3 });
  expect(await list()).toMatchObject([{ dosesLeft: 4, runsOutOn: null, isLow: false }]);
  await said('taken', server.clock.now().toISOString());
  expect(await list()).toMatchObject([{ left: 7, dosesLeft: 3, isLow: true }]);
});

it('the stock follows the log over several days', async () => {
  await put(STOCK);
  for (let day = 0; day < 4; day += 1) {
    const at = new Date(Date.parse('2026-03-10T12:00:00Z') + day * DAY_MS);
    server.clock.set(at.toISOString());
    await said('taken', at.toISOString());
  }
  // Six units on the 13th: its evening dose, two full days, and the morning of the 16th.
  expect(await list()).toMatchObject([{ left: 6, runsOutOn: '2026-03-16', isLow: true }]);
});

it('a taper uses the amount of the day of the dose, even after a change of its amounts', async () => {
  const step = (from: string, amount: number) => ({ from, amount, times: ['08:00'] });
  const pattern = { kind: 'taper', unit: 'tablet', steps: [step('2026-03-10', 2)] };
  const taper = { frequency: 'taper', startDate: '2026-03-10', endDate: '2026-03-14' };
  id = await added({ ...taper, name: 'Prednisone', pattern });
  expectStatus(await put({ ...STOCK, left: 9 }, id), 200);
  const state = async () =>
    (await list()).find(({ medicationId }: { medicationId: string }) => medicationId === id);
  expect(await state()).toMatchObject({ left: 9, runsOutOn: '2026-03-14', dosesLeft: 4 });
  await said('taken');
  expect(await state()).toMatchObject({ left: 7, runsOutOn: '2026-03-14', isLow: false });
  const steps = [step('2026-03-10', 4), step('2026-03-11', 1), step('2026-03-13', 0.5)];
  const change = { pattern: { ...pattern, steps } };
  expectStatus(await home.as('admin')('PATCH', `/api/medications/${id}`, change), 200);
  expect(await state()).toMatchObject({ left: 7, runsOutOn: null, dosesLeft: 4 });
  await said('taken', '2026-03-10T12:00:00Z', { isOneMore: true });
  expect(await state()).toMatchObject({ left: 5 });
  await said('pending');
  expect(await state()).toMatchObject({ left: 9 });
});

it('a dose logged without an amount uses the amount of the stock', async () => {
  expectStatus(await put({ ...STOCK, unitsPerDose: 1.5 }), 200);
  await said('taken');
  const amounts = { unit: 'tablet', ofTimes: [{ time: '20:00', amount: 0.5 }] };
  expectStatus(await home.as('admin')('PATCH', `/api/medications/${id}`, { amounts }), 200);
  expect(await list()).toMatchObject([{ left: 8.5 }]);
  server.clock.set('2026-03-11T00:00:00Z');
  await said('taken', '2026-03-11T00:00:00Z');
  expect(await list()).toMatchObject([{ left: 8, runsOutOn: '2026-03-15' }]);
});
