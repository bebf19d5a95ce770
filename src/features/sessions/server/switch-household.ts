import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { sessions } from '#database/schema/access.ts';
import { noteAudit } from '#features/audit/server.ts';
import type { CallerContext, Changed } from '#kit/server/feature.ts';
import { notSignedIn, notThere } from '#kit/shared/refusals.ts';
import { memberOf } from './logins.ts';
import { findMemberships, findUser, type KnownUser } from './session-rows.ts';
import { startSession } from './sign-in.ts';

/** Goes on in another household. Throws 404 for one that this login does not belong to. */
export async function switchHousehold(
  accountId: string,
  context: CallerContext,
): Promise<KnownUser> {
  return context.changeAsSystem((db, changed) =>
    goOn(db, context, changed, async (own) => {
      if (own.user.accountId === accountId) return own;
      const all = own.user.loginId === null ? [] : await findMemberships(db, own.user.loginId);
      const wanted = all.find(({ user }) => user.accountId === accountId && user.role !== 'user');
      if (wanted === undefined) throw notThere();
      return wanted;
    }),
  );
}

/**
 * Ends the session of this browser and begins one of the same login in another household, with a
 * token of its own. It lasts no longer than the one it goes on from: a password was given then. Of
 * two at once the second finds no session any more and is refused.
 */
export async function goOn(
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

/** The present session as it is stored: one that was ended elsewhere begins no other. */
async function heldSession(db: Db, { tokenHash, now }: CallerContext) {
  const [session] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)))
    .for('update');
  if (session === undefined) throw notSignedIn();
  return session;
}
