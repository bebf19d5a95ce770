import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reschedule } from '#features/medications/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { medicationsFeature } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer([medicationsFeature, settingsFeature(reschedule)]);
});
afterAll(() => server.close());

const ASPIRIN = {
  name: 'Aspirin',
  dosage: '81 mg, one tablet',
  frequency: 'twice_daily',
  times: ['20:00', '08:00', '08:00'],
  startDate: '2026-03-01',
};

async function added(household: TestHousehold, changed: Record<string, unknown> = {}) {
  const answer = await household.as('admin')('POST', '/api/medications', {
    ...ASPIRIN,
    ...changed,
  });
  expectStatus(answer, 201);
  return answer.body;
}

async function upcoming(household: TestHousehold) {
  const answer = await household.as('user')('GET', '/api/upcoming-medications');
  expectStatus(answer, 200);
  return answer.body;
}

const log = (household: TestHousehold, wanted: object, headers?: Record<string, string>) =>
  household.as('user')('POST', '/api/medication-logs', wanted, headers);

it('each upcoming dose names the elder it is for', async () => {
  const household = await server.household();
  const { user } = household.userIds;
  await added(household, { times: ['20:00'] });
  await added(household, { times: ['21:00'], userId: user });
  expect((await upcoming(household)).map(({ userId }: { userId: string }) => userId)).toEqual([
    'system',
    user,
  ]);
});

describe('the endpoints of medications', () => {
  it('a medication is stored with sorted, deduplicated times and the defaults', async () => {
    const household = await server.household();
    const medication = await added(household);
    expect(medication).toEqual({
      version: 1,
      ...ASPIRIN,
      id: expect.any(String),
      times: ['08:00', '20:00'],
      endDate: null,
      instructions: '',
      shortestIntervalMinutes: null,
      mostIn24Hours: null,
      pillImageUrl: null,
      isActive: true,
      reminderEnabled: true,
      soundEnabled: true,
      userId: 'system',
      scheduledSince: '2026-03-10T14:00:00.000Z',
    });
    const list = await household.as('user')('GET', '/api/medications');
    expect(list.body).toEqual([medication]);
  });

  it('a household can have a hundred medications, not counting deleted ones', async () => {
    const household = await server.household();
    const admin = household.as('admin');
    const form = { ...ASPIRIN, evenIfThere: true };
    for (let number = 1; number < 100; number += 1) await admin('POST', '/api/medications', form);
    const { id } = expectStatus(await admin('POST', '/api/medications', form), 201).body;
    const { error } = expectStatus(await admin('POST', '/api/medications', form), 409).body;
    expect(error).toBe('There is room for 100 medications. Please delete one that is over first.');
    expectStatus(await admin('DELETE', `/api/medications/${id}`), 204);
    expectStatus(await admin('POST', '/api/medications', form), 201);
  });

  it.each([
    ['without a name', { name: ' ' }, 'name', 'Enter the name of the medication.'],
    ['without a time', { times: [] }, 'times', 'Please add at least one time.'],
    ['with an invalid time', { times: ['24:00'] }, 'times.0', 'Please choose a time.'],
    ['that ends before it starts', { endDate: '2026-02-28' }, 'endDate', /must not be before/],
    ['with a date that does not exist', { startDate: '2026-02-30' }, 'startDate', /start date/],
    ['with an unknown field', { accountId: 'x' }, 'accountId', 'This is not known here.'],
  ])('a medication %s is refused and not stored', async (_, changed, field, sentence) => {
    const household = await server.household();
    const ask = household.as('admin');
    const answer = await ask('POST', '/api/medications', { ...ASPIRIN, ...changed });
    expectStatus(answer, 400);
    expect(answer.body.fields[field]).toMatch(sentence);
    expect((await ask('GET', '/api/medications')).body).toEqual([]);
  });

  it('a medication for a person of another household is refused', async () => {
    const household = await server.household();
    const other = await server.household();
    const wanted = { ...ASPIRIN, userId: other.userIds.user };
    const answer = await household.as('admin')('POST', '/api/medications', wanted);
    expectStatus(answer, 400);
    expect(answer.body.fields).toEqual({ userId: 'This person is not in your household.' });
  });

  it('a medication is changed field by field and validated as a whole', async () => {
    const household = await server.household();
    const { id } = await added(household);
    const ask = household.as('admin');
    const changed = await ask('PATCH', `/api/medications/${id}`, { name: 'Aspirin forte' });
    expect(changed.body).toMatchObject({ name: 'Aspirin forte', times: ['08:00', '20:00'] });
    expectStatus(await ask('PATCH', `/api/medications/${id}`, { endDate: '2026-01-01' }), 400);
  });

  it('a medication for one elder is not visible to another', async () => {
    const household = await server.household();
    await added(household, { userId: household.userIds.admin });
    await added(household, { name: 'Own', userId: household.userIds.user });
    const names = async (role: 'user' | 'admin') =>
      (await household.as(role)('GET', '/api/medications')).body.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names('user')).toEqual(['Own']);
    expect(await names('admin')).toEqual(['Aspirin', 'Own']);
  });

  it('the history of a deleted medication stays readable', async () => {
    const household = await server.household();
    const { id } = await added(household);
    await log(household, {
      medicationId: id,
      scheduledTime: '2026-03-10T12:00:00.000Z',
      status: 'taken',
    });
    expectStatus(await household.as('admin')('DELETE', `/api/medications/${id}`), 204);
    expect((await household.as('admin')('GET', '/api/medications')).body).toEqual([]);
    const logs = await household.as('admin')('GET', '/api/medication-logs');
    expect(logs.body).toMatchObject([{ medicationId: id, medication: { name: 'Aspirin' } }]);
  });
});

