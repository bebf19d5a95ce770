import { and, eq, gt, inArray } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { passwordResets, sessions } from '#database/schema/access.ts';
import { settings } from '#database/schema/home.ts';
import { logins, users } from '#database/schema/households.ts';
import { noteAudit } from '#features/audit/server.ts';
import type { Context } from '#kit/server/feature.ts';
import { writeLetter } from '#kit/server/outbound/letter.ts';
import type { MailParts } from '#kit/server/outbound/mail.ts';
import { hashPassword } from '#kit/server/passwords.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { fullName } from '#kit/shared/full-name.ts';
import { sessionRefusal } from '../refusals.ts';
import { PRODUCT_NAME } from './email-proof.ts';
import { deviceAt, forgetDevices, knowDevice, letKeep } from './known-devices.ts';
import { changeHash, everywhere, householdsOf, noteProof } from './logins.ts';
import { findMemberships, findUser, hashOf, newToken } from './session-rows.ts';
import { countTry, forgetEmail, forgetTry, linkKeys, resetKeys } from './throttles.ts';
import { refuseWeakPassword } from './weak-passwords.ts';

const LINK_MINUTES = 60;

/**
 * Sends a link to whoever has this email. All that depends on the email happens after the answer,
 * which is the same in words and in time for an email that nobody has.
 */
export async function askForLink(email: string, parts: MailParts, context: Context) {
  const { database, now, request, log } = context;
  await countTry(database, resetKeys(request.address, email), now);
  if (!parts.mailer.isConfigured) {
    log.warn('a new password was asked for, but without SMTP_URL no mail can be sent');
    return;
  }
  context.afterwards('sending a link for a new password', async () => {
    const made = await database.asSystem((db) => makeLink(db, email, { now, mailedTo: email }));
    if (made !== undefined) await sendLink(email, made, parts);
  });
}

/** The link for the operator to pass on; undefined when nobody signs in with this email. */
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

/** Sets the password of whoever the link was made for and ends every session of theirs. */
export async function resetPassword(
  { token, password }: { token: string; password: string },
  context: Context,
): Promise<void> {
  const { database, now, request } = context;
  const keys = linkKeys(request.address);
  const living = and(
    eq(passwordResets.tokenHash, hashOf(token)),
    gt(passwordResets.expiresAt, now),
  );
  await countTry(database, keys, now);
  const [found] = await database.asSystem((db) => db.select().from(passwordResets).where(living));
  if (found === undefined) throw sessionRefusal('invalid-reset-link');
  await database.asSystem((db) => forgetTry(db, keys));
  const known = await database.asSystem((db) => findUser(db, found.userId));
  if (known !== undefined) await refuseWeakPassword(password, known.user, database);
  const passwordHash = await hashPassword(password);
  const { accountId } = found;
  await context.changeAsSystem(async (db, changed) => {
    // Deleting is using: of two at once only one gets the row.
    const [used] = await db.delete(passwordResets).where(living).returning();
    if (used === undefined) throw sessionRefusal('invalid-reset-link');
    await setPassword(db, used, passwordHash, context);
    // Nobody has the link who did not read the letter.
    if (used.mailedTo !== null) {
      await noteProof(db, { userId: used.userId, email: used.mailedTo }, now);
    }
    await noteAudit(db, context, { accountId, action: 'password-reset', userId: used.userId });
    for (const one of await householdsOf(db, used.userId)) changed(one, 'sessions');
  });
}

/** In every household of theirs. This browser is known afterwards: who opened the link gets in here whatever others try. */
async function setPassword(
  db: Db,
  { userId, accountId }: { userId: string; accountId: string },
  passwordHash: string,
  context: Context,
): Promise<void> {
  const [person] = await db
    .select({ loginId: users.loginId, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (person?.loginId == null) throw sessionRefusal('invalid-reset-link');
  await changeHash(db, person.loginId, passwordHash);
  await db.delete(sessions).where(inArray(sessions.userId, everywhere(db, userId)));
  await db.delete(passwordResets).where(inArray(passwordResets.userId, everywhere(db, userId)));
  await forgetDevices(db, userId);
  const device = await deviceAt(db, context);
  await knowDevice(db, { id: userId, accountId }, device, context.now);
  letKeep(device, context);
  if (person.email) await forgetEmail(db, context.request.address, person.email);
}

interface MadeLink {
  readonly token: string;
  /** How the reader is addressed; undefined for an email that nobody has proven. */
  readonly reader: { firstName: string; lastName: string; appName: string } | undefined;
}

/**
 * A login has one link at most: a new one takes the place of the one before. It goes to whoever they
 * were last; of somebody with several households the letter names none.
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
  const [named] = await db
    .select({ appName: settings.appName })
    .from(settings)
    .where(eq(settings.accountId, user.accountId));
  const appName = more.length === 0 && named !== undefined ? named.appName : PRODUCT_NAME;
  const token = newToken();
  const expiresAt = new Date(now.getTime() + LINK_MINUTES * MINUTE_MS);
  const made = { tokenHash: hashOf(token), expiresAt, mailedTo };
  await db.delete(passwordResets).where(inArray(passwordResets.userId, everywhere(db, user.id)));
  await db
    .insert(passwordResets)
    .values({ ...made, accountId: user.accountId, userId: user.id })
    .onConflictDoUpdate({ target: [passwordResets.userId, passwordResets.accountId], set: made });
  const { firstName, lastName, emailProvenAt } = user;
  return { token, reader: emailProvenAt === null ? undefined : { firstName, lastName, appName } };
}

/** Whoever typed in an email that nobody has proven has no word in the letter. */
async function sendLink(email: string, { token, reader }: MadeLink, parts: MailParts) {
  const { mailer, publicUrl } = parts;
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
