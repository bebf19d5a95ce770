import { eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { invitations } from '#database/schema/access.ts';
import { accountRefusal } from '#features/accounts/refusals.ts';
import { addMembership, isHeld } from '#features/accounts/server.ts';
import { shareSubscriptions } from '#features/alerts/server.ts';
import { noteAudit } from '#features/audit/server.ts';
import { sessionRefusal } from '#features/sessions/refusals.ts';
import {
  asUser,
  findMemberships,
  findSignedIn,
  findUser,
  householdsOf,
  type KnownUser,
  noteProof,
  recognise,
  startSession,
} from '#features/sessions/server.ts';
import type { Context } from '#kit/server/feature.ts';
import type { MailParts } from '#kit/server/outbound/mail.ts';
import { fullName } from '#kit/shared/full-name.ts';
import { invitationRefusal } from '../refusals.ts';
import { findLiving, readLink } from './accept.ts';
import { lockAccount, refuseTenthPerson } from './administrators.ts';

type Row = Awaited<ReturnType<typeof readLink>>;

/** Whether an email is somebody's who has proven it or signed in with it. */
export function isOfSomebody(email: string, mail: MailParts, { database, now }: Context) {
  return database.asSystem((db) => isHeld(db, email, { mail, now }));
}

/**
 * Makes somebody who signs in already an administrator of another household too, and goes on there.
 * The link alone is not enough: whoever was invited says by their password, or by being signed in
 * with that very email, that they want it.
 */
export async function join(
  { token, password }: { token: string; password?: string | undefined },
  context: Context,
) {
  const { limits, now } = context;
  const link = await readLink(token, context);
  const { known, mostUntil } = await ownerOf(link, password, context);
  return context.changeAsSystem(async (db, changed) => {
    const { accountId } = link;
    await lockAccount(db, accountId);
    // Read again behind the lock: of two at once the second finds it used.
    const invitation = await findLiving(db, token, now);
    await refuseTenthPerson(db, accountId, limits);
    const loginId = await refuseAlreadyHere(db, invitation, known);
    const { firstName, lastName } = invitation;
    const member = { accountId, role: 'admin', firstName, lastName, createdAt: now } as const;
    const userId = await addMembership(db, loginId, member);
    await db.update(invitations).set({ usedAt: now }).where(eq(invitations.id, invitation.id));
    // Nobody has the link who did not read the letter.
    if (invitation.mailedAt !== null) {
      await noteProof(db, { userId, email: invitation.email }, now);
    }
    await shareSubscriptions(db, { userId, accountId });
    const subject = fullName(invitation);
    await noteAudit(db, context, { accountId, action: 'invitation-accepted', userId, subject });
    const there = await findUser(db, userId);
    if (there === undefined) throw new Error('the membership was not stored');
    await startSession(db, there.user, context, changed, mostUntil);
    for (const one of await householdsOf(db, userId)) changed(one, { answers: 'users' });
    return asUser(there, now);
  });
}

/** Whose email was invited, proven by their password or by their session. */
async function ownerOf(
  { email }: Row,
  password: string | undefined,
  context: Context,
): Promise<{ known: KnownUser; mostUntil?: Date | undefined }> {
  if (password !== undefined) return { known: await recognise({ email, password }, context) };
  const signedIn = await context.database.asSystem((db) => findSignedIn(db, context));
  if (signedIn === undefined || signedIn.known.user.email !== email) {
    throw sessionRefusal('invalid-credentials');
  }
  return signedIn;
}

/** What is said of an invitation better than `addMembership` would; answers their login. */
async function refuseAlreadyHere(db: Db, { accountId }: Row, { user: { loginId } }: KnownUser) {
  if (loginId === null) throw sessionRefusal('invalid-credentials');
  const all = await findMemberships(db, loginId);
  if (all.some((one) => one.user.accountId === accountId)) throw accountRefusal('email-taken');
  // An administrator of theirs can set what an elder signs in with: it must open nothing else.
  if (all.some((one) => one.user.role === 'user')) throw invitationRefusal('elder-elsewhere');
  return loginId;
}
