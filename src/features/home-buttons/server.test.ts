import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import type { HomeButton } from './contract.ts';
import { homeButtonsFeature } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer([homeButtonsFeature]);
});
afterAll(() => server.close());

async function buttons(household: TestHousehold): Promise<HomeButton[]> {
  return (await household.as('user')('GET', '/api/home-buttons')).body;
}

const keys = (list: readonly HomeButton[]) => list.map(({ buttonKey }) => buttonKey);
const orders = (list: readonly HomeButton[]) => list.map(({ order }) => order);

it('a button is renamed, hidden and moved, and the positions have no gaps', async () => {
  const household = await server.household();
  const [photos] = await buttons(household);
  const body = { label: 'Pictures', isEnabled: false, order: 2 };
  const answer = await household.as('admin')('PUT', `/api/home-buttons/${photos?.id}`, body);
  expect(expectStatus(answer, 200).body).toMatchObject({ ...body, buttonKey: 'photos' });
  const after = await buttons(household);
  expect(keys(after)).toEqual(['watch', 'listen', 'photos', 'read', 'call', 'myday']);
  expect(orders(after)).toEqual([0, 1, 2, 3, 4, 5]);
});

it('the whole order can be set at once', async () => {
  const household = await server.household();
  const ids = (await buttons(household)).map(({ id }) => id).reverse();
  const answer = await household.as('admin')('PUT', '/api/home-buttons/order', { ids });
  expect(expectStatus(answer, 200).body.map(({ id }: HomeButton) => id)).toEqual(ids);
});

it('an order that omits a button or contains one twice is refused', async () => {
  const household = await server.household();
  const ids = (await buttons(household)).map(({ id }) => id);
  const ask = household.as('admin');
  expectStatus(await ask('PUT', '/api/home-buttons/order', { ids: ids.slice(1) }), 409);
  const twice = [...ids.slice(1), ids[1]];
  expectStatus(await ask('PUT', '/api/home-buttons/order', { ids: twice }), 409);
});

it('concurrent moves leave neither duplicates nor gaps', async () => {
  const household = await server.household();
  const list = await buttons(household);
  await Promise.all(
    list.map(({ id }, index) =>
      household.as('admin')('PUT', `/api/home-buttons/${id}`, { order: (index * 3) % 6 }),
    ),
  );
  expect(orders(await buttons(household))).toEqual([0, 1, 2, 3, 4, 5]);
});
