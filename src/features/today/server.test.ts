import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alertTests } from '#database/schema/alerts.ts';
import { medicationLogs } from '#database/schema/medications.ts';
import { alarmTestsFeature } from '#features/alarm-tests/server.ts';
import { alertsFeature } from '#features/alerts/server.ts';
import { analyticsFeature } from '#features/analytics/server.ts';
import { calendarFeature } from '#features/calendar/server.ts';
import { medicationsFeature } from '#features/medications/server.ts';
import { devicesFeature } from '#features/sessions/server.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { wholePeopleFeature } from '#testing/people.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { todayFeature } from './server.ts';

/** 8:00 AM in New York, where the household is. */
const EIGHT = '2026-03-10T12:00:00.000Z';

let server: TestServer;
let home: TestHousehold;
beforeAll(async () => {
  server = await testServer([
    todayFeature(NO_MAIL),
    medicationsFeature,
    devicesFeature,
    alarmTestsFeature,
    analyticsFeature,
    calendarFeature,
    wholePeopleFeature({ ...NO_MAIL, publicUrl: 'http://x.example' }),
    alertsFeature({ mail: NO_MAIL, contact: undefined }),
  ]);
});
beforeEach(async () => {
  server.clock.set('2026-03-10T11:00:00Z');
  home = await server.household();
});
afterAll(() => server.close());

const today = async (of: TestHousehold = home) =>
  expectStatus(await of.as('admin')('GET', '/api/today'), 200).body;

const answer = async () => (await today()).people[0].answer;

const report = (said: object = {}) =>
  home.as('user')('PUT', '/api/auth/device', {
    ...{ soundReady: true, visible: true, clockSkewMs: 0, ...said },
  });

async function add(name: string, times: string[], more: object = {}) {
  const body = { name, frequency: 'daily', times, startDate: '2026-01-01', ...more };
  return expectStatus(await home.as('admin')('POST', '/api/medications', body), 201).body.id;
}

const log = (medicationId: string, status: string, role: 'admin' | 'user' = 'user') =>
  home.as(role)('POST', '/api/medication-logs', { medicationId, scheduledTime: EIGHT, status });

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const before = server.database.statements();
  await work();
  return server.database.statements() - before;
}

describe('the day of a person', () => {
  it('each dose has its answer with author and time', async () => {
    const id = await add('Lisinopril', ['08:00', '20:00'], { dosage: '10 mg' });
    server.clock.set('2026-03-10T12:10:00Z');
    await report();
    expect(await answer()).toBe('open');
    await log(id, 'taken');
    const { doses, people, timezone, hasMedications } = await today();
    expect(timezone).toBe('America/New_York');
    expect(hasMedications).toBe(true);
    expect(doses).toMatchObject([
      { name: 'Lisinopril', dosage: '10 mg', scheduledTime: EIGHT, state: 'taken' },
      { state: 'later', by: null, at: null, userId: 'system' },
    ]);
    expect(doses[0].by).not.toBeNull();
    expect(doses[0].at).toBe('2026-03-10T12:10:00.000Z');
    expect(people[0]).toMatchObject({
      answer: 'all-right',
      lastThereAt: '2026-03-10T12:10:00.000Z',
    });
  });

  it('an answer by an administrator does not count as activity of the elder', async () => {
    const id = await add('Lisinopril', ['08:00']);
    server.clock.set('2026-03-10T12:10:00Z');
    await log(id, 'taken', 'admin');
    expect((await today()).people[0].lastThereAt).toBeNull();
  });

  it('a dose is open from its minute on and overdue just after one hour', async () => {
    await add('Lisinopril', ['08:00']);
    const at = async (ms: number) => {
      server.clock.set(new Date(Date.parse(EIGHT) + ms).toISOString());
      await report();
      return answer();
    };
    expect(await at(-1)).toBe('all-right');
    expect(await at(0)).toBe('open');
    expect(await at(HOUR_MS)).toBe('open');
    expect(await at(HOUR_MS + 1)).toBe('overdue');
  });

  it('an overdue dose names the alerted people once the alert was sent', async () => {
    await add('Lisinopril', ['08:00']);
    server.clock.set('2026-03-10T13:00:01Z');
    expect((await today()).doses[0].told).toEqual([]);
    await server.jobs('care');
    const { doses } = await today();
    expect(doses[0]).toMatchObject({ state: 'overdue' });
    expect(doses[0].told.length).toBeGreaterThan(0);
  });

  it('the next event is shown until it has ended', async () => {
    const event = { title: 'Dr. Patel', eventDate: '2026-03-10', startTime: '14:00' };
    expectStatus(await home.as('admin')('POST', '/api/calendar-events', event), 201);
    const next = async () => (await today()).people[0].nextEvent;
    expect(await next()).toEqual({ title: 'Dr. Patel', startTime: '14:00', endTime: null });
    server.clock.set('2026-03-10T18:59:59Z');
    expect(await next()).not.toBeNull();
    server.clock.set('2026-03-10T19:00:00Z');
    expect(await next()).toBeNull();
  });

  it('the time of the last activity is shown, but not the activity', async () => {
    server.clock.set('2026-03-10T11:30:00Z');
    const use = { activity: 'photos', duration: 0, content: 'photos_opened' };
    expectStatus(await home.as('user')('POST', '/api/analytics', use), 201);
    const body = await today();
    expect(body.people[0].lastThereAt).toBe('2026-03-10T11:30:00.000Z');
    expect(JSON.stringify(body.people)).not.toContain('photos');
  });
});

