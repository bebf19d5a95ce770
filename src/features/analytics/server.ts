import { eq } from 'drizzle-orm';
import { users } from '#database/schema/households.ts';
import { feature } from '#platform/server/feature.ts';
import { idempotentId } from '#platform/server/idempotent-id.ts';
import { addDays, instantOf, localDate } from '#platform/shared/zoned-time.ts';
import { analyticsCalls } from './contract.ts';
import {
  activeDaysThisWeek,
  activityOf,
  averageSessionTime,
  ENGAGEMENT_DAYS,
  engagementRate,
  viewsOf,
  WEEKS_OF_USE,
  weeksOfUse,
} from './domain/figures.ts';
import { recentUses } from './domain/recent.ts';
import { timeOfUse } from './domain/time-of-use.ts';
import { ACTIVITIES } from './domain/uses.ts';
import { analyticsRefusal } from './refusals.ts';
import { recentSpan } from './server/recent-span.ts';
import { recordUse } from './server/record-use.ts';
import { dayOf, daysSince, loginsOf, newestStarts, topOpened, totalsOf } from './server/sums.ts';

export { lastUses } from './server/last-uses.ts';
export { analyticsInArchive } from './server/portable.ts';
export { MAX_PER_DAY as MOST_IN_A_DAY } from './server/record-use.ts';

export const analyticsFeature = feature(analyticsCalls, {
  async note({ body }, context) {
    const { db, account, user, now } = context;
    const at = timeOfUse(body.happenedAt, now);
    if (at === undefined) throw analyticsRefusal('time-of-use-not-believed');
    const id = idempotentId(context);
    const isNoted = await recordUse(db, {
      ...body,
      id,
      accountId: account.id,
      userId: user.id,
      seconds: Math.round(body.duration),
      at,
      isToldLater: body.happenedAt !== undefined,
    });
    if (!isNoted) throw analyticsRefusal('too-many-uses');
    return { id };
  },

  async read(_call, { db, account, now, cacheUntil }) {
    const { timezone, totals } = await totalsOf(db, account.id);
    const today = localDate(now, timezone);
    cacheUntil(instantOf(addDays(today, 1), '00:00', timezone));
    // Every recorded use is in the totals, so empty totals mean no events.
    const newest = totals.length === 0 ? [] : await newestStarts(db, account.id, recentSpan(now));
    return {
      ...viewsOf(totals),
      averageSessionTime: averageSessionTime(totals),
      today: activityOf(await dayOf(db, account.id, today)),
      recentActivity: recentUses(newest).flatMap(asRecent),
    };
  },

  async readWeeks(_call, { db, account, now, cacheUntil }) {
    const since = sinceWhen(now, 7 * WEEKS_OF_USE);
    const { timezone, days } = await daysSince(db, account.id, since);
    const today = localDate(now, timezone);
    cacheUntil(instantOf(addDays(today, 1), '00:00', timezone));
    return weeksOfUse(days, today);
  },

  async readRobust(_call, { db, account, now }) {
    const since = sinceWhen(now, ENGAGEMENT_DAYS);
    const { timezone, days } = await daysSince(db, account.id, since);
    const active = days.map(({ day }) => day);
    const today = localDate(now, timezone);
    const { total, lastAt } = await loginsOf(db, account.id);
    return {
      accountUsers: await db.$count(users, eq(users.accountId, account.id)),
      totalLogins: total,
      engagementRate: engagementRate(active, today),
      activeDaysThisWeek: activeDaysThisWeek(active, today),
      lastLogin: lastAt?.toISOString() ?? null,
      mostWatchedVideo: await topOpened(db, account.id, 'watch'),
      mostPlayedPlaylist: await topOpened(db, account.id, 'listen'),
      mostReadArticle: await topOpened(db, account.id, 'read'),
    };
  },
});

/**
 * Returns the date from which to read, counted back from the UTC date. The household's local date
 * is at most one day earlier than the UTC date.
 */
function sinceWhen(now: Date, days: number): string {
  return addDays(now.toISOString().slice(0, 10), -days);
}

type NewestStart = Awaited<ReturnType<typeof newestStarts>>[number];

/** Leaves out activities that this version does not know. */
function asRecent({ id, activity, title, at }: NewestStart) {
  const known = ACTIVITIES.find((name) => name === activity);
  return known === undefined ? [] : [{ id, activity: known, title, at: at.toISOString() }];
}
