import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#database/schema/households.ts';
import { invitationsFeature } from '#features/invitations/server.ts';
import { sessionsFeature } from '#features/sessions/server.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import type { Role } from '#platform/shared/roles.ts';
import { wholePeopleFeature } from '#testing/people.ts';
import { type Mailbox, NO_MAIL, openMailbox } from '#testing/smtp.ts';
import {
  asking,
  expectStatus,
  TEST_PASSWORD,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';

let mailbox: Mailbox;
let server: TestServer;
let home: TestHousehold;
beforeAll(async () => {
  mailbox = await openMailbox();
  server = await testServer([
    wholePeopleFeature(mailbox.parts),
    sessionsFeature(NO_MAIL),
    invitationsFeature(NO_MAIL),
  ]);
});
beforeEach(async () => {
  server.clock.advance(HOUR_MS);
  home = await server.household();
  server.clock.advance(15 * MINUTE_MS);
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

const WRONG = 'The password is not right.';
const CONFIRMED = { currentPassword: TEST_PASSWORD };

const emailOf = (role: Role, { accountId } = home) => `${role}@${accountId}.example`;

const change = (by: Role, of: Role, body: object) =>
  home.as(by)('PUT', `/api/users/${home.userIds[of]}`, body);

async function stored(role: Role) {
  const [row] = await server.database.asSystem((db) =>
    db.select().from(users).where(eq(users.id, home.userIds[role])),
  );
  return row;
}

describe('changes that require a recent sign-in', () => {
  it.each<[string, Role, Role, object]>([
    ['a new email of the caller', 'super_admin', 'super_admin', { email: 'mine@example.com' }],
    ['a new email of an administrator', 'super_admin', 'admin', { email: 'theirs@example.com' }],
    ['a new email of an elder', 'admin', 'user', { email: 'elders@example.com' }],
    ['removing an email', 'admin', 'user', { email: null }],
    ['handing over the role', 'super_admin', 'admin', { role: 'super_admin' }],
  ])('a recent sign-in is required for %s', async (_, by, of, body) => {
    const before = await stored(of);
    const without = expectStatus(await change(by, of, body), 403);
    expect(without.body.code).toBe('confirm-password');
    const wrong = await change(by, of, { ...body, currentPassword: 'is it this one' });
    expect(expectStatus(wrong, 400).body.fields).toEqual({ currentPassword: WRONG });
    expect(await stored(of)).toEqual(before);
    expectStatus(await change(by, of, { ...body, ...CONFIRMED }), 200);
    expect(await stored(of)).not.toEqual(before);
  });

  it('other changes require no recent sign-in, including an unchanged email', async () => {
    expectStatus(await change('admin', 'user', { firstName: 'Grace' }), 200);
    expectStatus(await change('admin', 'user', { email: emailOf('user') }), 200);
    expectStatus(await change('admin', 'user', { password: 'a quiet blue harbour' }), 200);
  });

  it('guesses of the password are rate-limited', async () => {
    const guess = () => change('admin', 'user', { email: null, currentPassword: 'is it this one' });
    for (let tries = 0; tries < 5; tries += 1) expectStatus(await guess(), 400);
    expectStatus(await guess(), 429);
  });
});

describe('the notification of a changed email', () => {
  it('the former address learns who changed the email and when, but not the new email', async () => {
    const former = emailOf('admin');
    const body = { email: 'theirs.now@example.com', ...CONFIRMED };
    expectStatus(await change('super_admin', 'admin', body), 200);
    await server.settled();
    const mail = mailbox.mails.find(({ recipients }) => recipients.includes(former));
    expect(mail?.subject).toBe('Your email is going to be changed');
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('Hello Ada,');
      expect(part).toContain('Changed by: Ada super_admin');
      expect(part).toMatch(/Time: Tuesday, March 10 at \d+:00 [AP]M \(America\/New York\)/);
      expect(part).not.toContain('theirs.now');
    }
  });

  it('other changes send no notification', async () => {
    const before = mailbox.mails.length;
    expectStatus(await change('admin', 'user', { firstName: 'Grace' }), 200);
    const taken = { email: emailOf('admin'), ...CONFIRMED };
    expectStatus(await change('admin', 'user', taken), 409);
    await server.settled();
    expect(mailbox.mails).toHaveLength(before);
  });
});

describe('revealing that an email has an account', () => {
  let other: TestHousehold;
  beforeEach(async () => {
    other = await server.household();
  });
  const NAMES = { firstName: 'Grace', lastName: 'Hopper' };
  const add = (email: string, ask = home.as('admin')) =>
    ask('POST', '/api/users', { ...NAMES, email, password: 'a quiet blue harbour' });

  let newOnes = 0;
  const newEmail = () => {
    newOnes += 1;
    return `nobody${newOnes}@example.com`;
  };

  it('a household can learn ten times an hour that an email is taken, then every email is refused', async () => {
    const ask = home.as('admin');
    expectStatus(await add(newEmail(), ask), 201);
    for (let tries = 0; tries < 10; tries += 1) {
      expectStatus(await add(emailOf('user', other), ask), 409);
    }
    expectStatus(await add(emailOf('user', other), ask), 429);
    expectStatus(await add(newEmail(), ask), 429);
    // The limit also applies to requests from another IP address and to changes of people.
    // Invitations are not limited, because they do not reveal whether an email exists.
    const invited = { ...NAMES, email: emailOf('user', other), password: TEST_PASSWORD };
    expectStatus(await home.as('super_admin')('POST', '/api/admin/invitations', invited), 201);
    const body = { email: newEmail(), ...CONFIRMED };
    expectStatus(await change('super_admin', 'admin', body), 429);
    expectStatus(await ask('POST', '/api/users', NAMES), 201);
    server.clock.advance(HOUR_MS);
    expectStatus(await add(newEmail(), ask), 201);
  });

  it('an IP network can learn ten times that an email is taken, from any household', async () => {
    const network = '2001:db8:44:1';
    for (let tries = 0; tries < 10; tries += 1) {
      const asker = await server.household();
      const token = asker.cookieOf('admin').split('=')[1];
      const ask = asking(server.app, token, `${network}::${tries}`);
      expectStatus(await add(emailOf('user', other), ask), 409);
    }
    const token = home.cookieOf('admin').split('=')[1];
    expectStatus(await add(newEmail(), asking(server.app, token, `${network}:ffff::1`)), 429);
    expectStatus(await add(newEmail()), 201);
  });

  it('emails without an account do not count towards the limit', async () => {
    const ask = home.as('admin');
    for (let tries = 0; tries < 15; tries += 1) expectStatus(await add(newEmail(), ask), 201);
  });
});
