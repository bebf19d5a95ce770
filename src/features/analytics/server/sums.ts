import { and, desc, eq, gte, lt } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import {
  analyticsDays,
  analyticsEvents,
  analyticsItems,
  analyticsLogins,
  analyticsTotals,
} from '#database/schema/analytics.ts';
import { content } from '#database/schema/content.ts';
import { settings } from '#database/schema/home.ts';
import { STARTS_READ } from '../domain/recent.ts';
import { hasStarted } from '../domain/uses.ts';
import { SHELVES } from './content-titles.ts';
import type { RecentSpan } from './recent-span.ts';

/** Number of events to read. If half of them are ends, there are still enough starts. */
const NEWEST_LOOKED_AT = 4 * STARTS_READ;

export async function loginsOf(db: Db, accountId: string) {
  const [row] = await db
    .select({ total: analyticsLogins.total, lastAt: analyticsLogins.lastAt })
    .from(analyticsLogins)
    .where(eq(analyticsLogins.accountId, accountId));
  return row ?? { total: 0, lastAt: undefined };
}

/** The total sums by activity, and the household's time zone. */
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

export async function dayOf(db: Db, accountId: string, day: string) {
  return db
    .select()
    .from(analyticsDays)
    .where(and(eq(analyticsDays.accountId, accountId), eq(analyticsDays.day, day)));
}

/** The sums since a local day by activity, and the household's time zone. */
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

/**
 * Returns the last starts, newest first. Reads a fixed number of events: first the recent ones, and
 * all only if these are too few.
 */
export async function newestStarts(db: Db, accountId: string, span: RecentSpan) {
  const newest = await newestEvents(db, accountId, span);
  const isEnough = newest.length === NEWEST_LOOKED_AT;
  const events = isEnough ? newest : await newestEvents(db, accountId);
  // Sorts a visit before an opening with the same time, because the visit came first.
  const isVisit = (itemId: string | null) => (itemId === null ? 1 : 0);
  return events
    .filter((event) => hasStarted(event.content))
    .sort((one, other) => +other.at - +one.at || isVisit(one.itemId) - isVisit(other.itemId))
    .slice(0, STARTS_READ);
}

function newestEvents(db: Db, accountId: string, span?: RecentSpan) {
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

/**
 * Returns the title of the most opened content that the household still has; of equal ones the
 * later one.
 */
export async function topOpened(
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
