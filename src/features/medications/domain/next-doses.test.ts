import { describe, expect, it } from 'vitest';
import { fromNow, nextDoses, wordsOfTime } from './next-doses.ts';

const NOW = new Date('2026-03-10T14:00:00Z');

const dose = (name: string, time: string, status: 'pending' | 'taken' = 'pending') => ({
  status,
  scheduledTime: `2026-03-10T${time}:00.000Z`,
  medication: {
    ...{ name, dosage: '10 mg', instructions: '', pillImageUrl: null },
    ...{ soundEnabled: true, reminderEnabled: true },
  },
});

function said(...listed: ReturnType<typeof dose>[]) {
  const { unanswered, next } = nextDoses(listed, NOW);
  const lines = next.map((time) => {
    const at = time.scheduledTime.toISOString().slice(11, 16);
    return `${at} ${wordsOfTime(time)[0]} ${time.isNow ? 'now' : time.inWords}`;
  });
  return { unanswered, lines };
}

describe('the next doses with their texts (nextDoses)', () => {
  it.each([
    ['no doses', [], 0, []],
    ['an answered dose', [dose('A', '14:30', 'taken')], 0, []],
    ['a later dose', [dose('A', '14:30')], 0, ['14:30 A 10 mg in 30 minutes']],
    ['a dose that is due now', [dose('A', '14:00')], 0, ['14:00 A 10 mg now']],
    ['a dose that is late', [dose('A', '13:00')], 0, ['13:00 A 10 mg now']],
    ['an overdue dose, which is only counted', [dose('A', '12:59')], 1, []],
    [
      'doses of one time in one line',
      [dose('A', '20:00'), dose('B', '20:00'), dose('C', '16:00')],
      0,
      ['16:00 C 10 mg in 2 hours', '20:00 A, B in 6 hours'],
    ],
  ])(
    'nextDoses counts unanswered doses and lists the next ones: %s',
    (_, listed, unanswered, lines) => {
      expect(said(...listed)).toEqual({ unanswered, lines });
    },
  );
});

it.each([
  [1, 'in 1 minute'],
  [59, 'in 59 minutes'],
  [60, 'in 1 hour'],
  [62, 'in 1 hour'],
  [89, 'in 1 hour 30 minutes'],
  [118, 'in 2 hours'],
  [562, 'in 9 hours 20 minutes'],
])('fromNow formats %i minutes as %s', (minutes, words) => {
  expect(fromNow(minutes)).toBe(words);
});

it.each([
  [[['A', '10 mg']], ['A 10 mg', 'A', 'A']],
  [[['A', '']], ['A']],
  [
    [
      ['A', '10 mg'],
      ['B', ''],
      ['C', '5 mg'],
    ],
    ['A, B, C', 'A, B and 1 more', 'A and 2 more', '3 medications'],
  ],
])('wordsOfTime returns the texts for %j, longest first: %j', (taken, words) => {
  const doses = taken.map(([name = '', dosage = '']) => {
    const made = dose(name, '14:30');
    return { ...made, medication: { ...made.medication, dosage } };
  });
  expect(wordsOfTime({ doses })).toEqual(words);
});

it.each([
  [59, 'in 59 minutes'],
  [60, 'in 1 h'],
  [61, 'in 1 h 1 min'],
  [265, 'in 4 h 25 min'],
  [720, 'in 12 h'],
])('fromNow formats %i minutes to the minute as %s', (minutes, words) => {
  expect(fromNow(minutes, 'minute')).toBe(words);
});
