import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_REQUEST } from '#features/audit/server.ts';
import { vouchForEmail } from '#features/sessions/server.ts';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import type { Role } from '#platform/shared/roles.ts';
import { asking, expectStatus, TEST_PASSWORD, type TestHousehold } from '#testing/test-server.ts';
import { type MailingServer, newEmail, openMailingServer } from '../support/mailing.ts';
import { emailOf, signedIn, tokenIn } from '../support/several-households.ts';

let at: MailingServer;
let home: TestHousehold;
let email: string;
let other: string;
beforeAll(async () => {
  at = await openMailingServer();
});
afterAll(() => at.close());
beforeEach(async () => {
  home = await at.server.household();
  email = emailOf(home, 'admin');
  other = newEmail();
});

const currentPassword = TEST_PASSWORD;

/** Changes the email of a person and waits until the resulting messages are sent. */
async function change(to = other, of: Role = 'admin', ask = home.as('super_admin')) {
  const body = { email: to, currentPassword };
  const answer = await ask('PUT', `/api/users/${home.userIds[of]}`, body);
  await at.server.settled();
  return answer;
}

const cancel = (token: string) => at.server.ask('POST', '/api/auth/cancel-email-change', { token });

const signIn = (address: string) =>
  at.server.ask('POST', '/api/auth/login', { email: address, password: TEST_PASSWORD });

async function personOf(role: Role = 'admin') {
  const people = expectStatus(await home.as('super_admin')('GET', '/api/users'), 200).body;
  return people.find(({ id }: { id: string }) => id === home.userIds[role]);
}

/** Makes the administrator join another household by the link in an invitation email. */
async function joinedByEmail(second: TestHousehold) {
  const guest = { email, firstName: 'Ada', lastName: 'Carter', password: TEST_PASSWORD };
  const invite = second.as('super_admin');
  expectStatus(await invite('POST', '/api/admin/invitations', guest), 201);
  const body = { token: at.tokenFor(email), password: TEST_PASSWORD };
  const answer = await at.server.ask('POST', '/api/admin/join', body);
  return { ask: asking(at.server.app, tokenIn(expectStatus(answer, 200).headers)) };
}

const subjectsTo = (address: string) => at.letters(address).map(({ subject }) => subject);

