import { createHash, randomUUID } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import {
  analyticsDays,
  analyticsEvents,
  analyticsItems,
  analyticsTotals,
} from '#database/schema/analytics.ts';
import { settings } from '#database/schema/home.ts';
import { DAY_MS } from '#kit/shared/durations.ts';
import { type DayCounts, gainOf, hasStarted, sharesOf } from '../uses.ts';
import { titleOf } from './shelves.ts';

/** Several hundred times what a busy day makes; a script that runs wild stops here. */
export const MOST_IN_A_DAY = 5_000;

interface NotedUse {
  readonly id: string;
  readonly accountId: string;
  readonly userId: string;
  readonly activity: string;
  readonly content: string;
  readonly itemId?: string | undefined;
  readonly seconds: number;
  readonly at: Date;
}

/** The id of a use: with the same key the same person's is the same (idempotency). */
export function idOfUse(accountId: string, userId: string, key: string | undefined): string {
  if (key === undefined) return randomUUID();
  const hash = createHash('sha256')
    .update(JSON.stringify([accountId, userId, key]))
    .digest('hex');
  // A UUID of version 8, which is what its maker makes it (RFC 9562).
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hash) ?? [];
  return `${a}-${b}-8${c}-8${d}-${e}`;
}

/**
 * Notes what happened, and in the same transaction adds it to the sums of its day and of all days:
 * whoever reads these never has to count events. What has been noted under that id counts once.
 */
export async function noteUse(db: Db, use: NotedUse): Promise<void> {
  const { id, accountId, userId, activity, content, itemId, seconds, at } = use;
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
  if (noted.length === 0) return;
  const isOfItem = itemId !== undefined;
  const timezone = await timezoneOf(db, accountId);
  for (const { day, counts } of sharesOf({ content, seconds, isOfItem }, at, timezone)) {
    await addToDay(db, { accountId, activity, day }, counts);
  }
  // An id that the household has nothing of would fill the table with nothing.
  if (title !== undefined && itemId !== undefined && hasStarted(content)) {
    await addOpening(db, { accountId, activity, itemId, at });
  }
}

/** Whether the household has noted all that a day takes, in the day before or after that instant. */
export async function isFull(db: Db, accountId: string, at: Date): Promise<boolean> {
  const dayBefore = new Date(at.getTime() - DAY_MS);
  const dayAfter = new Date(at.getTime() + DAY_MS);
  const beyond = await db
    .select({ id: analyticsEvents.id })
    .from(analyticsEvents)
    .where(
      and(
        eq(analyticsEvents.accountId, accountId),
        gt(analyticsEvents.happenedAt, dayBefore),
        lt(analyticsEvents.happenedAt, dayAfter),
      ),
    )
    .offset(MOST_IN_A_DAY - 1)
    .limit(1);
  return beyond.length > 0;
}

async function timezoneOf(db: Db, accountId: string): Promise<string> {
  const [household] = await db
    .select({ timezone: settings.timezone })
    .from(settings)
    .where(eq(settings.accountId, accountId));
  return household?.timezone ?? 'UTC';
}

interface ActivityDay {
  readonly accountId: string;
  readonly activity: string;
  readonly day: string;
}

/** The row of the day is held until the end of the transaction, so what it gained is its own. */
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
        // What waited on a tablet may be older than what came before it.
        lastAt: sql`greatest(${analyticsItems.lastAt}, excluded.last_at)`,
      },
    });
}
