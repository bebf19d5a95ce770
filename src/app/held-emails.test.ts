import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXAMPLE_PASSWORD } from '#testing/registration.ts';
import { expectStatus, TEST_PASSWORD, type TestHousehold } from '#testing/test-server.ts';
import { BAIT, type MailingServer, newEmail, openMailingServer } from './mailing.testing.ts';

let at: MailingServer;
let home: TestHousehold;
beforeAll(async () => {
  at = await openMailingServer();
});
afterAll(() => at.close());
beforeEach(async () => {
  home = await at.server.household();
});

describe('an email that another household only typed in', () => {
  const trailOf = async () => (await home.as('super_admin')('GET', '/api/audit')).body;

  it('is free for whoever registers with it, and the trail there says so', async () => {
    const email = newEmail();
    const id = await at.broughtIn(email, home);
    await at.registered(email);
    expect(await at.rowOf(id)).toMatchObject({ email: null, passwordHash: null });
    expect(await trailOf()).toMatchObject([
      { action: 'email-released', subject: `${BAIT} Stranger`, personName: '', address: '' },
    ]);
  });

  it('is free for an invitation when that is accepted, and not before', async () => {
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

  it('is free for whoever is added or changed with it elsewhere, and not in its own household', async () => {
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

  it('stays with who has proven it, or signed in with it', async () => {
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
