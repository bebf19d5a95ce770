import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import {
  analyticsDays,
  analyticsEvents,
  analyticsItems,
  analyticsTotals,
} from '#database/schema/analytics.ts';
import { content } from '#database/schema/content.ts';
import { users } from '#database/schema/households.ts';
import {
  type DayCounts,
  type Figures,
  figuresOf,
  hasStarted,
  sharesOf,
} from '#features/analytics/domain/uses.ts';
import { SHELVES } from '#features/analytics/server/content-titles.ts';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { groupBy } from '#platform/shared/group-by.ts';
import { addDays, instantOf, localDate } from '#platform/shared/zoned-time.ts';
import { chanceOf, DAYS_OF_HISTORY, type DemoSignIn } from './demo.ts';

/**
 * Activities of an ordinary day: time, duration in minutes, and frequency in percent of the days.
 */
const HABITS = [
  { activity: 'myday', time: '08:10', minutes: 2, often: 90 },
  { activity: 'photos', time: '10:20', minutes: 6, often: 70 },
  { activity: 'read', time: '11:05', minutes: 11, often: 45 },
  { activity: 'listen', time: '15:30', minutes: 24, often: 65 },
  { activity: 'call', time: '16:32', minutes: 14, often: 25 },
  { activity: 'watch', time: '19:15', minutes: 18, often: 80 },
] as const;

/** Adds a month of the elder's use of the tablet. Events and their totals are inserted together. */
export async function addDemoUse(
  database: Database,
  { elder }: DemoSignIn,
  now: Date,
): Promise<void> {
  await database.asSystem(async (db) => {
    const [person] = await db.select().from(users).where(eq(users.email, elder));
    if (!person) return;
    const { id: userId, accountId } = person;
    const things = await db
      .select()
      .from(content)
      .where(eq(content.accountId, accountId))
      .orderBy(content.kind, content.order);
    const notes = usesUntil(now).flatMap((use) => notesOf(use, things));
    if (notes.length === 0) return;
    const days = daysOf(notes);
    const items = itemsOf(notes);
    const events = notes.map((note) => ({ ...note, id: randomUUID(), accountId, userId }));
    await db.insert(analyticsEvents).values(events);
    await db.insert(analyticsDays).values(days.map((day) => ({ ...day, accountId })));
    const totals = totalsOf(days).map((total) => ({ ...total, accountId }));
    await db.insert(analyticsTotals).values(totals);
    if (items.length === 0) return;
    await db.insert(analyticsItems).values(items.map((item) => ({ ...item, accountId })));
  });
}

type Thing = Pick<typeof content.$inferSelect, 'id' | 'kind' | 'title'>;
type Note = ReturnType<typeof notesOf>[number];

/**
 * Returns the start and end events of a visit. For an activity with a list of items, visits open
 * the items in turn.
 */
function notesOf({ activity, from, until, day }: DemoVisit, things: readonly Thing[]) {
  const kind = Object.entries(SHELVES).find(([name]) => name === activity)?.[1];
  const its = things.filter((thing) => thing.kind === kind);
  const thing = its[day % its.length];
  const of = { activity, itemId: thing?.id ?? null, itemTitle: thing?.title ?? null };
  const durationSeconds = (until.getTime() - from.getTime()) / SECOND_MS;
  return [
    { ...of, content: `${activity}_started`, durationSeconds: 0, happenedAt: from },
    { ...of, content: `${activity}_ended`, durationSeconds, happenedAt: until },
  ];
}

function daysOf(notes: readonly Note[]) {
  const shares = notes.flatMap(({ activity, itemId, content, durationSeconds, happenedAt }) => {
    const use = { content, seconds: durationSeconds, isOfItem: itemId !== null };
    const { timezone } = DEFAULT_SETTINGS;
    return sharesOf(use, happenedAt, timezone).map((share) => ({ ...share, activity }));
  });
  const days = groupBy(shares, ({ day, activity }) => `${day} ${activity}`);
  return [...days.values()].flatMap((its) => {
    const [first] = its;
    if (!first) return [];
    return { day: first.day, activity: first.activity, ...summed(its.map(({ counts }) => counts)) };
  });
}

function totalsOf(days: ReturnType<typeof daysOf>) {
  return [...groupBy(days, ({ activity }) => activity)].map(([activity, its]) => ({
    activity,
    ...summed(its.map(figuresOf)),
  }));
}

function itemsOf(notes: readonly Note[]) {
  const started = notes.filter(({ content, itemId }) => itemId !== null && hasStarted(content));
  return [...groupBy(started, ({ itemId }) => itemId)].flatMap(([itemId, its]) => {
    const last = its.at(-1);
    if (!last || itemId === null) return [];
    const { activity, happenedAt } = last;
    return { itemId, activity, openings: its.length, lastAt: happenedAt };
  });
}

function summed<Counts extends DayCounts | Figures>(rows: readonly Counts[]): Counts {
  const sums = new Map<string, number>();
  for (const [name, count] of rows.flatMap((row): [string, number][] => Object.entries(row))) {
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  return Object.fromEntries(sums) as unknown as Counts;
}

interface DemoVisit {
  readonly activity: string;
  readonly from: Date;
  readonly until: Date;
  /** Number of days since the start of the history. */
  readonly day: number;
}

/** Returns the visits up to `now`. They are deterministic for each day of the history. */
function usesUntil(now: Date): DemoVisit[] {
  const { timezone } = DEFAULT_SETTINGS;
  const first = addDays(localDate(now, timezone), -DAYS_OF_HISTORY);
  const days = Array.from({ length: DAYS_OF_HISTORY + 1 }, (_, day) => day);
  const uses = days.flatMap((day) =>
    HABITS.map(({ activity, time, minutes, often }) => {
      const chance = chanceOf(`${activity} ${day}`);
      const from = instantOf(addDays(first, day), time, timezone);
      const until = new Date(from.getTime() + minutes * MINUTE_MS + chance * 4 * SECOND_MS);
      return { activity, from, until, day, happens: chance < often && until <= now };
    }),
  );
  return uses.filter(({ happens }) => happens);
}
