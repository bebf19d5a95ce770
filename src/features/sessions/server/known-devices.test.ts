import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownDevices, sessions } from '#database/schema/access.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { wholePeopleFeature } from '#testing/people.ts';
import { type Mailbox, NO_MAIL, openMailbox } from '#testing/smtp.ts';
import {
  type Answer,
  asking,
  expectStatus,
  TEST_PASSWORD,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { devicesFeature, hashOf, passwordResetFeature, sessionsFeature } from '../server.ts';

let mailbox: Mailbox;
let server: TestServer;
beforeAll(async () => {
  mailbox = await openMailbox();
  server = await testServer([
    sessionsFeature(NO_MAIL),
    passwordResetFeature(mailbox.parts),
    devicesFeature,
    wholePeopleFeature({ ...NO_MAIL, publicUrl: 'http://localhost:3000' }),
  ]);
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

const emailOf = ({ accountId }: TestHousehold) => `admin@${accountId}.example`;

function cookiesOf(answer: Answer): string[] {
  return [answer.headers['set-cookie'] ?? []].flat().map(String);
}

function tokenIn(answer: Answer, name: string): string {
  const line = cookiesOf(answer).find((one) => one.startsWith(`${name}=`)) ?? '';
  return /=([^;]*)/.exec(line)?.[1] ?? '';
}

const deviceOf = (answer: Answer) => tokenIn(answer, 'grand_device');

/** A browser with a separate IP address and only a device token. */
function browser(device?: string, address?: string) {
  const ask = asking(server.app, undefined, address);
  const cookie = device === undefined ? {} : { cookie: `grand_device=${device}` };
  return (email: string, password = TEST_PASSWORD) =>
    ask('POST', '/api/auth/login', { email, password }, cookie);
}

/** Uses up the free tries of a browser; the length of the wait shows which rule applies. */
async function triesUntilRefused(device: string, email: string): Promise<number> {
  const guess = browser(device);
  for (let tries = 0; tries < 8; tries += 1) {
    const { status, headers } = await guess(email, 'a wrong guess');
    if (status === 429) return Number(headers['retry-after']);
  }
  throw new Error('was never refused');
}

const isKnown = async (device: string, email: string) =>
  (await triesUntilRefused(device, email)) < 60;

async function signedIn(household: TestHousehold) {
  const answer = expectStatus(await browser()(emailOf(household)), 200);
  const ask = asking(server.app, tokenIn(answer, 'grand_session'));
  return { ask, device: deviceOf(answer) };
}

describe('a browser after a sign-in', () => {
  it('the browser gets a device token for a year, stored as a hash and hidden from scripts', async () => {
    const household = await server.household();
    const answer = expectStatus(await browser()(emailOf(household)), 200);
    const line = cookiesOf(answer).find((one) => one.startsWith('grand_device='));
    expect(line).toMatch(
      /^grand_device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const rows = await server.database.asSystem((db) => db.select().from(knownDevices));
    expect(JSON.stringify(rows)).not.toContain(deviceOf(answer));
  });

  it('the device token is bound to the host and to https if the public URL uses https', async () => {
    const secure = await testServer([sessionsFeature(NO_MAIL)], {
      PUBLIC_URL: 'https://grand.example.org',
    });
    const body = { email: emailOf(await secure.household()), password: TEST_PASSWORD };
    const answer = expectStatus(await secure.ask('POST', '/api/auth/login', body), 200);
    expect(cookiesOf(answer)).toContainEqual(
      expect.stringMatching(/^__Host-grand_device=[\w-]{43}; .*; SameSite=Lax; Secure$/),
    );
    await secure.settled();
    await secure.close();
  });

  it('a known browser has a separate rate limit, and its device token opens no session', async () => {
    const household = await server.household();
    const { device } = await signedIn(household);
    const cookie = { cookie: `grand_device=${device}` };
    expectStatus(await server.ask('GET', '/api/auth/user', undefined, cookie), 401);
    expect(await isKnown(device, emailOf(household))).toBe(true);
    // Failures in an unknown browser affect neither another unknown browser nor a known one.
    expectStatus(await browser()(emailOf(household)), 200);
  });

  it('the device token is kept at the next sign-in, also of another family member', async () => {
    const household = await server.household();
    const { device } = await signedIn(household);
    expect(deviceOf(await browser(device)(emailOf(household)))).toBe(device);
    const other = `super_admin@${household.accountId}.example`;
    expect(deviceOf(await browser(device)(other))).toBe(device);
    expect(await isKnown(device, other)).toBe(true);
  });

  it('a device token that the client made up is replaced', async () => {
    const household = await server.household();
    const madeUp = 'x'.repeat(43);
    const answer = expectStatus(await browser(madeUp)(emailOf(household)), 200);
    expect(deviceOf(answer)).not.toBe(madeUp);
    expect(await isKnown(madeUp, emailOf(household))).toBe(false);
  });

  it('a browser is unknown to other people, and after a wrong password', async () => {
    const household = await server.household();
    const { device } = await signedIn(await server.household());
    expect(await isKnown(device, emailOf(household))).toBe(false);
    expect(cookiesOf(await browser()(emailOf(household), 'a wrong guess'))).toEqual([]);
  });

  it('a browser is known for a year', async () => {
    const household = await server.household();
    const { device } = await signedIn(household);
    const start = server.clock.now();
    server.clock.advance(365 * DAY_MS);
    expect(await isKnown(device, emailOf(household))).toBe(false);
    server.clock.set(start.toISOString());
  });

  it('at most thirty browsers are known per person', async () => {
    const household = await server.household();
    const userId = household.userIds.admin;
    const { device } = await signedIn(household);
    await server.database.asSystem((db) =>
      db.insert(knownDevices).values(
        Array.from({ length: 30 }, (_, number) => ({
          tokenHash: `hash ${number}`,
          accountId: household.accountId,
          userId,
          signedInAt: new Date(server.clock.now().getTime() + 1 + number),
          expiresAt: new Date('2030-01-01T00:00:00Z'),
        })),
      ),
    );
    server.clock.advance(60);
    await signedIn(household);
    const rows = await server.database.asSystem((db) =>
      db.select().from(knownDevices).where(eq(knownDevices.userId, userId)),
    );
    expect(rows).toHaveLength(30);
    expect(await isKnown(device, emailOf(household))).toBe(false);
  });
});

describe('the trust in a browser', () => {
  it('trust remains after signing out', async () => {
    const household = await server.household();
    const { ask, device } = await signedIn(household);
    expectStatus(await ask('POST', '/api/auth/logout'), 200);
    expect(await isKnown(device, emailOf(household))).toBe(true);
  });

  it('trust ends when the person signs out everywhere', async () => {
    const household = await server.household();
    const { ask, device } = await signedIn(household);
    expectStatus(await ask('POST', '/api/auth/logout-everywhere'), 200);
    expect(await isKnown(device, emailOf(household))).toBe(false);
  });

  it('trust ends for the device that is signed out only', async () => {
    const household = await server.household();
    const { device } = await signedIn(household);
    const other = await signedIn(household);
    const path = `/api/users/${household.userIds.admin}/devices`;
    const ask = household.as('super_admin');
    expectStatus(await ask('DELETE', `${path}/${await sessionOf(device)}`), 204);
    expect(await isKnown(device, emailOf(household))).toBe(false);
    expect(await isKnown(other.device, emailOf(household))).toBe(true);
  });

  it('changing the password ends trust in other browsers', async () => {
    const household = await server.household();
    const { device } = await signedIn(household);
    const other = await signedIn(household);
    const body = { currentPassword: TEST_PASSWORD, password: 'the new garden gate' };
    expectStatus(await other.ask('POST', '/api/auth/change-password', body), 200);
    expect(await isKnown(device, emailOf(household))).toBe(false);
    expect(await isKnown(other.device, emailOf(household))).toBe(true);
  });

  it('a new password from a link ends all trust except in the browser that opened the link', async () => {
    const household = await server.household();
    const email = emailOf(household);
    const { device } = await signedIn(household);
    await browser(device)(email);
    expectStatus(await server.ask('POST', '/api/auth/forgot-password', { email }), 202);
    await server.settled();
    const { text } = await mailbox.next();
    const token = /token=([\w-]{43})/.exec(text)?.[1];
    const body = { token, password: 'the new garden gate' };
    const answer = expectStatus(await server.ask('POST', '/api/auth/reset-password', body), 200);
    expect(await isKnown(device, email)).toBe(false);
    expect(await isKnown(deviceOf(answer), email)).toBe(true);
  });

  it('trust ends when the person is removed', async () => {
    const household = await server.household();
    const { device } = await signedIn(household);
    const path = `/api/users/${household.userIds.admin}`;
    expectStatus(await household.as('super_admin')('DELETE', path), 204);
    expect(await isKnown(device, emailOf(household))).toBe(false);
  });
});

/** Returns the id of the session that was started in the browser with this token. */
async function sessionOf(device: string): Promise<string> {
  const [row] = await server.database.asSystem((db) =>
    db
      .select()
      .from(sessions)
      .where(eq(sessions.deviceHash, hashOf(device))),
  );
  return row?.id ?? '';
}
