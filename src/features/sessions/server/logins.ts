import { randomUUID } from 'node:crypto';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isOneOf, isRow } from '#database/row-of-household.ts';
import { emailConfirmations, passwordResets } from '#database/schema/access.ts';
import { logins, users } from '#database/schema/households.ts';
import type { Caller } from '#platform/server/feature.ts';

export interface NewLogin {
  readonly email: string;
  readonly createdAt: Date;
  readonly passwordHash?: string | null | undefined;
  readonly emailProvenAt?: Date | null | undefined;
  readonly signedInAt?: Date | null | undefined;
}

/** Adds a login; undefined if the email is taken. Requires a system transaction. */
export async function addLogin(db: Db, login: NewLogin): Promise<string | undefined> {
  const { email, createdAt, passwordHash, emailProvenAt, signedInAt } = login;
  const [added] = await db
    .insert(logins)
    .values({ id: randomUUID(), email, createdAt, passwordHash, emailProvenAt, signedInAt })
    .onConflictDoNothing({ target: logins.email })
    .returning({ id: logins.id });
  return added?.id;
}

/** The columns of a left join with logins. */
export const OF_LOGIN = {
  passwordHash: logins.passwordHash,
  emailProvenAt: logins.emailProvenAt,
  signedInAt: logins.signedInAt,
};

/** The values for a person without a login. */
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
 * A subquery for the person in all households of their login. In a household's own transaction,
 * row-level security limits it to that household.
 */
export function inAllHouseholds(db: Db, member: Member) {
  const isMember = isRow(users, member);
  const own = db.select({ id: users.loginId }).from(users).where(isMember);
  return db
    .select({ id: users.id, accountId: users.accountId })
    .from(users)
    .where(or(isMember, inArray(users.loginId, own)));
}

/** Returns all households of the person's login, including the current one. */
export async function householdsOf(db: Db, member: Member): Promise<string[]> {
  const rows = await db
    .select({ accountId: users.accountId })
    .from(users)
    .where(isOneOf(users, inAllHouseholds(db, member)));
  return rows.map(({ accountId }) => accountId);
}

/** True if the login has several households. */
export async function isShared(db: Db, loginId: string): Promise<boolean> {
  return (await db.$count(users, eq(users.loginId, loginId))) > 1;
}

/**
 * Changes the email of a login, unconfirmed without `emailProvenAt`; the foreign key copies it to
 * its people. Throws `taken()` if another login has that email.
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

/** Stores a password; `setBy` is the administrator who chose it for an elder. */
export async function changeHash(
  db: Db,
  loginId: string,
  passwordHash: string,
  setBy: string | null = null,
): Promise<void> {
  await db.update(logins).set({ passwordHash }).where(eq(logins.id, loginId));
  await db.update(users).set({ signInSetBy: setBy }).where(eq(users.loginId, loginId));
}

/** Removes email and password from all people of a login, which a trigger then deletes. */
export async function takeLoginAway(db: Db, loginId: string) {
  await endLinks(db, loginId);
  return db
    .update(users)
    .set({ loginId: null, email: null, signInSetBy: null, version: sql`${users.version} + 1` })
    .where(eq(users.loginId, loginId))
    .returning();
}

/** Deletes a person's links for a new password in all households. */
export async function endResets(db: Db, member: Member): Promise<void> {
  const { userId: id, accountId } = passwordResets;
  await db.delete(passwordResets).where(isOneOf({ id, accountId }, inAllHouseholds(db, member)));
}

/** Deletes the links that were sent to the people of a login. */
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

/** Marks the email as confirmed; returns false if it is no longer the person's email. */
export async function markEmailConfirmed(
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
