import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { wholePeopleFeature } from '#testing/people.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { accessibilityFeature, fittingsFeature } from '../server.ts';

const PATH = '/api/fittings';

let server: TestServer;
let home: TestHousehold;
beforeAll(async () => {
  server = await testServer([
    accessibilityFeature,
    fittingsFeature,
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

const tell = async (id: string, body: object, role: 'user' | 'admin' = 'user') =>
  expectStatus(await home.as(role)('PUT', `${PATH}/${id}`, body), 200).body;

it('a tablet reports shown, under-way and done, and the proposal changes no preferences', async () => {
  expect(await waiting()).toEqual([]);
  const request = await asked();
  expect(request).toMatchObject({ state: 'waiting', proposed: null });
  expect(await waiting()).toEqual([{ id: request.id, askedBy: 'Ada' }]);
  server.clock.advance(MINUTE_MS);
  for (const state of ['shown', 'under-way']) {
    expect(await tell(request.id, { state })).toEqual({ isWanted: true });
    const stateAt = server.clock.now().toISOString();
    expect(await known()).toMatchObject([{ id: request.id, state, stateAt, proposed: null }]);
    expect(await waiting()).toHaveLength(1);
  }
  const proposed = { textSize: 120, hand: 'left' };
  expect(await tell(request.id, { state: 'done', proposed })).toEqual({ isWanted: true });
  expect(await known()).toMatchObject([{ state: 'done', proposed }]);
  expect(await waiting()).toEqual([]);
  const [set] = (await home.as('user')('GET', '/api/accessibility')).body;
  expect(set).toMatchObject({ textSize: 100, hand: 'right', version: 1 });
});

it.each(['refused', 'done'])('a fitting in state %s accepts no further steps', async (state) => {
  const { id } = await asked();
  await tell(id, { state });
  expect(await tell(id, { state: 'shown' })).toEqual({ isWanted: false });
  expect(await known()).toMatchObject([{ state }]);
});

it('a canceled fitting accepts no further steps, and canceling does not change a finished one', async () => {
  const { id } = await asked();
  expectStatus(await home.as('admin')('DELETE', `${PATH}/${id}`), 204);
  expect(await waiting()).toEqual([]);
  expect(await tell(id, { state: 'under-way' })).toEqual({ isWanted: false });
  const again = await asked();
  await tell(again.id, { state: 'done', proposed: { textSize: 120 } });
  expectStatus(await home.as('admin')('DELETE', `${PATH}/${again.id}`), 204);
  expect(await known()).toMatchObject([{ state: 'done', proposed: { textSize: 120 } }]);
});

it('another device of the household cannot report steps', async () => {
  const { id } = await asked();
  expect(await tell(id, { state: 'done' }, 'admin')).toEqual({ isWanted: false });
  expect(await known()).toMatchObject([{ state: 'waiting' }]);
});

it('a request expires 15 minutes after its last step', async () => {
  const { id } = await asked();
  server.clock.advance(15 * MINUTE_MS - 1);
  expect(await waiting()).toHaveLength(1);
  await tell(id, { state: 'shown' });
  server.clock.advance(15 * MINUTE_MS - 1);
  expect(await waiting()).toHaveLength(1);
  server.clock.advance(1);
  expect(await waiting()).toEqual([]);
  expect(await tell(id, { state: 'done' })).toEqual({ isWanted: false });
});

it('a second request replaces the first one', async () => {
  const first = await asked();
  const second = await asked();
  expect(await known()).toEqual([second]);
  const answer = await home.as('user')('PUT', `${PATH}/${first.id}`, { state: 'shown' });
  expectStatus(answer, 404);
});

it('a proposal with a value out of range is refused', async () => {
  const { id } = await asked();
  const wrong = { state: 'done', proposed: { textSize: 900 } };
  expectStatus(await home.as('user')('PUT', `${PATH}/${id}`, wrong), 400);
});

it('only devices of elders of the same household can be asked', async () => {
  const stranger = await server.household();
  const deviceId = await deviceOf('user');
  expectStatus(await stranger.as('admin')('POST', PATH, { deviceId }), 404);
  expectStatus(await home.as('admin')('POST', PATH, { deviceId: await deviceOf('admin') }), 404);
  expectStatus(await home.as('user')('POST', PATH, { deviceId }), 403);
  const { id } = await asked();
  expectStatus(await stranger.as('admin')('DELETE', `${PATH}/${id}`), 404);
  expectStatus(await stranger.as('user')('PUT', `${PATH}/${id}`, { state: 'shown' }), 404);
  const theirs = `${PATH}/of/${home.userIds.user}`;
  expectStatus(await stranger.as('admin')('GET', theirs), 404);
});
