import { and, eq, gt, inArray, isNull, ne, or } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { rowExists } from '#database/row-exists.ts';
import { isRow } from '#database/row-of-household.ts';
import { auditEntries } from '#database/schema/audit.ts';
import { calendarFeeds } from '#database/schema/calendar.ts';
import { users } from '#database/schema/households.ts';
import type { AuditAction } from '#features/audit/domain/actions.ts';
import { fullName } from '#platform/shared/full-name.ts';

/**
 * Matches a feed that may still be read: its maker is still an administrator of the household. A
 * feed of an earlier version has no maker and may be read too.
 */
export const MAY_STAND = or(isNull(calendarFeeds.madeBy), ne(users.role, 'user'));

const NEW_PASSWORD: AuditAction[] = ['password-changed', 'password-reset'];

/**
 * Returns the household's feed for the panel. If its maker has changed their password since,
 * perhaps because another person knew it, the panel suggests replacing the address.
 */
export async function currentFeed(db: Db, accountId: string) {
  const [feed] = await db
    .select({ feed: calendarFeeds, maker: users })
    .from(calendarFeeds)
    .leftJoin(users, isRow(users, { id: calendarFeeds.madeBy, accountId: calendarFeeds.accountId }))
    .where(and(eq(calendarFeeds.accountId, accountId), MAY_STAND));
  if (feed === undefined) return { createdAt: null, madeBy: null, isPasswordNewer: false };
  const { createdAt } = feed.feed;
  const { maker } = feed;
  return {
    createdAt: createdAt.toISOString(),
    madeBy: maker === null ? null : fullName(maker),
    isPasswordNewer: maker !== null && (await hasNewPassword(db, maker, createdAt)),
  };
}

function hasNewPassword(
  db: Db,
  { id, accountId }: { id: string; accountId: string },
  since: Date,
): Promise<boolean> {
  const isNew = and(
    eq(auditEntries.accountId, accountId),
    eq(auditEntries.userId, id),
    inArray(auditEntries.action, NEW_PASSWORD),
    gt(auditEntries.at, since),
  );
  return rowExists(db, auditEntries, isNew);
}

/** Deletes the feed of a person who leaves; returns true if there was one. */
export async function endFeedOf(
  db: Db,
  { id, accountId }: { id: string; accountId: string },
): Promise<boolean> {
  const ended = await db
    .delete(calendarFeeds)
    .where(and(eq(calendarFeeds.accountId, accountId), eq(calendarFeeds.madeBy, id)))
    .returning({ accountId: calendarFeeds.accountId });
  return ended.length > 0;
}
