import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { given, isAmong, prepared } from '#database/prepared.ts';
import { isOneOf, isRow } from '#database/row-of-household.ts';
import { knownDevices, sessions } from '#database/schema/access.ts';
import { pushSubscriptions } from '#database/schema/alerts.ts';
import { users } from '#database/schema/households.ts';
import { noteAudit } from '#features/audit/server.ts';
import type { CallerContext, MemberContext } from '#kit/server/feature.ts';
import { DAY_MS } from '#kit/shared/durations.ts';
import { deviceOfSession, forgetDevices } from './known-devices.ts';
import { endResets, everywhere, type Member, memberOf } from './logins.ts';
import { lifetimeOf, TABLET } from './session-rows.ts';

const sessionsOf = prepared(
  'sessions_of',
  { session: sessions },
  (selected) => sql`
    select ${selected} from ${sessions}
    where ${sessions.accountId} = ${given('accountId', sessions.accountId)}
      and ${isAmong(sessions.userId, 'userIds')}
      and ${sessions.expiresAt} > ${given('now', sessions.expiresAt)}`,
);

/** Where a person is signed in, last seen first: a living session is a device. */
export async function listDevices(context: MemberContext, userId: string) {
  return (await listDevicesOf(context, [userId])).map(({ userId: _, ...device }) => device);
}

/** The same of several people at once, each with whose it is. */
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

/** So long after it was heard last a device of an elder counts as one where reminders ring. */
const RINGS_FOR_MS = DAY_MS;

/** Until when an elder's device counts as one where reminders ring; undefined where none does. */
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

/** Ends one device of a person, which is not known any more; returns its name if there was one. */
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
 * Ends what an email or a password that is no longer right had opened: every session that began
 * with them but the caller's own, the trust in browsers where they were given, and links to a new
 * password. In a transaction of the system that is so in every household of theirs. Paired tablets stay.
 */
export async function endPasswordSessions(db: Db, member: Member, keep: string): Promise<void> {
  await forgetDevices(db, member, await deviceOfSession(db, member, keep));
  await db
    .delete(sessions)
    .where(
      and(
        isOneOf({ id: sessions.userId, accountId: sessions.accountId }, everywhere(db, member)),
        ne(sessions.kind, TABLET.kind),
        ne(sessions.tokenHash, keep),
      ),
    );
  await endResets(db, member);
}

/**
 * Ends every session of the person signed in, this one too, in every household of theirs; no browser
 * is known as theirs then.
 */
export async function signOutEverywhere(context: CallerContext): Promise<void> {
  await context.changeAsSystem(async (db, changed) => {
    const everyone = everywhere(db, memberOf(context));
    const people = await everyone;
    await db
      .delete(sessions)
      .where(isOneOf({ id: sessions.userId, accountId: sessions.accountId }, everyone));
    await forgetDevices(db, memberOf(context));
    // A browser that is signed out shows no alerts.
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
