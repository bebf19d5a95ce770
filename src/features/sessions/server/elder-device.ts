import { randomUUID } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { sessions } from '#database/schema/access.ts';
import { users } from '#database/schema/households.ts';
import type { AuditAction } from '#features/audit/domain/actions.ts';
import { noteAct } from '#features/audit/server.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { notFound } from '#platform/shared/refusals.ts';

/** Returns a person of the household; undefined if they do not belong to it. */
export async function findPerson(db: Db, accountId: string, id: string) {
  const [person] = await db
    .select()
    .from(users)
    .where(and(eq(users.accountId, accountId), eq(users.id, id)));
  return person;
}

/** Throws 404 if the household has no person with that id. */
export async function refuseStranger(userId: string, { db, account }: MemberContext) {
  if ((await findPerson(db, account.id, userId)) === undefined) throw notFound();
}

/**
 * Returns the elder of a device, and the first name of the administrator who sends it a request,
 * and logs the action. Throws 404 for other devices.
 */
export async function authorizeDeviceRequest(
  deviceId: string,
  action: AuditAction,
  context: MemberContext,
) {
  const { db, account, user, now } = context;
  const [device] = await db
    .select({ userId: users.id, firstName: users.firstName, deviceName: sessions.deviceName })
    .from(sessions)
    .innerJoin(users, isRow(users, { id: sessions.userId, accountId: sessions.accountId }))
    .where(
      and(
        eq(sessions.accountId, account.id),
        eq(sessions.id, deviceId),
        gt(sessions.expiresAt, now),
        // Only devices of elders are accepted, because only elders have reminders and a device that
        // is used every day.
        eq(users.role, 'user'),
      ),
    );
  if (device === undefined) throw notFound();
  const { userId, firstName, deviceName } = device;
  const asking = await findPerson(db, account.id, user.id);
  await noteAct(db, context, action, `${firstName}: ${deviceName}`);
  return { id: randomUUID(), accountId: account.id, userId, askedBy: asking?.firstName ?? '' };
}
