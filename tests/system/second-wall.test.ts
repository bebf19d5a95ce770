import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sessions } from '#database/schema/access.ts';
import { accessibilityPreferences, fittingRequests } from '#database/schema/accessibility.ts';
import { alarmTests, alertTests, unsentAlerts } from '#database/schema/alerts.ts';
import {
  analyticsDays,
  analyticsEvents,
  analyticsItems,
  analyticsLogins,
  analyticsTotals,
} from '#database/schema/analytics.ts';
import { calendarEvents, calendarFeeds } from '#database/schema/calendar.ts';
import { settings } from '#database/schema/home.ts';
import { users } from '#database/schema/households.ts';
import { medications } from '#database/schema/medications.ts';
import { photoAlbums, photos } from '#database/schema/photos.ts';
import { fittingsFeature } from '#features/accessibility/server.ts';
import { alarmTestsFeature } from '#features/alarm-tests/server.ts';
import { alertsFeature } from '#features/alerts/server.ts';
import { analyticsFeature } from '#features/analytics/server.ts';
import { calendarFeature, feedFeature } from '#features/calendar/server.ts';
import { medicationsFeature } from '#features/medications/server.ts';
import { countSignIn } from '#features/sessions/server/count-sign-in.ts';
import { feature } from '#platform/server/feature.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { wholePeopleFeature } from '#testing/people.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';

/**
 * Test handlers that query without a household filter, so that only row-level security protects the
 * rows.
 */
const forgetful = feature(
  {
    read: endpoint('GET /test/read', {
      who: 'user',
      summary: 'Reads without a filter.',
      reply: z.object({ accounts: z.array(z.string()) }),
    }),
    change: endpoint('POST /test/change', {
      who: 'user',
      summary: 'Changes without a filter.',
      body: z.object({ name: z.string(), accountId: z.uuid().optional() }),
      reply: z.object({ changed: z.number() }),
    }),
  },
  {
    async read(_call, { db }) {
      const accounts: string[] = [];
      for (const table of [
        medications,
        users,
        settings,
        accessibilityPreferences,
        sessions,
        photoAlbums,
        photos,
        analyticsEvents,
        analyticsDays,
        analyticsTotals,
        analyticsItems,
        analyticsLogins,
        calendarEvents,
        calendarFeeds,
        alarmTests,
        fittingRequests,
        alertTests,
        unsentAlerts,
      ]) {
        const rows = await db.select({ accountId: table.accountId }).from(table);
        accounts.push(...rows.map(({ accountId }) => accountId));
      }
      return { accounts };
    },
    async change({ body }, { db }) {
      const given = body.accountId === undefined ? {} : { accountId: body.accountId };
      const changed = await db
        .update(medications)
        .set({ name: body.name, ...given })
        .returning({ id: medications.id });
      return { changed: changed.length };
    },
  },
);

let server: TestServer;
let one: TestHousehold;
let other: TestHousehold;
beforeAll(async () => {
  const feed = feedFeature();
  server = await testServer([
    forgetful,
    medicationsFeature,
    analyticsFeature,
    calendarFeature,
    feed,
    alarmTestsFeature,
    fittingsFeature,
    alertsFeature({ mail: NO_MAIL, contact: undefined }),
    wholePeopleFeature(NO_MAIL),
  ]);
  one = await server.household();
  other = await server.household();
  for (const household of [one, other]) {
    const body = { name: 'Aspirin', frequency: 'daily', times: ['08:00'], startDate: '2026-03-01' };
    expectStatus(await household.as('admin')('POST', '/api/medications', body), 201);
    const noted = { activity: 'watch', duration: 0, content: 'watch_started' };
    expectStatus(await household.as('user')('POST', '/api/analytics', noted), 201);
    await noteOpeningAndLogin(household);
    const event = { title: 'Chair exercises', eventDate: '2026-03-10' };
    expectStatus(await household.as('admin')('POST', '/api/calendar-events', event), 201);
    expectStatus(await household.as('admin')('POST', '/api/calendar-feed'), 201);
    await tryAlerts(household);
  }
});
afterAll(() => server.close());

describe('a handler without its household filter', () => {
  it("a handler without a filter reads only rows of the caller's household", async () => {
    const { body } = expectStatus(await one.as('user')('GET', '/test/read'), 200);
    expect(body.accounts.length).toBeGreaterThan(3);
    expect(new Set(body.accounts)).toEqual(new Set([one.accountId]));
  });

  it("a handler without a filter changes only rows of the caller's household", async () => {
    const answer = await one.as('user')('POST', '/test/change', { name: 'Changed' });
    expect(expectStatus(answer, 200).body).toEqual({ changed: 1 });
    const theirs = await other.as('admin')('GET', '/api/medications');
    expect(theirs.body).toMatchObject([{ name: 'Aspirin' }]);
  });

  it('a handler without a filter cannot move a row into another household', async () => {
    const body = { name: 'Smuggled', accountId: other.accountId };
    expectStatus(await one.as('user')('POST', '/test/change', body), 500);
    const theirs = await other.as('admin')('GET', '/api/medications');
    expect(theirs.body).toHaveLength(1);
  });
});

async function tryAlerts(household: TestHousehold): Promise<void> {
  const { accountId, userIds } = household;
  const ask = household.as('admin');
  expectStatus(await ask('POST', '/api/alerts/tests'), 202);
  const devices = await ask('GET', `/api/users/${userIds.user}/devices`);
  const deviceId = devices.body[0].id;
  expectStatus(await ask('POST', '/api/alarm-tests', { deviceId }), 201);
  expectStatus(await ask('POST', '/api/fittings', { deviceId }), 201);
  const unsent = { id: randomUUID(), accountId, createdAt: server.clock.now(), older: 0 };
  await server.database.asSystem((db) => db.insert(unsentAlerts).values({ ...unsent, doses: [] }));
}

async function noteOpeningAndLogin({ accountId }: TestHousehold): Promise<void> {
  const lastAt = server.clock.now();
  await server.database.asSystem(async (db) => {
    await countSignIn(db, accountId, lastAt);
    const thing = { accountId, itemId: randomUUID(), activity: 'watch' };
    await db.insert(analyticsItems).values({ ...thing, openings: 1, lastAt });
  });
}
