import { z } from 'zod';
import { sessionRefusals } from '#features/sessions/refusals.ts';
import { localDateInput } from '#platform/shared/date-input.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { baseVersion, version } from '#platform/shared/versions.ts';
import { WALL_TIME } from '#platform/shared/zoned-time.ts';
import { KNOWN_EVENT_TYPES, RECURRENCES, REQUIRED } from './domain/event-kinds.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from './limits.ts';
import { calendarRefusals } from './refusals.ts';

/** Maximum number of days of one query. */
const MAX_DAYS = 400;

/** Maximum number of skipped dates of one event. */
const MAX_SKIPPED = 1000;

const line = (longest: number) => z.string().trim().max(longest, 'That is too long.');
const wallTime = z.string().regex(WALL_TIME, 'Please choose a time.');

const fields = z
  .object({
    title: line(MAX_TITLE_LENGTH).min(1, REQUIRED),
    description: line(MAX_DESCRIPTION_LENGTH),
    /** Local date: the first day of a stored event, or the day of an occurrence. */
    eventDate: localDateInput(REQUIRED),
    /** Local times, HH:MM; null for all-day events. */
    startTime: wallTime.nullable(),
    endTime: wallTime.nullable(),
    /** Equal to `startTime`. */
    eventTime: wallTime.nullable(),
    eventType: z.enum(KNOWN_EVENT_TYPES, 'Please choose what it is.'),
    recurring: z.boolean(),
    recurringFrequency: z.enum(RECURRENCES, 'Please choose how often.').nullable(),
    /** Local date of the last possible occurrence, inclusive. */
    recurringUntil: localDateInput().nullable(),
    /** Local dates without an occurrence. */
    skippedDates: z
      .array(localDateInput())
      .max(MAX_SKIPPED, 'That is left out too often.')
      .transform((dates) => [...new Set(dates)].sort()),
    allDay: z.boolean(),
    /** The elder of the event; null means the whole household. */
    userId: z.uuid().nullable(),
  })
  .strict();

const change = fields.partial();

/** Only title and date are required; `completeEvent` fills in the rest. */
const given = change.extend({
  title: z.string(REQUIRED).trim().min(1, REQUIRED).max(MAX_TITLE_LENGTH, 'That is too long.'),
  eventDate: fields.shape.eventDate,
});

export const calendarEvent = fields.extend({
  id: z.string(),
  version,
  /** The date of this occurrence; equal to `eventDate`. */
  occurrenceDate: z.iso.date(),
});

export type CalendarEvent = z.output<typeof calendarEvent>;
export type NewEvent = z.output<typeof given>;
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
    message: `Please ask for at most ${MAX_DAYS} days.`,
  });

function isShort(from: string, to: string): boolean {
  return Date.parse(to) - Date.parse(from) < MAX_DAYS * DAY_MS;
}

const one = z.object({ id: z.uuid() });

export const calendarCalls = {
  list: endpoint('GET /api/calendar-events', {
    who: 'user',
    summary:
      'The stored events; with `from` and `to`, their occurrences between these local dates.',
    query: span,
    reply: z.array(calendarEvent),
    cache: 'person',
    refusals: some(calendarRefusals, 'too-many-occurrences'),
  }),
  today: endpoint('GET /api/todays-events', {
    who: 'user',
    summary:
      "Today's occurrences in the household's time zone: all-day events first, then by time.",
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
    summary: 'Changes the given fields of an event.',
    params: one,
    body: change.extend({ version: baseVersion }),
    reply: calendarEvent,
    refusals: {
      ...some(calendarRefusals, 'person-not-in-household'),
      ...some(platformRefusals, 'changed-meanwhile'),
    },
  }),
  skip: endpoint('POST /api/calendar-events/{id}/skip', {
    who: 'admin',
    summary: 'Skips one day of a recurring event.',
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
    summary: 'When the address for calendar programs was created; null if there is none.',
    reply: z.object({
      createdAt: z.iso.datetime().nullable(),
      /**
       * The name of the administrator who created the address; null for an address from an earlier
       * version. The address ends when that administrator leaves the household.
       */
      madeBy: z.string().nullable(),
      /** True if that administrator has changed their password since then. */
      isPasswordNewer: z.boolean(),
    }),
  }),
  createFeed: endpoint('POST /api/calendar-feed', {
    who: 'admin',
    summary: 'Creates a new secret address for calendar programs; the previous one stops working.',
    reply: z.object({ url: z.url() }),
    status: 201,
    invalidatesNothing: true,
  }),
  removeFeed: endpoint('DELETE /api/calendar-feed', {
    who: 'admin',
    summary: 'Deletes the secret address for calendar programs.',
    invalidatesNothing: true,
  }),
  feed: endpoint('GET /calendar/{secret}.ics', {
    who: 'anyone',
    summary:
      'Events and medication times as an iCalendar file, for any client that has the secret.',
    params: z.object({ secret: z.string() }),
    file: true,
    refusals: {
      ...some(sessionRefusals, 'too-many-attempts', 'subscription-expired'),
      ...some(platformRefusals, 'too-busy'),
    },
  }),
};

export type CalendarCalls = typeof calendarCalls;
export type FeedCalls = typeof feedCalls;
