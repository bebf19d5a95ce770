import { expect, test } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { reminderMessage } from './reminder-messages.ts';

const DUE = '2026-03-10T12:00:00.000Z';

const METFORMIN = {
  name: 'Metformin',
  dosage: '500 mg, one tablet',
  instructions: 'Take with food.',
  soundEnabled: true,
  reminderEnabled: true,
  pillImageUrl: null,
};

const spoken = (medication: Partial<typeof METFORMIN>, minutesAfter = 0) =>
  reminderMessage(
    [{ medication: { ...METFORMIN, ...medication }, scheduledTime: DUE }],
    new Date(Date.parse(DUE) + minutesAfter * MINUTE_MS),
  );

test.each([
  ['at its time', 0, 'Time to take Metformin, 500 mg, one tablet. Take with food.'],
  [
    'late, without mentioning it',
    40,
    'Time to take Metformin, 500 mg, one tablet. Take with food.',
  ],
  [
    'five minutes before its time',
    -5,
    'In 5 minutes it is time to take Metformin, 500 mg, one tablet. Take with food.',
  ],
  [
    'in the last minute before its time',
    -0.5,
    'In 1 minute it is time to take Metformin, 500 mg, one tablet. Take with food.',
  ],
])('reminderMessage depends on the time of the dose: %s', (_, minutesAfter, words) => {
  expect(spoken({}, minutesAfter)).toBe(words);
});

test.each([
  ['no dosage', { dosage: '' }, 'Time to take Metformin. Take with food.'],
  ['no instructions', { instructions: '' }, 'Time to take Metformin, 500 mg, one tablet.'],
  [
    'instructions without a full stop',
    { instructions: ' After breakfast ' },
    'Time to take Metformin, 500 mg, one tablet. After breakfast.',
  ],
  [
    'a dosage that ends with a full stop',
    { dosage: '1 tbl.' },
    'Time to take Metformin, 1 tbl. Take with food.',
  ],
])('reminderMessage joins the fields of the medication: %s', (_, medication, words) => {
  expect(spoken(medication)).toBe(words);
});

test('reminderMessage names each of several doses with its dosage and instructions', () => {
  const aspirin = { ...METFORMIN, name: 'Aspirin', dosage: '81 mg', instructions: '' };
  const both = [aspirin, METFORMIN].map((medication) => ({ medication, scheduledTime: DUE }));
  expect(reminderMessage(both, new Date(DUE))).toBe(
    'Time to take: Aspirin, 81 mg. Metformin, 500 mg, one tablet. Take with food.',
  );
});

test('reminderMessage is empty without a dose', () => {
  expect(reminderMessage([], new Date(DUE))).toBe('');
});
