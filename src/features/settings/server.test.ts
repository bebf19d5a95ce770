import { afterAll, beforeAll, expect, it } from 'vitest';
import { reschedule } from '#features/medications/server.ts';
import { zoneOffsets } from '#platform/shared/zone-offsets.ts';
import { expectStatus, type TestServer, testServer } from '#testing/test-server.ts';
import { DEFAULT_SETTINGS } from './domain/defaults.ts';
import { settingsFeature } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer([settingsFeature(reschedule)]);
});
afterAll(() => server.close());

const offsetsOf = (zone: string) => zoneOffsets(zone, server.clock.now());

/** The settings of a new household: the defaults with the offsets of their time zone. */
const startSettings = () => ({
  ...DEFAULT_SETTINGS,
  timezoneOffsets: offsetsOf(DEFAULT_SETTINGS.timezone),
});

it('a household starts with the defaults, and any subset can be changed', async () => {
  const household = await server.household();
  const ask = household.as('admin');
  expect((await ask('GET', '/api/settings')).body).toEqual({ ...startSettings(), version: 1 });
  const changed = await ask('PATCH', '/api/settings', { medicationAlarmEnabled: false });
  expect(changed.body).toEqual({
    ...startSettings(),
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
])('%s %j is refused with an error at its field, and nothing changes', async (field, value) => {
  const household = await server.household();
  const ask = household.as('admin');
  const answer = expectStatus(await ask('PATCH', '/api/settings', { [field]: value }), 400);
  expect(Object.keys(answer.body.fields)).toEqual([field]);
  expect((await ask('GET', '/api/settings')).body).toEqual({ ...startSettings(), version: 1 });
});

it('the offsets are those of the new time zone after a change and of the old one after its undo', async () => {
  const household = await server.household();
  const ask = household.as('admin');
  const changed = await ask('PATCH', '/api/settings', { timezone: 'Asia/Almaty' });
  expect(expectStatus(changed, 200).body.timezoneOffsets).toEqual(offsetsOf('Asia/Almaty'));
  const { changedAt } = changed.body.timezoneUndo;
  const undone = await ask('POST', '/api/settings/timezone-undo', { changedAt });
  expect(expectStatus(undone, 200).body.timezoneOffsets).toEqual(
    offsetsOf(DEFAULT_SETTINGS.timezone),
  );
});
