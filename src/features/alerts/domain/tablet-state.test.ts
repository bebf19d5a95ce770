import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { type Heartbeat, type Tablet, tabletState } from './tablet-state.ts';

const NOW = new Date('2026-03-10T13:00:00Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS);

const AWAKE = 'The tablet was awake and its sound was on.';
const NO_SOUND = 'The tablet was awake, but its sound was not turned on.';
const HIDDEN = 'The tablet was showing something else or its screen was off.';
const GONE = 'The tablet has not been heard from since 8:41 AM.';

/**
 * Builds a tablet with `count` heartbeats, one per minute, the last of them `quietFor` minutes ago.
 */
function tablet(count: number, said: (minute: number) => Partial<Heartbeat>, quietFor = 0): Tablet {
  const heartbeats = Array.from({ length: count }, (_, index) => {
    const minute = quietFor + index;
    const usual = { visible: true, soundReady: true, clockSkewMs: 0 };
    return { at: ago(minute), ...usual, ...said(minute) };
  });
  return { lastHeardAt: ago(quietFor), heartbeats };
}

const sounding = tablet(60, () => ({}));
const silent = tablet(60, () => ({ soundReady: false }));
const hidden = tablet(60, () => ({ visible: false }));
const gone = tablet(41, () => ({}), 19);

describe('tabletState', () => {
  it.each<[string, Tablet[], string]>([
    ['no tablet', [], 'No tablet is set up.'],
    ['awake, with sound', [sounding], AWAKE],
    ['awake, without sound', [silent], NO_SOUND],
    ['hidden or screen off', [hidden], HIDDEN],
    ['offline', [gone], GONE],
    ['online without a report', [tablet(0, () => ({}))], HIDDEN],
    ['hidden for most of the time', [tablet(60, (m) => ({ visible: m > 40 }))], HIDDEN],
    ['hidden for one minute only', [tablet(60, (m) => ({ visible: m !== 3 }))], AWAKE],
    ['sound enabled late', [tablet(60, (m) => ({ soundReady: m < 20 }))], NO_SOUND],
    ['online after five silent minutes', [tablet(50, () => ({}), 5)], AWAKE],
    [
      'offline after more than five silent minutes',
      [tablet(50, () => ({}), 5.1)],
      GONE.replace('8:41', '8:54'),
    ],
    ['the best of several tablets', [gone, hidden, silent, sounding], AWAKE],
    ['the best of several tablets in another order', [sounding, gone], AWAKE],
    ['the last seen of two offline tablets', [tablet(0, () => ({}), 90), gone], GONE],
  ])('state of the tablet while a dose waited: %s', (_, tablets, words) => {
    expect(tabletState(tablets, NOW, 'America/New_York')).toBe(words);
  });

  it('the day is named if the tablet was last seen on another day', () => {
    const old = { lastHeardAt: ago(24 * 60), heartbeats: [] };
    expect(tabletState([old], NOW, 'America/New_York')).toBe(
      'The tablet has not been heard from since 9:00 AM on Monday, March 9.',
    );
  });

  it.each([
    [2 * MINUTE_MS, ''],
    [7 * MINUTE_MS, ' Its clock is 7 minutes ahead.'],
    [-20 * MINUTE_MS, ' Its clock is 20 minutes behind.'],
    [5 * HOUR_MS, ' Its clock is 5 hours ahead.'],
    [-(2 ** 31), ' Its clock is 25 days behind.'],
  ])('a clock skew of %i ms is mentioned from two minutes on', (clockSkewMs, words) => {
    const off = tablet(60, (minute) => (minute === 0 ? { clockSkewMs } : {}));
    expect(tabletState([off], NOW, 'America/New_York')).toBe(AWAKE + words);
  });
});
