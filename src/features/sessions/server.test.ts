import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '#database/schema/access.ts';
import { subscriptions } from '#database/schema/households.ts';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import {
  type Answer,
  asking,
  expectStatus,
  TEST_PASSWORD,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { sessionsFeature } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer([sessionsFeature(NO_MAIL)]);
});
afterAll(() => server.close());

function cookieOf(answer: Answer): string {
  return String(answer.headers['set-cookie']);
}

function tokenOf(answer: Answer): string {
  return /grand_session=([^;]*)/.exec(cookieOf(answer))?.[1] ?? '';
}

async function signedIn(role: 'user' | 'admin' | 'super_admin' = 'admin') {
  const household = await server.household();
  const email = `${role}@${household.accountId}.example`;
  const answer = await server.ask('POST', '/api/auth/login', { email, password: TEST_PASSWORD });
  expectStatus(answer, 200);
  return { household, email, answer, ask: asking(server.app, tokenOf(answer)) };
}

describe('POST /api/auth/login signs in', () => {
  it('sign-in returns the person and a session cookie that scripts cannot read', async () => {
    const { answer, ask, household } = await signedIn();
    expect(answer.body).toEqual({
      id: household.userIds.admin,
      firstName: 'Ada',
      lastName: 'admin',
      email: `admin@${household.accountId}.example`,
      role: 'admin',
      accountNumber: expect.stringMatching(/^GA-\d{6}$/),
      createdAt: expect.any(String),
      subscriptionEndDate: expect.any(String),
    });
    expect(cookieOf(answer)).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
    const present = { ...answer.body, isCareOnly: false, isBringingIn: false };
    const { limits, hasTablet, ...person } = (await ask('GET', '/api/auth/user')).body;
    expect(person).toEqual(present);
    expect(hasTablet).toBe(true);
    expect(limits).toMatchObject({ elders: 20, photos: 20_000 });
  });

  it('sign-in compares emails case-insensitively and trimmed', async () => {
    const { email } = await signedIn();
    const body = { email: `  ${email.toUpperCase()} `, password: TEST_PASSWORD };
    expectStatus(await server.ask('POST', '/api/auth/login', body), 200);
  });

  it('sign-in accepts a pasted email with a name and invisible characters', async () => {
    const { email } = await signedIn();
    const body = { email: `\ufeffRosa <${email}\u200b>`, password: TEST_PASSWORD };
    expectStatus(await server.ask('POST', '/api/auth/login', body), 200);
  });

  it('sign-in gives equal refusals for a wrong email and a wrong password', async () => {
    const { email } = await signedIn();
    const ask = asking(server.app);
    const wrong = await ask('POST', '/api/auth/login', { email, password: 'wrong password' });
    const unknown = await ask('POST', '/api/auth/login', { email: 'no@no.example', password: 'x' });
    expectStatus(wrong, 401);
    expect(wrong.body).toEqual({ error: 'Invalid credentials', code: 'invalid-credentials' });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  it('each sign-in creates a new session and ends the previous one of the browser', async () => {
    const { email, ask, answer } = await signedIn();
    const again = await ask('POST', '/api/auth/login', { email, password: TEST_PASSWORD });
    expect(tokenOf(again)).not.toBe(tokenOf(answer));
    expectStatus(await ask('GET', '/api/auth/user'), 401);
  });

  it('sign-in replaces a session token that the client made up', async () => {
    const { email } = await signedIn();
    const fixed = asking(server.app, 'x'.repeat(43));
    const answer = await fixed('POST', '/api/auth/login', { email, password: TEST_PASSWORD });
    expect(tokenOf(answer)).not.toBe('x'.repeat(43));
    expectStatus(await fixed('GET', '/api/auth/user'), 401);
  });

  it('only the hash of the session token is stored', async () => {
    const { answer } = await signedIn();
    const rows = await server.database.asSystem((db) => db.select().from(sessions));
    expect(JSON.stringify(rows)).not.toContain(tokenOf(answer));
  });

  it('repeated failures are refused with a message and Retry-After', async () => {
    const { email, ask } = await signedIn();
    const guess = asking(server.app);
    const body = { email, password: 'a wrong guess' };
    for (let failures = 0; failures < 5; failures += 1) {
      expectStatus(await guess('POST', '/api/auth/login', body), 401);
    }
    const refused = expectStatus(await guess('POST', '/api/auth/login', body), 429);
    expect(refused.body.error).toMatch(/^Too many attempts\. Please wait 2 minutes/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['retry-after']).toBe('120');
    // Existing sessions are not affected by failed sign-ins.
    expectStatus(await ask('GET', '/api/auth/user'), 200);
    server.clock.advance(2 * MINUTE_MS);
    const right = { email, password: TEST_PASSWORD };
    expectStatus(await guess('POST', '/api/auth/login', right), 200);
  });

  it('concurrent guesses do not exceed the limit', async () => {
    const { email } = await signedIn();
    const guess = asking(server.app);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        guess('POST', '/api/auth/login', { email, password: 'a wrong guess' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });
});

describe('the lifetime of a session', () => {
  it('sign-out ends the session, and its token is refused afterwards', async () => {
    const { ask } = await signedIn();
    expectStatus(await ask('GET', '/api/auth/user'), 200);
    const out = expectStatus(await ask('POST', '/api/auth/logout'), 200);
    expect(cookieOf(out)).toMatch(/grand_session=; Max-Age=0/);
    expectStatus(await ask('GET', '/api/auth/user'), 401);
  });

  it('sign-out succeeds without a session', async () => {
    expectStatus(await server.ask('POST', '/api/auth/logout'), 200);
  });

  it("an administrator's session ends after 7 days without use and after 30 days at most", async () => {
    const { ask } = await signedIn();
    for (let day = 0; day < 29; day += 3) {
      expectStatus(await ask('GET', '/api/auth/user'), 200);
      server.clock.advance(3 * DAY_MS);
    }
    expectStatus(await ask('GET', '/api/auth/user'), 401);
    const idle = await signedIn();
    server.clock.advance(7 * DAY_MS);
    expectStatus(await idle.ask('GET', '/api/auth/user'), 401);
  });
});

it("hasTablet tells an administrator whether an elder's device was seen within a day", async () => {
  const household = await server.household();
  const hasTablet = async (role: 'admin' | 'user') =>
    expectStatus(await household.as(role)('GET', '/api/auth/user'), 200).body.hasTablet;
  expect(await hasTablet('admin')).toBe(true);
  expect(await hasTablet('user')).toBeUndefined();
  await server.database.asSystem((db) =>
    db
      .update(sessions)
      .set({ lastSeenAt: new Date(server.clock.now().getTime() - DAY_MS + MINUTE_MS) })
      .where(eq(sessions.userId, household.userIds.user)),
  );
  // The cached response of this administrator would remain valid until the household changes, so
  // another administrator sends the first request.
  const asked = async () =>
    (await household.as('super_admin')('GET', '/api/auth/user')).body.hasTablet;
  expect(await asked()).toBe(true);
  server.clock.advance(MINUTE_MS);
  expect(await asked()).toBe(false);
});

describe('the endpoint POST /api/auth/change-password', () => {
  it('changing the password requires the current one and ends the other sessions', async () => {
    const { email, ask } = await signedIn();
    const elsewhere = await server.ask('POST', '/api/auth/login', {
      email,
      password: TEST_PASSWORD,
    });
    const other = asking(server.app, tokenOf(elsewhere));
    expectStatus(await other('GET', '/api/auth/user'), 200);
    const wrong = await ask('POST', '/api/auth/change-password', {
      currentPassword: 'not this one',
      password: 'the new garden gate',
    });
    expectStatus(wrong, 400);
    expect(wrong.body.fields).toHaveProperty('currentPassword');
    const body = { currentPassword: TEST_PASSWORD, password: 'the new garden gate' };
    expectStatus(await ask('POST', '/api/auth/change-password', body), 200);
    expectStatus(await ask('GET', '/api/auth/user'), 200);
    expectStatus(await other('GET', '/api/auth/user'), 401);
    const right = { email, password: 'the new garden gate' };
    expectStatus(await server.ask('POST', '/api/auth/login', right), 200);
  });

  it.each([
    ['too short', 'seven77', /at least 8 characters/],
    ['among the most common', 'password123', /most common/],
  ])('a new password that is %s is refused', async (_, password, sentence) => {
    const { ask } = await signedIn();
    const body = { currentPassword: TEST_PASSWORD, password };
    const answer = expectStatus(await ask('POST', '/api/auth/change-password', body), 400);
    expect(answer.body.fields.password).toMatch(sentence);
  });
});

describe('an expired subscription at sign-in', () => {
  it('sign-in and the current user report an expired subscription', async () => {
    const { household, email, ask } = await signedIn('super_admin');
    await server.database.asSystem((db) =>
      db
        .update(subscriptions)
        .set({ status: 'canceled', endsAt: server.clock.now() })
        .where(eq(subscriptions.accountId, household.accountId)),
    );
    const expired = {
      error: 'Subscription expired',
      code: 'subscription-expired',
      subscriptionExpired: true,
    };
    const signIn = await ask('POST', '/api/auth/login', { email, password: TEST_PASSWORD });
    expectStatus(signIn, 403);
    expect(signIn.body).toEqual(expired);
    const check = await asking(server.app, tokenOf(signIn))('GET', '/api/auth/user');
    expectStatus(check, 403);
    expect(check.body).toEqual(expired);
    expectStatus(await ask('POST', '/api/auth/logout'), 200);
  });
});
