import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEntries } from '#database/schema/audit.ts';
import { measureValues } from '#database/schema/measures.ts';
import { addPerson } from '#features/accounts/server/household.ts';
import { medicationsFeature } from '#features/medications/server.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { MAX_VALUES_PER_DAY } from './limits.ts';
import { measureFeatures } from './server.ts';

/** 9:12 AM in New York, the time zone of the test households. */
const START = '2026-03-10T13:12:00Z';

const ASKED = { kinds: ['weight', 'blood-pressure'], weightUnit: 'kg', glucoseUnit: 'mg/dL' };
const PRESSURE = { kind: 'blood-pressure', unit: 'mm[Hg]', first: 128, second: 79 };
const WEIGHT = { kind: 'weight', unit: 'kg', first: 72.5 };

let server: TestServer;
let home: TestHousehold;
beforeAll(async () => {
  server = await testServer([medicationsFeature, ...measureFeatures]);
});
beforeEach(async () => {
  server.clock.set(START);
  home = await server.household();
});
afterAll(() => server.close());

type Who = 'user' | 'admin';

const ask = (body: object = ASKED, { userIds } = home) =>
  home.as('admin')('PUT', `/api/measures/${userIds.user}`, body);
const asked = async (who: Who = 'user') =>
  expectStatus(await home.as(who)('GET', '/api/measures'), 200).body;
const measure = (value: object = PRESSURE, who: Who = 'user', id: string = randomUUID()) =>
  home.as(who)('POST', '/api/measure-values', { id, userId: home.userIds.user, ...value });
const values = async (query = '', who: Who = 'admin') =>
  expectStatus(await home.as(who)('GET', `/api/measure-values${query}`), 200).body;
const correct = (id: string, body: object) =>
  home.as('admin')('PATCH', `/api/measure-values/${id}`, body);
const takeBack = (id: string, who: Who = 'user') =>
  home.as(who)('DELETE', `/api/measure-values/${id}`);

async function measured(value: object = PRESSURE, who: Who = 'user') {
  return expectStatus(await measure(value, who), 201).body;
}

const actions = () =>
  server.database.asSystem(async (db) => {
    const { accountId, action, subject, at } = auditEntries;
    const rows = await db
      .select({ action, subject })
      .from(auditEntries)
      .where(eq(accountId, home.accountId))
      .orderBy(at);
    return rows.map((row) => `${row.action}: ${row.subject}`);
  });

describe('the kinds that the family chose for an elder', () => {
  it('no kinds are requested until the family chooses some', async () => {
    expect(await asked()).toEqual([]);
    expect(await asked('admin')).toEqual([]);
  });

  it("the tablet receives the kinds in the product's order, with the newest value of each", async () => {
    await measured({ ...PRESSURE, first: 140 });
    server.clock.advance(HOUR_MS);
    await measured();
    await measured({ kind: 'glucose', unit: 'mg/dL', first: 99 });
    expectStatus(await ask(), 200);
    const latest = [
      { ...PRESSURE, measuredAt: '2026-03-10T14:12:00.000Z', personName: 'Ada user' },
    ];
    const { user: userId } = home.userIds;
    const kinds = ['blood-pressure', 'weight'];
    for (const who of ['user', 'admin'] as const) {
      expect(await asked(who)).toMatchObject([{ ...ASKED, kinds, userId, version: 1, latest }]);
    }
  });

  it('an empty choice removes all kinds and keeps the values', async () => {
    await ask();
    await measured();
    expectStatus(await ask({ ...ASKED, kinds: [] }), 200);
    expect(await asked()).toMatchObject([{ kinds: [], latest: [] }]);
    expect(await values()).toHaveLength(1);
  });

  it('returns 409 when another administrator changed the choice', async () => {
    await ask();
    expectStatus(await ask({ ...ASKED, kinds: ['pain'], version: 1 }), 200);
    const late = await ask({ ...ASKED, kinds: ['mood'], version: 1 });
    expectStatus(late, 409);
    expect(late.body).toMatchObject({ code: 'changed-meanwhile', current: { kinds: ['pain'] } });
  });

  it('kinds cannot be chosen for an elder of another household or for an administrator', async () => {
    const other = await server.household();
    expectStatus(await ask(ASKED, other), 404);
    expectStatus(
      await ask(ASKED, { ...home, userIds: { ...home.userIds, user: home.userIds.admin } }),
      404,
    );
  });
});

