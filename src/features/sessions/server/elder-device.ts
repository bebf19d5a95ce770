import { randomUUID } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { sessions } from '#database/schema/access.ts';
import { users } from '#database/schema/households.ts';
import type { AuditAction } from '#features/audit/actions.ts';
import { noteAct } from '#features/audit/server.ts';
import type { MemberContext } from '#kit/server/feature.ts';
import { notThere } from '#kit/shared/refusals.ts';

/** Somebody of a household as they are now; undefined for whoever is not in it, or not any more. */
export async function findPerson(db: Db, accountId: string, id: string) {
  const [person] = await db
    .select()
    .from(users)
    .where(and(eq(users.accountId, accountId), eq(users.id, id)));
  return person;
}

/** Throws 404 where nobody of the household has that id. */
export async function refuseStranger(userId: string, { db, account }: MemberContext) {
  if ((await findPerson(db, account.id, userId)) === undefined) throw notThere();
}

/**
 * What is asked of a device at which an elder of the household is signed in: whose it is, and who asks,
 * by their first name. It is noted as that action. Throws 404 for any other device.
 */
export async function askedOfDevice(deviceId: string, action: AuditAction, context: MemberContext) {
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
        // Nobody else has reminders, and a device that is used every day.
        eq(users.role, 'user'),
      ),
    );
  if (device === undefined) throw notThere();
  const { userId, firstName, deviceName } = device;
  const asking = await findPerson(db, account.id, user.id);
  await noteAct(db, context, action, `${firstName}: ${deviceName}`);
  return { id: randomUUID(), accountId: account.id, userId, askedBy: asking?.firstName ?? '' };
}
