import { and, asc, eq, gte, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { countBeforeAdding } from '#database/count-before-adding.ts';
import { parameter, prepared } from '#database/prepared.ts';
import { calendarEvents } from '#database/schema/calendar.ts';
import { settings } from '#database/schema/home.ts';
import { findPerson } from '#features/sessions/server.ts';
import { inTurns } from '#platform/server/jobs/yielding.ts';
import type { HouseholdLimits } from '#platform/shared/limits.ts';
import { invalidInput, notFound } from '#platform/shared/refusals.ts';
import type { Role } from '#platform/shared/roles.ts';
import { addDays, localDate } from '#platform/shared/zoned-time.ts';
import type { CalendarEvent } from '../contract.ts';
import { type CompleteEvent, validateEvent } from '../domain/complete-event.ts';
import { KNOWN_EVENT_TYPES, RECURRENCES } from '../domain/event-kinds.ts';
import { occurrencesBetween, occursOn } from '../domain/occurrences.ts';
import { calendarRefusal } from '../refusals.ts';

export type EventRow = typeof calendarEvents.$inferSelect;

/** Maximum number of occurrences in one response. */
export const MAX_OCCURRENCES = 20_000;

/** The person who reads the events; without `user`, the household as a whole. */
interface Reader {
  readonly accountId: string;
  readonly user?: { readonly id: string; readonly role: Role };
}

/** An elder sees their own events and the household's; administrators see all. */
function seenBy({ accountId, user }: Reader) {
  const ofTheHousehold = eq(calendarEvents.accountId, accountId);
  if (user?.role !== 'user') return ofTheHousehold;
  const { userId } = calendarEvents;
  return and(ofTheHousehold, or(isNull(userId), eq(userId, user.id)));
}

/** Returns the stored events, by date. */
export async function storedEvents(db: Db, reader: Reader): Promise<CalendarEvent[]> {
  const rows = await db
    .select()
    .from(calendarEvents)
    .where(seenBy(reader))
    .orderBy(asc(calendarEvents.eventDate), asc(calendarEvents.id));
  return (await inTurns(rows, (row) => asCalendarEvent(row))).sort(byDay);
}

/**
 * Returns the occurrences between two local dates, both inclusive, by date and time. Reading stops
 * beyond `MAX_OCCURRENCES`, so a longer result is incomplete.
 */
export async function occurrences(
  db: Db,
  reader: Reader,
  from: string,
  to: string,
): Promise<CalendarEvent[]> {
  const rows = await eventRows(db, reader, from, to);
  const events = (await inTurns(rows, (row) => asCalendarEvent(row))).sort(byTime);
  const found = new Occurrences();
  await inTurns(events, (event) => found.add(event, from, to));
  return found.inOrder();
}

/** Returns the events that may occur between two local dates. */
export function eventRows(db: Db, reader: Reader, from: string, to: string): Promise<EventRow[]> {
  return db
    .select()
    .from(calendarEvents)
    .where(and(seenBy(reader), mayOccur(from, to)));
}

/** Returns the occurrences of these events, with the same limit as `occurrences`. */
export function occurrencesOf(
  rows: readonly EventRow[],
  from: string,
  to: string,
): CalendarEvent[] {
  const found = new Occurrences();
  const events = rows.map((row) => asCalendarEvent(row)).sort(byTime);
  for (const event of events) found.add(event, from, to);
  return found.inOrder();
}

/** Collects occurrences by day. If the events are added by time, each day is sorted by time. */
class Occurrences {
  readonly #days = new Map<string, CalendarEvent[]>();
  #count = 0;

  get isTooMany(): boolean {
    return this.#count > MAX_OCCURRENCES;
  }

  add(event: CalendarEvent, from: string, to: string): void {
    if (this.isTooMany) return;
    for (const occurrenceDate of occurrencesBetween(event, from, to)) {
      const ofTheDay = this.#days.get(occurrenceDate) ?? [];
      this.#days.set(occurrenceDate, ofTheDay);
      ofTheDay.push({ ...event, eventDate: occurrenceDate, occurrenceDate });
      this.#count += 1;
    }
  }

  inOrder(): CalendarEvent[] {
    return [...this.#days.keys()].sort().flatMap((date) => this.#days.get(date) ?? []);
  }
}

/**
 * A prepared statement, because every tablet runs it every 30 seconds. It must select the same
 * events as `seenBy`.
 */
const aroundToday = prepared(
  'events_around_today',
  { timezone: settings.timezone, row: calendarEvents },
  (selected) => sql`
    select ${selected} from ${settings}
    left join ${calendarEvents} on ${calendarEvents.accountId} = ${settings.accountId}
      and (not ${parameter('ownOnly')}::boolean
        or ${calendarEvents.userId} is null or ${calendarEvents.userId} = ${parameter('userId')}::uuid)
      and ${mayOccur(parameter('from', calendarEvents.eventDate), parameter('to', calendarEvents.eventDate))}
    where ${settings.accountId} = ${parameter('accountId')}::uuid`,
);

/**
 * Returns today's occurrences in the household's time zone, and the instant when tomorrow begins;
 * one statement.
 */
export async function todaysEvents(db: Db, reader: Reader, now: Date) {
  const utcDate = now.toISOString().slice(0, 10);
  const { accountId, user } = reader;
  const rows = await aroundToday(db, {
    ...{ accountId, userId: user?.id ?? null, ownOnly: user?.role === 'user' },
    ...{ from: addDays(utcDate, -1), to: addDays(utcDate, 1) },
  });
  const timezone = rows[0]?.timezone ?? 'UTC';
  const today = localDate(now, timezone);
  const found = await inTurns(rows, ({ row }) =>
    row !== null && occursOn(recurrenceOf(row), today) ? asCalendarEvent(row, today) : [],
  );
  return { events: found.flat().sort(byDay), timezone, today };
}

/** Returns an event and locks its row until the transaction ends. */
export async function holdEvent(db: Db, accountId: string, id: string): Promise<EventRow> {
  const [row] = await db
    .select()
    .from(calendarEvents)
    .where(and(eq(calendarEvents.accountId, accountId), eq(calendarEvents.id, id)))
    .for('update');
  if (row === undefined) throw notFound();
  return row;
}

export async function storeEvent(
  db: Db,
  { accountId, id }: Pick<EventRow, 'accountId' | 'id'>,
  wanted: CompleteEvent,
): Promise<CalendarEvent> {
  refuseInvalid(wanted);
  await refuseStranger(db, accountId, wanted);
  const [row] = await db
    .update(calendarEvents)
    .set({ ...wanted, version: sql`${calendarEvents.version} + 1` })
    .where(and(eq(calendarEvents.accountId, accountId), eq(calendarEvents.id, id)))
    .returning();
  if (row === undefined) throw notFound();
  return asCalendarEvent(row);
}

export async function addEvent(
  db: Db,
  own: Pick<EventRow, 'accountId' | 'id' | 'createdAt'>,
  wanted: CompleteEvent,
  { events: most }: HouseholdLimits,
): Promise<CalendarEvent> {
  refuseInvalid(wanted);
  await refuseStranger(db, own.accountId, wanted);
  await refuseOneMore(db, own.accountId, most);
  const [row] = await db
    .insert(calendarEvents)
    .values({ ...wanted, ...own })
    .returning();
  if (row === undefined) throw notFound();
  return asCalendarEvent(row);
}

export async function refuseOneMore(
  db: Db,
  accountId: string,
  most: number,
  more = 1,
): Promise<void> {
  const present = await countBeforeAdding(db, calendarEvents, accountId);
  if (present + more > most) throw calendarRefusal('calendar-full');
}

export function asCompleteEvent(row: EventRow): CompleteEvent {
  const { id: _, accountId: __, createdAt: ___, version: ____, ...fields } = row;
  return {
    ...fields,
    eventType: KNOWN_EVENT_TYPES.find((type) => type === row.eventType) ?? 'other',
    recurringFrequency: frequencyOf(row),
  };
}

/** Returns the stored event, or its occurrence on `date`. */
export function asCalendarEvent(row: EventRow, date = row.eventDate): CalendarEvent {
  const event = asCompleteEvent(row);
  return {
    ...event,
    eventDate: date,
    id: row.id,
    version: row.version,
    eventTime: event.startTime,
    recurring: event.recurringFrequency !== null,
    occurrenceDate: date,
  };
}

export function recurrenceOf(row: EventRow) {
  return { ...row, recurringFrequency: frequencyOf(row) };
}

/** Filters out events that cannot occur between the two dates. */
export function mayOccur(from: string | SQL, to: string | SQL) {
  const goesOn = and(
    isNotNull(calendarEvents.recurringFrequency),
    or(isNull(calendarEvents.recurringUntil), gte(calendarEvents.recurringUntil, from)),
  );
  return and(lte(calendarEvents.eventDate, to), or(gte(calendarEvents.eventDate, from), goesOn));
}

function frequencyOf({ recurringFrequency }: EventRow) {
  return RECURRENCES.find((frequency) => frequency === recurringFrequency) ?? null;
}

/**
 * Compares occurrences by day; within a day, all-day events come first, then the others by time.
 */
function byDay(one: CalendarEvent, other: CalendarEvent): number {
  return order(one.occurrenceDate, other.occurrenceDate) || byTime(one, other);
}

function byTime(one: CalendarEvent, other: CalendarEvent): number {
  return (
    order(one.startTime ?? '', other.startTime ?? '') ||
    order(one.title, other.title) ||
    order(one.id, other.id)
  );
}

/** Compares code units, which is faster than a locale's order and the same on every server. */
function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Throws if the event is for a person who is not an elder of the household. */
async function refuseStranger(db: Db, accountId: string, { userId }: CompleteEvent): Promise<void> {
  if (userId === null || (await findPerson(db, accountId, userId))) return;
  throw calendarRefusal('person-not-in-household');
}

function refuseInvalid(wanted: CompleteEvent): void {
  const wrong = validateEvent(wanted);
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong);
}
