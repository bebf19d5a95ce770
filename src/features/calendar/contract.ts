import { z } from 'zod';
import { sessionRefusals } from '#features/sessions/refusals.ts';
import { localDateInput } from '#kit/shared/date-input.ts';
import { DAY_MS } from '#kit/shared/durations.ts';
import { endpoint } from '#kit/shared/endpoint.ts';
import { some } from '#kit/shared/refusal.ts';
import { kitRefusals } from '#kit/shared/refusals.ts';
import { madeFrom, version } from '#kit/shared/versions.ts';
import { WALL_TIME } from '#kit/shared/zoned-time.ts';
import { KNOWN_EVENT_TYPES, RECURRENCES, REQUIRED } from './event-kinds.ts';
import { LONGEST_DESCRIPTION, LONGEST_TITLE } from './limits.ts';
import { calendarRefusals } from './refusals.ts';

/** The most days that can be asked for at once. */
const MOST_DAYS = 400;

/** The most single days on which one event can be left out. */
const MOST_SKIPPED = 1000;

const line = (longest: number) => z.string().trim().max(longest, 'That is too long.');
const wallTime = z.string().regex(WALL_TIME, 'Please choose a time.');

const fields = z
  .object({
    title: line(LONGEST_TITLE).min(1, REQUIRED),
    description: line(LONGEST_DESCRIPTION),
    /** Local date; of an event as it is stored the first, of an occurrence its own. */
    eventDate: localDateInput(REQUIRED),
    /** Local times, HH:MM; null for events of the whole day. */
    startTime: wallTime.nullable(),
    endTime: wallTime.nullable(),
    /** Mirrors `startTime`. */
    eventTime: wallTime.nullable(),
    eventType: z.enum(KNOWN_EVENT_TYPES, 'Please choose what it is.'),
    recurring: z.boolean(),
    recurringFrequency: z.enum(RECURRENCES, 'Please choose how often.').nullable(),
    /** Local date of the last day on which it may recur, inclusive. */
    recurringUntil: localDateInput().nullable(),
    /** Local dates on which it does not happen. */
    skippedDates: z
      .array(localDateInput())
      .max(MOST_SKIPPED, 'That is left out too often.')
      .transform((dates) => [...new Set(dates)].sort()),
    allDay: z.boolean(),
    /** The elder it is for; null is the household. */
    userId: z.uuid().nullable(),
  })
  .strict();

const change = fields.partial();

/** Only title and date must be given; `completeEvent` says what the rest becomes. */
const given = change.extend({
  title: z.string(REQUIRED).trim().min(1, REQUIRED).max(LONGEST_TITLE, 'That is too long.'),
  eventDate: fields.shape.eventDate,
});

export const calendarEvent = fields.extend({
  id: z.string(),
  version,
  /** The day that this entry stands for, the same as `eventDate`. */
  occurrenceDate: z.iso.date(),
});

export type CalendarEvent = z.output<typeof calendarEvent>;
export type GivenEvent = z.output<typeof given>;
export type EventChange = z.output<typeof change>;

const span = z
  .object({ from: localDateInput(), to: localDateInput() })
  .partial()
  .strict()
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    message: 'Please give the first day and the last.',
  })
  .refine(({ from = '', to = '' }) => from <= to, {
    path: ['to'],
    message: 'The last day must not be before the first.',
  })
  .refine(({ from, to }) => from === undefined || to === undefined || isShort(from, to), {
    path: ['to'],
    message: `Please ask for at most ${MOST_DAYS} days.`,
  });

function isShort(from: string, to: string): boolean {
  return Date.parse(to) - Date.parse(from) < MOST_DAYS * DAY_MS;
}

const one = z.object({ id: z.uuid() });

export const calendarCalls = {
  list: endpoint('GET /api/calendar-events', {
    who: 'user',
    summary: 'The events as they are stored; from one local date to another, what occurs on each.',
    query: span,
    reply: z.array(calendarEvent),
    cache: 'person',
    refusals: some(calendarRefusals, 'too-many-occurrences'),
  }),
  today: endpoint('GET /api/todays-events', {
    who: 'user',
    summary: "What occurs today in the household's timezone: the whole day first, then by time.",
    reply: z.array(calendarEvent),
    cache: 'person',
    allowedInGrace: true,
  }),
  create: endpoint('POST /api/calendar-events', {
    who: 'admin',
    summary: 'Adds an event.',
    body: given,
    reply: calendarEvent,
    status: 201,
    refusals: some(calendarRefusals, 'calendar-full', 'person-not-in-household'),
  }),
  update: endpoint('PUT /api/calendar-events/{id}', {
    who: 'admin',
    summary: 'Changes what is given of an event.',
    params: one,
    body: change.extend({ version: madeFrom }),
    reply: calendarEvent,
    refusals: {
      ...some(calendarRefusals, 'person-not-in-household'),
      ...some(kitRefusals, 'changed-meanwhile'),
    },
  }),
  skip: endpoint('POST /api/calendar-events/{id}/skip', {
    who: 'admin',
    summary: 'Leaves out one day of an event that recurs; the others stay.',
    params: one,
    body: z.object({ date: localDateInput() }).strict(),
    reply: calendarEvent,
    refusals: some(calendarRefusals, 'event-not-on-that-day'),
  }),
  remove: endpoint('DELETE /api/calendar-events/{id}', {
    who: 'admin',
    summary: 'Deletes an event with all its days.',
    params: one,
  }),
};

export const feedCalls = {
  readFeed: endpoint('GET /api/calendar-feed', {
    who: 'admin',
    summary: 'Since when there is an address for calendar programs; null when there is none.',
    reply: z.object({
      createdAt: z.iso.datetime().nullable(),
      /** With whom it ends; null for one that an earlier version made. */
      madeBy: z.string().nullable(),
      /** Its maker has chosen another password since. */
      isPasswordNewer: z.boolean(),
    }),
  }),
  createFeed: endpoint('POST /api/calendar-feed', {
    who: 'admin',
    summary: 'Makes a new secret address for calendar programs; the one before works no more.',
    reply: z.object({ url: z.url() }),
    status: 201,
    invalidatesNothing: true,
  }),
  removeFeed: endpoint('DELETE /api/calendar-feed', {
    who: 'admin',
    summary: 'Ends the secret address.',
    invalidatesNothing: true,
  }),
  feed: endpoint('GET /calendar/{secret}.ics', {
    who: 'anyone',
    summary: 'Events and medication times as an iCalendar file, for whoever has the secret.',
    params: z.object({ secret: z.string() }),
    file: true,
    refusals: {
      ...some(sessionRefusals, 'too-many-attempts', 'subscription-expired'),
      ...some(kitRefusals, 'too-busy'),
    },
  }),
};

export type CalendarCalls = typeof calendarCalls;
export type FeedCalls = typeof feedCalls;
