import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEntries, invitations, subscriptions, users } from '#database/schema.ts';
import {
  type Answer,
  asking,
  expectStatus,
  TEST_PASSWORD,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#features/accounts/server/testing.ts';
import { hashOf, sessionsFeature } from '#features/sessions/server.ts';
import type { MailParts } from '#kit/server/mail.ts';
import { NO_MAIL } from '#kit/server/smtp.testing.ts';
import { MOST_ADMINISTRATORS } from './contract.ts';
import { invitationsFeature } from './server.ts';

const features = (mail: MailParts) => [invitationsFeature(mail), sessionsFeature(NO_MAIL)];

let server: TestServer;
let household: TestHousehold;
beforeAll(async () => {
  server = await testServer(features(NO_MAIL));
});
beforeEach(async () => {
  household = await server.household();
});
afterAll(() => server.close());

const DAY_MS = 24 * 3600 * 1000;
const PASSWORD = 'the new garden gate';
const INVALID = { error: 'This invitation is invalid or has expired' };
const FULL = { error: 'This account already has the maximum of 9 administrators.' };
const TAKEN = 'A person with this email already has an account.';

let guests = 0;

function guest(changed: object = {}) {
  guests += 1;
  const email = `guest${guests}@example.com`;
  return { email, firstName: 'Edith', lastName: 'Clarke', ...changed };
}

const invite = (form: object = guest(), to = household) =>
  to.as('super_admin')('POST', '/api/admin/invitations', form);

const list = (of = household) => of.as('super_admin')('GET', '/api/admin/invitations');

function tokenOf({ body }: Answer): string {
  return new URL(body.link).searchParams.get('token') ?? '';
}

async function invitedToken(form: object = guest()): Promise<string> {
  return tokenOf(expectStatus(await invite(form), 201));
}

const read = (token: string) => asking(server.app)('GET', `/api/admin/invitation/${token}`);

const accept = (token: string, changed: object = {}) =>
  asking(server.app)('POST', '/api/admin/signup', { token, password: PASSWORD, ...changed });

function people(email: string) {
  return server.database.asSystem((db) => db.select().from(users).where(eq(users.email, email)));
}

async function administrators(): Promise<number> {
  const rows = await server.database.asSystem((db) =>
    db.select().from(users).where(eq(users.accountId, household.accountId)),
  );
  return rows.filter(({ role }) => role !== 'user').length;
}

describe('an invitation', () => {
  it('lives 7 days and is listed until it is used, also when it has expired', async () => {
    const first = guest();
    const answer = expectStatus(await invite(first), 201);
    expect(answer.body).toEqual({
      invitation: {
        ...first,
        id: expect.any(String),
        createdAt: '2026-03-10T14:00:00.000Z',
        expiresAt: '2026-03-17T14:00:00.000Z',
      },
      emailed: false,
      link: expect.stringMatching(/^http:\/\/localhost:3000\/admin-signup\?token=[\w-]{43}$/),
    });
    const used = await invitedToken();
    expectStatus(await accept(used), 201);
    expect((await list()).body).toEqual([answer.body.invitation]);
    expect((await list(await server.household())).body).toEqual([]);
  });

  it('is stored as a hash: the token is in no table', async () => {
    const token = await invitedToken();
    const rows = await server.database.asSystem((db) => db.select().from(invitations));
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.map(({ tokenHash }) => tokenHash)).toContain(hashOf(token));
  });

  it('tells the one who has the link whom it is for, and no more', async () => {
    const form = guest();
    expect(expectStatus(await read(await invitedToken(form)), 200).body).toEqual(form);
  });

  it.each(['the same household', 'another household'])(
    'is refused for somebody who has a login in %s, in the same words',
    async (whose) => {
      const other = whose === 'the same household' ? household : await server.household();
      const answer = await invite(guest({ email: `ADMIN@${other.accountId}.example ` }));
      expect(expectStatus(answer, 409).body).toEqual({ error: TAKEN, fields: { email: TAKEN } });
    },
  );

  it('to the same email again takes the place of the first, whose link dies', async () => {
    const form = guest();
    const first = await invitedToken(form);
    const second = await invitedToken({ ...form, firstName: 'Edie' });
    expect((await list()).body).toMatchObject([{ email: form.email, firstName: 'Edie' }]);
    expect(expectStatus(await read(first), 404).body).toEqual(INVALID);
    expectStatus(await read(second), 200);
  });

  it('sent again has a new link for another 7 days, and the old link is dead', async () => {
    const made = await invite();
    server.clock.advance(6 * DAY_MS);
    const ask = household.as('super_admin');
    const path = `/api/admin/invitations/${made.body.invitation.id}/resend`;
    const again = expectStatus(await ask('POST', path), 200);
    const expiresAt = new Date(server.clock.now().getTime() + 7 * DAY_MS).toISOString();
    expect(again.body.invitation).toEqual({ ...made.body.invitation, expiresAt });
    expect(expectStatus(await read(tokenOf(made)), 404).body).toEqual(INVALID);
    expectStatus(await accept(tokenOf(again)), 201);
    expectStatus(await ask('POST', path), 404);
  });

  it('is noted by name, without the email and the link', async () => {
    const form = guest({ firstName: 'Grace' });
    const made = expectStatus(await invite(form), 201);
    expectStatus(await accept(tokenOf(made)), 201);
    const second = await invite();
    const path = `/api/admin/invitations/${second.body.invitation.id}`;
    expectStatus(await household.as('super_admin')('DELETE', path), 204);
    const entries = await server.database.asSystem((db) =>
      db.select().from(auditEntries).where(eq(auditEntries.accountId, household.accountId)),
    );
    expect(entries.map(({ action, personName, subject }) => [action, personName, subject])).toEqual(
      expect.arrayContaining([
        ['invitation-sent', 'Ada super_admin', 'Grace Clarke'],
        ['invitation-accepted', 'Grace Clarke', 'Grace Clarke'],
        ['invitation-deleted', 'Ada super_admin', 'Edith Clarke'],
      ]),
    );
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${form.email}|${tokenOf(made)}`));
  });
});

describe('a link that is worth nothing', () => {
  const dead: [string, () => Promise<string>][] = [
    ['unknown', async () => 'x'.repeat(43)],
    ['malformed', async () => '%F0%9F%8C%B7'],
    [
      'used',
      async () => {
        const token = await invitedToken();
        expectStatus(await accept(token), 201);
        return token;
      },
    ],
    [
      'expired',
      async () => {
        const token = await invitedToken();
        server.clock.advance(7 * DAY_MS);
        return token;
      },
    ],
    [
      'deleted',
      async () => {
        const made = await invite();
        const path = `/api/admin/invitations/${made.body.invitation.id}`;
        expectStatus(await household.as('super_admin')('DELETE', path), 204);
        expectStatus(await household.as('super_admin')('DELETE', path), 404);
        return tokenOf(made);
      },
    ],
    ['the hash of a good one', async () => hashOf(await invitedToken())],
  ];

  it.each(dead)(
    'because it is %s answers the same to reading and to accepting',
    async (_, make) => {
      const token = await make();
      expect(expectStatus(await read(token), 404).body).toEqual(INVALID);
      const answer = expectStatus(await accept(token), 404);
      expect(answer.body).toEqual(INVALID);
      expect(answer.headers['set-cookie']).toBeUndefined();
    },
  );

  it('slows down whoever guesses, and a good link costs nobody a try', async () => {
    const token = await invitedToken();
    const guesser = asking(server.app);
    const reader = asking(server.app);
    for (let tries = 0; tries < 20; tries += 1) {
      expectStatus(await guesser('GET', `/api/admin/invitation/${'x'.repeat(43)}`), 404);
      expectStatus(await reader('GET', `/api/admin/invitation/${token}`), 200);
    }
    const body = { token, password: PASSWORD };
    const refused = expectStatus(await guesser('POST', '/api/admin/signup', body), 429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expectStatus(await reader('GET', `/api/admin/invitation/${token}`), 200);
  });
});

describe('accepting', () => {
  it('makes an administrator of that household and signs them in', async () => {
    const form = guest();
    const answer = expectStatus(await accept(await invitedToken(form)), 201);
    expect(answer.body).toMatchObject({ ...form, role: 'admin' });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^grand_session=[\w-]{43}; .*HttpOnly; SameSite=Lax$/);
    const session = /grand_session=([^;]+)/.exec(cookie)?.[1];
    const ask = asking(server.app, session);
    expect((await ask('GET', '/api/auth/user')).body).toEqual(answer.body);
    expect(await people(form.email)).toMatchObject([{ accountId: household.accountId }]);
    const body = { email: form.email, password: PASSWORD };
    expectStatus(await server.ask('POST', '/api/auth/login', body), 200);
    expectStatus(await ask('GET', '/api/admin/invitations'), 403);
  });

  it.each([
    ['a role', { role: 'super_admin' }],
    ['a household', { accountId: randomUUID() }],
    ['another email', { email: 'thief@example.net' }],
    ['another name', { firstName: 'Thief' }],
  ])('refuses %s that the form brings along, and the link still works', async (_, brought) => {
    const token = await invitedToken();
    const answer = expectStatus(await accept(token, brought), 400);
    expect(Object.keys(answer.body.fields)).toEqual(Object.keys(brought));
    expectStatus(await accept(token), 201);
  });

  it.each([
    ['too short', 'seven77', /at least 8 characters/],
    ['among the most common', 'password123', /most common/],
  ])('refuses a password that is %s, and the link still works', async (_, password, sentence) => {
    const token = await invitedToken();
    const answer = expectStatus(await accept(token, { password }), 400);
    expect(answer.body.fields.password).toMatch(sentence);
    expectStatus(await read(token), 200);
  });

  it('ends the session that the browser had', async () => {
    const email = `user@${household.accountId}.example`;
    const signedIn = await server.ask('POST', '/api/auth/login', {
      email,
      password: TEST_PASSWORD,
    });
    const session = /grand_session=([^;]+)/.exec(String(signedIn.headers['set-cookie']))?.[1];
    const ask = asking(server.app, session);
    expectStatus(await ask('GET', '/api/auth/user'), 200);
    const body = { token: await invitedToken(), password: PASSWORD };
    expectStatus(await ask('POST', '/api/admin/signup', body), 201);
    expectStatus(await ask('GET', '/api/auth/user'), 401);
  });

  it('of one invitation at twenty at once makes exactly one account', async () => {
    const form = guest();
    const token = await invitedToken(form);
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(404)]);
    expect(await people(form.email)).toHaveLength(1);
    const cookies = answers.filter(({ headers }) => headers['set-cookie'] !== undefined);
    expect(cookies).toHaveLength(1);
  });

  it('refuses an email that got a login elsewhere since it was invited', async () => {
    const form = guest();
    const token = await invitedToken(form);
    const other = await server.household();
    const theirs = tokenOf(expectStatus(await invite(form, other), 201));
    expectStatus(await accept(theirs), 201);
    expect(expectStatus(await accept(token), 409).body.error).toBe(TAKEN);
    expect(await people(form.email)).toMatchObject([{ accountId: other.accountId }]);
  });

  it('waits while the subscription is expired, and works when it has been renewed', async () => {
    const token = await invitedToken();
    const setStatus = (status: string) =>
      server.database.asSystem((db) =>
        db
          .update(subscriptions)
          .set({ status, endsAt: server.clock.now() })
          .where(eq(subscriptions.accountId, household.accountId)),
      );
    await setStatus('canceled');
    const expired = { error: 'Subscription expired', subscriptionExpired: true };
    expect(expectStatus(await read(token), 403).body).toEqual(expired);
    expect(expectStatus(await accept(token), 403).body).toEqual(expired);
    await setStatus('active');
    expectStatus(await accept(token), 201);
  });
});

describe('nine administrators', () => {
  it('are the most: people and pending invitations together', async () => {
    for (let number = await administrators(); number < MOST_ADMINISTRATORS; number += 1) {
      expectStatus(await invite(), 201);
    }
    expect(expectStatus(await invite(), 409).body).toEqual(FULL);
    const pending = (await list()).body;
    // The same email again takes a place that is taken already.
    expectStatus(await invite(guest({ email: pending[0].email })), 201);
    const path = `/api/admin/invitations/${pending[1].id}`;
    expectStatus(await household.as('super_admin')('DELETE', path), 204);
    expectStatus(await invite(), 201);
    expectStatus(await invite(), 409);
  });

  it('leave room again when an invitation expires, which is then not sent again', async () => {
    const old = expectStatus(await invite(), 201);
    server.clock.advance(5 * DAY_MS);
    while ((await invite()).status === 201);
    server.clock.advance(2 * DAY_MS);
    const path = `/api/admin/invitations/${old.body.invitation.id}/resend`;
    const ask = household.as('super_admin');
    expectStatus(await invite(), 201);
    expect(expectStatus(await ask('POST', path), 409).body).toEqual(FULL);
  });

  it('are not exceeded by twenty invitations at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => invite()));
    const room = MOST_ADMINISTRATORS - 2;
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(room);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(20 - room);
  });

  it('are not exceeded by twenty people who accept at once', async () => {
    const now = server.clock.now();
    const tokens = Array.from({ length: 20 }, () => randomUUID());
    await server.database.asSystem((db) =>
      db.insert(invitations).values(
        tokens.map((token) => ({
          ...guest(),
          id: randomUUID(),
          accountId: household.accountId,
          tokenHash: hashOf(token),
          createdAt: now,
          expiresAt: new Date(now.getTime() + DAY_MS),
        })),
      ),
    );
    const answers = await Promise.all(tokens.map((token) => accept(token)));
    expect(await administrators()).toBe(MOST_ADMINISTRATORS);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(20 - (MOST_ADMINISTRATORS - 2));
    for (const answer of refused) expect(expectStatus(answer, 409).body).toEqual(FULL);
  });
});
