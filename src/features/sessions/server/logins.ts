import { randomUUID } from 'node:crypto';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isOneOf, isRow } from '#database/row-of-household.ts';
import { emailConfirmations, passwordResets } from '#database/schema/access.ts';
import { logins, users } from '#database/schema/households.ts';
import type { Caller } from '#kit/server/feature.ts';

/** What somebody signs in with, as it is first stored. */
export interface NewLogin {
  readonly email: string;
  readonly createdAt: Date;
  readonly passwordHash?: string | null | undefined;
  readonly emailProvenAt?: Date | null | undefined;
  readonly signedInAt?: Date | null | undefined;
}

/** Adds a login in a transaction of the system; undefined when the email belongs to one already. */
export async function addLogin(db: Db, login: NewLogin): Promise<string | undefined> {
  const { email, createdAt, passwordHash, emailProvenAt, signedInAt } = login;
  const [added] = await db
    .insert(logins)
    .values({ id: randomUUID(), email, createdAt, passwordHash, emailProvenAt, signedInAt })
    .onConflictDoNothing({ target: logins.email })
    .returning({ id: logins.id });
  return added?.id;
}

/** The columns of a login beside those of the person, as a left join of it has them. */
export const OF_LOGIN = {
  passwordHash: logins.passwordHash,
  emailProvenAt: logins.emailProvenAt,
  signedInAt: logins.signedInAt,
};

/** The same of somebody who signs in with nothing. */
export const NO_LOGIN = { passwordHash: null, emailProvenAt: null, signedInAt: null };

/** A person in one household: a row of `users`. */
export interface Member {
  readonly id: string;
  readonly accountId: string;
}

export function memberOf({ account, user }: Pick<Caller, 'account' | 'user'>): Member {
  return { id: user.id, accountId: account.id };
}

/**
 * A subquery: the person, and whoever they are in other households by the same login. In a
 * household's own transaction it finds nobody but themselves.
 */
export function everywhere(db: Db, member: Member) {
  const isMember = isRow(users, member);
  const own = db.select({ id: users.loginId }).from(users).where(isMember);
  return db
    .select({ id: users.id, accountId: users.accountId })
    .from(users)
    .where(or(isMember, inArray(users.loginId, own)));
}

/** The households in which somebody is by the same login, theirs among them. */
export async function householdsOf(db: Db, member: Member): Promise<string[]> {
  const rows = await db
    .select({ accountId: users.accountId })
    .from(users)
    .where(isOneOf(users, everywhere(db, member)));
  return rows.map(({ accountId }) => accountId);
}

/** Whether somebody signs in with it in more households than one. */
export async function isShared(db: Db, loginId: string): Promise<boolean> {
  return (await db.$count(users, eq(users.loginId, loginId))) > 1;
}

/**
 * Gives a login another email, unconfirmed without `emailProvenAt`; the foreign key copies it to its
 * people. Throws `taken()` when another login has that email.
 */
export async function changeEmail(
  db: Db,
  loginId: string,
  { email, emailProvenAt = null }: { email: string; emailProvenAt?: Date | null },
  taken: () => Error,
): Promise<void> {
  await db
    .update(logins)
    .set({ email, emailProvenAt })
    .where(eq(logins.id, loginId))
    .catch((error: unknown) => {
      throw isTaken(error) ? taken() : error;
    });
  await db
    .update(users)
    .set({ version: sql`${users.version} + 1` })
    .where(eq(users.loginId, loginId));
  await endLinks(db, loginId);
}

/** PostgreSQL's unique_violation; the email is the only unique column that is written here. */
function isTaken(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === '23505';
}

/** Stores a password, of which `setBy` is the administrator who chose it for an elder. */
export async function changeHash(
  db: Db,
  loginId: string,
  passwordHash: string,
  setBy: string | null = null,
): Promise<void> {
  await db.update(logins).set({ passwordHash }).where(eq(logins.id, loginId));
  await db.update(users).set({ signInSetBy: setBy }).where(eq(users.loginId, loginId));
}

/** Takes an email and its password away from everybody of a login; the login goes with that. */
export async function takeLoginAway(db: Db, loginId: string) {
  await endLinks(db, loginId);
  return db
    .update(users)
    .set({ loginId: null, email: null, signInSetBy: null, version: sql`${users.version} + 1` })
    .where(eq(users.loginId, loginId))
    .returning();
}

/** Ends the links to a new password that a person has, in every household of theirs. */
export async function endResets(db: Db, member: Member): Promise<void> {
  const { userId: id, accountId } = passwordResets;
  await db.delete(passwordResets).where(isOneOf({ id, accountId }, everywhere(db, member)));
}

/** Links that were sent to this person are worth nothing any more. */
async function endLinks(db: Db, loginId: string): Promise<void> {
  const people = db
    .select({ id: users.id, accountId: users.accountId })
    .from(users)
    .where(eq(users.loginId, loginId));
  for (const links of [passwordResets, emailConfirmations]) {
    const { userId: id, accountId } = links;
    await db.delete(links).where(isOneOf({ id, accountId }, people));
  }
}

/** Notes that a letter to this email was read by this person; false when it is not theirs any more. */
export async function noteProof(
  db: Db,
  { userId: id, accountId, email }: { userId: string; accountId: string; email: string },
  now: Date,
): Promise<boolean> {
  const [person] = await db
    .select({ loginId: users.loginId })
    .from(users)
    .where(isRow(users, { id, accountId }));
  if (person?.loginId == null) return false;
  const proven = await db
    .update(logins)
    .set({ emailProvenAt: now })
    .where(and(eq(logins.id, person.loginId), eq(logins.email, email)))
    .returning({ id: logins.id });
  return proven.length > 0;
}
