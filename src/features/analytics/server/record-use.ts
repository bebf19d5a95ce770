import { and, count, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import {
  analyticsDays,
  analyticsEvents,
  analyticsItems,
  analyticsTotals,
} from '#database/schema/analytics.ts';
import { settings } from '#database/schema/home.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { MAX_AGE_MS } from '../domain/time-of-use.ts';
import { type DayCounts, gainOf, hasStarted, sharesOf } from '../domain/uses.ts';
import { titleOf } from './content-titles.ts';

/**
 * Maximum number of uses per household and day: several hundred times those of a busy day. It stops
 * a runaway script.
 */
export const MAX_PER_DAY = 5_000;

/**
 * Maximum difference between the recorded times of two deliveries of one use. The first one may
 * have the server's time, and the last one the tablet's time, after the longest storage on the
 * tablet.
 */
const FARTHEST_APART_MS = 2 * MAX_AGE_MS + DAY_MS;

interface NotedUse {
  readonly id: string;
  readonly accountId: string;
  readonly userId: string;
  readonly activity: string;
  readonly content: string;
  readonly itemId?: string | undefined;
  readonly seconds: number;
  readonly at: Date;
  /**
   * True if a tablet supplied the time; an earlier delivery may have been stored with the server's
   * time.
   */
  readonly isToldLater: boolean;
}

/**
 * Records a use, and adds it to the daily and total sums in the same transaction, so that readers
 * never count events. A repeated id counts once. Returns false without recording if the household
 * has reached the daily limit.
 */
export async function recordUse(db: Db, use: NotedUse): Promise<boolean> {
  const { id, accountId, userId, activity, content, itemId, seconds, at } = use;
  const timezone = await holdUse(db, use);
  const { isFull, isThere } = await lookAround(db, use);
  if (isFull) return false;
  if (isThere) return true;
  const title =
    itemId === undefined ? undefined : await titleOf(db, { accountId, activity, itemId });
  const noted = await db
    .insert(analyticsEvents)
    .values({
      id,
      accountId,
      userId,
      activity,
      content,
      itemId: itemId ?? null,
      itemTitle: title ?? null,
      durationSeconds: seconds,
      happenedAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: analyticsEvents.id });
  // A server of the previous version does not take the lock, so a duplicate is still possible.
  if (noted.length === 0) return true;
  const isOfItem = itemId !== undefined;
  for (const { day, counts } of sharesOf({ content, seconds, isOfItem }, at, timezone)) {
    await addToDay(db, { accountId, activity, day }, counts);
  }
  // An unknown item id is not stored, because such ids could fill the table.
  if (title !== undefined && itemId !== undefined && hasStarted(content)) {
    await addOpening(db, { accountId, activity, itemId, at });
  }
  return true;
}

/**
 * Locks the use until the transaction ends (advisory lock), so that of two concurrent deliveries
 * the second sees the first. A unique key cannot do this, because it contains the time. Returns the
 * household's time zone.
 */
async function holdUse(db: Db, { accountId, id }: NotedUse): Promise<string> {
  const [held] = await db
    .select({
      timezone: settings.timezone,
      lock: sql`pg_advisory_xact_lock(hashtextextended(${id}::text, 0))`,
    })
    .from(settings)
    .where(eq(settings.accountId, accountId));
  return held?.timezone ?? 'UTC';
}

/**
 * Checks whether the household has reached the daily limit around that time, and whether the use is
 * recorded already. Reads only the partitions of these days.
 */
async function lookAround(db: Db, use: NotedUse) {
  const day = db
    .select({ id: analyticsEvents.id })
    .from(analyticsEvents)
    .where(within(use, DAY_MS))
    .limit(MAX_PER_DAY)
    .as('day');
  const [found] = await db
    .select({ uses: count(), isThere: sql<boolean | null>`bool_or(${day.id} = ${use.id})` })
    .from(day);
  const isFull = found?.uses === MAX_PER_DAY;
  const isThere = found?.isThere === true || (use.isToldLater && (await wasNoted(db, use)));
  return { isFull, isThere };
}

async function wasNoted(db: Db, use: NotedUse): Promise<boolean> {
  const same = await db
    .select({ id: analyticsEvents.id })
    .from(analyticsEvents)
    .where(and(within(use, FARTHEST_APART_MS), eq(analyticsEvents.id, use.id)));
  return same.length > 0;
}

/** Matches the household's uses less than `ms` milliseconds away from this one. */
function within({ accountId, at }: NotedUse, ms: number) {
  return and(
    eq(analyticsEvents.accountId, accountId),
    gt(analyticsEvents.happenedAt, new Date(at.getTime() - ms)),
    lt(analyticsEvents.happenedAt, new Date(at.getTime() + ms)),
  );
}

interface ActivityDay {
  readonly accountId: string;
  readonly activity: string;
  readonly day: string;
}

/** The upsert locks the row of the day, so the computed gain is exact. */
async function addToDay(db: Db, of: ActivityDay, added: DayCounts): Promise<void> {
  const plus = (name: keyof DayCounts) => sql`${analyticsDays[name]} + ${added[name]}`;
  const [day] = await db
    .insert(analyticsDays)
    .values({ ...of, ...added })
    .onConflictDoUpdate({
      target: [analyticsDays.accountId, analyticsDays.day, analyticsDays.activity],
      set: {
        visits: plus('visits'),
        openings: plus('openings'),
        visitSeconds: plus('visitSeconds'),
        openingSeconds: plus('openingSeconds'),
        endedVisits: plus('endedVisits'),
        endedOpenings: plus('endedOpenings'),
      },
    })
    .returning();
  if (day !== undefined) await addToTotal(db, of, gainOf(day, added));
}

async function addToTotal(
  db: Db,
  { accountId, activity }: ActivityDay,
  gain: ReturnType<typeof gainOf>,
): Promise<void> {
  const plus = (name: keyof typeof gain) => sql`${analyticsTotals[name]} + ${gain[name]}`;
  await db
    .insert(analyticsTotals)
    .values({ accountId, activity, ...gain })
    .onConflictDoUpdate({
      target: [analyticsTotals.accountId, analyticsTotals.activity],
      set: { views: plus('views'), sessions: plus('sessions'), seconds: plus('seconds') },
    });
}

interface Opening {
  readonly accountId: string;
  readonly activity: string;
  readonly itemId: string;
  readonly at: Date;
}

async function addOpening(db: Db, { at, ...thing }: Opening): Promise<void> {
  await db
    .insert(analyticsItems)
    .values({ ...thing, openings: 1, lastAt: at })
    .onConflictDoUpdate({
      target: [analyticsItems.accountId, analyticsItems.itemId],
      set: {
        openings: sql`${analyticsItems.openings} + 1`,
        // A use that was queued on a tablet may be older than the stored time.
        lastAt: sql`greatest(${analyticsItems.lastAt}, excluded.last_at)`,
      },
    });
}
