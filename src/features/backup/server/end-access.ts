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
 * Ends what opened something when the backup was made: somebody may have ended it since, and nobody
 * knows any more. Everybody of the family signs in again. An elder's devices stay, because a tablet
 * that stops reminding is worse; so do the browsers that are told of alerts, because an alert that
 * nobody hears is. Answers how many of the elders' devices there are.
 */
export async function endAccess(db: Db, madeAt: Date): Promise<number> {
  const elders = db.select({ id: users.id }).from(users).where(eq(users.role, 'user'));
  await db
    .delete(sessions)
    .where(and(ne(sessions.kind, 'tablet'), notInArray(sessions.userId, elders)));
  const once = [pairingCodes, passwordResets, emailConfirmations, exportTickets];
  for (const table of [...once, knownDevices, calendarFeeds]) await db.delete(table);
  // The panel shows them as expired, and sends them again.
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
