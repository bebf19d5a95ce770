import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOBODY_OUTSIDE } from '#testing/outside.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';
import { joined } from '../support/several-households.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer(featuresFor(readConfig({}), { outside: NOBODY_OUTSIDE }));
});
afterAll(() => server.close());

describe('failed sign-ins of a person with several households', () => {
  const failed = { action: 'sign-in-failed' };

  it('a failure is recorded in each household with the name used there, and nowhere else', async () => {
    const home = await server.household();
    const other = await server.household();
    const { ask, email } = await joined(server, home, other);
    const { id } = (await ask('GET', '/api/auth/user')).body;
    expectStatus(
      await other.as('super_admin')('PUT', `/api/users/${id}`, { firstName: 'Eve' }),
      200,
    );
    const third = await server.household();
    const wrong = { email, password: 'not their password' };
    expectStatus(await server.ask('POST', '/api/auth/login', wrong), 401);
    await server.settled();
    const noted = async (of: TestHousehold) =>
      (await of.as('super_admin')('GET', '/api/audit?action=sign-in-failed')).body;
    expect(await noted(home)).toMatchObject([{ ...failed, personName: 'Ada admin' }]);
    expect(await noted(other)).toMatchObject([{ ...failed, personName: 'Eve Carter' }]);
    expect(await noted(third)).toEqual([]);
  });
});
