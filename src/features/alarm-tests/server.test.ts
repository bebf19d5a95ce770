import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { wholePeopleFeature } from '#testing/people.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { alarmTestsFeature } from './server.ts';

const PATH = '/api/alarm-tests';

let server: TestServer;
let home: TestHousehold;
beforeAll(async () => {
  server = await testServer([
    alarmTestsFeature,
    wholePeopleFeature({ ...NO_MAIL, publicUrl: 'http://x.example' }),
  ]);
});
beforeEach(async () => {
  home = await server.household();
});
afterAll(() => server.close());

async function deviceOf(role: 'user' | 'admin') {
  const path = `/api/users/${home.userIds[role]}/devices`;
  return (await home.as('super_admin')('GET', path)).body[0].id;
}

async function asked() {
  const deviceId = await deviceOf('user');
  return expectStatus(await home.as('admin')('POST', PATH, { deviceId }), 201).body;
}

const waiting = async () => expectStatus(await home.as('user')('GET', PATH), 200).body;

const known = async () =>
  expectStatus(await home.as('admin')('GET', `${PATH}/of/${home.userIds.user}`), 200).body;

const answer = (id: string, outcome: string | null, role: 'user' | 'admin' = 'user') =>
  home.as(role)('PUT', `${PATH}/${id}`, { outcome });

it('a tablet receives a test, confirms it and then reports the result', async () => {
  expect(await waiting()).toEqual([]);
  const test = await asked();
  expect(await waiting()).toEqual([{ id: test.id, askedBy: 'Ada' }]);
  expect(await known()).toEqual([test]);
  server.clock.advance(SECOND_MS);
  expect(expectStatus(await answer(test.id, null), 200).body).toEqual({ isHere: true });
  expect(await waiting()).toEqual([]);
  expect(await known()).toMatchObject([
    { outcome: null, answeredAt: server.clock.now().toISOString() },
  ]);
  await answer(test.id, 'blocked');
  await answer(test.id, null);
  expect(await known()).toMatchObject([{ outcome: 'blocked' }]);
  await answer(test.id, 'sounded');
  await answer(test.id, 'blocked');
  expect(await known()).toMatchObject([{ outcome: 'sounded', deviceId: test.deviceId }]);
});

it('a report from another device of the household is ignored', async () => {
  const { id } = await asked();
  expect((await answer(id, 'sounded', 'admin')).body).toEqual({ isHere: false });
  expect(await known()).toMatchObject([{ answeredAt: null, outcome: null }]);
});

it('a test expires after a minute', async () => {
  await asked();
  server.clock.advance(59_999);
  expect(await waiting()).toHaveLength(1);
  server.clock.advance(1);
  expect(await waiting()).toEqual([]);
});

it('a second request replaces the first test', async () => {
  const first = await asked();
  await answer(first.id, 'blocked');
  const second = await asked();
  expect(await known()).toEqual([second]);
  expectStatus(await answer(first.id, 'sounded'), 404);
});

it('polling costs no statement while no test is requested', async () => {
  await waiting();
  const before = server.database.statements();
  const { headers } = await home.as('user')('GET', PATH);
  const again = { 'if-none-match': String(headers.etag) };
  expectStatus(await home.as('user')('GET', PATH, undefined, again), 304);
  expect(server.database.statements()).toBe(before);
});

it("a test can only be requested for elders' devices of the same household", async () => {
  const stranger = await server.household();
  const deviceId = await deviceOf('user');
  expectStatus(await stranger.as('admin')('POST', PATH, { deviceId }), 404);
  expectStatus(await home.as('admin')('POST', PATH, { deviceId: await deviceOf('admin') }), 404);
  expectStatus(await home.as('user')('POST', PATH, { deviceId }), 403);
});
