import { describe, expect, it } from 'vitest';
import { changedEvent, completeEvent, whatIsWrong } from './complete-event.ts';

const given = { title: 'Walk', eventDate: '2026-03-10' };
const whole = { startTime: null, endTime: null, allDay: true };
const timed = (startTime: string, endTime: string | null) => ({
  startTime,
  endTime,
  allDay: false,
});
const once = { recurringFrequency: null, recurringUntil: null, skippedDates: [] };

describe('a new event', () => {
  it.each([
    ['without times starts at 9 and ends at 10', {}, timed('09:00', '10:00')],
    ['with a start alone has no end', { startTime: '14:00' }, timed('14:00', null)],
    ['takes eventTime for the start', { eventTime: '14:00' }, timed('14:00', null)],
    ['with an end alone starts at 9', { endTime: '11:00' }, timed('09:00', '11:00')],
    ['whose start is none is for the whole day', { startTime: null }, whole],
    ['for the whole day has no times', { allDay: true, startTime: '09:00' }, whole],
    ['happens once', {}, once],
    ['that recurs does so weekly', { recurring: true }, { recurringFrequency: 'weekly' }],
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
  ])('%s', (_name, more, expected) => {
    expect(completeEvent({ ...given, ...more })).toMatchObject(expected);
  });
});

describe('a changed event', () => {
  const weekly = completeEvent({
    ...given,
    recurring: true,
    recurringUntil: '2026-06-01',
    skippedDates: ['2026-03-17'],
  });
  const birthday = completeEvent({ ...given, allDay: true });
  it.each([
    ['keeps what is not said', weekly, { title: 'Long walk' }, { ...weekly, title: 'Long walk' }],
    ['keeps its end', weekly, { startTime: '09:15' }, timed('09:15', '10:00')],
    ['loses its end', weekly, { endTime: null }, timed('09:00', null)],
    ['becomes one of the whole day', weekly, { allDay: true }, whole],
    ['stays one of the whole day', birthday, { title: 'Birthday' }, whole],
    ['of the whole day gets times', birthday, { startTime: '15:00' }, timed('15:00', null)],
    ['of the whole day gets the usual times', birthday, { allDay: false }, timed('09:00', '10:00')],
    ['recurs no more', weekly, { recurring: false }, once],
    ['recurs no more', weekly, { recurringFrequency: null }, once],
    [
      'recurs otherwise',
      weekly,
      { recurringFrequency: 'monthly' as const },
      { ...weekly, recurringFrequency: 'monthly' },
    ],
    ['recurs for ever', weekly, { recurringUntil: null }, { recurringUntil: null }],
    ['happens again on a day left out', weekly, { skippedDates: [] }, { skippedDates: [] }],
  ])('%s', (_name, present, change, expected) => {
    expect(changedEvent(present, change)).toMatchObject(expected);
  });
});

describe('an event as a whole', () => {
  it.each([
    ['is right', {}, {}],
    ['is right without an end', { startTime: '23:45' }, {}],
    [
      'must not end when it starts',
      { startTime: '09:00', endTime: '09:00' },
      { endTime: 'End time must be after start time' },
    ],
    [
      'must not stop before it starts',
      { recurring: true, recurringUntil: '2026-03-09' },
      { recurringUntil: 'The last day must not be before the date of the event.' },
    ],
    ['may stop on its first day', { recurring: true, recurringUntil: '2026-03-10' }, {}],
  ])('%s', (_name, more, wrong) => {
    expect(whatIsWrong(completeEvent({ ...given, ...more }))).toEqual(wrong);
  });
});
