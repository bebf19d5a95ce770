import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pairingCodes } from '#database/schema/access.ts';
import { subscriptions } from '#database/schema/households.ts';
import { calendarFeature } from '#features/calendar/server.ts';
import { medicationsFeature } from '#features/medications/server.ts';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { wholePeopleFeature } from '#testing/people.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import {
  type Answer,
  asking,
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { devicesFeature } from '../server.ts';

const IPAD = { 'user-agent': 'Mozilla/5.0 (iPad; CPU OS 17_0) Version/17.0 Safari/604.1' };
const WRONG = { error: 'This code is invalid or has expired.', code: 'invalid-pairing-code' };

let server: TestServer;
beforeAll(async () => {
  const people = wholePeopleFeature(NO_MAIL);
  server = await testServer([devicesFeature, people, medicationsFeature, calendarFeature]);
});
afterAll(() => server.close());

const devicesPath = (home: TestHousehold, id = home.userIds.user) => `/api/users/${id}/devices`;

async function newCode(home: TestHousehold) {
  const path = `/api/users/${home.userIds.user}/pairing-code`;
  return expectStatus(await home.as('admin')('POST', path), 201).body;
}

function tokenOf(answer: Answer): string {
  return /grand_session=([^;]*)/.exec(String(answer.headers['set-cookie']))?.[1] ?? '';
}

async function pairedTablet(given?: TestHousehold) {
  const home = given ?? (await server.household());
  const { code } = await newCode(home);
  const answer = await asking(server.app)('POST', '/api/auth/pair', { code }, IPAD);
  expectStatus(answer, 200);
  return { home, answer, ask: asking(server.app, tokenOf(answer)) };
}

async function devicesOf(home: TestHousehold) {
  return expectStatus(await home.as('admin')('GET', devicesPath(home)), 200).body;
}

