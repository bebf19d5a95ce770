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
  ['no medication', [], []],
  ['one medication', [at(['08:00', '20:00'])], []],
  ['two medications without a shared time', [at(['08:00']), at(['08:01'])], []],
  [
    'two medications with a shared time',
    [at(['08:00', '20:00']), at(['20:00', '12:00'])],
    ['20:00'],
  ],
  [
    'three medications, each time once and in order',
    [at(['20:00', '08:00']), at(['08:00', '20:00']), at(['08:00'])],
    ['08:00', '20:00'],
  ],
  ['not of an inactive medication', [at(['08:00']), at(['08:00'], { isActive: false })], []],
  [
    'not of a medication without reminder',
    [at(['08:00']), at(['08:00'], { reminderEnabled: false })],
    [],
  ],
  [
    'not of an as-needed medication',
    [at(['08:00']), at(['08:00'], { frequency: 'as_needed' })],
    [],
  ],
  [
    'not of two different elders',
    [at(['08:00'], { userId: 'a' }), at(['08:00'], { userId: 'b' })],
    [],
  ],
  [
    'two medications of one elder',
    [at(['08:00'], { userId: 'a' }), at(['08:00'], { userId: 'a' })],
    ['08:00'],
  ],
  [
    'one of an elder and one of everyone',
    [at(['08:00'], { userId: 'a' }), at(['08:00'])],
    ['08:00'],
  ],
])('sharedTimes returns the times of several reminders: %s', (_, medications, expected) => {
  expect(sharedTimes(medications)).toEqual(expected);
});
