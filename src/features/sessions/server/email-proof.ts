import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { emailConfirmations } from '#database/schema/access.ts';
import { logins, users } from '#database/schema/households.ts';
import { NO_REQUEST, noteAudit } from '#features/audit/server.ts';
import type { Changed, Context, UnitOfWork } from '#kit/server/feature.ts';
import { writeLetter } from '#kit/server/outbound/letter.ts';
import { MailNotSent, type MailParts } from '#kit/server/outbound/mail.ts';
import { DAY_MS } from '#kit/shared/durations.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import { sessionRefusal } from '../refusals.ts';
import { householdsOf, noteProof } from './logins.ts';
import { hashOf, newToken } from './session-rows.ts';
import { confirmationKeys, countTry, forgetTry, linkKeys } from './throttles.ts';

const LINK_DAYS = 7;

/** What letters to an email that nobody has proven are signed with: never what a household typed. */
export const PRODUCT_NAME = 'Grand App';

/** What changes on screens when an email is proven: who is confirmed, and by which ways alerts go. */
const SHOWN = [{ answers: 'users' }, { answers: 'alerts' }];

/**
 * Sends, after the answer, a letter with which a person proves their email. Where there is nothing to
 * prove, or no mail is sent, nothing happens.
 */
export function askForProof(userId: string, mail: MailParts, context: Context): void {
  if (!mail.mailer.isConfigured) return;
  context.afterwards('sending the confirmation of an email', async () => {
    await sendConfirmation(userId, mail, context).catch((error: unknown) => {
      // Too many letters to one address: the person can ask for another one later.
      if (!(error instanceof Refusal)) throw error;
    });
  });
}

/** Sends the letter now and answers whether it went; throws a 429 when too many were asked for. */
export async function sendConfirmation(
  userId: string,
  { mailer, publicUrl }: MailParts,
  { database, now, log }: Context,
): Promise<boolean> {
  if (!mailer.isConfigured) return false;
  const unproven = await database.asSystem((db) => findUnproven(db, userId));
  if (unproven === undefined) return false;
  const { email, accountId } = unproven;
  await countTry(database, confirmationKeys(accountId, email), now);
  const token = await database.asSystem((db) => makeLink(db, { userId, email, accountId }, now));
  try {
    await mailer.send({
      to: { name: '', address: email },
      subject: 'Please confirm your email',
      ...writeConfirmation(`${publicUrl}/confirm-email?token=${token}`),
    });
    return true;
  } catch (error) {
    if (!(error instanceof MailNotSent)) throw error;
    log.warn({ err: error }, 'the confirmation of an email could not be mailed');
    return false;
  }
}

/** Fixed words alone: whoever typed in this email must not be able to write to its owner. */
function writeConfirmation(link: string): { text: string; html: string } {
  return writeLetter({
    brand: PRODUCT_NAME,
    heading: 'Please confirm your email',
    paragraphs: [
      'Hello,',
      `this email address was entered at ${PRODUCT_NAME}, with which a family looks after a tablet for an older person. If that was you or somebody of your family, please confirm that letters reach you here. Until then no alerts are sent to you.`,
      'The link works once, within 7 days. If you have no password yet, confirm first, then press “Forgot password?” on the sign-in screen.',
    ],
    action: { label: 'Confirm this email', link },
    closing:
      'If you know nothing of this, there is nothing to do: without your confirmation nothing that anybody there writes is sent to you.',
  });
}

async function findUnproven(db: Db, userId: string) {
  const [row] = await db
    .select({ email: logins.email, accountId: users.accountId })
    .from(users)
    .innerJoin(logins, eq(logins.id, users.loginId))
    .where(and(eq(users.id, userId), isNull(logins.emailProvenAt)));
  return row;
}

/** A person has one link at most: a new one takes the place of the one before. */
async function makeLink(
  db: Db,
  whose: { userId: string; accountId: string; email: string },
  now: Date,
): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + LINK_DAYS * DAY_MS);
  const made = { ...whose, tokenHash: hashOf(token), expiresAt };
  await db
    .insert(emailConfirmations)
    .values(made)
    .onConflictDoUpdate({
      target: [emailConfirmations.userId, emailConfirmations.accountId],
      set: made,
    });
  return token;
}

/** Proves the email that the link was sent to, if it still is that person's; a link works once. */
export async function confirmEmail(token: string, context: Context): Promise<void> {
  const { database, now, request } = context;
  const keys = linkKeys(request.address);
  await countTry(database, keys, now);
  await context.changeAsSystem(async (db, changed) => {
    // Deleting is using: of two at once only one gets the row.
    const [used] = await db
      .delete(emailConfirmations)
      .where(
        and(eq(emailConfirmations.tokenHash, hashOf(token)), gt(emailConfirmations.expiresAt, now)),
      )
      .returning();
    if (used === undefined || !(await prove(db, used, changed, context)))
      throw sessionRefusal('invalid-proof-link');
    await forgetTry(db, keys);
  });
}

/**
 * Takes an email as proven because the operator says so, who knows whose it is: without a mail server
 * there is no other proof. False when nobody signs in with it.
 */
export function vouchForEmail(
  { changeAsSystem }: Pick<UnitOfWork, 'changeAsSystem'>,
  email: string,
  now: Date,
): Promise<boolean> {
  return changeAsSystem(async (db, changed) => {
    const [person] = await db
      .select({ userId: users.id, accountId: users.accountId })
      .from(users)
      .where(eq(users.email, email))
      .limit(1);
    if (person === undefined) return false;
    return prove(db, { ...person, email }, changed, { now, request: NO_REQUEST });
  });
}

/** Everybody who sees it in a household of theirs is shown that it is proven. */
async function prove(
  db: Db,
  person: { userId: string; accountId: string; email: string },
  changed: Changed,
  by: Parameters<typeof noteAudit>[1],
): Promise<boolean> {
  if (!(await noteProof(db, person, by.now))) return false;
  const { userId, accountId } = person;
  await noteAudit(db, by, { accountId, action: 'email-confirmed', userId });
  for (const one of await householdsOf(db, userId)) {
    for (const what of SHOWN) changed(one, what);
  }
  return true;
}
