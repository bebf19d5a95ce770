import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { invitations } from '#database/schema/access.ts';
import { subscriptions, users } from '#database/schema/households.ts';
import { LIMITS } from '#features/entitlement/limits.ts';
import { hashOf } from '#features/sessions/server.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { asking, expectStatus, TEST_PASSWORD } from '#testing/test-server.ts';
import { guest, invitingServer, PASSWORD, tokenOf } from './testing.ts';

const { server, household, invite, list, invitedToken, read, accept, people } = invitingServer();
const FULL = {
  error: 'This account already has the maximum of 9 administrators.',
  code: 'administrators-full',
};

async function administrators(): Promise<number> {
  const rows = await server().database.asSystem((db) =>
    db.select().from(users).where(eq(users.accountId, household().accountId)),
  );
  return rows.filter(({ role }) => role !== 'user').length;
}

describe('accepting an invitation', () => {
  it('accepting creates an administrator of the household and signs them in', async () => {
    const form = guest();
    const answer = expectStatus(await accept(await invitedToken(form)), 201);
    expect(answer.body).toMatchObject({ ...form, role: 'admin' });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^grand_session=[\w-]{43}; .*HttpOnly; SameSite=Lax$/);
    const session = /grand_session=([^;]+)/.exec(cookie)?.[1];
    const ask = asking(server().app, session);
    expect((await ask('GET', '/api/auth/user')).body).toMatchObject(answer.body);
    expect(await people(form.email)).toMatchObject([{ accountId: household().accountId }]);
    const body = { email: form.email, password: PASSWORD };
    expectStatus(await server().ask('POST', '/api/auth/login', body), 200);
    expectStatus(await ask('GET', '/api/admin/invitations'), 403);
  });

  it.each([
    ['a role', { role: 'super_admin' }],
    ['a household', { accountId: randomUUID() }],
    ['another email', { email: 'thief@example.net' }],
    ['another name', { firstName: 'Thief' }],
  ])('%s in the form is refused, and the link remains valid', async (_, brought) => {
    const token = await invitedToken();
    const answer = expectStatus(await accept(token, brought), 400);
    expect(Object.keys(answer.body.fields)).toEqual(Object.keys(brought));
    expectStatus(await accept(token), 201);
  });

  it.each([
    ['too short', 'seven77', /at least 8 characters/],
    ['among the most common', 'password123', /most common/],
  ])(
    'a password that is %s is refused, and the link remains valid',
    async (_, password, sentence) => {
      const token = await invitedToken();
      const answer = expectStatus(await accept(token, { password }), 400);
      expect(answer.body.fields.password).toMatch(sentence);
      expectStatus(await read(token), 200);
    },
  );

  it('accepting ends the previous session of the browser', async () => {
    const email = `user@${household().accountId}.example`;
    const signedIn = await server().ask('POST', '/api/auth/login', {
      email,
      password: TEST_PASSWORD,
    });
    const session = /grand_session=([^;]+)/.exec(String(signedIn.headers['set-cookie']))?.[1];
    const ask = asking(server().app, session);
    expectStatus(await ask('GET', '/api/auth/user'), 200);
    const body = { token: await invitedToken(), password: PASSWORD };
    expectStatus(await ask('POST', '/api/admin/signup', body), 201);
    expectStatus(await ask('GET', '/api/auth/user'), 401);
  });

  it('twenty concurrent acceptances of one invitation create exactly one account', async () => {
    const form = guest();
    const token = await invitedToken(form);
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(404)]);
    expect(await people(form.email)).toHaveLength(1);
    const cookies = answers.filter(({ headers }) => headers['set-cookie'] !== undefined);
    expect(cookies).toHaveLength(1);
  });

  it('an email that got a login elsewhere after the invitation is refused', async () => {
    const form = guest();
    const token = await invitedToken(form);
    const other = await server().household();
    const theirs = tokenOf(expectStatus(await invite(form, other), 201));
    expectStatus(await accept(theirs), 201);
    expect(expectStatus(await accept(token), 409).body.code).toBe('email-taken');
    expect(await people(form.email)).toMatchObject([{ accountId: other.accountId }]);
  });

  it('a household can find out only ten times an hour that an email has an account', async () => {
    const home = await server().household();
    const signUp = async (email: string) => {
      const made = expectStatus(await invite(guest({ email }), home), 201);
      const body = { token: tokenOf(made), password: PASSWORD };
      const answer = await asking(server().app)('POST', '/api/admin/signup', body);
      const path = `/api/admin/invitations/${made.body.invitation.id}`;
      await home.as('super_admin')('DELETE', path);
      return answer;
    };
    for (let at = 0; at < 10; at += 1) {
      const { accountId } = await server().household();
      expectStatus(await signUp(`admin@${accountId}.example`), 409);
    }
    const { accountId } = await server().household();
    expectStatus(await signUp(`admin@${accountId}.example`), 429);
    expectStatus(await signUp('nobody-has-this@example.com'), 429);
  });

  it('an invitation cannot be accepted while the subscription is expired, and can after a renewal', async () => {
    const token = await invitedToken();
    const setStatus = (status: string) =>
      server().database.asSystem((db) =>
        db
          .update(subscriptions)
          .set({ status, endsAt: server().clock.now() })
          .where(eq(subscriptions.accountId, household().accountId)),
      );
    await setStatus('canceled');
    const expired = {
      error: 'Subscription expired',
      code: 'subscription-expired',
      subscriptionExpired: true,
    };
    expect(expectStatus(await read(token), 403).body).toEqual(expired);
    expect(expectStatus(await accept(token), 403).body).toEqual(expired);
    await setStatus('active');
    expectStatus(await accept(token), 201);
  });
});

