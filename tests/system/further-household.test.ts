import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logins, users } from '#database/schema/households.ts';
import { NOBODY_OUTSIDE } from '#testing/outside.ts';
import { householdForm } from '#testing/registration.ts';
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
import { addMemberships, emailOf, signedIn, tokenIn } from '../support/several-households.ts';

let server: TestServer;
let home: TestHousehold;
beforeAll(async () => {
  server = await testServer(featuresFor(readConfig({}), { outside: NOBODY_OUTSIDE }));
});
afterAll(() => server.close());
beforeEach(async () => {
  // Advances the clock by a day, which resets the registration limit of the address.
  server.clock.advance(24 * 60 * 60 * 1000);
  home = await server.household();
});

const add = (changed = {}, of: TestHousehold = home, role: 'admin' | 'super_admin' = 'admin') =>
  of.as(role)('POST', '/api/households', householdForm(changed));

async function added(changed = {}) {
  const answer = expectStatus(await add(changed), 201);
  const token = tokenIn(answer.headers);
  return { answer, token, ask: asking(server.app, token) };
}

const membershipsOf = (email: string) =>
  server.database.asSystem((db) =>
    db
      .select({ accountId: users.accountId, role: users.role, firstName: users.firstName })
      .from(users)
      .innerJoin(logins, eq(logins.id, users.loginId))
      .where(eq(logins.email, email)),
  );

describe('POST /api/households by a signed-in person', () => {
  it('the household is created under the same login, with the person as its super admin', async () => {
    const { answer, ask } = await added();
    expect(answer.body).toMatchObject({
      role: 'super_admin',
      email: emailOf(home, 'admin'),
      firstName: 'Ada',
      accountNumber: expect.stringMatching(/^GA-\d{6}$/),
    });
    expect((await ask('GET', '/api/auth/user')).body).toMatchObject(answer.body);
    expectStatus(await home.as('admin')('GET', '/api/auth/user'), 401);
    const list = (await ask('GET', '/api/households')).body;
    expect(list).toHaveLength(2);
    expect(list.find(({ isPresent }: { isPresent: boolean }) => isPresent)).toMatchObject({
      accountNumber: answer.body.accountNumber,
    });
    const back = await ask('POST', `/api/households/${home.accountId}/switch`);
    expect(expectStatus(back, 200).body.id).toBe(home.userIds.admin);
    await signedIn(server, emailOf(home, 'admin'), TEST_PASSWORD);
  });

  it('the household has the address of the form and the time zone of the browser', async () => {
    const { ask } = await added({
      country: 'Canada',
      state: 'Nova Scotia',
      timezone: 'America/Halifax',
    });
    expect((await ask('GET', '/api/settings')).body).toMatchObject({
      timezone: 'America/Halifax',
      defaultCountry: 'Canada',
      defaultState: 'Nova Scotia',
    });
  });

  it('the new household shows no data of the first one, and each audit log has its own entries', async () => {
    const { ask } = await added();
    expect((await ask('GET', '/api/users')).body).toHaveLength(1);
    const trail = JSON.stringify((await ask('GET', '/api/audit')).body);
    expect(trail).toContain('signed-in');
    expect(trail).toContain('household-made');
    expect(trail).not.toContain('signed-out');
    const first = (await home.as('super_admin')('GET', '/api/audit')).body;
    expect(JSON.stringify(first)).not.toContain('household-made');
    const left = (await home.as('super_admin')('GET', '/api/audit?action=signed-out')).body;
    expect(left).toHaveLength(1);
  });

  it('two concurrent requests create one household', async () => {
    const answers = await Promise.all([add(), add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
    expect(await membershipsOf(emailOf(home, 'admin'))).toHaveLength(2);
  });

  it.each([
    ['no state in a country with listed states', { state: '' }, 'state'],
    ['no address', { address1: ' ' }, 'address1'],
    ['no phone', { phone: '' }, 'phone'],
    ['an unknown plan', { subscriptionPlan: 'weekly' }, 'subscriptionPlan'],
  ])('the form is refused at its field with %s', async (_, changed, field) => {
    const answer = expectStatus(await add(changed), 400);
    expect(Object.keys(answer.body.fields)).toEqual([field]);
    expect(await membershipsOf(emailOf(home, 'admin'))).toHaveLength(1);
  });

  it('an elder and an anonymous caller cannot create a household', async () => {
    expectStatus(await home.as('user')('POST', '/api/households', householdForm()), 403);
    expectStatus(await server.ask('POST', '/api/households', householdForm()), 401);
  });

  it('a person with 200 households is refused', async () => {
    await addMemberships(server, home.userIds.admin, 199);
    expect(expectStatus(await add(), 409).body.code).toBe('households-full');
    expectStatus(await add({}, home, 'super_admin'), 201);
  });

  it('too many households from one address are rate limited like registrations', async () => {
    const ADDRESS = '203.0.113.7';
    const statuses: number[] = [];
    const email = emailOf(home, 'admin');
    let { token } = await signedIn(server, email);
    for (let count = 0; count < 40 && statuses.at(-1) !== 429; count += 1) {
      const ask = asking(server.app, token, ADDRESS);
      const answer = await ask('POST', '/api/households', householdForm());
      statuses.push(answer.status);
      if (answer.status === 201) token = tokenIn(answer.headers);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  it('deleting the household leaves the first one and the login intact', async () => {
    const { answer, ask } = await added();
    const body = { customerId: answer.body.accountNumber, password: TEST_PASSWORD };
    expectStatus(await ask('DELETE', '/api/account', body), 204);
    const email = emailOf(home, 'admin');
    expect(await membershipsOf(email)).toMatchObject([
      { accountId: home.accountId, role: 'admin' },
    ]);
    const again = await signedIn(server, email);
    expect(again.answer.body.id).toBe(home.userIds.admin);
    expect((await again.ask('GET', '/api/users')).body).toHaveLength(3);
  });
});

it('another household cannot be created while registration is closed', async () => {
  const closed = await testServer(
    featuresFor(readConfig({ REGISTRATION: 'closed' }), { outside: NOBODY_OUTSIDE }),
  );
  const answer = await add({}, await closed.household());
  expect(expectStatus(answer, 403).body).toMatchObject({
    code: 'registration-closed',
    error: 'New accounts cannot be created here.',
  });
  await closed.close();
});
