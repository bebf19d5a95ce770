import { randomInt, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { accounts, logins, users } from '#database/schema/households.ts';
import type { Subscription } from '#features/entitlement/period.ts';
import { addDefaultButtons } from '#features/home-buttons/server.ts';
import { addFirstAlbum } from '#features/photos/server.ts';
import { MOST_MEMBERSHIPS } from '#features/sessions/limits.ts';
import { addLogin, endEmailChange, type NewLogin } from '#features/sessions/server.ts';
import type { Settings } from '#features/settings/contract.ts';
import { addDefaultSettings } from '#features/settings/server.ts';
import { addSubscription } from '#features/subscription/server.ts';
import { notSignedIn } from '#kit/shared/refusals.ts';
import type { Role } from '#kit/shared/roles.ts';
import { accountRefusal } from '../refusals.ts';

/** A household without people: its account, subscription, settings, home buttons and album. */
export async function addHousehold(
  db: Db,
  household: {
    id: string;
    subscription: Subscription;
    /** Where it is and which zone it has, as far as that is known. */
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

/** A Customer ID of six digits, that says nothing of the next one; of seven where those run out, and so on. */
export function drawCustomerId(triesBefore: number, draw = randomInt): string {
  const least = 10 ** (5 + Math.floor(triesBefore / TRIES_OF_A_LENGTH));
  return `GA-${draw(least, 10 * least)}`;
}

/** Of numbers of which nine in ten are taken, eight tries find a free one more often than not. */
const TRIES_OF_A_LENGTH = 8;

/** Draws until one is free. */
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
 * Adds a person, with a login of their own where they have an email, in a transaction of the system.
 * Returns their id, or undefined when the email belongs to somebody already.
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
 * Makes a login somebody of one more household, in a transaction of the system. The login is held
 * meanwhile, so that two at once cannot pass the limit together.
 */
export async function addMembership(
  db: Db,
  loginId: string,
  person: Columns & { readonly role: Role },
): Promise<string> {
  const [login] = await db.select().from(logins).where(eq(logins.id, loginId)).for('update');
  const all = await db.select({ role: users.role }).from(users).where(eq(users.loginId, loginId));
  // An elder's login opens nothing else: an administrator can set what they sign in with.
  if (login === undefined || all.some(({ role }) => role === 'user')) throw notSignedIn();
  if (all.length >= MOST_MEMBERSHIPS) throw accountRefusal('households-full');
  const id = randomUUID();
  await db.insert(users).values({ ...person, id, loginId, email: login.email });
  // An administrator of one household may have started it, who cannot change a sign-in of several.
  await endEmailChange(db, { id, accountId: person.accountId });
  return id;
}
