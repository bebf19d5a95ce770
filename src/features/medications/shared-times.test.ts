import { expect, test } from 'vitest';
import { sharedTimes } from './shared-times.ts';

type Scheduled = Parameters<typeof sharedTimes>[0][number];

const at = (times: string[], changed: Partial<Scheduled> = {}): Scheduled => ({
  frequency: 'daily',
  times,
  isActive: true,
  reminderEnabled: true,
  userId: 'system',
  ...changed,
});

test.each<[string, Scheduled[], string[]]>([
  ['of none', [], []],
  ['of one', [at(['08:00', '20:00'])], []],
  ['of two at other times', [at(['08:00']), at(['08:01'])], []],
  ['of two', [at(['08:00', '20:00']), at(['20:00', '12:00'])], ['20:00']],
  [
    'of three, each once and in order',
    [at(['20:00', '08:00']), at(['08:00', '20:00']), at(['08:00'])],
    ['08:00', '20:00'],
  ],
  ['but not of one that is inactive', [at(['08:00']), at(['08:00'], { isActive: false })], []],
  ['nor without a reminder', [at(['08:00']), at(['08:00'], { reminderEnabled: false })], []],
  ['nor as needed', [at(['08:00']), at(['08:00'], { frequency: 'as_needed' })], []],
  ['nor of two people', [at(['08:00'], { userId: 'a' }), at(['08:00'], { userId: 'b' })], []],
  ['of one person', [at(['08:00'], { userId: 'a' }), at(['08:00'], { userId: 'a' })], ['08:00']],
  ['of one and everyone', [at(['08:00'], { userId: 'a' }), at(['08:00'])], ['08:00']],
])('sharedTimes returns the times of several reminders: %s', (_, medications, expected) => {
  expect(sharedTimes(medications)).toEqual(expected);
});
