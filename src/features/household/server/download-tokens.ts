import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { exportTickets } from '#database/schema/access.ts';
import { hashOf, newToken } from '#features/sessions/server.ts';
import type { Caller } from '#platform/server/feature.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { householdRefusal } from '../refusals.ts';

/** Lifetime of a ticket; the browser uses it at once. */
const TICKET_MS = MINUTE_MS;

type Whose = Pick<Caller, 'account' | 'user'>;

/** Creates a ticket; a person has at most one, so it replaces an earlier one. */
export async function makeTicket(db: Db, { account, user }: Whose, now: Date): Promise<string> {
  const ticket = newToken();
  const made = { ticketHash: hashOf(ticket), expiresAt: new Date(now.getTime() + TICKET_MS) };
  await db
    .insert(exportTickets)
    .values({ ...made, accountId: account.id, userId: user.id })
    .onConflictDoUpdate({ target: [exportTickets.userId, exportTickets.accountId], set: made });
  return ticket;
}

/** Deletes the ticket to use it, so that only one of two concurrent requests gets the download. */
export async function useTicket(
  db: Db,
  { account, user }: Whose,
  ticket: string,
  now: Date,
): Promise<void> {
  const used = await db
    .delete(exportTickets)
    .where(
      and(
        eq(exportTickets.ticketHash, hashOf(ticket)),
        eq(exportTickets.accountId, account.id),
        eq(exportTickets.userId, user.id),
        gt(exportTickets.expiresAt, now),
      ),
    )
    .returning({ userId: exportTickets.userId });
  if (used.length === 0) {
    throw householdRefusal('download-used');
  }
}
