import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { passwordResets } from '#database/schema/access.ts';
import { auditEntries } from '#database/schema/audit.ts';
import { LIMITS } from '#platform/server/outbound/mail.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import {
  deadMailUrl,
  type Mailbox,
  mailTo,
  NO_MAIL,
  openMailbox,
  openMuteServer,
} from '#testing/smtp.ts';
import {
  type Answer,
  asking,
  expectStatus,
  TEST_PASSWORD,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { passwordResetFeature, sessionsFeature } from '../server.ts';

let mailbox: Mailbox;
let server: TestServer;
let household: TestHousehold;
let email: string;
beforeAll(async () => {
  mailbox = await openMailbox();
  server = await testServer([sessionsFeature(NO_MAIL), passwordResetFeature(mailbox.parts)]);
});
beforeEach(async () => {
  household = await server.household();
  email = `admin@${household.accountId}.example`;
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

const PASSWORD = 'a gate of another garden';
const INVALID = { error: 'This link is invalid or has expired.', code: 'invalid-reset-link' };

const forget = (whose = email, ask = asking(server.app)) =>
  ask('POST', '/api/auth/forgot-password', { email: whose });

const reset = (token: string, password = PASSWORD, ask = asking(server.app)) =>
  ask('POST', '/api/auth/reset-password', { token, password });

const signIn = (password: string, ask = asking(server.app)) =>
  ask('POST', '/api/auth/login', { email, password });

async function mailedToken(): Promise<string> {
  expectStatus(await forget(), 202);
  const { text } = await mailbox.next();
  return /\/reset-password\?token=([\w-]{43})/.exec(text)?.[1] ?? '';
}

function askWith(answer: Answer) {
  return asking(
    server.app,
    /grand_session=([^;]+)/.exec(String(answer.headers['set-cookie']))?.[1],
  );
}

describe('a link for a new password', () => {
  it('the link is emailed as text and HTML to the person only', async () => {
    expectStatus(await forget(` ${email.toUpperCase()}`), 202);
    const mail = await mailbox.next();
    expect(mail).toMatchObject({
      recipients: [email],
      subject: 'Choose a new password for Grand App',
    });
    const link = /http:\/\/localhost:3000\/reset-password\?token=[\w-]{43}/;
    expect(link.exec(mail.html)?.[0]).toBe(link.exec(mail.text)?.[0]);
    expect(mail.text).toContain('Hello Ada,');
  });

  it('the response is equal for a known and an unknown email', async () => {
    const before = mailbox.mails.length;
    const known = expectStatus(await forget(), 202);
    const unknown = expectStatus(await forget('nobody@example.com'), 202);
    expect(unknown.body).toEqual(known.body);
    const names = ({ headers }: Answer) => Object.keys(headers).sort();
    expect(names(unknown)).toEqual(names(known));
    await server.settled();
    await mailbox.next();
    expect(mailbox.mails).toHaveLength(before + 1);
  });

  it('a link sets the new password once, and the old password is refused afterwards', async () => {
    const token = await mailedToken();
    const answer = expectStatus(await reset(token), 200);
    expect(String(answer.headers['set-cookie'])).not.toContain('grand_session');
    expect(expectStatus(await reset(token, 'yet another garden'), 404).body).toEqual(INVALID);
    expectStatus(await signIn(TEST_PASSWORD), 401);
    expectStatus(await signIn(PASSWORD), 200);
  });

  it('a new password ends all sessions of that person only', async () => {
    const other = askWith(expectStatus(await signIn(TEST_PASSWORD), 200));
    expectStatus(await other('GET', '/api/auth/user'), 200);
    expectStatus(await household.as('admin')('GET', '/api/auth/user'), 200);
    expectStatus(await reset(await mailedToken()), 200);
    expectStatus(await other('GET', '/api/auth/user'), 401);
    expectStatus(await household.as('admin')('GET', '/api/auth/user'), 401);
    expectStatus(await household.as('user')('GET', '/api/auth/user'), 200);
  });

  it('only one of twenty concurrent requests with a link succeeds', async () => {
    const token = await mailedToken();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => reset(token, `the garden gate ${number}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(404)]);
  });

  it('a link expires after an hour', async () => {
    const token = await mailedToken();
    server.clock.advance(HOUR_MS);
    expect(expectStatus(await reset(token), 404).body).toEqual(INVALID);
  });

  it('a new link replaces the previous one', async () => {
    const first = await mailedToken();
    const second = await mailedToken();
    expectStatus(await reset(first), 404);
    expectStatus(await reset(second), 200);
  });

  it('a link is refused after the password was changed', async () => {
    const token = await mailedToken();
    const body = { currentPassword: TEST_PASSWORD, password: 'the new garden gate' };
    expectStatus(await household.as('admin')('POST', '/api/auth/change-password', body), 200);
    expectStatus(await reset(token), 404);
  });

  it('only the hash of a link is stored, and the audit log does not contain the email', async () => {
    const token = await mailedToken();
    const stored = await server.database.asSystem((db) => db.select().from(passwordResets));
    expect(JSON.stringify(stored)).not.toContain(token);
    expectStatus(await reset(token), 200);
    const entries = await server.database.asSystem((db) =>
      db.select().from(auditEntries).where(eq(auditEntries.accountId, household.accountId)),
    );
    expect(entries).toMatchObject([{ action: 'password-reset', personName: 'Ada admin' }]);
    expect(JSON.stringify(entries)).not.toContain(email);
  });

  it('a refused password does not use up the link', async () => {
    const token = await mailedToken();
    expectStatus(await reset(token, 'password123'), 400);
    expectStatus(await reset(token, 'short'), 400);
    expectStatus(await reset(token), 200);
  });

  it('a new password lifts the rate limit of the browser', async () => {
    const ask = asking(server.app);
    for (let tries = 0; tries < 5; tries += 1) {
      expectStatus(await signIn('a wrong guess', ask), 401);
    }
    expectStatus(await signIn(TEST_PASSWORD, ask), 429);
    expectStatus(await reset(await mailedToken(), PASSWORD, ask), 200);
    expectStatus(await signIn(PASSWORD, ask), 200);
  });
});

describe('requests for links and tokens', () => {
  it.each(['a known', 'an unknown'])(
    'requests for %s email are refused after five',
    async (kind) => {
      const whose = kind === 'a known' ? email : `nobody@${household.accountId}.example`;
      for (let mails = 0; mails < 5; mails += 1) expectStatus(await forget(whose), 202);
      const refused = expectStatus(await forget(whose), 429);
      expect(refused.headers['retry-after']).toBe('1');
      expect(refused.body.code).toBe('too-many-attempts');
      await server.settled();
      if (kind === 'a known') for (let mails = 0; mails < 5; mails += 1) await mailbox.next();
    },
  );

  it('requests from one address are refused after twenty, for any emails', async () => {
    const ask = asking(server.app);
    for (let tries = 0; tries < 20; tries += 1) {
      expectStatus(await forget(`n${tries}@example.com`, ask), 202);
    }
    expectStatus(await forget('one-more@example.com', ask), 429);
  });

  it('guessed tokens are rate-limited', async () => {
    const ask = asking(server.app);
    const body = { token: 'x'.repeat(43), password: PASSWORD };
    for (let tries = 0; tries < 20; tries += 1) {
      expectStatus(await ask('POST', '/api/auth/reset-password', body), 404);
    }
    expectStatus(await ask('POST', '/api/auth/reset-password', body), 429);
  });

  it.each([
    ['that is missing', async () => NO_MAIL],
    ['that is down', async () => mailTo(await deadMailUrl())],
  ])('a request succeeds with a mail server %s', async (_, parts) => {
    const other = await testServer([passwordResetFeature(await parts())]);
    const { accountId } = await other.household();
    const body = { email: `admin@${accountId}.example` };
    expectStatus(await other.ask('POST', '/api/auth/forgot-password', body), 202);
    await other.settled();
    await other.close();
  });

  it('a request does not wait for the mail server', async () => {
    const mute = await openMuteServer();
    const parts = mailTo(mute.url, { ...LIMITS, longest: 500 });
    const other = await testServer([passwordResetFeature(parts)]);
    const { accountId } = await other.household();
    const body = { email: `admin@${accountId}.example` };
    const order: string[] = [];
    const settled = async () => {
      await other.settled();
      order.push('mail given up');
    };
    expectStatus(await other.ask('POST', '/api/auth/forgot-password', body), 202);
    order.push('answered');
    await settled();
    expect(order).toEqual(['answered', 'mail given up']);
    await other.close();
    await mute.close();
  });
});
