import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { loudnessOf, repetitionAt, soundsIn, startAlarm } from './alarm.ts';

function recorder() {
  const heard: string[] = [];
  const start = Date.now();
  const note = (what: string) => () => heard.push(`${what} ${(Date.now() - start) / SECOND_MS}`);
  return { heard, sounder: { tone: note('tone'), silence: note('silence') } };
}

const ONE_SOUNDING = ['tone 0', 'tone 3', 'tone 6', 'tone 9', 'tone 12', 'silence 15'];

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the alarm of a reminder (startAlarm)', () => {
  test('the alarm plays a tone at once, then every 3 seconds, and stops after 15', () => {
    const { heard, sounder } = recorder();
    startAlarm(sounder, 0, 0);
    expect(heard).toEqual(['tone 0']);
    vi.advanceTimersByTime(HOUR_MS);
    expect(heard).toEqual(ONE_SOUNDING);
  });

  test('the alarm repeats its 15 seconds every alarmRepeatMinutes', () => {
    const { heard, sounder } = recorder();
    startAlarm(sounder, 0, 10);
    vi.advanceTimersByTime(20 * MINUTE_MS - 1);
    expect(heard).toEqual([
      ...ONE_SOUNDING,
      'tone 600',
      'tone 603',
      'tone 606',
      'tone 609',
      'tone 612',
      'silence 615',
    ]);
  });

  test('a stopped alarm is silent at once and does not repeat', () => {
    const { heard, sounder } = recorder();
    const stop = startAlarm(sounder, 0, 1);
    vi.advanceTimersByTime(4000);
    stop();
    vi.advanceTimersByTime(10 * MINUTE_MS);
    expect(heard).toEqual(['tone 0', 'tone 3', 'silence 4']);
  });

  test('begins is called at each start, and ends only after a full sounding', () => {
    const { heard, sounder } = recorder();
    const tell = (what: string) => () => heard.push(what);
    const stop = startAlarm({ ...sounder, begins: tell('begins'), ends: tell('ends') }, 0, 1);
    vi.advanceTimersByTime(61_000);
    stop();
    vi.advanceTimersByTime(10 * MINUTE_MS);
    const rest = ['begins', 'tone 60', 'silence 61'];
    expect(heard).toEqual(['begins', ...ONE_SOUNDING, 'ends', ...rest]);
  });

  test('the alarm can start later and can be stopped before', () => {
    const { heard, sounder } = recorder();
    startAlarm(sounder, 5000, 0);
    vi.advanceTimersByTime(5000);
    expect(heard).toEqual(['tone 5']);
    const other = recorder();
    startAlarm(other.sounder, 5000, 0)();
    vi.advanceTimersByTime(MINUTE_MS);
    expect(other.heard).toEqual(['silence 0']);
  });
});

describe('the loudness of repeated alarms (loudnessOf)', () => {
  test.each([
    [0, 0.8],
    [1, 0.85],
    [2, 0.9],
    [3, 0.95],
    [4, 1],
    [5, 1],
    [12, 1],
    [60, 1],
  ])('the loudness of repetition %i is %d', (repetition, loudness) => {
    expect(loudnessOf(repetition)).toBe(loudness);
  });

  test('the loudness rises with each repetition and is constant within it', () => {
    const heard: number[] = [];
    const stop = startAlarm({ tone: (l) => heard.push(l), silence: () => undefined }, 0, 5);
    vi.advanceTimersByTime(10 * MINUTE_MS + 15_000);
    stop();
    const five = (loudness: number) => Array.from({ length: 5 }, () => loudness);
    expect(heard).toEqual([...five(0.8), ...five(0.85), ...five(0.9)]);
  });

  test('an alarm that starts at a later repetition has the loudness of that repetition', () => {
    const tone = vi.fn();
    startAlarm({ tone, silence: () => undefined }, 0, 5, 3)();
    expect(tone).toHaveBeenCalledWith(0.95);
  });

  test.each([
    [0, 5, 0],
    [299_999, 5, 0],
    [5 * MINUTE_MS, 5, 1],
    [HOUR_MS, 5, 12],
    [HOUR_MS, 0, 0],
  ])(
    'after %i ms with a repeat every %i minutes, the repetition is %i',
    (elapsed, minutes, times) => {
      expect(repetitionAt(elapsed, minutes)).toBe(times);
    },
  );
});

describe('the delay until the next sound (soundsIn)', () => {
  test.each([
    ['when the reminder opens', 0, 10, 0],
    ['unlocked during the first alarm', 14_999, 10, 0],
    ['unlocked after the first alarm', 15_000, 10, 585_000],
    ['unlocked during the second alarm', 605_000, 10, 0],
    ['unlocked after the second alarm', 620_000, 10, 580_000],
    ['without repeats, during the alarm', 7000, 0, 0],
    ['without repeats, after the alarm', 15_000, 0, undefined],
  ])('soundsIn returns the delay in milliseconds: %s', (_, elapsed, repeatMinutes, expected) => {
    expect(soundsIn(elapsed, repeatMinutes)).toBe(expected);
  });

  test.each([
    [15_000, 5],
    [120_000, 5],
    [620_000, 10],
    [15_000, 0],
  ])(
    'sound that was blocked for the first %i ms begins at once, with a repeat every %i minutes',
    (elapsed, repeatMinutes) => {
      expect(soundsIn(elapsed, repeatMinutes, true)).toBe(0);
    },
  );
});
