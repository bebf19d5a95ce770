import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isOneOf, isRow } from '#database/row-of-household.ts';
import { emailConfirmations } from '#database/schema/access.ts';
import { logins, users } from '#database/schema/households.ts';
import { NO_REQUEST, noteAudit } from '#features/audit/server.ts';
import type { Changed, Context, UnitOfWork } from '#platform/server/feature.ts';
import { writeLetter } from '#platform/server/outbound/letter.ts';
import { canMailLinks, MailNotSent, type MailParts } from '#platform/server/outbound/mail.ts';
import { Refusal } from '#platform/shared/refusal.ts';
import { sessionRefusal } from '../refusals.ts';
import {
  findPendingEmail,
  findPersonWaitingFor,
  linkEnd,
  renewChangeLink,
  replaceEmail,
} from './email-change.ts';
import { freeEmail } from './held-emails.ts';
import { householdsOf, inAllHouseholds, type Member, markEmailConfirmed } from './logins.ts';
import { hashOf, newToken } from './session-rows.ts';
import { confirmationKeys, countTry, forgetTry, linkKeys } from './throttles.ts';

/**
 * The sender's name in emails to unconfirmed addresses, which must not contain text chosen by a
 * household.
 */
export const PRODUCT_NAME = 'Grand App';

/**
 * The data that changes when an email is confirmed: the list of people, and the channels for
 * alerts.
 */
const SHOWN = [{ answers: 'users' }, { answers: 'alerts' }];

/**
 * Sends a confirmation email after the response. Does nothing if there is nothing to confirm, or
 * without a mail server.
 */
export function askForProof(member: Member, mail: MailParts, context: Context): void {
  if (!canMailLinks(mail)) return;
  context.afterwards('sending the confirmation of an email', async () => {
    await sendConfirmation(member, mail, context).catch((error: unknown) => {
      // A refusal is ignored: too many emails were sent to one address, and the person can request
      // another one later.
      if (!(error instanceof Refusal)) throw error;
    });
  });
}

/**
 * Sends the confirmation email; resolves to true if it was sent. Throws a 429 refusal after too
 * many requests.
 */
export async function sendConfirmation(
  member: Member,
  { mailer, publicUrl }: MailParts,
  { database, change, now, log }: Context,
): Promise<boolean> {
  if (!mailer.isConfigured || publicUrl === undefined) return false;
  const unconfirmed = await database.asSystem((db) => findUnconfirmed(db, member, now));
  if (unconfirmed === undefined) return false;
  const { email, isChange } = unconfirmed;
  const { id: userId, accountId } = member;
  await countTry(database, confirmationKeys(accountId, email), now);
  const token = await database.asSystem((db) =>
    isChange
      ? renewChangeLink(db, member, email, now)
      : makeLink(db, { userId, email, accountId }, now),
  );
  if (token === undefined) return false;
  try {
    await mailer.send({
      to: { name: '', address: email },
      subject: 'Please confirm your email',
      ...writeConfirmation(`${publicUrl}/confirm-email?token=${token}`, isChange),
    });
  } catch (error) {
    if (!(error instanceof MailNotSent)) throw error;
    log.warn({ err: error }, 'email confirmation not mailed');
    return false;
  }
  await change(accountId, (db, changed) => {
    changed({ answers: 'alerts' });
    return recordMailed(db, { accountId, token }, now);
  });
  return true;
}

async function recordMailed(
  db: Db,
  { accountId, token }: { accountId: string; token: string },
  now: Date,
): Promise<void> {
  await db
    .update(emailConfirmations)
    .set({ mailedAt: now })
    .where(
      and(
        eq(emailConfirmations.accountId, accountId),
        eq(emailConfirmations.tokenHash, hashOf(token)),
      ),
    );
}

/** Returns the ids of the people of a household to whom a valid link was emailed. */
export async function listAskedToConfirm(
  db: Db,
  accountId: string,
  now: Date,
): Promise<ReadonlySet<string>> {
  const { userId, mailedAt, expiresAt } = emailConfirmations;
  const rows = await db
    .select({ userId })
    .from(emailConfirmations)
    .where(
      and(eq(emailConfirmations.accountId, accountId), isNotNull(mailedAt), gt(expiresAt, now)),
    );
  return new Set(rows.map((row) => row.userId));
}

/**
 * The email has fixed text only, because an administrator who enters the email of a stranger must
 * not be able to write to that stranger.
 */
function writeConfirmation(link: string, isChange: boolean): { text: string; html: string } {
  const [until, help] = isChange
    ? ['Until then the email used before stays in use.', '']
    : [
        'Until then no alerts are sent to you.',
        ' If you have no password yet, confirm first, then press “Forgot password?” on the sign-in screen.',
      ];
  return writeLetter({
    brand: PRODUCT_NAME,
    heading: 'Please confirm your email',
    paragraphs: [
      'Hello,',
      `this email address was entered at ${PRODUCT_NAME}, with which a family looks after a tablet for an older person. If that was you or somebody of your family, please confirm that emails reach you here. ${until}`,
      `The link works once, within 7 days.${help}`,
    ],
    action: { label: 'Confirm this email', link },
    closing:
      'If you know nothing of this, there is nothing to do: without your confirmation nothing that anybody there writes is sent to you.',
  });
}

