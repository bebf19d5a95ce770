import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { lockAdding } from '#database/count-before-adding.ts';
import { isRow } from '#database/row-of-household.ts';
import { invitations } from '#database/schema/access.ts';
import { subscriptions, users } from '#database/schema/households.ts';
import { accountRefusal } from '#features/accounts/refusals.ts';
import { addPerson, tellingFewEmails } from '#features/accounts/server.ts';
import { noteAudit } from '#features/audit/server.ts';
import { isExpired } from '#features/entitlement/domain/period.ts';
import { asSubscription } from '#features/entitlement/server.ts';
import {
  askForProof,
  asUser,
  countTry,
  findUser,
  forgetTry,
  freeEmail,
  hashOf,
  linkKeys,
  refuseWeakPassword,
  startSession,
  subscriptionExpired,
} from '#features/sessions/server.ts';
import type { Context } from '#platform/server/feature.ts';
import type { MailParts } from '#platform/server/outbound/mail.ts';
import { hashPassword } from '#platform/server/passwords.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { invitationRefusal } from '../refusals.ts';
import { refuseTenthPerson } from './administrators.ts';

type Row = typeof invitations.$inferSelect;

/** Returns the invitation of a link; a wrong link counts as a failed try of the IP address. */
export async function readLink(token: string, context: Context): Promise<Row> {
  const { database, now, request } = context;
  const keys = linkKeys(request.address, 'invitation');
  await countTry(database, keys, now);
  return database.asSystem(async (db) => {
    const found = await findLiving(db, token, now);
    await forgetTry(db, keys);
    return found;
  });
}

/** Makes the invited person an administrator and signs them in. */
export async function accept(
  { token, password }: { token: string; password: string },
  mail: MailParts,
  context: Context,
) {
  const { database, now, limits } = context;
  const link = await readLink(token, context);
  const { accountId } = link;
  await refuseWeakPassword(password, link, database);
  const passwordHash = await hashPassword(password);
  const add = () =>
    context.changeAsSystem(async (db, changed) => {
      await lockAdding(db, users, accountId);
      // The invitation is read again after the lock, so that only one of two concurrent calls
      // succeeds.
      const invitation = await findLiving(db, token, now);
      await refuseTenthPerson(db, accountId, limits);
      const isProven = invitation.mailedAt !== null;
      await freeEmail(db, invitation.email, { mail, now, accountId, isProven });
      const id = await addAdministrator(db, invitation, passwordHash, now);
      await db.update(invitations).set({ usedAt: now }).where(isRow(invitations, invitation));
      const subject = fullName(invitation);
      await noteAudit(db, context, {
        accountId,
        action: 'invitation-accepted',
        userId: id,
        subject,
      });
      const known = await findUser(db, { id, accountId });
      if (known === undefined) throw new Error('the administrator was not stored');
      await startSession(db, known.user, context, changed);
      return asUser(known, now);
    });
  // If the link was passed on by hand, the household could use invitations to find out which emails
  // have an account; so refusals are rate-limited.
  const telling = { ...context, account: { id: accountId } };
  const user = await (link.mailedAt === null ? tellingFewEmails(telling, add) : add());
  // Asks for a confirmation of the email, because a link that was passed on by hand proves nothing.
  askForProof({ id: user.id, accountId }, mail, context);
  return user;
}

/**
 * Returns the unused, unexpired invitation of a token. Throws if the household's subscription is
 * expired; the link works again after a renewal.
 */
export async function findLiving(db: Db, token: string, now: Date): Promise<Row> {
  const [row] = await db
    .select({ invitation: invitations, subscription: subscriptions })
    .from(invitations)
    .innerJoin(subscriptions, eq(subscriptions.accountId, invitations.accountId))
    .where(
      and(
        eq(invitations.tokenHash, hashOf(token)),
        isNull(invitations.usedAt),
        gt(invitations.expiresAt, now),
      ),
    );
  if (row === undefined) throw invitationRefusal('invalid-invitation');
  if (isExpired(asSubscription(row.subscription), now)) throw subscriptionExpired();
  return row.invitation;
}

/** Role, household, name and email come from the invitation only. */
async function addAdministrator(
  db: Db,
  invitation: Row,
  passwordHash: string,
  createdAt: Date,
): Promise<string> {
  const { accountId, email, firstName, lastName, mailedAt } = invitation;
  const emailProvenAt = mailedAt === null ? null : createdAt;
  const since = { createdAt, emailProvenAt, signedInAt: createdAt };
  const person = { accountId, email, firstName, lastName, passwordHash, ...since };
  const id = await addPerson(db, { ...person, role: 'admin' });
  // Without an id, the email was taken in some household after the invitation was sent.
  if (id === undefined) throw accountRefusal('email-taken');
  return id;
}
