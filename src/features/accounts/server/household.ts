import { randomInt, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { accounts, logins, users } from '#database/schema/households.ts';
import type { Subscription } from '#features/entitlement/domain/period.ts';
import { addDefaultButtons } from '#features/home-buttons/server.ts';
import { addFirstAlbum } from '#features/photos/server.ts';
import { MAX_MEMBERSHIPS } from '#features/sessions/limits.ts';
import { addLogin, endEmailChange, type NewLogin } from '#features/sessions/server.ts';
import type { Settings } from '#features/settings/contract.ts';
import { addDefaultSettings } from '#features/settings/server.ts';
import { addSubscription } from '#features/subscription/server.ts';
import { notSignedIn } from '#platform/shared/refusals.ts';
import type { Role } from '#platform/shared/roles.ts';
import { accountRefusal } from '../refusals.ts';

/** Adds a household without people: account, subscription, settings, home buttons and album. */
export async function addHousehold(
  db: Db,
  household: {
    id: string;
    subscription: Subscription;
    /** Address and time zone, if known. */
    home?: Partial<Settings>;
    now: Date;
  },
): Promise<void> {
  await addAccount(db, household.id, household.now);
  await addSubscription(db, household.id, household.subscription);
  await addDefaultSettings(db, household.id, household.home);
  await addDefaultButtons(db, household.id);
  await addFirstAlbum(db, household.id, household.now);
}

/**
 * Returns a random Customer ID of six digits; after `TRIES_OF_A_LENGTH` failed tries, one of seven,
 * and so on.
 */
export function drawCustomerId(triesBefore: number, draw = randomInt): string {
  const least = 10 ** (5 + Math.floor(triesBefore / TRIES_OF_A_LENGTH));
  return `GA-${draw(least, 10 * least)}`;
}

/**
 * Number of tries with one length: even if nine of ten numbers are taken, eight tries find a free
 * one with a probability above one half.
 */
const TRIES_OF_A_LENGTH = 8;

/** Draws Customer IDs until one is free. */
export async function addAccount(
  db: Db,
  id: string,
  createdAt: Date,
  draw = randomInt,
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const accountNumber = drawCustomerId(tries, draw);
    const added = await db
      .insert(accounts)
      .values({ id, accountNumber, createdAt })
      .onConflictDoNothing({ target: accounts.accountNumber })
      .returning({ id: accounts.id });
    if (added.length > 0) return;
  }
}

type Columns = Omit<typeof users.$inferInsert, 'id' | 'role' | 'loginId' | 'email' | 'enteredAt'>;

type PersonColumns = Columns &
  Omit<NewLogin, 'email' | 'createdAt'> & {
    readonly id?: string | undefined;
    readonly role: Role;
    readonly email?: string | null | undefined;
  };

/**
 * Adds a person, with a login if they have an email. Requires a system transaction. Returns the id,
 * or undefined if the email is taken.
 */
export async function addPerson(db: Db, person: PersonColumns): Promise<string | undefined> {
  const { email = null, passwordHash, emailProvenAt, signedInAt, ...columns } = person;
  const { id = randomUUID(), createdAt } = person;
  const sign = { createdAt, passwordHash, emailProvenAt, signedInAt };
  const loginId = email === null ? null : await addLogin(db, { ...sign, email });
  if (loginId === undefined) return undefined;
  await db.insert(users).values({ ...columns, id, loginId, email });
  return id;
}

/**
 * Adds a login to another household. Requires a system transaction. Locks the login, so that two
 * concurrent calls cannot exceed the limit together.
 */
export async function addMembership(
  db: Db,
  loginId: string,
  person: Columns & { readonly role: Role },
): Promise<string> {
  const [login] = await db.select().from(logins).where(eq(logins.id, loginId)).for('update');
  const all = await db.select({ role: users.role }).from(users).where(eq(users.loginId, loginId));
  // A login of an elder is refused: an administrator can set its password, so it must not open
  // another household.
  if (login === undefined || all.some(({ role }) => role === 'user')) throw notSignedIn();
  if (all.length >= MAX_MEMBERSHIPS) throw accountRefusal('households-full');
  const id = randomUUID();
  await db.insert(users).values({ ...person, id, loginId, email: login.email });
  // Ends a pending change of the email: an administrator of one household may have started it, and
  // must not change a login that is now used in several households.
  await endEmailChange(db, { id, accountId: person.accountId });
  return id;
}
