import { and, eq, gt, isNull, ne, notInArray } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import {
  emailConfirmations,
  exportTickets,
  invitations,
  knownDevices,
  pairingCodes,
  passwordResets,
  sessions,
} from '#database/schema/access.ts';
import { calendarFeeds } from '#database/schema/calendar.ts';
import { users } from '#database/schema/households.ts';

/**
 * Revokes access that existed at the time of the backup, because it may have been revoked since
 * then. All family members sign in again. Elders' devices stay signed in, because a tablet without
 * reminders is worse, and push subscriptions stay, because an alert that reaches no one is worse.
 * Returns the number of elders' devices.
 */
export async function endAccess(db: Db, madeAt: Date): Promise<number> {
  const elders = db.select({ id: users.id }).from(users).where(eq(users.role, 'user'));
  await db
    .delete(sessions)
    .where(and(ne(sessions.kind, 'tablet'), notInArray(sessions.userId, elders)));
  const once = [pairingCodes, passwordResets, emailConfirmations, exportTickets];
  for (const table of [...once, knownDevices, calendarFeeds]) await db.delete(table);
  // The panel shows these invitations as expired, and can send them again.
  await db
    .update(invitations)
    .set({ expiresAt: invitations.createdAt })
    .where(isNull(invitations.usedAt));
  const staying = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(gt(sessions.expiresAt, madeAt));
  return staying.length;
}
