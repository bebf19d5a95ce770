import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayNotes, measureValues } from '#database/schema/measures.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { MAX_NOTES_PER_DAY } from '../limits.ts';
import { measureFeatures } from '../server.ts';

let server: TestServer;
let home: TestHousehold;
beforeAll(async () => {
  server = await testServer(measureFeatures);
});
beforeEach(async () => {
  server.clock.set('2026-03-10T13:12:00Z');
  home = await server.household();
});
afterAll(() => server.close());

describe('the endpoints for notes', () => {
  const note = (fields: object = {}) =>
    home.as('admin')('POST', '/api/day-notes', {
      ...{ userId: home.userIds.user, date: '2026-03-09', text: 'Dizzy after getting up, twice.' },
      ...fields,
    });
  const noted = async (fields: object = {}) => expectStatus(await note(fields), 201).body;
  const notes = async (query = '') =>
    expectStatus(await home.as('admin')('GET', `/api/day-notes${query}`), 200).body;
  const change = (id: string, body: object) =>
    home.as('admin')('PATCH', `/api/day-notes/${id}`, body);

  it('notes are listed with their author, latest day first', async () => {
    await noted();
    await noted({ date: '2026-03-07', text: ' Away. ' });
    await noted({ date: '2026-03-10', text: 'Better.' });
    expect(await notes()).toMatchObject([
      { date: '2026-03-10', text: 'Better.', personName: 'Ada admin', correctedBy: null },
      { date: '2026-03-09' },
      { date: '2026-03-07', text: 'Away.' },
    ]);
    expect(await notes('?from=2026-03-09&to=2026-03-09')).toHaveLength(1);
    const [last] = await notes('?limit=1');
    expect(await notes(`?before=${last.id}&limit=1`)).toMatchObject([{ date: '2026-03-09' }]);
  });

  it('a change is recorded with its person, and a concurrent one gets 409', async () => {
    const { id } = await noted();
    expectStatus(await change(id, { text: 'Dizzy, once.', version: 1 }), 200);
    const late = await change(id, { text: 'Dizzy, thrice.', version: 1 });
    expectStatus(late, 409);
    expect(late.body.current).toMatchObject({ text: 'Dizzy, once.' });
    expect(await notes()).toMatchObject([{ text: 'Dizzy, once.', correctedBy: 'Ada admin' }]);
  });

  it('a deleted note can be restored', async () => {
    const { id } = await noted();
    const gone = await home.as('admin')('DELETE', `/api/day-notes/${id}`);
    expect(expectStatus(gone, 200).body).toMatchObject({ isTakenBack: true, version: 2 });
    expect(await notes()).toEqual([]);
    expectStatus(await change(id, { isTakenBack: false, version: 2 }), 200);
    expect(await notes()).toMatchObject([{ id, correctedBy: null }]);
  });

  it('an empty note, a note about an administrator, and too many notes of a day are refused', async () => {
    expectStatus(await note({ text: '   ' }), 400);
    expectStatus(await note({ userId: home.userIds.admin }), 404);
    for (let n = 0; n < MAX_NOTES_PER_DAY; n += 1) await noted({ text: `Note ${n}.` });
    const full = await note();
    expectStatus(full, 409);
    expect(full.body.code).toBe('notes-of-day-full');
    await noted({ date: '2026-03-08' });
  });

  it('a note of another household is not found', async () => {
    const { id } = await noted();
    const other = await server.household();
    const from = other.as('admin');
    expectStatus(await from('PATCH', `/api/day-notes/${id}`, { text: 'Changed.' }), 404);
    expectStatus(await from('DELETE', `/api/day-notes/${id}`), 404);
    expect(expectStatus(await from('GET', '/api/day-notes'), 200).body).toEqual([]);
  });
});

it('deleted values and notes are erased after 30 days, and others are kept', async () => {
  const { user: userId } = home.userIds;
  const ask = home.as('admin');
  for (const isTakenBack of [true, false]) {
    const note = { userId, date: '2026-03-09', text: 'Dizzy.' };
    const noted = expectStatus(await ask('POST', '/api/day-notes', note), 201).body;
    const value = { id: randomUUID(), userId, kind: 'weight', unit: 'kg', first: 72 };
    expectStatus(await ask('POST', '/api/measure-values', value), 201);
    if (!isTakenBack) continue;
    await ask('DELETE', `/api/day-notes/${noted.id}`);
    await ask('DELETE', `/api/measure-values/${value.id}`);
  }
  const rows = () =>
    server.database.asSystem(async (db) => [
      await db.select().from(dayNotes).where(eq(dayNotes.accountId, home.accountId)),
      await db.select().from(measureValues).where(eq(measureValues.accountId, home.accountId)),
    ]);
  server.clock.advance(30 * DAY_MS);
  await server.jobs('values and notes that were taken back');
  expect((await rows()).map((all) => all.length)).toEqual([2, 2]);
  server.clock.advance(1000);
  await server.jobs('values and notes that were taken back');
  expect(await rows()).toMatchObject([[{ takenBackAt: null }], [{ takenBackAt: null }]]);
});

it('erasing a deleted value keeps the value of another household with an equal id', async () => {
  const neighbour = await server.household();
  const id = randomUUID();
  for (const household of [home, neighbour]) {
    const value = { id, userId: household.userIds.user, kind: 'weight', unit: 'kg', first: 72 };
    expectStatus(await household.as('admin')('POST', '/api/measure-values', value), 201);
  }
  expectStatus(await home.as('admin')('DELETE', `/api/measure-values/${id}`), 200);
  server.clock.advance(30 * DAY_MS + 1000);
  await server.jobs('values and notes that were taken back');
  const left = await server.database.asSystem((db) =>
    db
      .select({ accountId: measureValues.accountId })
      .from(measureValues)
      .where(eq(measureValues.id, id)),
  );
  expect(left).toEqual([{ accountId: neighbour.accountId }]);
});
