import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isAmong, parameter, prepared } from '#database/prepared.ts';
import { isOneOf, isRow } from '#database/row-of-household.ts';
import { knownDevices, sessions } from '#database/schema/access.ts';
import { pushSubscriptions } from '#database/schema/alerts.ts';
import { users } from '#database/schema/households.ts';
import { noteAudit } from '#features/audit/server.ts';
import type { CallerContext, MemberContext } from '#platform/server/feature.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { deviceOfSession, forgetDevices } from './known-devices.ts';
import { endResets, inAllHouseholds, type Member, memberOf } from './logins.ts';
import { lifetimeOf, TABLET } from './session-rows.ts';

const sessionsOf = prepared(
  'sessions_of',
  { session: sessions },
  (selected) => sql`
    select ${selected} from ${sessions}
    where ${sessions.accountId} = ${parameter('accountId', sessions.accountId)}
      and ${isAmong(sessions.userId, 'userIds')}
      and ${sessions.expiresAt} > ${parameter('now', sessions.expiresAt)}`,
);

/** Returns a person's devices, last seen first; each valid session is a device. */
export async function listDevices(context: MemberContext, userId: string) {
  return (await listDevicesOf(context, [userId])).map(({ userId: _, ...device }) => device);
}

/** Returns the devices of several people, each with its person. */
export async function listDevicesOf(
  { db, account, now, lastUse }: Pick<MemberContext, 'db' | 'account' | 'now' | 'lastUse'>,
  userIds: readonly string[],
) {
  if (userIds.length === 0) return [];
  const rows = await sessionsOf(db, { accountId: account.id, userIds, now });
  return rows
    .flatMap(({ session }) => session ?? [])
    .map(({ tokenHash, deviceHash: _, ...session }) => ({
      ...session,
      seenAt: Math.max(session.lastSeenAt.getTime(), lastUse(tokenHash)?.getTime() ?? 0),
    }))
    .sort((one, other) => other.seenAt - one.seenAt)
    .map(({ deviceName: name, seenAt, ...session }) => ({
      ...session,
      name,
      kind: lifetimeOf(session.kind).kind,
      lastSeenAt: new Date(seenAt).toISOString(),
      createdAt: session.createdAt.toISOString(),
    }));
}

/** An elder's device that was seen within this time counts as one on which reminders ring. */
const RINGS_FOR_MS = DAY_MS;

/**
 * Returns the instant until which an elder's device counts as one on which reminders ring;
 * undefined if there is none.
 */
export async function tabletHeardUntil(
  db: Db,
  accountId: string,
  now: Date,
): Promise<Date | undefined> {
  const [last] = await db
    .select({ at: sessions.lastSeenAt })
    .from(sessions)
    .innerJoin(users, isRow(users, { id: sessions.userId, accountId: sessions.accountId }))
    .where(
      and(
        eq(sessions.accountId, accountId),
        eq(users.role, 'user'),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, new Date(now.getTime() - RINGS_FOR_MS)),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt))
    .limit(1);
  return last && new Date(last.at.getTime() + RINGS_FOR_MS);
}

/** Ends the session of a device and its trust; returns its name, or undefined if there was none. */
export async function endDevice(
  db: Db,
  device: { accountId: string; userId: string; id: string },
): Promise<string | undefined> {
  const [ended] = await db
    .delete(sessions)
    .where(
      and(
        eq(sessions.accountId, device.accountId),
        eq(sessions.userId, device.userId),
        eq(sessions.id, device.id),
      ),
    )
    .returning({ deviceName: sessions.deviceName, deviceHash: sessions.deviceHash });
  if (ended?.deviceHash) {
    const { accountId, userId } = device;
    const { deviceHash: tokenHash } = ended;
    await db
      .delete(knownDevices)
      .where(
        and(
          eq(knownDevices.accountId, accountId),
          eq(knownDevices.userId, userId),
          eq(knownDevices.tokenHash, tokenHash),
        ),
      );
  }
  return ended?.deviceName;
}

/**
 * Ends all sessions that were started with a previous email or password, except the caller's, the
 * trust in those browsers, and links for a new password. In a system transaction this applies to
 * all households of the login. Paired tablets stay signed in.
 */
export async function endPasswordSessions(db: Db, member: Member, keep: string): Promise<void> {
  await forgetDevices(db, member, await deviceOfSession(db, member, keep));
  await db
    .delete(sessions)
    .where(
      and(
        isOneOf(
          { id: sessions.userId, accountId: sessions.accountId },
          inAllHouseholds(db, member),
        ),
        ne(sessions.kind, TABLET.kind),
        ne(sessions.tokenHash, keep),
      ),
    );
  await endResets(db, member);
}

/**
 * Ends all sessions of the signed-in person in all their households, including this one, and the
 * trust in all their browsers.
 */
export async function signOutEverywhere(context: CallerContext): Promise<void> {
  await context.changeAsSystem(async (db, changed) => {
    const everyone = inAllHouseholds(db, memberOf(context));
    const people = await everyone;
    await db
      .delete(sessions)
      .where(isOneOf({ id: sessions.userId, accountId: sessions.accountId }, everyone));
    await forgetDevices(db, memberOf(context));
    // A signed-out browser must not show alerts.
    await db
      .delete(pushSubscriptions)
      .where(
        isOneOf({ id: pushSubscriptions.userId, accountId: pushSubscriptions.accountId }, everyone),
      );
    for (const { id, accountId } of people) {
      const noted = {
        accountId,
        action: 'signed-out',
        userId: id,
        subject: 'All devices',
      } as const;
      await noteAudit(db, context, noted);
      changed(accountId, 'sessions');
    }
  });
  context.setSession('', 0);
}
