import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reschedule } from '#features/medications/server.ts';
import { devicesFeature, sessionsFeature } from '#features/sessions/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { analyticsOf } from '#testing/analytics.ts';
import { wholePeopleFeature } from '#testing/people.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import {
  expectStatus,
  TEST_PASSWORD,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { analyticsFeature } from '../server.ts';

/** 10 AM in New York, on a Tuesday. */
const MORNING = '2026-03-10T14:00:00Z';

let server: TestServer;
let family: TestHousehold;
let ours: ReturnType<typeof analyticsOf>;
let theirs: ReturnType<typeof analyticsOf>;
beforeAll(async () => {
  server = await testServer([
    analyticsFeature,
    settingsFeature(reschedule),
    sessionsFeature(NO_MAIL),
    devicesFeature,
    wholePeopleFeature({ ...NO_MAIL, publicUrl: 'http://localhost:3000' }),
  ]);
});
beforeEach(async () => {
  server.clock.set(MORNING);
  family = await server.household();
  ours = analyticsOf(server, family);
  theirs = analyticsOf(server, await server.household());
});
afterAll(() => server.close());

describe('analytics by local day', () => {
  it("a day ends at the household's midnight, even without a new use", async () => {
    server.clock.set('2026-03-11T03:50:00Z');
    await ours.note('watch_started');
    expect((await ours.read()).today).toEqual([{ activity: 'watch', totalDuration: 0 }]);
    server.clock.set('2026-03-11T03:59:59.999Z');
    expect((await ours.read()).today).toHaveLength(1);
    server.clock.set('2026-03-11T04:00:00Z');
    expect((await ours.read()).today).toEqual([]);
    server.clock.set('2026-03-11T04:20:00Z');
    await ours.note('watch_ended', 30 * 60);
    expect(await ours.read()).toMatchObject({
      averageSessionTime: 30,
      today: [{ activity: 'watch', totalDuration: 20 }],
    });
    expect(await ours.readRobust()).toMatchObject({ activeDaysThisWeek: 2, engagementRate: 7 });
  });

  it('past days keep their date when the household changes its time zone', async () => {
    server.clock.set('2026-03-10T02:00:00Z');
    await ours.use('watch', 60);
    const change = { timezone: 'UTC' };
    expectStatus(await family.as('admin')('PATCH', '/api/settings', change), 200);
    // Monday in New York, Tuesday in UTC.
    expect((await ours.read()).today).toEqual([]);
    await ours.use('watch', 120);
    expect((await ours.read()).today).toEqual([{ activity: 'watch', totalDuration: 2 }]);
    expect((await ours.readRobust()).activeDaysThisWeek).toBe(2);
  });

  it('a day counts for 30 days in the engagement rate', async () => {
    await ours.note('myday_started');
    server.clock.advance(29 * DAY_MS);
    expect((await readRobustLater()).engagementRate).toBe(3);
    server.clock.advance(DAY_MS);
    expect((await readRobustLater()).engagementRate).toBe(0);
  });
});

/** Signs in again, because the session and the trial of the test household have expired. */
async function readRobustLater() {
  const signedIn = await server.ask('POST', '/api/auth/login', {
    email: `super_admin@${family.accountId}.example`,
    password: TEST_PASSWORD,
  });
  const cookie = String(expectStatus(signedIn, 200).headers['set-cookie']).split(';')[0] ?? '';
  const asked = await server.ask('GET', '/api/analytics/robust', undefined, { cookie });
  return expectStatus(asked, 200).body;
}

describe('login counts of a household', () => {
  it('logins of all people are counted, with the time of the last one', async () => {
    for (const role of ['user', 'super_admin']) {
      server.clock.advance(MINUTE_MS);
      const body = { email: `${role}@${family.accountId}.example`, password: TEST_PASSWORD };
      expectStatus(await server.ask('POST', '/api/auth/login', body), 200);
    }
    const wrong = { email: `user@${family.accountId}.example`, password: 'not the password' };
    expectStatus(await server.ask('POST', '/api/auth/login', wrong), 401);
    expect(await ours.readRobust()).toMatchObject({
      accountUsers: 3,
      totalLogins: 2,
      lastLogin: '2026-03-10T14:02:00.000Z',
    });
    expect((await theirs.readRobust()).totalLogins).toBe(0);
  });

  it('the sign-in of a tablet by pairing code is counted', async () => {
    const path = `/api/users/${family.userIds.user}/pairing-code`;
    const { code } = expectStatus(await family.as('admin')('POST', path), 201).body;
    expectStatus(await server.ask('POST', '/api/auth/pair', { code }), 200);
    expect((await ours.readRobust()).totalLogins).toBe(1);
  });
});
