import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportUse } from '#features/analytics/web/waiting-uses.ts';
import { PRESSES } from '#features/medications/web/dose-store.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { setEntriesWait } from '#platform/web/offline/outbox-flag.ts';
import { stubIndexedDb } from '#testing/web/indexed-db.ts';
import { beginUpkeep } from './tablet-data.ts';

const EDITH = { id: 'edith', accountNumber: 'GA-1', role: 'user', isCareOnly: true } as const;
const NOON = Date.parse('2026-03-10T12:00:00Z');

/**
 * Usage events that the server received; the fake server receives none while `isConnected` is
 * false.
 */
const told: unknown[] = [];
let isConnected = false;
let end = () => undefined as unknown;

beforeEach(() => {
  told.length = 0;
  isConnected = false;
  stubIndexedDb();
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    if (!isConnected) throw new TypeError('Failed to fetch');
    told.push(JSON.parse(String(body)));
    return Response.json({ id: 'an id' });
  });
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOON });
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

test('offline uses are sent once with their time, after the answers to doses', async () => {
  const owner = { person: 'edith', household: 'GA-1' };
  const use = { activity: 'watch', content: 'watch_started', duration: 0 } as const;
  await reportUse(owner, use);
  isConnected = true;
  vi.setSystemTime(NOON + HOUR_MS);
  setEntriesWait(PRESSES, true);
  end = beginUpkeep(new QueryClient(), EDITH);
  vi.advanceTimersByTime(MINUTE_MS);
  setEntriesWait(PRESSES, false);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(MINUTE_MS);
  const expected = [{ ...use, happenedAt: new Date(NOON).toISOString() }];
  await vi.waitFor(() => expect(told).toEqual(expected));
  await vi.waitFor(() => expect(localStorage.getItem('uses-wait')).toBeNull());
  vi.advanceTimersByTime(MINUTE_MS);
  expect(told).toEqual(expected);
});