/** Returns the person's unconfirmed email, a new one first. */
async function findUnconfirmed(db: Db, member: Member, now: Date) {
  const pending = await findPendingEmail(db, member, now);
  if (pending !== undefined) return { email: pending, isChange: true };
  const [row] = await db
    .select({ email: logins.email })
    .from(users)
    .innerJoin(logins, eq(logins.id, users.loginId))
    .where(and(isRow(users, member), isNull(logins.emailProvenAt)));
  return row && { ...row, isChange: false };
}

/** Creates a link; a person has at most one, so it replaces an earlier one. */
async function makeLink(
  db: Db,
  whose: { userId: string; accountId: string; email: string },
  now: Date,
): Promise<string> {
  const token = newToken();
  const made = {
    ...whose,
    tokenHash: hashOf(token),
    expiresAt: linkEnd(now),
    mailedAt: null,
    cancelTokenHash: null,
  };
  await db
    .insert(emailConfirmations)
    .values(made)
    .onConflictDoUpdate({
      target: [emailConfirmations.userId, emailConfirmations.accountId],
      set: made,
    });
  return token;
}

type Confirmation = typeof emailConfirmations.$inferSelect;

type ConfirmedEmail = Pick<Confirmation, 'userId' | 'accountId' | 'email'>;

/**
 * Confirms the email of a link once: the person's current email, or a new one, which then replaces
 * it.
 */
export async function confirmEmail(
  token: string,
  mail: MailParts,
  context: Context,
): Promise<void> {
  const { database, now, request } = context;
  const keys = linkKeys(request.address, 'confirmation');
  await countTry(database, keys, now);
  await context.changeAsSystem(async (db, changed) => {
    const used = await useLink(db, token, now);
    if (used === undefined) throw sessionRefusal('invalid-proof-link');
    const isDone =
      used.cancelTokenHash === null
        ? await prove(db, used, changed, context)
        : await takeAndReplace(db, used, mail, { ...context, changed });
    if (!isDone) throw sessionRefusal('invalid-proof-link');
    await forgetTry(db, keys);
  });
}

/**
 * Uses up a link. Locks the person before the link is deleted, in the same order as a change of the
 * person, to avoid deadlocks.
 */
async function useLink(db: Db, token: string, now: Date): Promise<Confirmation | undefined> {
  const isValid = and(
    eq(emailConfirmations.tokenHash, hashOf(token)),
    gt(emailConfirmations.expiresAt, now),
  );
  const [found] = await db.select().from(emailConfirmations).where(isValid);
  if (found === undefined) return undefined;
  const member = { id: found.userId, accountId: found.accountId };
  await db
    .select({ id: users.id })
    .from(users)
    .where(isOneOf(users, inAllHouseholds(db, member)))
    .orderBy(users.id)
    .for('update');
  // If two requests use the link at the same time, only one deletes the row.
  const [used] = await db.delete(emailConfirmations).where(isValid).returning();
  return used;
}

/**
 * Confirms a new email. If another household had entered the same email without a confirmation, the
 * email is removed there.
 */
async function takeAndReplace(
  db: Db,
  used: Confirmation,
  mail: MailParts,
  context: Context & { readonly changed: Changed },
): Promise<boolean> {
  const { now, request, changed } = context;
  await freeEmail(db, used.email, { mail, now, accountId: used.accountId });
  const keep = request.sessionToken === undefined ? '' : hashOf(request.sessionToken);
  return completeChange(db, used, changed, { now, request, keep });
}

/** Replaces the email in all households; the session with the hash `keep` is kept. */
async function completeChange(
  db: Db,
  person: ConfirmedEmail,
  changed: Changed,
  by: Parameters<typeof noteAudit>[1] & { readonly keep: string },
): Promise<boolean> {
  if (!(await replaceEmail(db, person, by))) return false;
  for (const one of await householdsOf(db, { id: person.userId, accountId: person.accountId })) {
    changed(one, 'sessions');
  }
  await recordConfirmed(db, person, changed, by);
  return true;
}

/**
 * Confirms an email on behalf of the operator: a person's current email or a new one. Returns false
 * if there is no such person.
 */
export function vouchForEmail(
  { changeAsSystem }: Pick<UnitOfWork, 'changeAsSystem'>,
  email: string,
  now: Date,
): Promise<boolean> {
  return changeAsSystem(async (db, changed) => {
    const by = { now, request: NO_REQUEST };
    const [person] = await db
      .select({ userId: users.id, accountId: users.accountId })
      .from(users)
      .where(eq(users.email, email))
      .limit(1);
    if (person !== undefined) return prove(db, { ...person, email }, changed, by);
    const waiting = await findPersonWaitingFor(db, email, now);
    if (waiting === undefined) return false;
    return completeChange(db, { ...waiting, email }, changed, { ...by, keep: '' });
  });
}

async function prove(
  db: Db,
  person: ConfirmedEmail,
  changed: Changed,
  by: Parameters<typeof noteAudit>[1],
): Promise<boolean> {
  if (!(await markEmailConfirmed(db, person, by.now))) return false;
  await recordConfirmed(db, person, changed, by);
  return true;
}

/** Logs the confirmation and refreshes the screens in all households of the person. */
async function recordConfirmed(
  db: Db,
  { userId, accountId }: ConfirmedEmail,
  changed: Changed,
  by: Parameters<typeof noteAudit>[1],
): Promise<void> {
  await noteAudit(db, by, { accountId, action: 'email-confirmed', userId });
  for (const one of await householdsOf(db, { id: userId, accountId })) {
    for (const what of SHOWN) changed(one, what);
  }
}
