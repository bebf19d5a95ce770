import type { Medication } from '#features/medications/contract.ts';
import { dosageAt } from '#features/medications/dose-amounts.ts';
import { type DueMedication, dueDosesOn } from '#features/medications/due.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { lookupBy } from '#kit/shared/grouped.ts';
import { addDays, instantOf } from '#kit/shared/zoned-time.ts';
import type { CalendarEvent } from '../contract.ts';
import { type EventRow, occurrencesOf } from './event-rows.ts';
import { type FeedEntry, instantsOf } from './feed-file.ts';

/** What a feed reaches back and ahead, in days. */
const PAST_DAYS = 30;
const COMING_DAYS = 60;

/** The most entries of a feed; what is nearest to today stays. */
const MOST_ENTRIES = 5000;

/** How long a dose, or an event without an end, is shown to last. */
const DOSE_MINUTES = 15;
const EVENT_MINUTES = 60;
const HOST = '@calendar.grand-app';

/** What a household's feed is made of, as it is stored. */
export interface FeedContent {
  readonly events: readonly EventRow[];
  readonly medications: readonly (Medication & DueMedication)[];
}

/** The household's local date and its timezone. */
export interface FeedDay {
  readonly today: string;
  readonly timezone: string;
}

/**
 * What a household's feed says: its events and the times of its medications, day by day from today on
 * both sides, until there are as many as a feed may have.
 */
export function feedEntries(content: FeedContent, { timezone, today }: FeedDay): FeedEntry[] {
  const [from, to] = spanOf(today);
  const occurring = occurrencesOf(content.events, from, to);
  const eventsOn = lookupBy(occurring, ({ occurrenceDate }) => occurrenceDate);
  const days: { date: string; entries: FeedEntry[] }[] = [];
  let room = MOST_ENTRIES;
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

/** The first and the last local date of a feed. */
export function spanOf(today: string): [from: string, to: string] {
  return [addDays(today, -PAST_DAYS), addDays(today, COMING_DAYS)];
}

/** The days of a feed: today, the days on both sides of it, and so on. */
function* nearestFirst(today: string): Generator<string> {
  yield today;
  for (let away = 1; away <= Math.max(PAST_DAYS, COMING_DAYS); away += 1) {
    if (away <= COMING_DAYS) yield addDays(today, away);
    if (away <= PAST_DAYS) yield addDays(today, -away);
  }
}
