import { afterAll, beforeAll, expect, it } from 'vitest';
import { reschedule } from '#features/medications/server.ts';
import { expectStatus, type TestServer, testServer } from '#testing/test-server.ts';
import { DEFAULT_SETTINGS } from './defaults.ts';
import { settingsFeature } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer([settingsFeature(reschedule)]);
});
afterAll(() => server.close());

it('a household starts with the defaults and changes any subset', async () => {
  const household = await server.household();
  const ask = household.as('admin');
  expect((await ask('GET', '/api/settings')).body).toEqual({ ...DEFAULT_SETTINGS, version: 1 });
  const changed = await ask('PATCH', '/api/settings', { medicationAlarmEnabled: false });
  expect(changed.body).toEqual({
    ...DEFAULT_SETTINGS,
    medicationAlarmEnabled: false,
    version: 2,
  });
  expect((await ask('PUT', '/api/settings', {})).body).toEqual(changed.body);
});

it.each([
  ['C', 'celsius'],
  ['F', 'fahrenheit'],
  ['celsius', 'celsius'],
])('the temperature unit %s is stored as %s', async (given, stored) => {
  const household = await server.household();
  const answer = await household.as('admin')('PUT', '/api/settings', { temperatureUnit: given });
  expect(expectStatus(answer, 200).body.temperatureUnit).toBe(stored);
});

it.each([
  ['timezone', 'Mars/Olympus'],
  ['slideshowDisplayDuration', 0],
  ['slideshowDisplayDuration', 61],
  ['slideshowDisplayDuration', 1.5],
  ['googleMeetRoomUrl', 'javascript:alert(1)'],
  ['appName', ' '],
  ['accountId', 'x'],
])('%s %j is refused at its field and changes nothing', async (field, value) => {
  const household = await server.household();
  const ask = household.as('admin');
  const answer = expectStatus(await ask('PATCH', '/api/settings', { [field]: value }), 400);
  expect(Object.keys(answer.body.fields)).toEqual([field]);
  expect((await ask('GET', '/api/settings')).body).toEqual({ ...DEFAULT_SETTINGS, version: 1 });
});
