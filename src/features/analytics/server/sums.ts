import { and, desc, eq, gte, lt, lte, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import {
  analyticsDays,
  analyticsEvents,
  analyticsItems,
  analyticsTotals,
} from '#database/schema/analytics.ts';
import { content } from '#database/schema/content.ts';
import { settings } from '#database/schema/home.ts';
import { DAY_MS } from '#kit/shared/durations.ts';
import { addDays } from '#kit/shared/zoned-time.ts';
import { STARTS_READ } from '../recent.ts';
import { hasStarted } from '../uses.ts';
import { SHELVES } from './shelves.ts';

/** Where half of them are ends there are enough starts among them. */
const NEWEST_LOOKED_AT = 4 * STARTS_READ;

/** The sums of all days by activity, and the household's timezone. */
export async function totalsOf(db: Db, accountId: string) {
  const rows = await db
    .select({
      timezone: settings.timezone,
      total: {
        activity: analyticsTotals.activity,
        views: analyticsTotals.views,
        sessions: analyticsTotals.sessions,
        seconds: analyticsTotals.seconds,
      },
    })
    .from(settings)
    .leftJoin(analyticsTotals, eq(analyticsTotals.accountId, settings.accountId))
    .where(eq(settings.accountId, accountId));
  return {
    timezone: rows[0]?.timezone ?? 'UTC',
    totals: rows.flatMap(({ total }) => total ?? []),
  };
}

export type DayOfUse = typeof analyticsDays.$inferSelect;

/** The sums of the last local days by activity, the newest first: of as many as hold the newest events. */
export async function lastDays(db: Db, accountId: string, today: string): Promise<DayOfUse[]> {
  return db
    .select()
    .from(analyticsDays)
    .where(and(eq(analyticsDays.accountId, accountId), lte(analyticsDays.day, addDays(today, 1))))
    .orderBy(desc(analyticsDays.day))
    .limit(NEWEST_LOOKED_AT);
}

/** The local days since that one on which there was something, and the household's timezone. */
export async function activeDaysOf(db: Db, accountId: string, since: string) {
  const rows = await db
    .selectDistinct({ timezone: settings.timezone, day: analyticsDays.day })
    .from(settings)
    .leftJoin(
      analyticsDays,
      and(eq(analyticsDays.accountId, settings.accountId), gte(analyticsDays.day, since)),
    )
    .where(eq(settings.accountId, accountId));
  return { timezone: rows[0]?.timezone ?? 'UTC', days: rows.flatMap(({ day }) => day ?? []) };
}

/** The sums since a local day by activity, and the household's timezone. */
export async function daysSince(db: Db, accountId: string, since: string) {
  const rows = await db
    .select({ timezone: settings.timezone, day: analyticsDays })
    .from(settings)
    .leftJoin(
      analyticsDays,
      and(eq(analyticsDays.accountId, settings.accountId), gte(analyticsDays.day, since)),
    )
    .where(eq(settings.accountId, accountId));
  return { timezone: rows[0]?.timezone ?? 'UTC', days: rows.flatMap(({ day }) => day ?? []) };
}

/** What was opened last, the newest first. However many events there are, a few of them are read. */
export async function newestStarts(db: Db, accountId: string, days: readonly DayOfUse[]) {
  const { span, isAll } = spanOfNewest(days);
  if (span === undefined) return [];
  const newest = await newestEvents(db, accountId, span);
  // Sums outlive the events of people who have gone, and come with a household from elsewhere.
  const isEnough = isAll || newest.length === NEWEST_LOOKED_AT;
  const events = isEnough ? newest : await newestEvents(db, accountId);
  // A visit and what is opened on it can have the same time: the visit was first.
  const isVisit = (itemId: string | null) => (itemId === null ? 1 : 0);
  return events
    .filter((event) => hasStarted(event.content))
    .sort((one, other) => +other.at - +one.at || isVisit(one.itemId) - isVisit(other.itemId))
    .slice(0, STARTS_READ);
}

interface Span {
  readonly since: Date;
  readonly until: Date;
}

/**
 * Between which instants the newest events are, as the sums of the days tell: so no part by month is
 * opened that has none of them. Undefined where nothing was ever used; `isAll` where no day is earlier.
 */
function spanOfNewest(days: readonly DayOfUse[]): { span: Span | undefined; isAll: boolean } {
  const [newest] = days;
  let oldest = newest;
  let events = 0;
  for (const day of days) {
    if (events >= NEWEST_LOOKED_AT) break;
    oldest = day;
    events += day.visits + day.openings + day.endedVisits + day.endedOpenings;
  }
  if (newest === undefined || oldest === undefined) return { span: undefined, isAll: true };
  return {
    // Of whatever timezone the days were.
    span: {
      since: new Date(Date.parse(oldest.day) - DAY_MS),
      until: new Date(Date.parse(newest.day) + 2 * DAY_MS),
    },
    isAll: oldest === days.at(-1) && days.length < NEWEST_LOOKED_AT,
  };
}

function newestEvents(db: Db, accountId: string, span?: Span) {
  return db
    .select({
      id: analyticsEvents.id,
      userId: analyticsEvents.userId,
      activity: analyticsEvents.activity,
      content: analyticsEvents.content,
      itemId: analyticsEvents.itemId,
      title: analyticsEvents.itemTitle,
      at: analyticsEvents.happenedAt,
    })
    .from(analyticsEvents)
    .where(
      and(
        eq(analyticsEvents.accountId, accountId),
        span && gte(analyticsEvents.happenedAt, span.since),
        span && lt(analyticsEvents.happenedAt, span.until),
      ),
    )
    .orderBy(desc(analyticsEvents.happenedAt))
    .limit(NEWEST_LOOKED_AT);
}

/** The title of what was opened most, of what the household still has; of two, the later one. */
export async function mostOpened(
  db: Db,
  accountId: string,
  activity: keyof typeof SHELVES,
): Promise<string | null> {
  const isIt = and(
    eq(content.accountId, analyticsItems.accountId),
    eq(content.kind, SHELVES[activity]),
    eq(content.id, analyticsItems.itemId),
  );
  const [most] = await db
    .select({ title: content.title })
    .from(analyticsItems)
    .innerJoin(content, isIt)
    .where(and(eq(analyticsItems.accountId, accountId), eq(analyticsItems.activity, activity)))
    .orderBy(desc(analyticsItems.openings), desc(analyticsItems.lastAt))
    .limit(1);
  return most?.title ?? null;
}
