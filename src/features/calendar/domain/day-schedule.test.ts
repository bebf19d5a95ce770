import { expect, it } from 'vitest';
import { daySchedule, notYetOver } from './day-schedule.ts';

const event = (name: string, startTime: string | null, endTime: string | null = null) => ({
  name,
  startTime,
  endTime,
});

const EVENTS = [
  event('birthday', null),
  event('dinner', '18:00', '19:30'),
  event('walk', '09:00', '10:00'),
  event('call', '09:30'),
];

const names = (events: readonly { name: string }[]) => events.map(({ name }) => name);

it.each([
  ['08:00', [], ['walk', 'call', 'dinner']],
  ['09:59', [], ['walk', 'call', 'dinner']],
  ['10:00', ['walk'], ['call', 'dinner']],
  ['10:29', ['walk'], ['call', 'dinner']],
  ['10:30', ['walk', 'call'], ['dinner']],
  ['19:30', ['walk', 'call', 'dinner'], []],
])('at %s finished events are past; an event without an end lasts an hour', (time, past, next) => {
  const schedule = daySchedule(EVENTS, time);
  expect(names(schedule.past)).toEqual(past);
  expect(names(schedule.next)).toEqual(next);
  expect(names(schedule.wholeDay)).toEqual(['birthday']);
});

it('all-day events come last and are never past', () => {
  expect(names(notYetOver(EVENTS, '10:00'))).toEqual(['call', 'dinner', 'birthday']);
  expect(names(notYetOver(EVENTS, '23:59'))).toEqual(['birthday']);
});

it('an event late in the evening is not past before midnight', () => {
  expect(names(notYetOver([event('film', '23:30')], '23:59'))).toEqual(['film']);
});
