import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '#database/schema/households.ts';
import { wholePeopleFeature } from '#testing/people.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import { expectStatus, type TestServer, testServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer([wholePeopleFeature(NO_MAIL)], { MAX_ELDERS_PER_HOUSEHOLD: '5' });
});
afterAll(() => server.close());

it('a household at the limit of elders can add one after another was removed', async () => {
  const home = await server.household();
  const { accountId } = home;
  const name = { firstName: 'Rose', lastName: 'Byrd' };
  const present = { ...name, accountId, role: 'user', createdAt: server.clock.now() };
  // Four elders are added, because the test household already has one.
  const rows = Array.from({ length: 4 }, () => ({
    ...present,
    id: crypto.randomUUID(),
  }));
  await server.database.inHousehold(accountId, (db) => db.insert(users).values(rows));
  const add = () => home.as('admin')('POST', '/api/users', name);
  expect(expectStatus(await add(), 409).body.error).toMatch(/^There is room for 5 elders/);
  const path = `/api/users/${rows[0]?.id}`;
  expectStatus(await home.as('super_admin')('DELETE', path), 204);
  expectStatus(await add(), 201);
  expectStatus(await add(), 409);
});
