import { randomUUID } from 'node:crypto';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { analyticsEvents } from '#database/schema/analytics.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { analyticsFeature, MOST_IN_A_DAY } from './server.ts';

let server: TestServer;
let family: TestHousehold;
let strangers: TestHousehold;
beforeAll(async () => {
  server = await testServer([analyticsFeature]);
});
beforeEach(async () => {
  family = await server.household();
  strangers = await server.household();
});
afterAll(() => server.close());

const STARTED = { activity: 'watch', duration: 0, content: 'watch_started' };
const note = (body: unknown, household = family, headers = {}) =>
  household.as('user')('POST', '/api/analytics', body, headers);

const notedOf = ({ accountId }: TestHousehold) =>
  server.database.inHousehold(accountId, (db) =>
    db.select().from(analyticsEvents).orderBy(asc(analyticsEvents.happenedAt)),
  );

/** Inserts `count` events at the current time directly into the table. */
async function flood({ accountId, userIds }: TestHousehold, count: number): Promise<void> {
  const happenedAt = server.clock.now();
  const rows = Array.from({ length: count }, () => ({
    id: randomUUID(),
    accountId,
    userId: userIds.user,
    activity: 'watch',
    content: 'watch_started',
    durationSeconds: 0,
    happenedAt,
  }));
  await server.database.inHousehold(accountId, async (db) => {
    for (let from = 0; from < count; from += 1_000) {
      await db.insert(analyticsEvents).values(rows.slice(from, from + 1_000));
    }
  });
}

describe('POST /api/analytics from a tablet', () => {
  it('a use is stored with its time, whole seconds and the opened item', async () => {
    const itemId = randomUUID();
    const { id } = expectStatus(await note(STARTED), 201).body;
    server.clock.advance(SECOND_MS);
    const ended = { activity: 'watch', duration: 61.6, content: 'watch_ended', itemId };
    expectStatus(await note(ended), 201);
    expect(await notedOf(family)).toMatchObject([
      { id, userId: family.userIds.user, itemId: null, durationSeconds: 0, ...contentOf(STARTED) },
      { itemId, durationSeconds: 62, happenedAt: server.clock.now(), ...contentOf(ended) },
    ]);
  });

  it.each(['admin', 'super_admin'] as const)('a use by an %s is recorded too', async (role) => {
    expectStatus(await family.as(role)('POST', '/api/analytics', STARTED), 201);
    expect(await notedOf(family)).toMatchObject([{ userId: family.userIds[role] }]);
  });

  it('a use belongs to its household only', async () => {
    expectStatus(await note(STARTED, strangers), 201);
    expect(await notedOf(family)).toEqual([]);
    expect(await notedOf(strangers)).toHaveLength(1);
  });

  it.each([
    ['an unknown activity', { ...STARTED, activity: 'cook' }],
    ['a negative duration', { ...STARTED, duration: -1 }],
    ['a duration over a day', { ...STARTED, duration: 24 * 3600 + 1 }],
    ['no content', { ...STARTED, content: ' ' }],
    ['an invalid item id', { ...STARTED, itemId: 'the-birds' }],
  ])('a use is refused with %s', async (_name, body) => {
    expectStatus(await note(body), 400);
    expect(await notedOf(family)).toEqual([]);
  });
});

