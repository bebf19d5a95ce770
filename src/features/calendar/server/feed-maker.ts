import { and, eq, gt, inArray, isNull, ne, or } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isThere } from '#database/is-there.ts';
import { isRow } from '#database/row-of-household.ts';
import { auditEntries } from '#database/schema/audit.ts';
import { calendarFeeds } from '#database/schema/calendar.ts';
import { users } from '#database/schema/households.ts';
import type { AuditAction } from '#features/audit/actions.ts';
import { fullName } from '#kit/shared/full-name.ts';

/** A feed is its maker's, who must still look after the household; earlier versions noted nobody. */
export const MAY_STAND = or(isNull(calendarFeeds.madeBy), ne(users.role, 'user'));

const NEW_PASSWORD: AuditAction[] = ['password-changed', 'password-reset'];

/**
 * The household's feed as the panel shows it. When its maker has chosen a new password since, maybe
 * because somebody else knew the old one, the panel asks whether the address is to be replaced.
 */
export async function standingFeed(db: Db, accountId: string) {
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
  return isThere(db, auditEntries, isNew);
}

/** Ends the feed of somebody who leaves; answers whether there was one. */
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
