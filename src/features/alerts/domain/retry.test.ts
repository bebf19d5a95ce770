import { expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { isNews, nextTry } from './retry.ts';

it('retries follow after 30 s, 2, 8 and 32 minutes, then hourly, and end after a day', () => {
  const createdAt = new Date('2026-03-10T13:00:00Z');
  const waits: number[] = [];
  let now = createdAt;
  for (let attempts = 1; ; attempts += 1) {
    const next = nextTry({ attempts, createdAt }, now);
    if (next === undefined) break;
    waits.push((next.getTime() - now.getTime()) / MINUTE_MS);
    now = next;
  }
  expect(waits.slice(0, 6)).toEqual([0.5, 2, 8, 32, 60, 60]);
  expect(new Set(waits.slice(4))).toEqual(new Set([60]));
  expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(23 * 60);
  expect(isNews(createdAt, now)).toBe(true);
  expect(isNews(createdAt, new Date(createdAt.getTime() + DAY_MS))).toBe(false);
});