describe('uses that were queued on an offline tablet', () => {
  const told = (ms: number, body = STARTED) => ({
    ...body,
    happenedAt: new Date(server.clock.now().getTime() - ms).toISOString(),
  });

  it.each([
    ['an hour ago', HOUR_MS],
    ['eight days ago', 8 * DAY_MS],
  ])('a use is stored at its own time: %s', async (_, ago) => {
    expectStatus(await note(told(ago)), 201);
    const happenedAt = new Date(server.clock.now().getTime() - ago);
    expect(await notedOf(family)).toMatchObject([{ happenedAt }]);
  });

  it.each([
    ['more than eight days ago', 8 * DAY_MS + 1],
    ['more than a minute ahead', -MINUTE_MS - 1],
  ])('a use at an impossible time is refused: %s', async (_, ago) => {
    expectStatus(await note(told(ago)), 400);
    expect(await notedOf(family)).toEqual([]);
  });

  it('a use counts as now if the clock of the tablet is a minute ahead', async () => {
    expectStatus(await note(told(-MINUTE_MS)), 201);
    expect(await notedOf(family)).toMatchObject([{ happenedAt: server.clock.now() }]);
  });

  it('an idempotency key counts once per person and household', async () => {
    const key = { 'idempotency-key': 'one' };
    const { id } = expectStatus(await note(told(MINUTE_MS), family, key), 201).body;
    expect(expectStatus(await note(told(MINUTE_MS), family, key), 201).body).toEqual({ id });
    expect(await notedOf(family)).toHaveLength(1);
    expectStatus(await note(told(MINUTE_MS), strangers, key), 201);
    expect(await notedOf(strangers)).toHaveLength(1);
    expectStatus(await family.as('admin')('POST', '/api/analytics', STARTED, key), 201);
    expectStatus(await note(STARTED, family, { 'idempotency-key': 'two' }), 201);
    expect(await notedOf(family)).toHaveLength(3);
    const figures = await family.as('super_admin')('GET', '/api/analytics');
    expect(expectStatus(figures, 200).body).toMatchObject({ videoViews: 3 });
  });

  it('a second delivery with another time counts once', async () => {
    server.clock.set('2026-02-25T10:00:00Z');
    const key = { 'idempotency-key': 'again' };
    const { id } = expectStatus(await note(STARTED, family, key), 201).body;
    server.clock.advance(8 * DAY_MS - MINUTE_MS);
    const again = await note(told(8 * DAY_MS), family, key);
    expect(expectStatus(again, 201).body).toEqual({ id });
    expect(expectStatus(await note(told(0), family, key), 201).body).toEqual({ id });
    expect(await notedOf(family)).toMatchObject([{ happenedAt: new Date('2026-02-25T10:00:00Z') }]);
    const figures = await family.as('super_admin')('GET', '/api/analytics');
    expect(expectStatus(figures, 200).body).toMatchObject({ videoViews: 1 });
  });

  it('concurrent deliveries of one use count once', async () => {
    const key = { 'idempotency-key': 'at once' };
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, seconds) => note(told(seconds * SECOND_MS), family, key)),
    );
    expect(new Set(all.map((answer) => expectStatus(answer, 201).body.id)).size).toBe(1);
    expect(await notedOf(family)).toHaveLength(1);
    const figures = await family.as('super_admin')('GET', '/api/analytics');
    expect(expectStatus(figures, 200).body).toMatchObject({ videoViews: 1 });
  });

  it('a late use belongs to its own day, and newer uses stay first', async () => {
    expectStatus(await note(STARTED), 201);
    expectStatus(await note(told(3 * DAY_MS, { ...STARTED, activity: 'read' })), 201);
    const { recentActivity, today } = expectStatus(
      await family.as('super_admin')('GET', '/api/analytics'),
      200,
    ).body;
    expect(recentActivity.map(({ activity }: { activity: string }) => activity)).toEqual([
      'watch',
      'read',
    ]);
    expect(today).toMatchObject([{ activity: 'watch' }]);
  });

  it('the daily limit also applies to days in the past', async () => {
    await flood(family, MOST_IN_A_DAY);
    server.clock.advance(3 * DAY_MS);
    expectStatus(await note(told(3 * DAY_MS)), 429);
    expectStatus(await note(told(4 * DAY_MS - 1)), 429);
    expectStatus(await note(told(4 * DAY_MS)), 201);
    expectStatus(await note(told(2 * DAY_MS)), 201);
  });
});

it("weeks of use count only the household's own uses", async () => {
  const ended = { activity: 'watch', duration: 600, content: 'watch_ended' };
  expectStatus(await note(ended), 201);
  expectStatus(await note({ ...ended, duration: 6000 }, strangers), 201);
  const weeks = async () =>
    expectStatus(await family.as('super_admin')('GET', '/api/analytics/weeks'), 200).body;
  expect(await weeks()).toHaveLength(8);
  expect((await weeks()).at(-1)).toMatchObject({ minutes: 10, activeDays: 1 });
  expectStatus(await note(ended), 201);
  expect((await weeks()).at(-1)).toMatchObject({ minutes: 20 });
  server.clock.advance(4 * DAY_MS);
  await weeks();
  server.clock.advance(3 * DAY_MS);
  expect((await weeks()).at(-1)).toMatchObject({ minutes: 0, activeDays: 0 });
  expect((await weeks()).at(-2)).toMatchObject({ minutes: 20, activeDays: 1 });
});

describe('daily limit of uses', () => {
  it('uses above the daily limit get 429 for one household only, until the day has passed', async () => {
    await flood(family, MOST_IN_A_DAY - 1);
    expectStatus(await note(STARTED), 201);
    const refused = expectStatus(await note(STARTED), 429);
    expect(refused.headers['retry-after']).toBe('3600');
    expectStatus(await note(STARTED, strangers), 201);
    expect(await notedOf(family)).toHaveLength(MOST_IN_A_DAY);
    server.clock.advance(DAY_MS);
    expectStatus(await note(STARTED), 201);
  });
});

function contentOf({ activity, content }: { activity: string; content: string }) {
  return { activity, content };
}
