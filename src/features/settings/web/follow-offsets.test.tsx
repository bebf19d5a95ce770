import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { localTime } from '#platform/shared/zoned-time.ts';
import { followOffsets } from './follow-offsets.ts';
import { SETTINGS } from './queries.ts';
import { rememberedTimezone, rememberTimezone } from './remembered-timezone.ts';

const NOON = new Date('2026-06-01T12:00:00Z');

/** A table that covers `NOON`; the time zones in these tests are unknown to every browser. */
const tableOf = (minutes: number) =>
  [
    [Date.UTC(2025, 0), minutes],
    [Date.UTC(2029, 0), minutes],
  ] as const;

beforeEach(() => localStorage.clear());

test('times use the offsets of the settings as soon as they are loaded', () => {
  const client = new QueryClient();
  followOffsets(client);
  expect(localTime(NOON, 'Test/Settings')).toBe('12:00');
  client.setQueryData(SETTINGS, { timezone: 'Test/Settings', timezoneOffsets: tableOf(300) });
  expect(localTime(NOON, 'Test/Settings')).toBe('17:00');
});

test('times use the remembered offsets when a page starts without a connection', () => {
  rememberTimezone('GA-1', 'Test/Remembered', tableOf(-180));
  followOffsets(new QueryClient());
  expect(localTime(NOON, 'Test/Remembered')).toBe('09:00');
  expect(rememberedTimezone('GA-1')).toBe('Test/Remembered');
});

test.each(['GA-1 Test/Former', 'GA-1 Test/Former [[1'])(
  'the incomplete entry %j of an earlier version or a power cut causes no error',
  (entry) => {
    localStorage.setItem('household-timezone', entry);
    followOffsets(new QueryClient());
    expect(rememberedTimezone('GA-1')).toBe('Test/Former');
  },
);
