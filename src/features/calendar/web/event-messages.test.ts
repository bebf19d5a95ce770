import { expect, test } from 'vitest';
import { EVENT } from '#testing/event.ts';
import type { CalendarEvent } from '../contract.ts';
import { dayMessage, listed, whenMessage } from './event-messages.ts';

const TODAY = '2026-03-10';

const event = (change: Partial<CalendarEvent>): CalendarEvent => ({
  ...EVENT,
  id: change.title ?? '1',
  eventType: 'other',
  occurrenceDate: TODAY,
  recurring: false,
  recurringFrequency: null,
  recurringUntil: null,
  userId: null,
  version: 1,
  ...change,
});

test.each([
  ['2026-03-10', 'Today'],
  ['2026-03-11', 'Tomorrow'],
  ['2026-03-09', 'Mon, Mar 9'],
  ['2026-08-14', 'Fri, Aug 14'],
  ['2027-01-01', 'Fri, Jan 1, 2027'],
])('dayMessage formats %s as %s', (date, words) => {
  expect(dayMessage(date, TODAY)).toBe(words);
});

test.each<[Partial<CalendarEvent>, string]>([
  [{}, 'Today, 9:00 AM to 9:30 AM'],
  [{ endTime: null }, 'Today, 9:00 AM'],
  [{ startTime: null, endTime: null, allDay: true }, 'Today, all day'],
  [{ eventDate: '2026-03-08' }, 'Sun, Mar 8, 9:00 AM to 9:30 AM'],
  [{ recurringFrequency: 'daily' }, 'Today, 9:00 AM to 9:30 AM, every day'],
  [
    { eventDate: '2026-03-04', recurringFrequency: 'weekly', recurringUntil: '2026-06-01' },
    'Tomorrow, 9:00 AM to 9:30 AM, every week until Mon, Jun 1',
  ],
])('whenMessage shows times in 12-hour format with AM/PM: %j', (change, words) => {
  const [one] = listed([event(change)], TODAY).coming.concat(listed([event(change)], TODAY).past);
  expect(one && whenMessage(one, TODAY).join('')).toBe(words);
});

test('listed sorts coming events by their next date and past ones separately, latest first', () => {
  const events = [
    event({ title: 'over', eventDate: '2026-03-01' }),
    event({
      title: 'ended',
      recurringFrequency: 'daily',
      recurringUntil: '2026-03-09',
      eventDate: '2026-01-01',
    }),
    event({ title: 'tomorrow', eventDate: '2026-03-11' }),
    event({ title: 'old but weekly', eventDate: '2020-03-12', recurringFrequency: 'weekly' }),
    event({ title: 'at noon', startTime: '12:00' }),
    event({ title: 'all day', startTime: null, endTime: null, allDay: true }),
  ];
  const { coming, past } = listed(events, TODAY);
  const titles = (all: typeof coming) => all.map((each) => each.event.title);
  expect(titles(coming)).toEqual(['all day', 'at noon', 'tomorrow', 'old but weekly']);
  expect(titles(past)).toEqual(['ended', 'over']);
});