describe('the limit of nine administrators', () => {
  it('people and pending invitations count together towards the limit', async () => {
    for (let number = await administrators(); number < LIMITS.administrators.most; number += 1) {
      expectStatus(await invite(), 201);
    }
    expect(expectStatus(await invite(), 409).body).toEqual(FULL);
    const pending = (await list()).body;
    // A second invitation for an email does not count again.
    expectStatus(await invite(guest({ email: pending[0].email })), 201);
    const path = `/api/admin/invitations/${pending[1].id}`;
    expectStatus(await household().as('super_admin')('DELETE', path), 204);
    expectStatus(await invite(), 201);
    expectStatus(await invite(), 409);
  });

  it('an expired invitation does not count, and cannot be resent at the limit', async () => {
    const old = expectStatus(await invite(), 201);
    server().clock.advance(5 * DAY_MS);
    while ((await invite()).status === 201);
    server().clock.advance(2 * DAY_MS);
    const path = `/api/admin/invitations/${old.body.invitation.id}/resend`;
    const ask = household().as('super_admin');
    expectStatus(await invite(), 201);
    expect(expectStatus(await ask('POST', path), 409).body).toEqual(FULL);
  });

  it('concurrent invitations do not exceed the limit', async () => {
    const room = 2;
    for (let sent = 2; sent < LIMITS.administrators.most - room; sent += 1) {
      expectStatus(await invite(), 201);
    }
    const answers = await Promise.all(Array.from({ length: 5 }, () => invite()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(room);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5 - room);
  });

  it('twenty concurrent acceptances do not exceed the limit', async () => {
    const now = server().clock.now();
    const tokens = Array.from({ length: 20 }, () => randomUUID());
    await server().database.asSystem((db) =>
      db.insert(invitations).values(
        tokens.map((token) => ({
          ...guest(),
          id: randomUUID(),
          accountId: household().accountId,
          tokenHash: hashOf(token),
          createdAt: now,
          expiresAt: new Date(now.getTime() + DAY_MS),
        })),
      ),
    );
    const answers = await Promise.all(tokens.map((token) => accept(token)));
    expect(await administrators()).toBe(LIMITS.administrators.most);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(20 - (LIMITS.administrators.most - 2));
    for (const answer of refused) expect(expectStatus(answer, 409).body).toEqual(FULL);
  });
});