describe('the endpoint of upcoming doses', () => {
  it('upcoming doses are sorted by time, with a stable id and their status', async () => {
    const household = await server.household();
    const { id } = await added(household);
    await log(household, {
      medicationId: id,
      scheduledTime: '2026-03-10T12:00:00.000Z',
      status: 'taken',
    });
    expect(await upcoming(household)).toMatchObject([
      { id: `${id}_2026-03-10_0800`, scheduledTime: '2026-03-10T12:00:00.000Z', status: 'taken' },
      { id: `${id}_2026-03-10_2000`, scheduledTime: '2026-03-11T00:00:00.000Z', status: 'pending' },
    ]);
  });

  it('upcoming doses are computed in the time zone of the household', async () => {
    const household = await server.household();
    await added(household);
    await household.as('admin')('PATCH', '/api/settings', { timezone: 'America/Los_Angeles' });
    const [first] = await upcoming(household);
    expect(first.scheduledTime).toBe('2026-03-10T15:00:00.000Z');
  });

  it('a logged dose stays listed after its time is changed', async () => {
    const household = await server.household();
    const { id } = await added(household);
    await log(household, {
      medicationId: id,
      scheduledTime: '2026-03-10T12:00:00.000Z',
      status: 'taken',
    });
    await household.as('admin')('PATCH', `/api/medications/${id}`, { times: ['21:00'] });
    expect(await upcoming(household)).toMatchObject([
      { id: `${id}_2026-03-10_0800`, status: 'taken' },
      { id: `${id}_2026-03-10_2100`, status: 'pending' },
    ]);
  });

  it('an as-needed medication has no upcoming doses', async () => {
    const household = await server.household();
    await added(household, { frequency: 'as_needed', times: [] });
    expect(await upcoming(household)).toEqual([]);
  });
});

describe('the endpoint of dose logs', () => {
  const at = '2026-03-10T12:00:00.000Z';

  it('a log is created with 201, changed with 200 and read newest first', async () => {
    const household = await server.household();
    const { id } = await added(household);
    const wanted = { medicationId: id, scheduledTime: at };
    const first = await log(household, { ...wanted, status: 'skipped', notes: 'felt unwell' });
    expectStatus(first, 201);
    const second = await log(household, { ...wanted, status: 'taken' });
    expectStatus(second, 200);
    expect(second.body).toMatchObject({
      id: first.body.id,
      status: 'taken',
      late: true,
      notes: '',
    });
    expectStatus(await log(household, { ...wanted, status: 'taken' }), 200);
    const logs = await household.as('user')('GET', '/api/medication-logs');
    expect(logs.body).toEqual([second.body]);
  });

  it('ten identical requests in parallel create one log', async () => {
    const household = await server.household();
    const { id } = await added(household);
    const wanted = { medicationId: id, scheduledTime: at, status: 'taken' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => log(household, wanted)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const logs = await household.as('user')('GET', '/api/medication-logs');
    expect(logs.body).toHaveLength(1);
  });

  it('a repeated request with the same Idempotency-Key changes nothing', async () => {
    const household = await server.household();
    const { id } = await added(household);
    const wanted = { medicationId: id, scheduledTime: at };
    const key = { 'idempotency-key': 'tablet-1-dose-7' };
    await log(household, { ...wanted, status: 'taken' }, key);
    await log(household, { ...wanted, status: 'skipped' });
    const again = await log(household, { ...wanted, status: 'taken' }, key);
    expectStatus(again, 200);
    expect(again.body.status).toBe('skipped');
  });

  it('a log of a dose that does not exist answers 404', async () => {
    const household = await server.household();
    const { id } = await added(household);
    const wanted = { medicationId: id, scheduledTime: '2026-03-10T12:01:00.000Z', status: 'taken' };
    expectStatus(await log(household, wanted), 404);
  });

  it('a log of a dose more than 12 hours ahead answers 400', async () => {
    const household = await server.household();
    const { id } = await added(household);
    const wanted = { medicationId: id, scheduledTime: '2026-03-11T12:00:00.000Z', status: 'taken' };
    expectStatus(await log(household, wanted), 400);
  });

  it('a log of an as-needed medication is rounded down to the minute', async () => {
    const household = await server.household();
    const { id } = await added(household, { frequency: 'as_needed', times: [] });
    const wanted = { medicationId: id, scheduledTime: '2026-03-10T13:59:30.000Z', status: 'taken' };
    const answer = await log(household, wanted);
    expectStatus(answer, 201);
    expect(answer.body.scheduledTime).toBe('2026-03-10T13:59:00.000Z');
  });

  it('a taken dose is late only more than 60 minutes after its time', async () => {
    const household = await server.household();
    const { id } = await added(household, { times: ['09:00', '09:01'] });
    const late = async (scheduledTime: string) =>
      (await log(household, { medicationId: id, scheduledTime, status: 'taken' })).body.late;
    expect(await late('2026-03-10T13:00:00.000Z')).toBe(false);
    server.clock.advance(SECOND_MS);
    expect(await late('2026-03-10T13:01:00.000Z')).toBe(false);
  });
});
