import { and, eq, gt, isNotNull } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isOneOf, isRow } from '#database/row-of-household.ts';
import { emailConfirmations } from '#database/schema/access.ts';
import { users } from '#database/schema/households.ts';
import { noteAudit } from '#features/audit/server.ts';
import type { Context } from '#platform/server/feature.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { sessionRefusal } from '../refusals.ts';
import { endPasswordSessions } from './devices.ts';
import { changeEmail, inAllHouseholds, type Member } from './logins.ts';
import { hashOf, newToken } from './session-rows.ts';
import { countTry, forgetTry, linkKeys } from './throttles.ts';

const LINK_DAYS = 7;

/** Returns the expiry of links that are emailed now. */
export function linkEnd(now: Date): Date {
  return new Date(now.getTime() + LINK_DAYS * DAY_MS);
}

/** Matches rows of a new email that is not confirmed yet. */
const isPending = (now: Date) =>
  and(isNotNull(emailConfirmations.cancelTokenHash), gt(emailConfirmations.expiresAt, now));

const isOf = ({ id, accountId }: Member) =>
  and(eq(emailConfirmations.userId, id), eq(emailConfirmations.accountId, accountId));

/**
 * Stores a new email, which replaces the current one after its confirmation. Returns the token that
 * cancels the change. Ends an earlier change of the same person in all households.
 */
export async function startEmailChange(
  db: Db,
  member: Member,
  email: string,
  now: Date,
): Promise<string> {
  const cancelToken = newToken();
  await endEmailChange(db, member);
  const made = {
    userId: member.id,
    accountId: member.accountId,
    email,
    // A placeholder; the email with the confirmation link gets another token.
    tokenHash: hashOf(newToken()),
    cancelTokenHash: hashOf(cancelToken),
    expiresAt: linkEnd(now),
    mailedAt: null,
  };
  await db
    .insert(emailConfirmations)
    .values(made)
    .onConflictDoUpdate({
      target: [emailConfirmations.userId, emailConfirmations.accountId],
      set: made,
    });
  return cancelToken;
}

/** Cancels the change to a new email; returns false if there is none. */
export async function endEmailChange(db: Db, member: Member): Promise<boolean> {
  const { userId: id, accountId, cancelTokenHash } = emailConfirmations;
  const ended = await db
    .delete(emailConfirmations)
    .where(and(isOneOf({ id, accountId }, inAllHouseholds(db, member)), isNotNull(cancelTokenHash)))
    .returning({ id });
  return ended.length > 0;
}

export async function findPendingEmail(
  db: Db,
  member: Member,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db
    .select({ email: emailConfirmations.email })
    .from(emailConfirmations)
    .where(and(isOf(member), isPending(now)));
  return row?.email;
}

/**
 * Returns the person whose new email, not yet confirmed, is this one. Undefined if there is no such
 * person or more than one.
 */
export async function findPersonWaitingFor(db: Db, email: string, now: Date) {
  const { userId, accountId } = emailConfirmations;
  const [person, ...more] = await db
    .select({ userId, accountId })
    .from(emailConfirmations)
    .where(and(eq(emailConfirmations.email, email), isPending(now)))
    .limit(2);
  return more.length === 0 ? person : undefined;
}

/** Creates a new confirmation link for a change; undefined if the change has ended. */
export async function renewChangeLink(
  db: Db,
  member: Member,
  email: string,
  now: Date,
): Promise<string | undefined> {
  const token = newToken();
  const renewed = await db
    .update(emailConfirmations)
    .set({ tokenHash: hashOf(token), expiresAt: linkEnd(now), mailedAt: null })
    .where(and(isOf(member), eq(emailConfirmations.email, email), isPending(now)))
    .returning({ email: emailConfirmations.email });
  return renewed.length > 0 ? token : undefined;
}

/**
 * Replaces the current email with the confirmed one and ends the sessions that were started with a
 * password, except the one with the hash `keep`. Returns false if the person has no login.
 */
export async function replaceEmail(
  db: Db,
  person: { userId: string; accountId: string; email: string },
  { now, keep }: { now: Date; keep: string },
): Promise<boolean> {
  const { email, accountId } = person;
  const member = { id: person.userId, accountId };
  const [row] = await db.select({ loginId: users.loginId }).from(users).where(isRow(users, member));
  if (row?.loginId == null) return false;
  const next = { email, emailProvenAt: now };
  await changeEmail(db, row.loginId, next, () => sessionRefusal('email-taken-meanwhile'));
  await endPasswordSessions(db, member, keep);
  return true;
}

/** Cancels the change with the token from the email to the current address. */
export async function cancelEmailChange(token: string, context: Context): Promise<void> {
  const { database, now, request } = context;
  const keys = linkKeys(request.address, 'email change');
  await countTry(database, keys, now);
  await context.changeAsSystem(async (db, changed) => {
    const [ended] = await db
      .delete(emailConfirmations)
      .where(and(eq(emailConfirmations.cancelTokenHash, hashOf(token)), isPending(now)))
      .returning();
    if (ended === undefined) throw sessionRefusal('invalid-proof-link');
    const { accountId, userId } = ended;
    await noteAudit(db, context, { accountId, action: 'email-change-cancelled', userId });
    changed(accountId, { answers: 'users' });
    await forgetTry(db, keys);
  });
}
