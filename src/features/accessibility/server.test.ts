import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectStatus, type TestServer, testServer } from '#testing/test-server.ts';
import { DEFAULT_ACCESSIBILITY } from './domain/defaults.ts';
import { RANGES } from './limits.ts';
import { accessibilityFeature } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer([accessibilityFeature]);
});
afterAll(() => server.close());

it('an elder without stored preferences has the defaults', async () => {
  const household = await server.household();
  const answer = await household.as('user')('GET', '/api/accessibility');
  const userId = household.userIds.user;
  expect(answer.body).toEqual([{ userId, ...DEFAULT_ACCESSIBILITY, version: 1 }]);
});

it('any subset can be changed for one elder, and each change increments the version', async () => {
  const household = await server.household();
  const other = await server.household();
  const path = `/api/accessibility/${household.userIds.user}`;
  const ask = household.as('admin');
  const first = await ask('PATCH', path, { textSize: 150, hand: 'left', version: 1 });
  expect(expectStatus(first, 200).body).toMatchObject({ textSize: 150, hand: 'left', version: 2 });
  const second = await ask('PATCH', path, { holdMs: 250 });
  expect(second.body).toMatchObject({ textSize: 150, hand: 'left', holdMs: 250, version: 3 });
  expect((await ask('PATCH', path, { holdMs: 250 })).body.version).toBe(3);
  expect((await household.as('user')('GET', '/api/accessibility')).body).toEqual([second.body]);
  const theirs = await other.as('user')('GET', '/api/accessibility');
  expect(theirs.body).toMatchObject([DEFAULT_ACCESSIBILITY]);
});

it('returns 409 with the current values when the change was made from an older version', async () => {
  const household = await server.household();
  const path = `/api/accessibility/${household.userIds.user}`;
  const ask = household.as('admin');
  await ask('PATCH', path, { textSize: 130, version: 1 });
  const late = expectStatus(await ask('PATCH', path, { textSize: 110, version: 1 }), 409);
  expect(late.body.current).toMatchObject({ textSize: 130, version: 2 });
});

const outside = Object.entries(RANGES).flatMap(([name, { least, most, step }]) => [
  [name, least - step],
  [name, most + step],
  [name, least + step / 2],
]);

it.each([
  ...outside,
  ['contrast', 'less'],
  ['motion', 'wild'],
  ['alarmTone', 'siren'],
  ['hand', 'both'],
  ['screenFlash', 'yes'],
  ['userId', 'x'],
])('%s %j is refused with an error at its field, and nothing changes', async (field, value) => {
  const household = await server.household();
  const path = `/api/accessibility/${household.userIds.user}`;
  const ask = household.as('admin');
  const answer = expectStatus(await ask('PATCH', path, { [String(field)]: value }), 400);
  expect(Object.keys(answer.body.fields)).toEqual([field]);
  expect((await ask('GET', '/api/accessibility')).body).toMatchObject([{ version: 1 }]);
});

it.each([
  ['an elder', 'user', 'user', 403],
  ['an administrator for another administrator', 'admin', 'super_admin', 404],
] as const)('the request of %s is refused and nothing changes', async (_, who, whose, status) => {
  const household = await server.household();
  const path = `/api/accessibility/${household.userIds[whose]}`;
  expectStatus(await household.as(who)('PATCH', path, { textSize: 120 }), status);
});

it('returns 404 for an elder of another household', async () => {
  const household = await server.household();
  const other = await server.household();
  const path = `/api/accessibility/${other.userIds.user}`;
  expectStatus(await household.as('admin')('PATCH', path, { textSize: 120 }), 404);
});
