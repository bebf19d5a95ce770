import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sessions } from '#database/schema/access.ts';
import { accounts, logins, subscriptions, users } from '#database/schema/households.ts';
import type { Household } from '#features/households/contract.ts';
import { hashOf, makeResetLink } from '#features/sessions/server.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { NOBODY_OUTSIDE } from '#testing/outside.ts';
import {
  asking,
  expectStatus,
  TEST_PASSWORD,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';
import {
  addMemberships,
  emailOf,
  invitedTo,
  joined,
  signedIn,
  tokenIn,
} from '../support/several-households.ts';

const NEW_PASSWORD = 'the new garden gate';

let server: TestServer;
let home: TestHousehold;
let other: TestHousehold;
beforeAll(async () => {
  server = await testServer(featuresFor(readConfig({}), { outside: NOBODY_OUTSIDE }));
});
afterAll(() => server.close());
beforeEach(async () => {
  home = await server.household();
  other = await server.household();
});

type Ask = ReturnType<TestHousehold['as']>;

async function listed(ask: Ask) {
  return expectStatus(await ask('GET', '/api/households'), 200).body;
}

/** Switches to the other household of the same person. */
async function switched(ask: Ask, token: string) {
  const to = (await listed(ask)).find(({ isPresent }: Household) => !isPresent);
  const answer = expectStatus(await ask('POST', `/api/households/${to.id}/switch`), 200);
  const next = tokenIn(answer.headers);
  expect(next).not.toBe(token);
  return { answer, token: next, ask: asking(server.app, next) };
}

async function rolesIn(of: TestHousehold): Promise<string[]> {
  const rows = await server.database.asSystem((db) =>
    db.select({ role: users.role }).from(users).where(eq(users.accountId, of.accountId)),
  );
  return rows.map(({ role }) => role).sort();
}

describe('an invitation to a person with an account', () => {
  it('the response does not reveal whether the email has an account elsewhere', async () => {
    const stranger = await invitedTo(other, `nobody@${other.accountId}.example`);
    const known = await invitedTo(other, emailOf(home, 'admin'));
    expect(known).toHaveLength(stranger.length);
    for (const token of [stranger, known]) {
      const read = await server.ask('GET', `/api/admin/invitation/${token}`);
      // The response does not reveal an account, because the link was passed on by hand: its reader
      // may be the inviter.
      expect(expectStatus(read, 200).body.hasAccount).toBe(false);
    }
  });

  it('an email of a member of the household is refused', async () => {
    const guest = { email: emailOf(home, 'admin'), firstName: 'Ada', lastName: 'Carter' };
    const body = { ...guest, password: TEST_PASSWORD };
    const answer = await home.as('super_admin')('POST', '/api/admin/invitations', body);
    expect(expectStatus(answer, 409).body.code).toBe('email-taken');
  });

  it('the person accepts with their password and becomes an administrator there too', async () => {
    const { ask, email } = await joined(server, home, other);
    expect((await ask('GET', '/api/auth/user')).body).toMatchObject({ role: 'admin', email });
    expect(await rolesIn(other)).toEqual(['admin', 'admin', 'super_admin', 'user']);
    expect(await rolesIn(home)).toEqual(['admin', 'super_admin', 'user']);
  });

  it('a session with the invited email accepts without a password', async () => {
    const token = await invitedTo(other, emailOf(home, 'admin'));
    expectStatus(await home.as('super_admin')('POST', '/api/admin/join', { token }), 401);
    expectStatus(await server.ask('POST', '/api/admin/join', { token }), 401);
    expectStatus(await home.as('admin')('POST', '/api/admin/join', { token }), 200);
  });

  it('another password and a new account with that email are refused', async () => {
    const token = await invitedTo(other, emailOf(home, 'admin'));
    const join = { token, password: NEW_PASSWORD };
    expectStatus(await server.ask('POST', '/api/admin/join', join), 401);
    const taken = await server.ask('POST', '/api/admin/signup', join);
    expect(expectStatus(taken, 409).body.code).toBe('email-taken');
    expect(await rolesIn(other)).toEqual(['admin', 'super_admin', 'user']);
    await signedIn(server, emailOf(home, 'admin'));
  });

  it('an invitation works only once', async () => {
    const token = await invitedTo(other, emailOf(home, 'admin'));
    const join = { token, password: TEST_PASSWORD };
    expectStatus(await server.ask('POST', '/api/admin/join', join), 200);
    expectStatus(await server.ask('POST', '/api/admin/join', join), 404);
  });

  it('a person with 200 households is refused, and one with 199 is not', async () => {
    const email = emailOf(home, 'admin');
    const [one = ''] = await addMemberships(server, home.userIds.admin, 199);
    const body = { token: await invitedTo(other, email), password: TEST_PASSWORD };
    const join = () => server.ask('POST', '/api/admin/join', body);
    expect(expectStatus(await join(), 409).body.code).toBe('households-full');
    expect(await rolesIn(other)).toEqual(['admin', 'super_admin', 'user']);
    // With one household less, the person can join one more.
    await server.database.asSystem((db) => db.delete(accounts).where(eq(accounts.id, one)));
    expectStatus(await join(), 200);
  });

  it('only one of several concurrent joins succeeds if one more household is allowed', async () => {
    const email = emailOf(home, 'admin');
    await addMemberships(server, home.userIds.admin, 198);
    const hosts = [other, await server.household(), await server.household()];
    const tokens = await Promise.all(hosts.map((host) => invitedTo(host, email)));
    // Joins with the password instead of a session, because joining with a session replaces the
    // session.
    const join = (token: string) =>
      server.ask('POST', '/api/admin/join', { token, password: TEST_PASSWORD });
    const answers = await Promise.all(tokens.map(join));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('an email of an elder elsewhere is refused, because that family may set its password', async () => {
    const token = await invitedTo(other, emailOf(home, 'user'));
    const join = { token, password: TEST_PASSWORD };
    const answer = await server.ask('POST', '/api/admin/join', join);
    expect(expectStatus(answer, 409).body.code).toBe('elder-elsewhere');
  });
});

describe('a person with two households', () => {
  it('both households are listed, and a switch creates a separate session', async () => {
    const first = await joined(server, home, other);
    const list = await listed(first.ask);
    expect(list.map(({ isPresent }: Household) => isPresent).sort()).toEqual([false, true]);
    expect(list.every(({ people }: Household) => people.length === 1)).toBe(true);
    expect(list.every(({ timezoneOffsets: { length } }: Household) => length > 2)).toBe(true);
    const second = await switched(first.ask, first.token);
    expectStatus(await first.ask('GET', '/api/auth/user'), 401);
    const me = expectStatus(await second.ask('GET', '/api/auth/user'), 200).body;
    expect(me.id).toBe(home.userIds.admin);
    const trail = (await home.as('super_admin')('GET', '/api/audit')).body;
    expect(JSON.stringify(trail)).toContain('signed-in');
    expect(JSON.stringify(trail)).not.toContain(other.accountId);
  });

  it('a switch works only to own households and with a valid session', async () => {
    const { ask } = await joined(server, home, other);
    const third = await server.household();
    expectStatus(await ask('POST', `/api/households/${third.accountId}/switch`), 404);
    expectStatus(await third.as('admin')('POST', `/api/households/${home.accountId}/switch`), 404);
    expectStatus(await home.as('user')('GET', '/api/households'), 403);
    expectStatus(await ask('POST', '/api/auth/logout'), 200);
    const back = await ask('POST', `/api/households/${home.accountId}/switch`);
    expectStatus(back, 401);
  });

  it('switching does not extend the session', async () => {
    const first = await joined(server, home, other);
    const endOf = async (token: string) => {
      const [row] = await server.database.asSystem((db) =>
        db
          .select({ endsAt: sessions.endsAt })
          .from(sessions)
          .where(eq(sessions.tokenHash, hashOf(token))),
      );
      return row?.endsAt;
    };
    const before = await endOf(first.token);
    expect(before).toBeDefined();
    server.clock.advance(2 * DAY_MS);
    const second = await switched(first.ask, first.token);
    expect(await endOf(second.token)).toEqual(before);
  });

  it('a sign-in opens the last household, unless it is closed', async () => {
    const { ask, token, email } = await joined(server, home, other);
    const present = async () => (await signedIn(server, email)).answer.body.id;
    expect(await present()).not.toBe(home.userIds.admin);
    server.clock.advance(1000);
    await switched(ask, token);
    expect(await present()).toBe(home.userIds.admin);
    await server.database.asSystem((db) =>
      db
        .update(subscriptions)
        .set({ status: 'canceled', endsAt: new Date(0) })
        .where(eq(subscriptions.accountId, home.accountId)),
    );
    expect(await present()).not.toBe(home.userIds.admin);
  });

  it('a person can leave a household with an expired subscription for another one', async () => {
    const { ask, token } = await joined(server, home, other);
    await server.database.asSystem(async (db) => {
      await db
        .update(subscriptions)
        .set({ status: 'canceled', endsAt: new Date(0) })
        .where(eq(subscriptions.accountId, other.accountId));
    });
    expect((await listed(ask)).at(-1)).toMatchObject({ isExpired: true, people: [] });
    const { answer } = await switched(ask, token);
    expect(answer.body.id).toBe(home.userIds.admin);
  });

  it('a new password applies to all households and ends all other sessions', async () => {
    const { ask, email } = await joined(server, home, other);
    const body = { currentPassword: TEST_PASSWORD, password: NEW_PASSWORD };
    expectStatus(await ask('POST', '/api/auth/change-password', body), 200);
    expectStatus(await ask('GET', '/api/auth/user'), 200);
    expectStatus(await home.as('admin')('GET', '/api/auth/user'), 401);
    await signedIn(server, email, NEW_PASSWORD);
  });

  it('a reset and a sign-out everywhere end the sessions in all households', async () => {
    const { ask, email } = await joined(server, home, other);
    const parts = { publicUrl: 'http://localhost', now: server.clock.now() };
    const link = await server.database.asSystem((db) => makeResetLink(db, email, parts));
    const token = new URL(link ?? '').searchParams.get('token');
    const body = { token, password: NEW_PASSWORD };
    expectStatus(await server.ask('POST', '/api/auth/reset-password', body), 200);
    expectStatus(await ask('GET', '/api/auth/user'), 401);
    expectStatus(await home.as('admin')('GET', '/api/auth/user'), 401);
    const [one, two] = [
      await signedIn(server, email, NEW_PASSWORD),
      await signedIn(server, email, NEW_PASSWORD),
    ];
    const moved = await switched(two.ask, two.token);
    expectStatus(await one.ask('POST', '/api/auth/logout-everywhere'), 200);
    expectStatus(await moved.ask('GET', '/api/auth/user'), 401);
  });

  it('a person removed from one household keeps the other, and the login ends with the last', async () => {
    const { ask, email } = await joined(server, home, other);
    const { id } = (await ask('GET', '/api/auth/user')).body;
    const byEmail = () =>
      server.database.asSystem((db) => db.select().from(logins).where(eq(logins.email, email)));
    expectStatus(await other.as('super_admin')('DELETE', `/api/users/${id}`), 204);
    expectStatus(await ask('GET', '/api/auth/user'), 401);
    expectStatus(await home.as('admin')('GET', '/api/auth/user'), 200);
    expect(await byEmail()).toHaveLength(1);
    const { admin } = home.userIds;
    expectStatus(await home.as('super_admin')('DELETE', `/api/users/${admin}`), 204);
    expect(await byEmail()).toEqual([]);
  });
});

describe('changes to the login of several households', () => {
  const another = { email: 'thief@example.net', currentPassword: TEST_PASSWORD };

  it('the super admin of one household cannot change the login', async () => {
    const { ask, email } = await joined(server, home, other);
    const { id } = (await ask('GET', '/api/auth/user')).body;
    const taking = await other.as('super_admin')('PUT', `/api/users/${id}`, another);
    expect(expectStatus(taking, 409).body.code).toBe('sign-in-of-several');
    const back = await home.as('super_admin')('PUT', `/api/users/${home.userIds.admin}`, another);
    expect(expectStatus(back, 409).body.code).toBe('sign-in-of-several');
    await signedIn(server, email);
    const named = await other.as('super_admin')('PUT', `/api/users/${id}`, { firstName: 'Eve' });
    expect(expectStatus(named, 200).body.firstName).toBe('Eve');
    expect((await home.as('admin')('GET', '/api/auth/user')).body.firstName).toBe('Ada');
  });

  it('the owner can change the login, in every household at once', async () => {
    const { ask } = await joined(server, home, other);
    const { id } = (await ask('GET', '/api/auth/user')).body;
    const email = `new@${home.accountId}.example`;
    const body = { email, currentPassword: TEST_PASSWORD };
    expectStatus(await ask('PUT', `/api/users/${id}`, body), 200);
    const people = (await home.as('super_admin')('GET', '/api/users')).body;
    expect(people.map((one: { email: string }) => one.email)).toContain(email);
    expectStatus(await home.as('admin')('GET', '/api/auth/user'), 401);
    await signedIn(server, email);
  });

  it('an elder cannot be given the login of another person', async () => {
    await joined(server, home, other);
    const third = await server.household();
    const body = { email: emailOf(home, 'admin'), currentPassword: TEST_PASSWORD };
    const path = `/api/users/${third.userIds.user}`;
    const answer = await third.as('admin')('PUT', path, { ...body, password: NEW_PASSWORD });
    expect(expectStatus(answer, 409).body.code).toBe('email-taken');
  });
});
