import type { Medication } from '#features/medications/contract.ts';
import { dosageAt } from '#features/medications/domain/dose-amounts.ts';
import { type DueMedication, dueDosesOn } from '#features/medications/domain/due.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { lookupBy } from '#platform/shared/group-by.ts';
import { addDays, instantOf } from '#platform/shared/zoned-time.ts';
import type { CalendarEvent } from '../contract.ts';
import { type EventRow, occurrencesOf } from './event-rows.ts';
import { type FeedEntry, instantsOf } from './feed-file.ts';

/** The days before and after today that a feed contains. */
const PAST_DAYS = 30;
const COMING_DAYS = 60;

/** Maximum number of entries in a feed; the days nearest to today are kept. */
const MAX_ENTRIES = 5000;

/** Duration in minutes of a dose and of an event without an end. */
const DOSE_MINUTES = 15;
const EVENT_MINUTES = 60;
const HOST = '@calendar.grand-app';

/** The stored events and medications from which a feed is built. */
export interface FeedContent {
  readonly events: readonly EventRow[];
  readonly medications: readonly (Medication & DueMedication)[];
}

/** The household's local date and time zone. */
export interface FeedDay {
  readonly today: string;
  readonly timezone: string;
}

/**
 * Returns the entries of a feed: events and medication times, starting with today and the days
 * nearest to it, up to the maximum number of entries.
 */
export function feedEntries(content: FeedContent, { timezone, today }: FeedDay): FeedEntry[] {
  const [from, to] = spanOf(today);
  const occurring = occurrencesOf(content.events, from, to);
  const eventsOn = lookupBy(occurring, ({ occurrenceDate }) => occurrenceDate);
  const days: { date: string; entries: FeedEntry[] }[] = [];
  let room = MAX_ENTRIES;
  for (const date of nearestFirst(today)) {
    const entries = eventsOn(date).map((event) => eventEntry(event, timezone));
    for (const medication of content.medications) {
      if (entries.length >= room) break;
      entries.push(...doseEntries(medication, date, timezone));
    }
    days.push({ date, entries: entries.slice(0, room) });
    room -= entries.length;
    if (room <= 0) break;
  }
  days.sort((one, other) => (one.date < other.date ? -1 : 1));
  return days.flatMap(({ entries }) => entries);
}

function eventEntry(event: CalendarEvent, timezone: string): FeedEntry {
  const { id, occurrenceDate: date, startTime, endTime, title, description } = event;
  const words = { uid: `event-${id}-${date}${HOST}`, summary: title, description };
  if (startTime === null) return { ...words, date };
  if (endTime !== null) return { ...words, ...instantsOf(date, startTime, endTime, timezone) };
  return { ...words, ...lasting(instantOf(date, startTime, timezone), EVENT_MINUTES) };
}

function doseEntries(
  medication: Medication & DueMedication,
  date: string,
  timezone: string,
): FeedEntry[] {
  const { name, instructions } = medication;
  return dueDosesOn(medication, date, timezone).map((dose) => ({
    uid: `dose-${dose.id}${HOST}`,
    summary: `${name} ${dosageAt(medication, dose)}`.trim(),
    description: instructions,
    ...lasting(dose.scheduledTime, DOSE_MINUTES),
  }));
}

function lasting(start: Date, minutes: number): { start: Date; end: Date } {
  return { start, end: new Date(start.getTime() + minutes * MINUTE_MS) };
}

/** Returns the first and last local date of a feed. */
export function spanOf(today: string): [from: string, to: string] {
  return [addDays(today, -PAST_DAYS), addDays(today, COMING_DAYS)];
}

/** Yields today, then the days before and after it, nearest first. */
function* nearestFirst(today: string): Generator<string> {
  yield today;
  for (let away = 1; away <= Math.max(PAST_DAYS, COMING_DAYS); away += 1) {
    if (away <= COMING_DAYS) yield addDays(today, away);
    if (away <= PAST_DAYS) yield addDays(today, -away);
  }
}
