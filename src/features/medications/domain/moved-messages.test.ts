import { expect, it } from 'vitest';
import { movedMessage } from './moved-messages.ts';

const at = { now: new Date('2026-03-10T12:05:00Z'), timezone: 'America/New_York' };
const EIGHT_TAKEN = [{ id: 'm_2026-03-10_0800', status: 'taken' }] as const;
const BEGINS = 'Today’s 8:00 AM dose was taken: 8:30 AM begins tomorrow.';

it.each([
  ['the time of a taken dose is moved', ['08:00'], ['08:30'], EIGHT_TAKEN, [BEGINS]],
  ['no time is moved', ['08:00'], ['08:00'], EIGHT_TAKEN, []],
  ['a time is added', ['08:00'], ['08:00', '20:00'], EIGHT_TAKEN, []],
  [
    'the time of a skipped dose is moved',
    ['08:00'],
    ['08:30'],
    [{ id: 'm_2026-03-10_0800', status: 'skipped' }],
    [],
  ],
  [
    "only yesterday's dose was taken",
    ['08:00'],
    ['08:30'],
    [{ id: 'm_2026-03-09_0800', status: 'taken' }],
    [],
  ],
  [
    'only a dose of another medication was taken',
    ['08:00'],
    ['08:30'],
    [{ id: 'n_2026-03-10_0800', status: 'taken' }],
    [],
  ],
] as const)('movedMessage for a changed schedule: %s', (_, before, after, doses, expected) => {
  expect(movedMessage({ id: 'm', times: [...before] }, after, doses, at)).toEqual(expected);
});

it('movedMessage names the time of the taken dose only if it is known', () => {
  const medication = { id: 'm', times: ['08:30'], notDue: ['2026-03-10 08:30'] };
  expect(movedMessage(medication, ['09:00'], EIGHT_TAKEN, at)).toEqual([
    'Today’s dose is over: 9:00 AM begins tomorrow.',
  ]);
});
