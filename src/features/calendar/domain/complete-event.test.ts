import { describe, expect, it } from 'vitest';
import { changedEvent, completeEvent, validateEvent } from './complete-event.ts';

const given = { title: 'Walk', eventDate: '2026-03-10' };
const whole = { startTime: null, endTime: null, allDay: true };
const timed = (startTime: string, endTime: string | null) => ({
  startTime,
  endTime,
  allDay: false,
});
const once = { recurringFrequency: null, recurringUntil: null, skippedDates: [] };

describe('completeEvent fills in a new event', () => {
  it.each([
    ['without times starts at 9 and ends at 10', {}, timed('09:00', '10:00')],
    ['with only a start has no end', { startTime: '14:00' }, timed('14:00', null)],
    ['uses eventTime as its start', { eventTime: '14:00' }, timed('14:00', null)],
    ['with only an end starts at 9', { endTime: '11:00' }, timed('09:00', '11:00')],
    ['whose start is null is an all-day event', { startTime: null }, whole],
    ['for all day has no times', { allDay: true, startTime: '09:00' }, whole],
    ['happens once by default', {}, once],
    [
      'that recurs without a frequency is weekly',
      { recurring: true },
      { recurringFrequency: 'weekly' },
    ],
    [
      'with a frequency recurs',
      { recurringFrequency: 'daily' as const },
      { recurringFrequency: 'daily' },
    ],
    [
      'that does not recur has no frequency',
      { recurring: false, recurringFrequency: 'daily' as const, recurringUntil: '2026-04-01' },
      once,
    ],
  ])('a new event %s', (_name, more, expected) => {
    expect(completeEvent({ ...given, ...more })).toMatchObject(expected);
  });
});

describe('changedEvent applies a change to an event', () => {
  const weekly = completeEvent({
    ...given,
    recurring: true,
    recurringUntil: '2026-06-01',
    skippedDates: ['2026-03-17'],
  });
  const birthday = completeEvent({ ...given, allDay: true });
  it.each([
    [
      'keeps the fields that are not given',
      weekly,
      { title: 'Long walk' },
      { ...weekly, title: 'Long walk' },
    ],
    [
      'keeps its end when only the start changes',
      weekly,
      { startTime: '09:15' },
      timed('09:15', '10:00'),
    ],
    ['has no end when it is set to null', weekly, { endTime: null }, timed('09:00', null)],
    ['can become an all-day event', weekly, { allDay: true }, whole],
    ['stays an all-day event when the title changes', birthday, { title: 'Birthday' }, whole],
    ['for all day can get a start time', birthday, { startTime: '15:00' }, timed('15:00', null)],
    ['for all day gets the default times', birthday, { allDay: false }, timed('09:00', '10:00')],
    ['can stop recurring', weekly, { recurring: false }, once],
    ['stops recurring when its frequency is null', weekly, { recurringFrequency: null }, once],
    [
      'can get another frequency',
      weekly,
      { recurringFrequency: 'monthly' as const },
      { ...weekly, recurringFrequency: 'monthly' },
    ],
    ['can lose its last day', weekly, { recurringUntil: null }, { recurringUntil: null }],
    ['can restore a skipped day', weekly, { skippedDates: [] }, { skippedDates: [] }],
  ])('a changed event %s', (_name, present, change, expected) => {
    expect(changedEvent(present, change)).toMatchObject(expected);
  });
});

describe('whatIsWrong checks a complete event', () => {
  it.each([
    ['is valid', {}, {}],
    ['is valid without an end', { startTime: '23:45' }, {}],
    [
      'must not end when it starts',
      { startTime: '09:00', endTime: '09:00' },
      { endTime: 'End time must be after start time' },
    ],
    [
      'must not have a last day before its first',
      { recurring: true, recurringUntil: '2026-03-09' },
      { recurringUntil: 'The last day must not be before the date of the event.' },
    ],
    ['may have its first day as its last', { recurring: true, recurringUntil: '2026-03-10' }, {}],
  ])('an event %s', (_name, more, wrong) => {
    expect(validateEvent(completeEvent({ ...given, ...more }))).toEqual(wrong);
  });
});
