import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isOneOf, isRow } from '#database/row-of-household.ts';
import { passwordResets, sessions } from '#database/schema/access.ts';
import { logins, users } from '#database/schema/households.ts';
import { noteAudit } from '#features/audit/server.ts';
import type { Context } from '#platform/server/feature.ts';
import { writeLetter } from '#platform/server/outbound/letter.ts';
import type { Mailer, MailParts } from '#platform/server/outbound/mail.ts';
import { hashPassword } from '#platform/server/passwords.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { sessionRefusal } from '../refusals.ts';
import { endEmailChange } from './email-change.ts';
import { PRODUCT_NAME } from './email-proof.ts';
import { householdWords } from './household-texts.ts';
import { deviceAt, forgetDevices, knowDevice, letKeep } from './known-devices.ts';
import {
  changeHash,
  endResets,
  householdsOf,
  inAllHouseholds,
  markEmailConfirmed,
} from './logins.ts';
import { findMemberships, findUser, hashOf, newToken } from './session-rows.ts';
import { countTry, forgetEmail, forgetTry, linkKeys, resetKeys } from './throttles.ts';
import { refuseWeakPassword } from './weak-passwords.ts';

const LINK_MINUTES = 60;

/**
 * Sends a link to the owner of this email. Everything that depends on the email runs after the
 * response, so that text and timing are equal for an unknown email.
 */
export async function askForLink(email: string, parts: MailParts, context: Context) {
  const { database, now, request, log } = context;
  await countTry(database, resetKeys(request.address, email), now);
  const { mailer, publicUrl } = parts;
  if (!mailer.isConfigured || publicUrl === undefined) {
    log.warn('password reset not mailed: it needs SMTP_URL and PUBLIC_URL');
    return;
  }
  context.afterwards('sending a link for a new password', async () => {
    const made = await database.asSystem((db) => makeLink(db, email, { now, mailedTo: email }));
    if (made !== undefined) await sendLink(email, made, { mailer, publicUrl });
  });
}

/** Returns a link for the operator to pass on; undefined if no login has this email. */
export async function makeResetLink(
  db: Db,
  email: string,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<string | undefined> {
  const made = await makeLink(db, email, { now, mailedTo: null });
  return made && linkOf(publicUrl, made.token);
}

function linkOf(publicUrl: string, token: string): string {
  return `${publicUrl}/reset-password?token=${token}`;
}

/** Sets the password with the token of a link and ends all sessions of the person. */
export async function resetPassword(
  { token, password }: { token: string; password: string },
  context: Context,
): Promise<void> {
  const { database, now, request } = context;
  const keys = linkKeys(request.address, 'reset');
  const living = and(
    eq(passwordResets.tokenHash, hashOf(token)),
    gt(passwordResets.expiresAt, now),
  );
  await countTry(database, keys, now);
  const [found] = await database.asSystem((db) => db.select().from(passwordResets).where(living));
  if (found === undefined) throw sessionRefusal('invalid-reset-link');
  await database.asSystem((db) => forgetTry(db, keys));
  const known = await database.asSystem((db) =>
    findUser(db, { id: found.userId, accountId: found.accountId }),
  );
  if (known !== undefined) await refuseWeakPassword(password, known.user, database);
  const passwordHash = await hashPassword(password);
  const { accountId } = found;
  await context.changeAsSystem(async (db, changed) => {
    // Deletes the link to use it, so that only one of two concurrent requests succeeds.
    const [used] = await db.delete(passwordResets).where(living).returning();
    if (used === undefined) throw sessionRefusal('invalid-reset-link');
    await setPassword(db, used, passwordHash, context);
    // An emailed link proves that the person reads that email.
    if (used.mailedTo !== null) {
      await markEmailConfirmed(db, { userId: used.userId, accountId, email: used.mailedTo }, now);
    }
    await noteAudit(db, context, { accountId, action: 'password-reset', userId: used.userId });
    for (const one of await householdsOf(db, { id: used.userId, accountId })) {
      changed(one, 'sessions');
      changed(one, { answers: 'users' });
    }
  });
}

/**
 * Applies to all households. This browser is trusted afterwards, so that rate limits caused by
 * other browsers do not affect it.
 */
async function setPassword(
  db: Db,
  { userId, accountId }: { userId: string; accountId: string },
  passwordHash: string,
  context: Context,
): Promise<void> {
  const member = { id: userId, accountId };
  const [person] = await db
    .select({ loginId: users.loginId, email: users.email })
    .from(users)
    .where(isRow(users, member));
  if (person?.loginId == null) throw sessionRefusal('invalid-reset-link');
  await changeHash(db, person.loginId, passwordHash);
  await db
    .delete(sessions)
    .where(
      isOneOf({ id: sessions.userId, accountId: sessions.accountId }, inAllHouseholds(db, member)),
    );
  await endResets(db, member);
  // A person who knew the old password may have started a change to another email.
  await endEmailChange(db, member);
  await forgetDevices(db, member);
  const device = await deviceAt(db, context);
  await knowDevice(db, member, device, context.now);
  letKeep(device, context);
  if (person.email) await forgetEmail(db, context.request.address, person.email);
}

interface MadeLink {
  readonly token: string;
  /** The names for the greeting; undefined for an unconfirmed email. */
  readonly reader: { firstName: string; lastName: string; appName: string } | undefined;
}

/**
 * Creates a link; a login has at most one, so it replaces an earlier one. It is for the household
 * that was used last; for a person with several, the email names none.
 */
async function makeLink(
  db: Db,
  email: string,
  { now, mailedTo }: { now: Date; mailedTo: string | null },
): Promise<MadeLink | undefined> {
  const [login] = await db.select({ id: logins.id }).from(logins).where(eq(logins.email, email));
  const [known, ...more] = login === undefined ? [] : await findMemberships(db, login.id);
  if (known === undefined) return undefined;
  const { user } = known;
  const named = more.length === 0 ? await householdWords(db, user.accountId) : undefined;
  const appName = named?.appName ?? PRODUCT_NAME;
  const token = newToken();
  const expiresAt = new Date(now.getTime() + LINK_MINUTES * MINUTE_MS);
  const made = { tokenHash: hashOf(token), expiresAt, mailedTo };
  await endResets(db, user);
  await db
    .insert(passwordResets)
    .values({ ...made, accountId: user.accountId, userId: user.id })
    .onConflictDoUpdate({ target: [passwordResets.userId, passwordResets.accountId], set: made });
  const { firstName, lastName, emailProvenAt } = user;
  return { token, reader: emailProvenAt === null ? undefined : { firstName, lastName, appName } };
}

/** An email to an unconfirmed address contains no text chosen by a household. */
async function sendLink(
  email: string,
  { token, reader }: MadeLink,
  { mailer, publicUrl }: { mailer: Mailer; publicUrl: string },
) {
  const brand = reader?.appName ?? PRODUCT_NAME;
  const letter = writeLetter({
    brand,
    heading: 'Choose a new password',
    paragraphs: [
      reader === undefined ? 'Hello,' : `Hello ${reader.firstName},`,
      `you asked for a new password for ${brand}. The link works once, within an hour.`,
    ],
    action: {
      label: 'Choose a new password',
      link: linkOf(publicUrl, token),
    },
    closing:
      'If you did not ask for it, there is nothing to do: your password stays as it is, and nobody else gets this link.',
  });
  const name = reader === undefined ? '' : fullName(reader);
  const to = { name, address: email };
  await mailer.send({ to, subject: `Choose a new password for ${brand}`, ...letter });
}