describe('the endpoints for values', () => {
  it('a value is listed with its person and time, newest first', async () => {
    await measured(WEIGHT, 'admin');
    server.clock.advance(HOUR_MS);
    await measured();
    expect(await values()).toMatchObject([
      { ...PRESSURE, measuredAt: '2026-03-10T14:12:00.000Z', correctedBy: null, version: 1 },
      { ...WEIGHT, second: null, measuredAt: '2026-03-10T13:12:00.000Z' },
    ]);
  });

  it('a value that is sent twice with one id is stored once', async () => {
    const id = randomUUID();
    expectStatus(await measure(PRESSURE, 'user', id), 201);
    const again = expectStatus(await measure({ ...PRESSURE, first: 140 }, 'user', id), 201);
    expect(again.body).toMatchObject({ id, first: 128 });
    expect(await values()).toHaveLength(1);
  });

  it('a deleted value stays deleted when it is sent again', async () => {
    const id = randomUUID();
    await measure(PRESSURE, 'user', id);
    expectStatus(await takeBack(id), 200);
    const again = expectStatus(await measure(PRESSURE, 'user', id), 201);
    expect(again.body).toMatchObject({ isTakenBack: true });
    expect(await values()).toEqual([]);
  });

  it('an id that another household uses creates a separate value', async () => {
    const { id } = await measured();
    const other = await server.household();
    const patched = await other.as('admin')('PATCH', `/api/measure-values/${id}`, { first: 140 });
    expectStatus(patched, 404);
    expectStatus(await other.as('admin')('DELETE', `/api/measure-values/${id}`), 404);
    const body = { ...PRESSURE, id, userId: other.userIds.user, first: 140 };
    expectStatus(await other.as('user')('POST', '/api/measure-values', body), 201);
    expectStatus(await other.as('admin')('DELETE', `/api/measure-values/${id}`), 200);
    expect(await values()).toMatchObject([{ ...PRESSURE, isTakenBack: false }]);
  });

  it('an impossible value is refused with an error per field', async () => {
    const wrong = await measure({ ...PRESSURE, first: 1280 });
    expectStatus(wrong, 400);
    expect(wrong.body.fields).toEqual({ first: 'The upper number is from 40 to 300.' });
    const swapped = await measure({ ...PRESSURE, first: 79, second: 128 });
    expect(swapped.body.fields).toEqual({
      second: 'The lower number must be less than the upper one.',
    });
    expect(await values()).toEqual([]);
  });

  it('an unusual value is stored unchanged', async () => {
    await measured({ ...PRESSURE, first: 120, second: 8 });
    expect(await values()).toMatchObject([{ first: 120, second: 8 }]);
  });

  it('a value from the outbox has the time of its press and that local date', async () => {
    // 11 PM of the day before in New York.
    await measured({ ...PRESSURE, measuredAt: '2026-03-10T03:00:00Z' });
    expect(await values('?from=2026-03-09&to=2026-03-09')).toMatchObject([
      { measuredAt: '2026-03-10T03:00:00.000Z' },
    ]);
    expect(await values('?from=2026-03-10')).toEqual([]);
  });

  it('a value with the time of a wrong clock is stored with the current time', async () => {
    await measured({ ...PRESSURE, measuredAt: '2030-01-01T00:00:00Z' });
    await measured({ ...PRESSURE, measuredAt: '1970-01-01T00:00:00Z' });
    const now = server.clock.now().toISOString();
    expect(await values()).toMatchObject([{ measuredAt: now }, { measuredAt: now }]);
  });

  it('a value in the future is refused for an administrator', async () => {
    const body = { ...PRESSURE, measuredAt: '2026-03-11T13:12:00Z' };
    const answer = await measure(body, 'admin');
    expectStatus(answer, 400);
    expect(answer.body.code).toBe('measured-in-future');
  });

  it('an elder or an administrator can delete a value, and an administrator can restore it', async () => {
    const { id } = await measured();
    expectStatus(await takeBack(id), 200);
    expect(expectStatus(await takeBack(id, 'admin'), 200).body).toMatchObject({ version: 2 });
    expect(await values()).toEqual([]);
    expectStatus(await correct(id, { isTakenBack: false, version: 2 }), 200);
    expect(await values()).toMatchObject([{ id, version: 3, correctedBy: null }]);
  });

  it('a correction is recorded with its person, and a concurrent one gets 409', async () => {
    const { id } = await measured();
    expectStatus(await correct(id, { first: 131, version: 1 }), 200);
    const late = await correct(id, { first: 135, version: 1 });
    expectStatus(late, 409);
    expect(late.body).toMatchObject({ current: { first: 131, second: 79 } });
    expect(await values()).toMatchObject([{ first: 131, correctedBy: 'Ada admin', version: 2 }]);
    expectStatus(await correct(id, { first: 60 }), 400);
  });

  it('a corrected time moves the value to another day', async () => {
    const { id } = await measured();
    await correct(id, { measuredAt: '2026-03-08T13:12:00Z' });
    expect(await values('?from=2026-03-08&to=2026-03-08')).toMatchObject([{ id }]);
    expectStatus(await correct(id, { measuredAt: '2026-04-08T13:12:00Z' }), 400);
  });

  it('values are read page by page, and filtered by kind and elder', async () => {
    for (let n = 0; n < 5; n += 1) {
      server.clock.advance(1000);
      await measured({ ...PRESSURE, first: 120 + n });
    }
    await measured(WEIGHT);
    const first = await values('?kind=blood-pressure&limit=3');
    expect(first).toMatchObject([{ first: 124 }, { first: 123 }, { first: 122 }]);
    const next = await values(`?kind=blood-pressure&limit=3&before=${first[2].id}`);
    expect(next).toMatchObject([{ first: 121 }, { first: 120 }]);
    expect(await values(`?userId=${randomUUID()}`)).toEqual([]);
  });

  it('another elder cannot see, add or delete a value', async () => {
    const { accountId } = home;
    const grace = { accountId, firstName: 'Grace', lastName: 'Hopper', passwordHash: '' };
    const person = { ...grace, createdAt: server.clock.now(), role: 'user' } as const;
    const userId = await server.database.asSystem((db) => addPerson(db, person));
    const { id } = await measured({ ...PRESSURE, userId }, 'admin');
    await home.as('admin')('PUT', `/api/measures/${userId}`, ASKED);
    expectStatus(await measure({ ...PRESSURE, userId }), 404);
    expect(await values('', 'user')).toEqual([]);
    expect(await values(`?userId=${userId}`, 'user')).toEqual([]);
    expect(await asked()).toEqual([]);
    expect(await asked('admin')).toHaveLength(1);
    expectStatus(await takeBack(id), 404);
    expect(await values()).toHaveLength(1);
  });

  it('the daily limit refuses new values, and a known value is still answered', async () => {
    const { id, userId } = await measured();
    const [row] = await server.database.asSystem((db) =>
      db.select().from(measureValues).where(eq(measureValues.id, id)),
    );
    if (row === undefined) throw new Error('The value is not there.');
    const more = Array.from({ length: MAX_VALUES_PER_DAY - 1 }, () => ({
      ...row,
      id: randomUUID(),
    }));
    await server.database.asSystem((db) => db.insert(measureValues).values(more));
    const full = await measure();
    expectStatus(full, 409);
    expect(full.body.code).toBe('measures-of-day-full');
    expectStatus(await measure({ ...PRESSURE, userId }, 'user', id), 201);
    server.clock.advance(DAY_MS);
    await measured();
  });

  it('the audit log contains changes by administrators, without the numbers', async () => {
    await ask();
    const { id } = await measured();
    await takeBack(id);
    server.clock.advance(1000);
    const { id: own } = await measured(WEIGHT, 'admin');
    server.clock.advance(1000);
    await correct(own, { first: 73 });
    server.clock.advance(1000);
    await takeBack(own, 'admin');
    server.clock.advance(1000);
    await correct(own, { isTakenBack: false });
    expect(await actions()).toEqual([
      'measures-asked: Ada user: blood pressure, weight',
      'value-added: Weight',
      'value-corrected: Weight',
      'value-taken-back: Weight',
      'value-put-back: Weight',
    ]);
  });
});
