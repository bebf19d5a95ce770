import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXAMPLE_PASSWORD } from '#testing/registration.ts';
import { expectStatus, TEST_PASSWORD, type TestHousehold } from '#testing/test-server.ts';
import { BAIT, type MailingServer, newEmail, openMailingServer } from '../support/mailing.ts';

let at: MailingServer;
let home: TestHousehold;
beforeAll(async () => {
  at = await openMailingServer();
});
afterAll(() => at.close());
beforeEach(async () => {
  home = await at.server.household();
});

describe('an email that another household entered but never confirmed', () => {
  const trailOf = async () => (await home.as('super_admin')('GET', '/api/audit')).body;

  it("a registration can use it, and the other household's audit log records this", async () => {
    const email = newEmail();
    const id = await at.broughtIn(email, home);
    await at.registered(email);
    expect(await at.rowOf(id)).toMatchObject({ email: null, passwordHash: null });
    expect(await trailOf()).toMatchObject([
      { action: 'email-released', subject: `${BAIT} Stranger`, personName: '', address: '' },
    ]);
  });

  it('an invitation can use it once it is accepted, and not before', async () => {
    const email = newEmail();
    const other = await at.server.household();
    const id = await at.broughtIn(email, other);
    const guest = { email, firstName: 'Edith', lastName: 'Clarke' };
    const form = { ...guest, password: TEST_PASSWORD };
    expectStatus(await home.as('super_admin')('POST', '/api/admin/invitations', form), 201);
    expect((await at.rowOf(id))?.email).toBe(email);
    const body = { token: at.tokenFor(email), password: 'the new garden gate' };
    expectStatus(await at.server.ask('POST', '/api/admin/signup', body), 201);
    expect((await at.rowOf(id))?.email).toBeNull();
  });

  it('another household can use it for a person, but its own household cannot use it twice', async () => {
    const [email, second] = [newEmail(), newEmail()];
    const other = await at.server.household();
    await at.broughtIn(email, other);
    await at.broughtIn(second, other);
    const elder = {
      firstName: 'Rose',
      lastName: 'Carter',
      email,
      password: 'a quiet blue harbour',
    };
    expectStatus(await other.as('admin')('POST', '/api/users', elder), 409);
    const { body } = expectStatus(await home.as('admin')('POST', '/api/users', elder), 201);
    expect(body.email).toBe(email);
    const wanted = { email: second, currentPassword: TEST_PASSWORD };
    const changed = await home.as('admin')('PUT', `/api/users/${body.id}`, wanted);
    expect(expectStatus(changed, 200).body.email).toBe(second);
  });

  it('a person who confirmed it or signed in with it stays its owner', async () => {
    const email = newEmail();
    const elder = { firstName: 'Rose', lastName: 'Carter', email, password: EXAMPLE_PASSWORD };
    expectStatus(await home.as('admin')('POST', '/api/users', elder), 201);
    const signIn = { email, password: EXAMPLE_PASSWORD };
    expectStatus(await at.server.ask('POST', '/api/auth/login', signIn), 200);
    expectStatus(await at.register(email), 409);
    expectStatus(await at.register(`user@${home.accountId}.example`), 409);
    const { email: unconfirmed } = await at.registered();
    expectStatus(await at.register(unconfirmed), 409);
  });
});

