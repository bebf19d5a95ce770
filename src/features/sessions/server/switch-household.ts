import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { sessions } from '#database/schema/access.ts';
import { noteAudit } from '#features/audit/server.ts';
import type { CallerContext, Changed } from '#platform/server/feature.ts';
import { notFound, notSignedIn } from '#platform/shared/refusals.ts';
import { memberOf } from './logins.ts';
import { findMemberships, findUser, type KnownUser } from './session-rows.ts';
import { startSession } from './sign-in.ts';

/** Switches to another household. Throws 404 if the login does not belong to it. */
export async function switchHousehold(
  accountId: string,
  context: CallerContext,
): Promise<KnownUser> {
  return context.changeAsSystem((db, changed) =>
    moveSession(db, context, changed, async (own) => {
      if (own.user.accountId === accountId) return own;
      const all = own.user.loginId === null ? [] : await findMemberships(db, own.user.loginId);
      const wanted = all.find(({ user }) => user.accountId === accountId && user.role !== 'user');
      if (wanted === undefined) throw notFound();
      return wanted;
    }),
  );
}

/**
 * Ends the session of this browser and starts one of the same login in another household, with a
 * new token. Its final expiry is that of the previous session, for which the password was given. Of
 * two concurrent calls the second one is refused.
 */
export async function moveSession(
  db: Db,
  context: CallerContext,
  changed: Changed,
  whereTo: (own: KnownUser) => Promise<KnownUser>,
): Promise<KnownUser> {
  const session = await heldSession(db, context);
  const own = await findUser(db, memberOf(context));
  if (own === undefined) throw notSignedIn();
  const wanted = await whereTo(own);
  if (wanted.user.id === own.user.id) return own;
  const left = { accountId: own.user.accountId, userId: own.user.id };
  await noteAudit(db, context, { ...left, action: 'signed-out' });
  await startSession(db, wanted.user, context, changed, session);
  const entered = { accountId: wanted.user.accountId, userId: wanted.user.id };
  await noteAudit(db, context, { ...entered, action: 'signed-in' });
  return wanted;
}

/** Locks the current session, so that one that was ended elsewhere cannot continue. */
async function heldSession(db: Db, { tokenHash, now }: CallerContext) {
  const [session] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)))
    .for('update');
  if (session === undefined) throw notSignedIn();
  return session;
}