describe('the tablets of a person', () => {
  const tablet = async () => (await today()).people[0].tablets[0];

  it('a tablet report with changes is visible at once', async () => {
    await report();
    expect(await tablet()).toMatchObject({ state: 'sounding', batteryPercent: null });
    await report({ soundReady: false });
    expect(await tablet()).toMatchObject({ state: 'silent' });
    expect(await answer()).toBe('cannot-ring');
    await report({ visible: false });
    expect(await tablet()).toMatchObject({ state: 'hidden' });
    await report({ batteryPercent: 45, charging: false, worksOffline: true, clockSkewMs: 180_000 });
    expect(await tablet()).toMatchObject({
      ...{ state: 'sounding', batteryPercent: 45, charging: false },
      ...{ worksOffline: true, clockSkewMinutes: 3 },
    });
    await report();
    expect(await tablet()).toMatchObject({ batteryPercent: 45, charging: false });
  });

  it('a tablet is unreachable five minutes after its last report, and reachable after the next', async () => {
    await report();
    const heard = server.clock.now().toISOString();
    expect(await tablet()).toMatchObject({ state: 'sounding', silentSince: null });
    server.clock.advance(5 * MINUTE_MS);
    expect(await tablet()).toMatchObject({ state: 'sounding' });
    server.clock.advance(1);
    expect(await tablet()).toMatchObject({ state: 'gone', silentSince: heard });
    expect(await answer()).toBe('tablet-silent');
    await report();
    server.clock.advance(MINUTE_MS);
    expect(await tablet()).toMatchObject({ state: 'sounding', silentSince: null });
  });

  it('a tablet has its last alarm test', async () => {
    await report();
    const { id } = await tablet();
    await home.as('admin')('POST', '/api/alarm-tests', { deviceId: id });
    expect((await tablet()).test).toMatchObject({ answeredAt: null, outcome: null });
  });
});

it('the setup steps are derived from the data', async () => {
  const done = async () => {
    const { firstSteps } = await today();
    return Object.keys(firstSteps).filter((step) => firstSteps[step]);
  };
  expect(await done()).toEqual(['tablet', 'administrator']);
  await add('Lisinopril', ['08:00']);
  await report({ timezone: 'America/New_York' });
  expect(await done()).toEqual(['medication', 'tablet', 'zone', 'sound', 'administrator']);
});

it('a test alert that arrived remains a completed step after its email is deleted', async () => {
  const long = new Date(server.clock.now().getTime() - 40 * DAY_MS);
  const test = (receivedAt: Date | null) => ({
    id: randomUUID(),
    accountId: home.accountId,
    userId: home.userIds.admin,
    tokenHash: randomUUID(),
    createdAt: long,
    receivedAt,
  });
  const old = [test(long), test(null), test(new Date(long.getTime() + 1))];
  const tests = () =>
    server.database.asSystem((db) =>
      db.select().from(alertTests).where(eq(alertTests.accountId, home.accountId)),
    );
  await server.database.asSystem((db) => db.insert(alertTests).values(old));
  await server.jobs('old letters');
  expect((await tests()).map(({ id }) => id)).toEqual([old[2]?.id]);
  expect((await today()).firstSteps.alert).toBe(true);
});

