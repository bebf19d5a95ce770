import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { SETTINGS } from '#features/settings/web/queries.ts';
import { zoneOffsets } from '#platform/shared/zone-offsets.ts';
import { deviceFacts } from './device-facts.ts';
import { watchZoneData } from './watch-zone-data.ts';

const NOW = new Date('2026-06-01');

test('zone data is outdated if the server has other offsets, until the zone changes', () => {
  const client = new QueryClient();
  const end = watchZoneData(client);
  const answer = (timezone: string, timezoneOffsets: unknown) =>
    client.setQueryData(SETTINGS, { timezone, timezoneOffsets });
  const isOutdated = () => deviceFacts().zoneDataOutdated;
  expect(isOutdated()).toBeUndefined();
  answer('Mars/Olympus', zoneOffsets('Asia/Almaty', NOW));
  expect(isOutdated()).toBe(true);
  answer('Asia/Almaty', zoneOffsets('Asia/Almaty', NOW));
  expect(isOutdated()).toBe(false);
  // The offsets are equal, but their time zone has a name that this browser does not know.
  answer('Mars/Olympus', zoneOffsets('Asia/Almaty', NOW));
  expect(isOutdated()).toBe(true);
  end();
  answer('Asia/Tokyo', zoneOffsets('Asia/Tokyo', NOW));
  expect(isOutdated()).toBe(true);
});

test('a response without offsets changes nothing', () => {
  const client = new QueryClient();
  const before = deviceFacts().zoneDataOutdated;
  client.setQueryData(SETTINGS, { timezone: 'Mars/Olympus' });
  watchZoneData(client)();
  expect(deviceFacts().zoneDataOutdated).toBe(before);
});
