import { beforeEach, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const SAID = 'Tue, 10 Mar 2026 12:00:00 GMT';

// Fakes only `performance`: otherwise the run time of the test would count as time since the
// answer.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

/** Loads the module in the state before any answer of the server. */
async function freshClock() {
  vi.resetModules();
  return import('./server-clock.ts');
}

it.each([
  ['a correct device clock is not changed', SAID, NOON, NOON, NOON],
  [
    'a difference within the precision of the header is ignored',
    SAID,
    NOON,
    NOON + 1900,
    NOON + 1900,
  ],
  ['a slow answer does not change a correct clock', SAID, NOON + 890, NOON + 2800, NOON + 2800],
  ['a device 7 minutes ahead is corrected', SAID, NOON + 420_000, NOON + 420_000, NOON],
  [
    'a device 20 minutes behind is corrected',
    SAID,
    NOON - 20 * MINUTE_MS,
    NOON - 20 * MINUTE_MS,
    NOON,
  ],
  [
    'an answer that was pending during a sleep is ignored',
    SAID,
    NOON - HOUR_MS,
    NOON + 9000,
    NOON + 9000,
  ],
  ['an answer from before the clock was set back is ignored', SAID, NOON + 9000, NOON, NOON],
  ['an answer without a date is ignored', null, NOON + 420_000, NOON + 420_000, NOON + 420_000],
])('the server time is correct: %s', async (_, header, sentAt, receivedAt, now) => {
  const { recordServerDate: noteServerDate, serverNow } = await freshClock();
  noteServerDate(header, sentAt, receivedAt);
  expect(serverNow(receivedAt)).toBe(now);
});

it('a slow answer is assumed at its middle, and a quick one corrects it', async () => {
  const { recordServerDate: noteServerDate, serverNow } = await freshClock();
  const ahead = 7 * MINUTE_MS;
  const wrongBy = (at: number) => Math.abs(serverNow(NOON + ahead + at) - (NOON + at));
  noteServerDate(SAID, NOON + ahead, NOON + ahead + 1800);
  expect(wrongBy(1800)).toBe(900);
  noteServerDate(SAID, NOON + ahead, NOON + ahead + 4800);
  const later = 'Tue, 10 Mar 2026 12:01:00 GMT';
  noteServerDate(later, NOON + ahead + MINUTE_MS, NOON + ahead + MINUTE_MS);
  expect(wrongBy(MINUTE_MS + 1)).toBeLessThanOrEqual(1000);
});

it('answers at different fractions of a second do not change the clock', async () => {
  const { recordServerDate: noteServerDate, serverNow } = await freshClock();
  for (const part of [0, 999, 500, 1, 998]) {
    noteServerDate(SAID, NOON + part, NOON + part + 40);
    expect(serverNow(NOON + part + 40)).toBe(NOON + part + 40);
  }
});

it('the skew of an earlier page is used until the first answer', async () => {
  const { recordServerDate: noteServerDate, serverNow, startWithSkew } = await freshClock();
  startWithSkew(420_000);
  expect(serverNow(NOON + 420_000)).toBe(NOON);
  noteServerDate(SAID, NOON, NOON);
  startWithSkew(420_000);
  expect(serverNow(NOON)).toBe(NOON);
});

it.each([
  ['falls back to 2020', Date.parse('2020-01-01T00:00:00Z')],
  ['falls back by an hour', NOON - HOUR_MS],
])('after an answer, a device whose clock %s continues from that answer', async (_, device) => {
  const { recordServerDate: noteServerDate, serverNow, serverTimeSinceAnswer } = await freshClock();
  expect(serverTimeSinceAnswer()).toBeUndefined();
  noteServerDate(SAID, NOON, NOON);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(serverNow(device)).toBe(NOON + MINUTE_MS);
  expect(serverTimeSinceAnswer()).toBe(NOON + MINUTE_MS);
});

it("after a sleep the device's clock is used, because the counter paused", async () => {
  const { recordServerDate: noteServerDate, serverNow, serverTimeSinceAnswer } = await freshClock();
  noteServerDate(SAID, NOON, NOON);
  expect(serverNow(NOON + 8 * HOUR_MS)).toBe(NOON + 8 * HOUR_MS);
  expect(serverTimeSinceAnswer()).toBe(NOON);
});
