import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { homeButtonsFeature } from '#features/home-buttons/server.ts';
import { reschedule } from '#features/medications/server.ts';
import { sessionsFeature } from '#features/sessions/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import { follow, type TestLine } from '#testing/live-lines.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { liveFeature } from './server.ts';

let server: TestServer;
let url: string;
let family: TestHousehold;
let strangers: TestHousehold;
const lines: TestLine[] = [];

beforeAll(async () => {
  server = await testServer([
    liveFeature,
    settingsFeature(reschedule),
    homeButtonsFeature,
    sessionsFeature(NO_MAIL),
  ]);
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  family = await server.household();
  strangers = await server.household();
});
afterEach(() => {
  for (const line of lines.splice(0)) line.close();
});
afterAll(() => server.close());

async function following(household: TestHousehold, role: 'user' | 'admin'): Promise<TestLine> {
  const line = await follow(url, household.cookieOf(role));
  lines.push(line);
  return line;
}

const rename = async (household: TestHousehold, appName: string) =>
  expectStatus(await household.as('admin')('PATCH', '/api/settings', { appName }), 200);

it('a screen receives only the changes in its household', async () => {
  const [tablet, stranger] = [await following(family, 'user'), await following(strangers, 'user')];
  expect([tablet.status, tablet.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
  await rename(family, 'Ours');
  expect(await tablet.next()).toEqual({ changed: ['settings'] });
  const [button] = (await strangers.as('user')('GET', '/api/home-buttons')).body;
  const path = `/api/home-buttons/${button.id}`;
  expectStatus(await strangers.as('admin')('PUT', path, { label: 'Pictures' }), 200);
  expect(await stranger.next()).toEqual({ changed: ['home-buttons'] });
});

it('every screen of the household receives a change', async () => {
  const screens = await Promise.all([1, 2, 3].map(() => following(family, 'user')));
  screens.push(await following(family, 'admin'));
  await rename(family, 'Ours');
  for (const screen of screens) expect(await screen.next()).toEqual({ changed: ['settings'] });
});

it('concurrent changes are combined into one message', async () => {
  const tablet = await following(family, 'user');
  const [button] = (await family.as('user')('GET', '/api/home-buttons')).body;
  await Promise.all([
    rename(family, 'Ours'),
    rename(family, 'Yours'),
    family.as('admin')('PUT', `/api/home-buttons/${button.id}`, { label: 'Pictures' }),
  ]);
  await rename(strangers, 'Theirs');
  const told = new Set<unknown>();
  while (told.size < 2) {
    const event = await tablet.next();
    for (const topic of Object(event).changed) told.add(topic);
  }
  expect([...told].sort()).toEqual(['home-buttons', 'settings']);
});

it('a stream ends with the session, and a client without a session cannot open one', async () => {
  const tablet = await following(family, 'user');
  expectStatus(await family.as('user')('POST', '/api/auth/logout'), 200);
  expect(await tablet.next()).toBeUndefined();
  expect((await following(family, 'user')).status).toBe(401);
  expect((await following(family, 'admin')).status).toBe(200);
});

it('closing the server ends its streams', async () => {
  const other = await testServer([liveFeature]);
  const line = await follow(
    await other.app.listen({ port: 0, host: '127.0.0.1' }),
    (await other.household()).cookieOf('user'),
  );
  const ended = line.next();
  await other.close();
  expect(await ended).toBeUndefined();
});
