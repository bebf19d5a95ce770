import { expect, it } from 'vitest';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { type AlarmOutcome, alarmTestMessage } from './alarm-test.ts';

const ASKED = Date.parse('2026-03-10T13:11:30Z');
const at = (seconds: number) => new Date(ASKED + seconds * SECOND_MS);

it.each<[number, number | null, AlarmOutcome | null, string]>([
  [0, null, null, 'No answer yet.'],
  [59.9, null, null, 'No answer yet.'],
  [60, null, null, 'No answer: the tablet is off or has no connection.'],
  [3600, null, null, 'No answer: the tablet is off or has no connection.'],
  [40, 31, 'sounded', 'It sounded at 9:12 AM.'],
  [40, 31, 'blocked', 'The tablet answered, but its sound is blocked: touch it once.'],
  [
    40,
    31,
    'reminder',
    'The tablet answered at 9:12 AM, but a reminder of a dose stands there. Please try again later.',
  ],
  [40, 31, null, 'The tablet answered at 9:12 AM. Whether it sounded is not known.'],
])('message after %s s, answered after %s s with %s: %s', (now, answered, outcome, words) => {
  const test = {
    askedAt: at(0).toISOString(),
    answeredAt: answered === null ? null : at(answered).toISOString(),
    outcome,
  };
  expect(alarmTestMessage(test, at(now), 'America/New_York')).toBe(words);
});