describe('the endpoints for pairing codes', () => {
  it('the link of a code has the origin at which the panel was opened', async () => {
    const home = await server.household();
    const asked = await home.as('admin')(
      'POST',
      `/api/users/${home.userIds.user}/pairing-code`,
      undefined,
      {
        host: '192.168.1.20:3000',
      },
    );
    expect(expectStatus(asked, 201).body.link).toMatch(
      /^http:\/\/192\.168\.1\.20:3000\/pair\?code=/,
    );
  });

  it('a code has 8 characters, a link and 15 minutes, and only its hash is stored', async () => {
    const home = await server.household();
    const { code, link, expiresAt } = await newCode(home);
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
    expect(link).toBe(`http://localhost/pair?code=${code}`);
    expect(Date.parse(expiresAt) - server.clock.now().getTime()).toBe(15 * MINUTE_MS);
    const rows = await server.database.asSystem((db) => db.select().from(pairingCodes));
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('a code signs the tablet in as its elder, in any format', async () => {
    const home = await server.household();
    const { code } = await newCode(home);
    const typed = ` ${code.slice(0, 4).toLowerCase()} - ${code.slice(4)}`;
    const answer = await server.ask('POST', '/api/auth/pair', { code: typed });
    expect(expectStatus(answer, 200).body).toMatchObject({ id: home.userIds.user, role: 'user' });
    const tablet = asking(server.app, tokenOf(answer));
    expectStatus(await tablet('GET', '/api/medications'), 200);
    expectStatus(await tablet('POST', '/api/medications', {}), 403);
    expectStatus(await tablet('GET', '/api/users'), 403);
  });

  it('a code can be used once, also by concurrent tablets', async () => {
    const { code } = await newCode(await server.household());
    const tablets = Array.from({ length: 6 }, () => asking(server.app));
    const answers = await Promise.all(
      tablets.map((ask) => ask('POST', '/api/auth/pair', { code })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers) if (status !== 200) expect(body).toEqual(WRONG);
    expectStatus(await server.ask('POST', '/api/auth/pair', { code }), 404);
  });

  it('a code is refused after 15 minutes, or when a newer one was created', async () => {
    const home = await server.household();
    const [first, second] = [await newCode(home), await newCode(home)];
    const ask = asking(server.app);
    expectStatus(await ask('POST', '/api/auth/pair', { code: first.code }), 404);
    server.clock.advance(15 * MINUTE_MS);
    const late = expectStatus(await ask('POST', '/api/auth/pair', { code: second.code }), 404);
    expect(late.body).toEqual(WRONG);
  });

  it('codes can be created for elders only, and by administrators only', async () => {
    const home = await server.household();
    const path = (role: 'admin' | 'super_admin') => `/api/users/${home.userIds[role]}/pairing-code`;
    expectStatus(await home.as('super_admin')('POST', path('admin')), 409);
    expectStatus(await home.as('super_admin')('POST', path('super_admin')), 409);
    expectStatus(await home.as('admin')('POST', path('super_admin')), 403);
    expectStatus(
      await home.as('user')('POST', `/api/users/${home.userIds.user}/pairing-code`),
      403,
    );
  });

  it('wrong codes from one address are rate-limited', async () => {
    const guess = asking(server.app);
    const answers: Answer[] = [];
    for (let tries = 0; tries < 60; tries += 1) {
      answers.push(await guess('POST', '/api/auth/pair', { code: `GUESS${100 + tries}` }));
    }
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(20);
    const slowed = answers.filter(({ status }) => status === 429);
    expect(slowed).toHaveLength(40);
    expect(Number(slowed[0]?.headers['retry-after'])).toBeGreaterThan(0);
    await pairedTablet();
  });

  it('pairing replaces the session of the browser', async () => {
    const home = await server.household();
    const { code } = await newCode(home);
    const admin = home.as('admin');
    expectStatus(await admin('POST', '/api/auth/pair', { code }), 200);
    expectStatus(await admin('GET', '/api/medications'), 401);
  });

  async function expire(accountId: string, status: string, daysAgo: number) {
    const endsAt = new Date(server.clock.now().getTime() - daysAgo * DAY_MS);
    await server.database.asSystem((db) =>
      db
        .update(subscriptions)
        .set({ status, endsAt })
        .where(eq(subscriptions.accountId, accountId)),
    );
  }

  it('pairing with an expired household is refused, and the tablet remains paired', async () => {
    const home = await server.household();
    const { code } = await newCode(home);
    await expire(home.accountId, 'canceled', 14);
    const answer = expectStatus(await server.ask('POST', '/api/auth/pair', { code }), 403);
    expect(answer.body).toEqual({
      error: 'Subscription expired',
      code: 'subscription-expired',
      subscriptionExpired: true,
    });
    await expire(home.accountId, 'active', 14);
    expectStatus(await asking(server.app, tokenOf(answer))('GET', '/api/medications'), 200);
  });

  it('pairing in the days after an expiry opens the care screens only', async () => {
    const home = await server.household();
    const { code } = await newCode(home);
    await expire(home.accountId, 'canceled', 13);
    const answer = expectStatus(await server.ask('POST', '/api/auth/pair', { code }), 200);
    expect(answer.body.isCareOnly).toBe(true);
    const ask = asking(server.app, tokenOf(answer));
    expectStatus(await ask('GET', '/api/todays-events'), 200);
    expectStatus(await ask('GET', '/api/calendar-events'), 403);
  });
});

describe('the session of a paired tablet', () => {
  it('the session of a tablet that polls daily ends after a year', async () => {
    const { ask, answer } = await pairedTablet();
    expect(String(answer.headers['set-cookie'])).toContain(`Max-Age=${365 * 24 * 3600};`);
    for (let day = 0; day < 365; day += 1) {
      expectStatus(await ask('GET', '/api/medications'), 200);
      server.clock.advance(DAY_MS);
    }
    expectStatus(await ask('GET', '/api/medications'), 401);
  });

  it('the session of a tablet ends after 90 days without a request', async () => {
    const [silent, heard] = [await pairedTablet(), await pairedTablet()];
    server.clock.advance(90 * DAY_MS - 1);
    expectStatus(await heard.ask('GET', '/api/medications'), 200);
    server.clock.advance(1);
    expectStatus(await heard.ask('GET', '/api/medications'), 200);
    expectStatus(await silent.ask('GET', '/api/medications'), 401);
  });
});

const report = (soundReady: boolean) => ({ soundReady, visible: true, clockSkewMs: 0 });

describe('the endpoints for devices', () => {
  it('devices are listed last seen first, with kind, name and sound', async () => {
    const home = await server.household();
    server.clock.advance(1);
    const { ask } = await pairedTablet(home);
    const [tablet, browser] = await devicesOf(home);
    expect(tablet).toEqual({
      id: expect.any(String),
      name: 'Safari on iPad',
      kind: 'tablet',
      soundReady: null,
      ...{ timezone: null, visible: null, clockSkewMinutes: null },
      ...{ batteryPercent: null, charging: null, worksOffline: null, zoneDataOutdated: null },
      lastSeenAt: server.clock.now().toISOString(),
      createdAt: server.clock.now().toISOString(),
    });
    expect(browser).toMatchObject({ name: 'Test', kind: 'person' });
    server.clock.advance(MINUTE_MS);
    expectStatus(await ask('PUT', '/api/auth/device', report(false)), 204);
    expect((await devicesOf(home))[0]).toMatchObject({ kind: 'tablet', soundReady: false });
  });

  it('lastSeenAt is current although polls do not write', async () => {
    const { home, ask } = await pairedTablet();
    await ask('GET', '/api/upcoming-medications');
    server.clock.advance(2 * MINUTE_MS);
    const before = server.database.statements();
    await ask('GET', '/api/upcoming-medications');
    expect(server.database.statements()).toBe(before);
    expect((await devicesOf(home))[0].lastSeenAt).toBe(server.clock.now().toISOString());
  });

  it('signing out one device ends only its session, at once', async () => {
    const { home, ask } = await pairedTablet();
    const other = await pairedTablet(home);
    expectStatus(await ask('GET', '/api/upcoming-medications'), 200);
    server.clock.advance(1);
    expectStatus(await ask('GET', '/api/upcoming-medications'), 200);
    const [device] = await devicesOf(home);
    const path = `${devicesPath(home)}/${device.id}`;
    expectStatus(await home.as('admin')('DELETE', path), 204);
    expectStatus(await ask('GET', '/api/upcoming-medications'), 401);
    expectStatus(await other.ask('GET', '/api/upcoming-medications'), 200);
    expectStatus(await home.as('admin')('DELETE', path), 404);
  });

  it('devices of another household, another person or the super_admin cannot be signed out', async () => {
    const { home, ask } = await pairedTablet();
    const stranger = await server.household();
    const [{ id }] = await devicesOf(home);
    expectStatus(await stranger.as('admin')('DELETE', `${devicesPath(home)}/${id}`), 404);
    expectStatus(await stranger.as('admin')('DELETE', `${devicesPath(stranger)}/${id}`), 404);
    const ofSelf = devicesPath(home, home.userIds.admin);
    expectStatus(await home.as('admin')('DELETE', `${ofSelf}/${id}`), 404);
    expectStatus(await home.as('admin')('GET', ofSelf), 200);
    const ofSuper = devicesPath(home, home.userIds.super_admin);
    const [above] = expectStatus(await home.as('super_admin')('GET', ofSuper), 200).body;
    expectStatus(await home.as('admin')('GET', ofSuper), 403);
    expectStatus(await home.as('admin')('DELETE', `${ofSuper}/${above.id}`), 403);
    expectStatus(await home.as('user')('DELETE', `${devicesPath(home)}/${id}`), 403);
    expectStatus(await ask('GET', '/api/medications'), 200);
  });

  it('signing out everywhere ends all sessions of the person, including the current one', async () => {
    const { home, ask } = await pairedTablet();
    const other = await pairedTablet(home);
    expectStatus(await other.ask('GET', '/api/medications'), 200);
    const out = expectStatus(await ask('POST', '/api/auth/logout-everywhere'), 200);
    expect(String(out.headers['set-cookie'])).toMatch(/grand_session=; Max-Age=0/);
    expectStatus(await ask('GET', '/api/medications'), 401);
    expectStatus(await other.ask('GET', '/api/medications'), 401);
    expectStatus(await home.as('admin')('GET', '/api/medications'), 200);
  });
});
