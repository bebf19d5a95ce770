import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { logins, users } from '#database/schema/households.ts';
import { asUser, type findUser, NO_LOGIN, OF_LOGIN } from '#features/sessions/server.ts';
import type { Caller } from '#platform/server/feature.ts';
import { canMailLinks, type MailParts } from '#platform/server/outbound/mail.ts';
import { notFound, notSignedIn } from '#platform/shared/refusals.ts';
import { type Role, roleOf } from '#platform/shared/roles.ts';
import { personRefusal } from '../refusals.ts';

export function asPerson(known: KnownUser, now: Date, mail: MailParts) {
  const { user, pending } = known;
  const { email, emailProvenAt, version } = user;
  const awaitsConfirmation = canMailLinks(mail) && email !== null && emailProvenAt === null;
  const pendingEmail = pending !== null && pending.expiresAt > now ? pending.email : null;
  return { ...asUser(known, now), version, awaitsConfirmation, pendingEmail };
}

export type KnownUser = NonNullable<Awaited<ReturnType<typeof findUser>>>;

export type PersonRow = Omit<KnownUser['user'], 'role'> & { readonly role: Role };

/** The names and sign-in of a person after a change. */
export type NextPerson = Pick<PersonRow, 'firstName' | 'lastName' | 'email' | 'passwordHash'>;

/**
 * Returns the current rows of the caller and of the person, not those cached with a session. Both
 * are locked until the transaction ends, so that changes of roles are serialized.
 */
export async function callerAndPerson(
  db: Db,
  { account, user }: Pick<Caller, 'account' | 'user'>,
  id: string,
): Promise<{ caller: PersonRow; person: PersonRow }> {
  const rows = await db
    .select({ person: users, login: OF_LOGIN })
    .from(users)
    .leftJoin(logins, eq(logins.id, users.loginId))
    .where(and(eq(users.accountId, account.id), inArray(users.id, [user.id, id])))
    .orderBy(asc(users.id))
    .for('update', { of: users });
  const people = rows.map(({ person, login }) => ({
    ...person,
    ...(login ?? NO_LOGIN),
    role: roleOf(person.role),
  }));
  const caller = people.find((row) => row.id === user.id);
  if (caller === undefined) throw notSignedIn();
  const person = people.find((row) => row.id === id.toLowerCase());
  if (person === undefined) throw notFound();
  return { caller, person };
}

/** Throws if only one of email and password is set; a sign-in needs both. */
export function refuseHalfALogin(email: string | null, passwordHash: string | null): void {
  if ((email === null) === (passwordHash === null)) return;
  const [field, sentence] =
    email === null
      ? ['email', 'Please enter an email for this password.']
      : ['password', 'Please enter a password for this email.'];
  throw personRefusal('half-a-sign-in', sentence, { fields: { [field]: sentence } });
}
