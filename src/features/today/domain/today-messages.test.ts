import { describe, expect, it } from 'vitest';
import type { PersonToday, TodaysDose } from '../contract.ts';
import type { Answer, DoseState } from './answer.ts';
import * as words from './today-messages.ts';

const ZONE = 'America/New_York';
const NOW = new Date('2026-03-10T16:35:00Z');

const dose = (name: string, time: string, state: DoseState): TodaysDose => ({
  ...{ id: `${name} ${time}`, medicationId: name, name, dosage: '', userId: 'system' },
  ...{ scheduledTime: `2026-03-10T${time}:00.000Z`, status: 'pending', state },
  ...{ by: null, at: null, told: [] },
});
const person = (answer: Answer, name = 'Rose'): PersonToday => ({
  ...{ id: name, name, answer, away: null, tablets: [], lastThereAt: null, nextEvent: null },
});
const said = (answer: Answer, ...doses: TodaysDose[]) => {
  const moment = { now: NOW, timezone: ZONE, hasMedications: true };
  const one = { ...person(answer), away: 'Away until Sunday' };
  return `${words.headlineOf(one, doses)} ${words.detailOf(one, doses, moment)}`;
};

describe('the answer in words (headlineOf, detailOf)', () => {
  const metformin = (state: DoseState) => dose('Metformin', '16:00', state);
  const evening = dose('Aspirin', '23:00', 'later');

  it.each([
    ['Yes, so far. Every dose until now is answered.', 'all-right', [metformin('taken'), evening]],
    ['Yes, so far. The first dose is at 7:00 PM.', 'all-right', [evening]],
    ['Yes, so far. Every dose of today is answered.', 'all-right', [metformin('skipped')]],
    ['One dose is open. Metformin, 12:00 PM. 35 minutes late.', 'open', [metformin('due')]],
    [
      '2 doses are overdue. Metformin, 12:00 PM, and 1 more. Nobody has answered.',
      'overdue',
      [metformin('overdue'), dose('Aspirin', '16:10', 'overdue')],
    ],
    ['One dose was missed. Metformin, 12:00 PM.', 'missed', [metformin('missed')]],
    ['Away until Sunday. No dose of that time rings or counts.', 'away', []],
    ['Nothing to take today. No dose is listed for today.', 'nothing-today', []],
    ['No tablet is set up yet. Until then nothing reminds of a dose.', 'no-tablet', []],
  ] as const)('headline and detail of the answer: %s', (sentence, answer, doses) => {
    expect(said(answer, ...doses)).toBe(sentence);
  });

  it('takenMessage counts the due doses, and nextMessage names the next ones', () => {
    const doses = [
      metformin('taken'),
      metformin('skipped'),
      evening,
      dose('Iron', '23:00', 'later'),
    ];
    expect(words.takenMessage(doses)).toBe('1 of 2 taken');
    expect(words.nextMessage(doses, ZONE)).toBe('Next: 7:00 PM, 2 medications');
    expect(words.takenMessage([evening])).toBe('No dose was due yet');
    expect(words.nextMessage([evening], ZONE)).toBe('Next: 7:00 PM, Aspirin');
    expect(words.nextMessage([], ZONE)).toBe('No more today');
  });
});

it.each<[string, PersonToday[]]>([
  ['Rose: yes, so far.', [person('all-right')]],
  ['Everybody is all right so far.', [person('all-right'), person('all-right', 'Tom')]],
  ['Rose: away.', [person('away'), person('away', 'Tom')]],
  ['Everybody is all right so far.', [person('nothing-today'), person('all-right', 'Max')]],
  ['Rose: no tablet is set up yet.', [person('no-tablet'), person('all-right', 'Max')]],
  [
    'Rose: the tablet cannot ring. One more needs a look.',
    [person('cannot-ring'), person('no-tablet', 'Max'), person('all-right', 'Zoe')],
  ],
  ['Nobody is here yet.', [person('no-person', '')]],
])('stripMessage summarizes all people: %s', (line, people) => {
  expect(words.stripMessage({ people, doses: [] })).toBe(line);
});
