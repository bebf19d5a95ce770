import { and, asc, eq, gte, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { countBeforeAdding } from '#database/count-before-adding.ts';
import { given, prepared } from '#database/prepared.ts';
import { calendarEvents } from '#database/schema/calendar.ts';
import { settings } from '#database/schema/home.ts';
import { findPerson } from '#features/sessions/server.ts';
import { inTurns } from '#kit/server/jobs/in-turns.ts';
import type { HouseholdLimits } from '#kit/shared/limits.ts';
import { invalidInput, notThere } from '#kit/shared/refusals.ts';
import type { Role } from '#kit/shared/roles.ts';
import { addDays, localDate } from '#kit/shared/zoned-time.ts';
import { type CompleteEvent, whatIsWrong } from '../complete-event.ts';
import type { CalendarEvent } from '../contract.ts';
import { KNOWN_EVENT_TYPES, RECURRENCES } from '../event-kinds.ts';
import { occurrencesBetween, occursOn } from '../occurrences.ts';
import { calendarRefusal } from '../refusals.ts';

export type EventRow = typeof calendarEvents.$inferSelect;

/** The most occurrences of one answer. */
export const MOST_OCCURRENCES = 20_000;

/** Who reads: a household's calendar as a whole, or a person of it. */
interface Reader {
  readonly accountId: string;
  readonly user?: { readonly id: string; readonly role: Role };
}

/** An elder sees their own and the household's, everybody else sees all. */
function seenBy({ accountId, user }: Reader) {
  const ofTheHousehold = eq(calendarEvents.accountId, accountId);
  if (user?.role !== 'user') return ofTheHousehold;
  const { userId } = calendarEvents;
  return and(ofTheHousehold, or(isNull(userId), eq(userId, user.id)));
}

/** Events as they are stored, by date. */
export async function storedEvents(db: Db, reader: Reader): Promise<CalendarEvent[]> {
  const rows = await db
    .select()
    .from(calendarEvents)
    .where(seenBy(reader))
    .orderBy(asc(calendarEvents.eventDate), asc(calendarEvents.id));
  return (await inTurns(rows, (row) => asCalendarEvent(row))).sort(byDay);
}

/**
 * What occurs from one local date to another, both inclusive, by date and time. There can be more:
 * beyond MOST_OCCURRENCES it stops reading events.
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

/** The events of which something may occur from one local date to another. */
export function eventRows(db: Db, reader: Reader, from: string, to: string): Promise<EventRow[]> {
  return db
    .select()
    .from(calendarEvents)
    .where(and(seenBy(reader), mayOccur(from, to)));
}

/** What occurs of these events, as `occurrences` says. */
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

/** Events that are added in the order of a day make each day's list in it. */
class Occurrences {
  readonly #days = new Map<string, CalendarEvent[]>();
  #count = 0;

  get isTooMany(): boolean {
    return this.#count > MOST_OCCURRENCES;
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

/** Prepared: every tablet asks for it every half minute. It reads the same events as `seenBy`. */
const aroundToday = prepared(
  'events_around_today',
  { timezone: settings.timezone, row: calendarEvents },
  (selected) => sql`
    select ${selected} from ${settings}
    left join ${calendarEvents} on ${calendarEvents.accountId} = ${settings.accountId}
      and (not ${given('ownOnly')}::boolean
        or ${calendarEvents.userId} is null or ${calendarEvents.userId} = ${given('userId')}::uuid)
      and ${mayOccur(given('from', calendarEvents.eventDate), given('to', calendarEvents.eventDate))}
    where ${settings.accountId} = ${given('accountId')}::uuid`,
);

/** What occurs today in the household's timezone, and when tomorrow begins; one statement. */
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

/** An event, held until the change of it is made. */
export async function holdEvent(db: Db, accountId: string, id: string): Promise<EventRow> {
  const [row] = await db
    .select()
    .from(calendarEvents)
    .where(and(eq(calendarEvents.accountId, accountId), eq(calendarEvents.id, id)))
    .for('update');
  if (row === undefined) throw notThere();
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
  if (row === undefined) throw notThere();
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
  if (row === undefined) throw notThere();
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

/** An event as it is stored, or its occurrence of a day, which has that day as its date. */
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

/** Events of which no occurrence lies between these days are not even read. */
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

/** By day, within it the whole day first and then by time. */
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

/** As their code units are, which is quicker than a language's order and the same everywhere. */
function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Nobody of another household, and nobody who is not looked after. */
async function refuseStranger(db: Db, accountId: string, { userId }: CompleteEvent): Promise<void> {
  if (userId === null || (await findPerson(db, accountId, userId))) return;
  throw calendarRefusal('person-not-in-household');
}

function refuseInvalid(wanted: CompleteEvent): void {
  const wrong = whatIsWrong(wanted);
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong);
}