describe('the endpoint of today', () => {
  it('only administrators may read it', async () => {
    expectStatus(await home.as('user')('GET', '/api/today'), 403);
    expectStatus(await home.as('super_admin')('GET', '/api/today'), 200);
    expectStatus(await server.ask('GET', '/api/today'), 401);
  });

  it('the response contains no data of another household', async () => {
    const stranger = await server.household();
    await report();
    await add('Lisinopril', ['08:00']);
    const event = { title: 'Dr. Patel', eventDate: '2026-03-10', startTime: '14:00' };
    await home.as('admin')('POST', '/api/calendar-events', event);
    const [own] = (await today()).people;
    const theirs = await today(stranger);
    expect(theirs.doses).toEqual([]);
    expect(theirs.people[0]).toMatchObject({ nextEvent: null });
    expect(JSON.stringify(theirs)).not.toContain(own.id);
    expect(JSON.stringify(theirs)).not.toContain(own.tablets[0].id);
  });

  it('a server without mail never reports that an alert can be sent', async () => {
    const { alerts } = await today();
    expect(alerts.reachesSomebody).toBe(false);
    expect(alerts.people).toContainEqual(
      expect.objectContaining({ email: 'no mail server', push: 'none' }),
    );
  });

  it('a repeated read costs no statement while nothing changed, and may get 304', async () => {
    await report();
    await add('Lisinopril', ['08:00']);
    const ask = home.as('admin');
    // Warms the session cache of the caller.
    await home.as('super_admin')('GET', '/api/today');
    const first = expectStatus(await ask('GET', '/api/today'), 200);
    const known = { 'if-none-match': String(first.headers.etag) };
    server.clock.advance(4 * MINUTE_MS);
    const statements = await statementsOf(async () => {
      expectStatus(await ask('GET', '/api/today', undefined, known), 304);
      const other = expectStatus(await home.as('super_admin')('GET', '/api/today'), 200);
      expect(other.body).toEqual(first.body);
    });
    expect(statements).toBe(0);
    // This report contains no changes, so it does not invalidate the cache.
    expect(await statementsOf(async () => void (await report()))).toBe(0);
    server.clock.advance(2 * MINUTE_MS);
    expectStatus(await ask('GET', '/api/today', undefined, known), 304);
  });

  it('the statements are bounded with 200 doses and years of history', async () => {
    server.clock.set('2026-03-10T03:00:00Z');
    const times = Array.from({ length: 20 }, (_, at) => `${String(at).padStart(2, '0')}:00`);
    const ids: string[] = [];
    for (let at = 0; at < 10; at += 1) ids.push(await add(`Medicine ${at}`, times));
    await fillHistory(ids, times);
    server.clock.set('2026-03-10T12:00:00Z');
    await report();
    const ask = home.as('admin');
    await ask('GET', '/api/medications');
    const statements = await statementsOf(async () => {
      const { body, raw } = expectStatus(await ask('GET', '/api/today'), 200);
      expect(body.doses).toHaveLength(200);
      expect(raw.length).toBeLessThan(100_000);
    });
    expect(statements).toBeLessThanOrEqual(20);
  }, 90_000);

  /** Inserts 72,000 logs of the year before. */
  async function fillHistory(ids: readonly string[], times: readonly string[]) {
    await server.database.asSystem((db) =>
      db.execute(sql`
        insert into ${medicationLogs} (id, account_id, medication_id, local_date, time,
          scheduled_time, status, notes, late, logged_at, medication_name, medication_dosage)
        select gen_random_uuid(), ${home.accountId}::uuid, m::uuid, date '2026-03-06' - d, t,
          ${EIGHT}::timestamptz, 'taken', '', false, ${EIGHT}::timestamptz, 'Medicine', ''
        from generate_series(1, 360) d,
          jsonb_array_elements_text(${JSON.stringify(times)}::jsonb) t,
          jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) m`),
    );
  }
});
