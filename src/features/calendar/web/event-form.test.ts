import { expect, test } from 'vitest';
import { bodyOf, errorsIn, fieldsOf, isComplete, withStart } from './event-form.ts';

const empty = fieldsOf(undefined, '2026-03-10');
const walk = { ...empty, title: 'Walk' };

test('a new event is an appointment today from 9 to 10 that happens once', () => {
  expect(empty).toEqual({
    title: '',
    description: '',
    eventDate: '2026-03-10',
    startTime: '09:00',
    endTime: '10:00',
    eventType: 'appointment',
    allDay: false,
    recurring: false,
    recurringFrequency: 'weekly',
    recurringUntil: null,
    skippedDates: [],
    userId: null,
  });
});

test.each([
  [{}, {}],
  [{ title: ' ' }, { title: 'Please fill in required fields' }],
  [{ eventDate: null }, { eventDate: 'Please fill in required fields' }],
  [{ endTime: '09:00' }, { endTime: 'End time must be after start time' }],
  [{ endTime: '09:00', allDay: true }, {}],
  [{ endTime: null }, {}],
  [
    { recurring: true, recurringUntil: '2026-03-09' },
    { recurringUntil: 'The last day must not be before the date of the event.' },
  ],
  [{ recurring: false, recurringUntil: '2026-03-09' }, {}],
])('errorsIn returns the errors of a form with %j', (change, errors) => {
  expect(errorsIn({ ...walk, ...change })).toEqual(errors);
});

test.each([
  ['14:30', '15:30'],
  ['23:00', '10:00'],
  ['22:45', '23:45'],
])('a start at %s moves the end to %s, within the same day', (startTime, endTime) => {
  expect(withStart(walk, startTime)).toMatchObject({ startTime, endTime });
});

test('withStart keeps an end that is already invalid', () => {
  expect(withStart({ ...walk, endTime: '08:00' }, '10:00').endTime).toBe('08:00');
});

test('values of a switched-off option are not sent, and are restored when it is switched on', () => {
  const fields = { ...walk, allDay: true, recurringUntil: '2026-04-01' };
  if (!isComplete(fields)) throw new Error('the form is complete');
  expect(bodyOf(fields)).toMatchObject({
    startTime: null,
    endTime: null,
    recurringFrequency: null,
    recurringUntil: null,
  });
  const again = { ...fields, allDay: false, recurring: true };
  expect(bodyOf(again)).toMatchObject({ startTime: '09:00', recurringUntil: '2026-04-01' });
});