describe('an email that another household gave to an elder, who signed in once', () => {
  const STRANGERS_PASSWORD = 'a quiet blue harbour';
  const OWN_PASSWORD = 'the new garden gate';

  /** Adds an elder with this email in another household. */
  async function usedElsewhere(email: string): Promise<{ id: string; strangers: TestHousehold }> {
    const strangers = await at.server.household();
    const elder = { firstName: 'Rose', lastName: 'Carter', email, password: STRANGERS_PASSWORD };
    const added = await strangers.as('admin')('POST', '/api/users', elder);
    const signIn = { email, password: STRANGERS_PASSWORD };
    expectStatus(await at.server.ask('POST', '/api/auth/login', signIn), 200);
    at.server.clock.advance(1000);
    return { id: String(expectStatus(added, 201).body.id), strangers };
  }

  async function resetLink(email: string): Promise<string> {
    expectStatus(await at.server.ask('POST', '/api/auth/forgot-password', { email }), 202);
    await at.server.settled();
    return at.tokenFor(email);
  }

  const linkAt = (token: string) => at.server.ask('GET', `/api/auth/reset-password/${token}`);
  const release = (token: string) =>
    at.server.ask('POST', `/api/auth/reset-password/${token}/release-email`);

  it('an invited person who opens the emailed link becomes its owner', async () => {
    const email = newEmail();
    const { id, strangers } = await usedElsewhere(email);
    const guest = { email, firstName: 'Edith', lastName: 'Clarke' };
    expectStatus(await home.as('super_admin')('POST', '/api/admin/invitations', guest), 201);
    const token = at.tokenFor(email);
    const read = expectStatus(await at.server.ask('GET', `/api/admin/invitation/${token}`), 200);
    expect(read.body.hasAccount).toBe(false);
    const accepted = await at.server.ask('POST', '/api/admin/signup', {
      token,
      password: OWN_PASSWORD,
    });
    expectStatus(accepted, 201);
    expect(await at.rowOf(id)).toMatchObject({ email: null, passwordHash: null });
    const trail = (await strangers.as('super_admin')('GET', '/api/audit')).body;
    expect(trail[0]).toMatchObject({ action: 'email-released', subject: 'Rose Carter' });
  });

  it('an invitation link that was passed on by hand does not take it from the elder', async () => {
    const email = newEmail();
    const { id } = await usedElsewhere(email);
    const guest = { email, firstName: 'Edith', lastName: 'Clarke' };
    const invited = await home.as('super_admin')('POST', '/api/admin/invitations', guest);
    const token = at.tokenFor(email);
    await at.passedOnByHand(expectStatus(invited, 201).body.invitation.id);
    const body = { token, password: OWN_PASSWORD };
    expectStatus(await at.server.ask('POST', '/api/admin/signup', body), 409);
    expect((await at.rowOf(id))?.email).toBe(email);
  });

  it('a mailed reset link releases it, and then it can be registered', async () => {
    const email = newEmail();
    const { id, strangers } = await usedElsewhere(email);
    expectStatus(await at.register(email), 409);
    const token = await resetLink(email);
    expect(expectStatus(await linkAt(token), 200).body).toEqual({ canReleaseEmail: true });
    expectStatus(await release(token), 204);
    expect(await at.rowOf(id)).toMatchObject({ email: null, passwordHash: null });
    expectStatus(await release(token), 404);
    expectStatus(await linkAt(token), 404);
    const trail = (await strangers.as('super_admin')('GET', '/api/audit')).body;
    expect(trail[0]).toMatchObject({ action: 'email-released', subject: 'Rose Carter' });
    expectStatus(await at.register(email), 201);
  });

  it('the email can be released after its owner chose a new password there', async () => {
    const email = newEmail();
    await usedElsewhere(email);
    const body = { token: await resetLink(email), password: OWN_PASSWORD };
    expectStatus(await at.server.ask('POST', '/api/auth/reset-password', body), 200);
    expectStatus(await release(await resetLink(email)), 204);
    expectStatus(await at.register(email), 201);
  });

  it('the email is not released from an administrator, or by an expired or a wrong link', async () => {
    const { email } = await at.registered();
    const own = await resetLink(email);
    expect(expectStatus(await linkAt(own), 200).body).toEqual({ canReleaseEmail: false });
    expectStatus(await release(own), 404);
    const elders = newEmail();
    const { id } = await usedElsewhere(elders);
    const late = await resetLink(elders);
    at.server.clock.advance(60 * 60_000);
    expectStatus(await release(late), 404);
    expect((await at.rowOf(id))?.email).toBe(elders);
    const wrong = () => release('wrong');
    for (let tries = 0; tries < 19; tries += 1) expectStatus(await wrong(), 404);
    expectStatus(await wrong(), 429);
    expectStatus(await release(await resetLink(elders)), 204);
  });
});
