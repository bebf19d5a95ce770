import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { medications } from '#database/schema/medications.ts';
import { dueDosesOn } from '#features/medications/due.ts';
import { asMedication } from '#features/medications/server.ts';
import { addDays, instantOf } from '#kit/shared/zoned-time.ts';
import type { CalendarEvent } from '../contract.ts';
import { occurrences } from './event-rows.ts';
import { type FeedEntry, instantsOf } from './feed-file.ts';

/** What a feed reaches back and ahead, in days. */
const PAST_DAYS = 30;
const COMING_DAYS = 60;

/** The most entries of a feed; what is nearest to today stays. */
const MOST_ENTRIES = 5000;

/** How long a dose, or an event without an end, is shown to last. */
const DOSE_MINUTES = 15;
const EVENT_MINUTES = 60;

const MINUTE_MS = 60_000;
const HOST = '@calendar.grand-app';

interface Dated {
  readonly date: string;
  readonly entry: FeedEntry;
}

/** What a household's feed says: its events and the times of its medications. */
export async function feedEntries(
  db: Db,
  accountId: string,
  { timezone, today }: { timezone: string; today: string },
): Promise<FeedEntry[]> {
  const from = addDays(today, -PAST_DAYS);
  const to = addDays(today, COMING_DAYS);
  const events = (await occurrences(db, { accountId }, from, to)).map((event) => ({
    date: event.occurrenceDate,
    entry: eventEntry(event, timezone),
  }));
  const doses = await doseEntries(db, accountId, { timezone, from, to });
  return nearest([...events, ...doses], today).map(({ entry }) => entry);
}

function eventEntry(event: CalendarEvent, timezone: string): FeedEntry {
  const { id, occurrenceDate: date, startTime, endTime, title, description } = event;
  const words = { uid: `event-${id}-${date}${HOST}`, summary: title, description };
  if (startTime === null) return { ...words, date };
  if (endTime !== null) return { ...words, ...instantsOf(date, startTime, endTime, timezone) };
  return { ...words, ...lasting(instantOf(date, startTime, timezone), EVENT_MINUTES) };
}

async function doseEntries(
  db: Db,
  accountId: string,
  { timezone, from, to }: { timezone: string; from: string; to: string },
): Promise<Dated[]> {
  const rows = await db
    .select()
    .from(medications)
    .where(and(eq(medications.accountId, accountId), isNull(medications.deletedAt)));
  const dates = datesBetween(from, to);
  return rows.flatMap((row) => {
    const medication = asMedication(row);
    const summary = `${row.name} ${row.dosage}`.trim();
    return dates
      .flatMap((date) => dueDosesOn(medication, date, timezone))
      .map(({ id, date, scheduledTime }) => ({
        date,
        entry: {
          uid: `dose-${id}${HOST}`,
          summary,
          description: row.instructions,
          ...lasting(scheduledTime, DOSE_MINUTES),
        },
      }));
  });
}

function lasting(start: Date, minutes: number): { start: Date; end: Date } {
  return { start, end: new Date(start.getTime() + minutes * MINUTE_MS) };
}

function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
}

function nearest(entries: readonly Dated[], today: string): readonly Dated[] {
  if (entries.length <= MOST_ENTRIES) return entries;
  const distance = ({ date }: Dated) => Math.abs(Date.parse(date) - Date.parse(today));
  return entries.toSorted((one, other) => distance(one) - distance(other)).slice(0, MOST_ENTRIES);
}
