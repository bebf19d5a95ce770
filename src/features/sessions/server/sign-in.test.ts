import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { throttles } from '#database/schema/access.ts';
import { auditEntries } from '#database/schema/audit.ts';
import { logins } from '#database/schema/households.ts';
import { type Mailbox, openMailbox } from '#testing/smtp.ts';
import {
  type Answer,
  asking,
  expectStatus,
  TEST_PASSWORD,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { sessionsFeature } from '../server.ts';

let mailbox: Mailbox;
let server: TestServer;
beforeAll(async () => {
  mailbox = await openMailbox();
  server = await testServer([sessionsFeature(mailbox.parts)]);
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };
const IPAD = { 'user-agent': 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Safari/605.1' };
const IPHONE = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Safari/605.1' };

function signIn(
  { accountId }: TestHousehold,
  headers: Record<string, string>,
  { password = TEST_PASSWORD, ask = asking(server.app) } = {},
) {
  const body = { email: `admin@${accountId}.example`, password };
  return ask('POST', '/api/auth/login', body, headers);
}

function askWith(answer: Answer) {
  const cookie = String(answer.headers['set-cookie']);
  return asking(server.app, /grand_session=([^;]+)/.exec(cookie)?.[1]);
}

async function mailsSince(work: () => Promise<unknown>): Promise<number> {
  const before = mailbox.mails.length;
  await work();
  await server.settled();
  return mailbox.mails.length - before;
}

/** A household whose administrator has no session or sign-in yet. */
async function newcomer(): Promise<TestHousehold> {
  const household = await server.household();
  expectStatus(await household.as('admin')('POST', '/api/auth/logout'), 200);
  await server.database.asSystem((db) =>
    db.delete(auditEntries).where(eq(auditEntries.accountId, household.accountId)),
  );
  return household;
}

describe('a sign-in from a new device', () => {
  it("a new device is notified by email with its name and the household's time", async () => {
    const household = await newcomer();
    expect(await mailsSince(() => signIn(household, FIREFOX))).toBe(0);
    expect(await mailsSince(() => signIn(household, IPAD))).toBe(1);
    const mail = await mailbox.next();
    expect(mail).toMatchObject({
      recipients: [`admin@${household.accountId}.example`],
      subject: 'New sign-in',
    });
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('Device: Safari on iPad');
      expect(part).toContain('Time: Tuesday, March 10 at 10:00 AM (America/New York)');
      expect(part).toContain('http://localhost:3000/forgot-password');
    }
  });

  it('a known device is not notified again, also after signing out', async () => {
    const household = await newcomer();
    await signIn(household, FIREFOX);
    expect(await mailsSince(() => signIn(household, FIREFOX))).toBe(0);
    const out = askWith(await signIn(household, FIREFOX));
    expectStatus(await out('POST', '/api/auth/logout'), 200);
    expect(await mailsSince(() => signIn(household, FIREFOX))).toBe(0);
    expect(await mailsSince(() => signIn(household, IPHONE))).toBe(1);
    expect(await mailsSince(() => signIn(household, IPHONE))).toBe(0);
    await mailbox.next();
  });

  it('a device that only the audit log contains is not notified', async () => {
    const household = await newcomer();
    const out = askWith(await signIn(household, FIREFOX));
    expectStatus(await out('POST', '/api/auth/logout'), 200);
    expect(await mailsSince(() => signIn(household, FIREFOX))).toBe(0);
  });

  it('a new device is notified after an earlier wrong password', async () => {
    const household = await newcomer();
    await signIn(household, FIREFOX);
    const guess = () => signIn(household, IPAD, { password: 'a wrong guess' });
    expect(await mailsSince(guess)).toBe(0);
    expect(await mailsSince(() => signIn(household, IPAD))).toBe(1);
    await mailbox.next();
  });
});

describe('the audit log of sign-ins', () => {
  it('sign-ins, failures, sign-outs and password changes are logged with their device', async () => {
    const household = await newcomer();
    const ask = askWith(expectStatus(await signIn(household, IPAD), 200));
    expectStatus(await signIn(household, FIREFOX, { password: 'a wrong guess' }), 401);
    await server.settled();
    const body = { currentPassword: TEST_PASSWORD, password: 'the new garden gate' };
    expectStatus(await ask('POST', '/api/auth/change-password', body, IPAD), 200);
    expectStatus(await ask('POST', '/api/auth/logout', undefined, IPAD), 200);
    const entries = await server.database.asSystem((db) =>
      db.select().from(auditEntries).where(eq(auditEntries.accountId, household.accountId)),
    );
    const seen = entries.map(({ action, personName, deviceName }) => [
      action,
      personName,
      deviceName,
    ]);
    expect(seen).toEqual([
      ['signed-in', 'Ada admin', 'Safari on iPad'],
      ['sign-in-failed', 'Ada admin', 'Firefox on Linux computer'],
      ['password-changed', 'Ada admin', 'Safari on iPad'],
      ['signed-out', 'Ada admin', 'Safari on iPad'],
    ]);
    expect(entries.every(({ address }) => address.startsWith('10.0.'))).toBe(true);
    expect(JSON.stringify(entries)).not.toMatch(/wrong guess|garden|@/);
  });
});

describe('a password during sign-in', () => {
  it('a sign-in fails if the password changes while it is compared', async () => {
    const { database } = server;
    const household = await newcomer();
    const own = eq(logins.email, `admin@${household.accountId}.example`);
    const setHash = (passwordHash: string | null) =>
      database.asSystem((db) => db.update(logins).set({ passwordHash }).where(own));
    const tries = () => database.asSystem((db) => db.$count(throttles));
    // A hash that takes some time to compare, unlike the fast ones of the tests.
    await setHash(await hash(TEST_PASSWORD, { memoryCost: 2 ** 16, timeCost: 8 }));
    const before = await tries();
    const signingIn = signIn(household, FIREFOX);
    // When the try is counted, the hash has already been read.
    await vi.waitUntil(async () => (await tries()) > before, { interval: 1 });
    await setHash(null);
    const entering = await signingIn;
    expectStatus(entering, 401);
    expect(entering.headers['set-cookie']).toBeUndefined();
  });
});

describe('a server with an https address', () => {
  it('the session cookie is bound to the host and to https', async () => {
    const secure = await testServer([sessionsFeature(mailbox.parts)], {
      PUBLIC_URL: 'https://grand.example.org',
    });
    const { accountId } = await secure.household();
    const body = { email: `admin@${accountId}.example`, password: TEST_PASSWORD };
    const answer = expectStatus(await secure.ask('POST', '/api/auth/login', body), 200);
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(
      /(?:^|,)__Host-grand_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax; Secure(?:,|$)/,
    );
    const token = /grand_session=([^;]+)/.exec(cookie)?.[1] ?? '';
    const unbound = asking(secure.app, token);
    expectStatus(await unbound('GET', '/api/auth/user'), 401);
    const bound = { cookie: `__Host-grand_session=${token}` };
    expectStatus(await secure.ask('GET', '/api/auth/user', undefined, bound), 200);
    await secure.settled();
    await secure.close();
  });
});

describe('a forged X-Forwarded-For header', () => {
  const PROXY = '192.0.2.1';

  /** Guesses the passwords of 25 emails from one address, each with another forwarded address. */
  async function guesses(environment: Record<string, string>): Promise<number[]> {
    const other = await testServer([sessionsFeature(mailbox.parts)], environment);
    const ask = asking(other.app, undefined, PROXY);
    const statuses: number[] = [];
    for (let tries = 0; tries < 25; tries += 1) {
      const body = { email: `n${tries}@example.com`, password: 'a wrong guess' };
      const headers = { 'x-forwarded-for': `198.51.100.${tries}` };
      statuses.push((await ask('POST', '/api/auth/login', body, headers)).status);
    }
    await other.close();
    return statuses;
  }

  it('a forged header does not bypass the rate limit', async () => {
    expect(await guesses({})).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
    const elsewhere = { TRUSTED_PROXIES: '192.0.2.77' };
    expect(await guesses(elsewhere)).toContain(429);
  });

  it('the header of a trusted proxy separates clients', async () => {
    expect(await guesses({ TRUSTED_PROXIES: PROXY })).toEqual(Array(25).fill(401));
  });
});