describe('a changed email', () => {
  it.each<Role>(['super_admin', 'admin', 'user'])(
    'the new email of a %s waits for its confirmation, and the old one signs in until then',
    async (role) => {
      const old = emailOf(home, role);
      const { body } = expectStatus(await change(other, role), 200);
      expect(body).toMatchObject({ email: old, pendingEmail: other, awaitsConfirmation: false });
      expect(await personOf(role)).toMatchObject({ email: old, pendingEmail: other });
      expectStatus(await signIn(old), 200);
      expectStatus(await signIn(other), 401);

      expectStatus(await at.confirm(at.tokenFor(other)), 200);
      const { ask } = await signedIn(at.server, other);
      expectStatus(await ask('GET', '/api/auth/user'), 200);
      expectStatus(await signIn(old), 401);
      const row = await at.rowOf(home.userIds[role]);
      expect(row).toMatchObject({ email: other, emailProvenAt: at.server.clock.now() });
    },
  );

  it('a change is applied once, and then neither link works', async () => {
    await change();
    const [confirming, cancelling] = [at.tokenFor(other), at.tokenFor(email)];
    expectStatus(await at.confirm(confirming), 200);
    expectStatus(await at.confirm(confirming), 404);
    expectStatus(await cancel(cancelling), 404);
    expect(await personOf()).toMatchObject({ email: other, pendingEmail: null });
  });

  it('the sessions of the person end at the confirmation, not before', async () => {
    await change();
    expectStatus(await home.as('admin')('GET', '/api/auth/user'), 200);
    expectStatus(await at.confirm(at.tokenFor(other)), 200);
    expectStatus(await home.as('admin')('GET', '/api/auth/user'), 401);
  });

  it('the session of the confirming browser stays', async () => {
    await change(other, 'admin');
    const token = at.tokenFor(other);
    expectStatus(await home.as('admin')('POST', '/api/auth/confirm-email', { token }), 200);
    const { body } = expectStatus(await home.as('admin')('GET', '/api/auth/user'), 200);
    expect(body.email).toBe(other);
  });

  it('the old address receives a link that cancels the change and names its author', async () => {
    await change();
    const mail = at.letters(email).at(-1);
    expect(mail?.subject).toBe('Your email is going to be changed');
    expect(mail?.text).toContain('Changed by: Ada super_admin');
    expect(`${mail?.text} ${mail?.html}`).not.toContain(other);
    const [confirming, cancelling] = [at.tokenFor(other), at.tokenFor(email)];
    expectStatus(await cancel(confirming), 404);
    expectStatus(await at.confirm(cancelling), 404);
    expectStatus(await cancel(cancelling), 200);
    expectStatus(await cancel(cancelling), 404);
    expectStatus(await at.confirm(confirming), 404);
    expect(await personOf()).toMatchObject({ email, pendingEmail: null });
    const trail = (await home.as('super_admin')('GET', '/api/audit')).body;
    expect(trail).toContainEqual(expect.objectContaining({ action: 'email-change-cancelled' }));
  });

  it('the person and their administrators can cancel the change in the panel', async () => {
    const path = `/api/users/${home.userIds.super_admin}/pending-email`;
    await change(other, 'super_admin');
    expectStatus(await home.as('admin')('DELETE', path), 403);
    expect(await personOf('super_admin')).toMatchObject({ pendingEmail: other });
    expectStatus(await home.as('super_admin')('DELETE', path), 204);
    expect(await personOf('super_admin')).toMatchObject({ pendingEmail: null });
    expectStatus(await at.confirm(at.tokenFor(other)), 404);
  });

  it('the link expires after 7 days, and a new link is valid for 7 more', async () => {
    await change();
    const first = at.tokenFor(other);
    at.server.clock.advance(6 * DAY_MS);
    const { ask } = await signedIn(at.server, emailOf(home, 'super_admin'));
    const again = `/api/users/${home.userIds.admin}/confirmation`;
    expect(expectStatus(await ask('POST', again), 200).body).toEqual({ emailed: true });
    expectStatus(await at.confirm(first), 404);
    at.server.clock.advance(7 * DAY_MS);
    expectStatus(await at.confirm(at.tokenFor(other)), 404);
    expectStatus(await cancel(at.tokenFor(email)), 404);
    const later = await signedIn(at.server, emailOf(home, 'super_admin'));
    const people = (await later.ask('GET', '/api/users')).body;
    expect(people.every((one: { pendingEmail: null }) => one.pendingEmail === null)).toBe(true);
    expectStatus(await signIn(email), 200);
  });

  it('a new change replaces a pending one', async () => {
    const second = newEmail();
    await change();
    const firstCancel = at.tokenFor(email);
    expect(expectStatus(await change(second), 200).body.pendingEmail).toBe(second);
    expectStatus(await at.confirm(at.tokenFor(other)), 404);
    expectStatus(await cancel(firstCancel), 404);
    expectStatus(await at.confirm(at.tokenFor(second)), 200);
    expect(await personOf()).toMatchObject({ email: second, pendingEmail: null });
  });

  it('the change is refused if another account confirmed that email first, and the old email stays', async () => {
    const first = await change();
    expectStatus(first, 200);
    const confirming = at.tokenFor(other);
    await at.registered(other);
    const refused = expectStatus(await at.confirm(confirming), 409);
    expect(refused.body.code).toBe('email-taken-meanwhile');
    expect(await personOf()).toMatchObject({ email, pendingEmail: other });
    expectStatus(await signIn(email), 200);
    expectStatus(await change(other), 409);
  });

  it('a confirmed email is removed from another household that never confirmed it', async () => {
    const id = await at.broughtIn(other, await at.server.household());
    expectStatus(await change(), 200);
    expect((await at.rowOf(id))?.email).toBe(other);
    expectStatus(await at.confirm(at.tokenFor(other)), 200);
    expect((await at.rowOf(id))?.email).toBeNull();
    expect(await personOf()).toMatchObject({ email: other });
  });

  it('only one of two concurrent confirmations is applied', async () => {
    await change();
    const token = at.tokenFor(other);
    const answers = await Promise.all([at.confirm(token), at.confirm(token), cancel(token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  });

  it('a pending change ends when the login is removed or the password is reset', async () => {
    await change(other, 'user');
    const path = `/api/users/${home.userIds.user}`;
    const gone = { email: null, currentPassword };
    expectStatus(await home.as('super_admin')('PUT', path, gone), 200);
    expectStatus(await at.confirm(at.tokenFor(other)), 404);

    await change(other, 'admin');
    const confirming = at.tokenFor(other);
    expectStatus(await at.server.ask('POST', '/api/auth/forgot-password', { email }), 202);
    await at.server.settled();
    const body = { token: at.tokenFor(email), password: 'the new garden gate' };
    expectStatus(await at.server.ask('POST', '/api/auth/reset-password', body), 200);
    expectStatus(await at.confirm(confirming), 404);
  });
});

describe('before a new email is confirmed', () => {
  it('alerts go to the old address', async () => {
    await change();
    const now = at.server.clock.now().toISOString();
    const ask = home.as('super_admin');
    expectStatus(await ask('PATCH', '/api/settings', { timezone: 'UTC' }), 200);
    const times = [now.slice(11, 16)];
    const dose = { name: 'Bisoprolol', frequency: 'daily', times, startDate: now.slice(0, 10) };
    expectStatus(await ask('POST', '/api/medications', dose), 201);
    at.server.clock.advance(61 * MINUTE_MS);
    await at.server.jobs('care');
    await at.server.jobs('outbox');
    expect(subjectsTo(email)).toContain('A dose has not been confirmed');
    expect(subjectsTo(other)).toEqual(['Please confirm your email']);
  });

  it('the password reset link goes to the old address', async () => {
    await change();
    for (const address of [email, other]) {
      const body = { email: address };
      expectStatus(await at.server.ask('POST', '/api/auth/forgot-password', body), 202);
    }
    await at.server.settled();
    expect(subjectsTo(email).at(-1)).toMatch(/^Choose a new password/);
    expect(subjectsTo(other)).toEqual(['Please confirm your email']);
  });
});

describe('a login with several households', () => {
  it('a confirmed email applies to each household of the login', async () => {
    const second = await at.server.household();
    const { ask } = await joinedByEmail(second);
    const { body: me } = await ask('GET', '/api/auth/user');
    const wanted = { email: other, currentPassword };
    expectStatus(await ask('PUT', `/api/users/${me.id}`, wanted), 200);
    await at.server.settled();
    expect(await personOf()).toMatchObject({ email });
    expectStatus(await at.confirm(at.tokenFor(other)), 200);
    expect(await personOf()).toMatchObject({ email: other });
    const people = (await second.as('super_admin')('GET', '/api/users')).body;
    expect(people).toContainEqual(expect.objectContaining({ id: me.id, email: other }));
  });

  it('joining another household cancels a change that an administrator started before', async () => {
    await change();
    const confirming = at.tokenFor(other);
    await joinedByEmail(await at.server.household());
    expectStatus(await at.confirm(confirming), 404);
  });
});

describe('confirmation by the operator', () => {
  it('the operator can confirm a pending email', async () => {
    await change();
    const { unitOfWork } = at.server.app;
    const now = at.server.clock.now();
    expect(await vouchForEmail(unitOfWork, other, now)).toBe(true);
    expect(await personOf()).toMatchObject({ email: other, pendingEmail: null });
    const trail = (await home.as('super_admin')('GET', '/api/audit')).body;
    const entry = { action: 'email-confirmed', address: NO_REQUEST.address };
    expect(trail).toContainEqual(expect.objectContaining(entry));
  });

  it('the operator can confirm neither of two pending changes to one email', async () => {
    const second = await at.server.household();
    await change();
    const path = `/api/users/${second.userIds.admin}`;
    const body = { email: other, currentPassword };
    expectStatus(await second.as('admin')('PUT', path, body), 200);
    const { unitOfWork } = at.server.app;
    expect(await vouchForEmail(unitOfWork, other, at.server.clock.now())).toBe(false);
  });
});
