import { and, eq, gt } from 'drizzle-orm';
import { isThere } from '#database/is-there.ts';
import { sessions } from '#database/schema/access.ts';
import { users } from '#database/schema/households.ts';
import type { MemberContext } from '#kit/server/feature.ts';
import { notThere } from '#kit/shared/refusals.ts';

/** A device at which an elder of the household is signed in; throws 404 for any other. */
export async function elderDevice(deviceId: string, { db, account, now }: MemberContext) {
  const [device] = await db
    .select({ userId: users.id, firstName: users.firstName, deviceName: sessions.deviceName })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
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
  return device;
}

/** By which name somebody asks: the first one, of now; empty where there is none. */
export async function firstNameOf({ db, user }: MemberContext): Promise<string> {
  const [me] = await db
    .select({ firstName: users.firstName })
    .from(users)
    .where(eq(users.id, user.id));
  return me?.firstName ?? '';
}

/** Throws 404 where nobody of the household has that id. */
export async function refuseStranger(userId: string, { db, account }: MemberContext) {
  const isOne = and(eq(users.accountId, account.id), eq(users.id, userId));
  if (!(await isThere(db, users, isOne))) throw notThere();
}
