import type { Db } from '#database/connect.ts';
import { lockAdding } from '#database/count-before-adding.ts';
import { isRow } from '#database/row-of-household.ts';
import { invitations } from '#database/schema/access.ts';
import { users } from '#database/schema/households.ts';
import { accountRefusal } from '#features/accounts/refusals.ts';
import { addMembership } from '#features/accounts/server.ts';
import { shareSubscriptions } from '#features/alerts/server.ts';
import { noteAudit } from '#features/audit/server.ts';
import { sessionRefusal } from '#features/sessions/refusals.ts';
import {
  asUser,
  findMemberships,
  findSignedIn,
  findUser,
  householdsOf,
  isHeld,
  type KnownUser,
  noteProof,
  recognise,
  startSession,
} from '#features/sessions/server.ts';
import type { Context } from '#platform/server/feature.ts';
import type { MailParts } from '#platform/server/outbound/mail.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { invitationRefusal } from '../refusals.ts';
import { findLiving, readLink } from './accept.ts';
import { refuseTenthPerson } from './administrators.ts';

type Row = Awaited<ReturnType<typeof readLink>>;

/** True if the email of a mailed link has an account. */
export function hasAccount(email: string, mail: MailParts, { database, now }: Context) {
  return database.asSystem((db) => isHeld(db, email, { mail, now, isProven: true }));
}

/**
 * Makes a person with an account an administrator of another household, and switches to it. The
 * link alone is not enough: the invited person confirms with their password, or with a session of
 * that email.
 */
export async function join(
  { token, password }: { token: string; password?: string | undefined },
  context: Context,
) {
  const { limits, now } = context;
  const link = await readLink(token, context);
  const { known, session } = await ownerOf(link, password, context);
  return context.changeAsSystem(async (db, changed) => {
    const { accountId } = link;
    await lockAdding(db, users, accountId);
    // The invitation is read again after the lock, so that only one of two concurrent calls
    // succeeds.
    const invitation = await findLiving(db, token, now);
    await refuseTenthPerson(db, accountId, limits);
    const loginId = await refuseAlreadyHere(db, invitation, known);
    const { firstName, lastName } = invitation;
    const added = { accountId, role: 'admin', firstName, lastName, createdAt: now } as const;
    const userId = await addMembership(db, loginId, added);
    const member = { id: userId, accountId };
    await db.update(invitations).set({ usedAt: now }).where(isRow(invitations, invitation));
    // A mailed link proves that the person reads that email.
    if (invitation.mailedAt !== null) {
      await noteProof(db, { userId, accountId, email: invitation.email }, now);
    }
    await shareSubscriptions(db, member);
    const subject = fullName(invitation);
    await noteAudit(db, context, { accountId, action: 'invitation-accepted', userId, subject });
    const there = await findUser(db, member);
    if (there === undefined) throw new Error('the membership was not stored');
    await startSession(db, there.user, context, changed, session);
    for (const one of await householdsOf(db, member)) changed(one, { answers: 'users' });
    return asUser(there, now);
  });
}

/** Returns the account of the invited email, proven by password or session. */
async function ownerOf(
  { email }: Row,
  password: string | undefined,
  context: Context,
): Promise<
  NonNullable<Awaited<ReturnType<typeof findSignedIn>>> | { known: KnownUser; session?: undefined }
> {
  if (password !== undefined) return { known: await recognise({ email, password }, context) };
  const signedIn = await context.database.asSystem((db) => findSignedIn(db, context));
  if (signedIn === undefined || signedIn.known.user.email !== email) {
    throw sessionRefusal('invalid-credentials');
  }
  return signedIn;
}

/**
 * Refuses an account that cannot join, with more precise reasons than `addMembership`; returns its
 * login.
 */
async function refuseAlreadyHere(db: Db, { accountId }: Row, { user: { loginId } }: KnownUser) {
  if (loginId === null) throw sessionRefusal('invalid-credentials');
  const all = await findMemberships(db, loginId);
  if (all.some((one) => one.user.accountId === accountId)) throw accountRefusal('email-taken');
  // A login of an elder is refused: an administrator can set its password, so it must not open
  // another household.
  if (all.some((one) => one.user.role === 'user')) throw invitationRefusal('elder-elsewhere');
  return loginId;
}
