import { randomUUID } from 'node:crypto';
import { and, eq, isNull, lt, lte, or } from 'drizzle-orm';
import type { Database, Db } from '#database/connect.ts';
import { logins, type SignUpPerson, signUps } from '#database/schema/households.ts';
import { NO_REQUEST, noteAudit } from '#features/audit/server.ts';
import type { Subscription } from '#features/entitlement/period.ts';
import type { Plan } from '#features/entitlement/plans.ts';
import {
  builtInBilling,
  type CardBilling,
  type NewSubscription,
} from '#features/subscription/server.ts';
import type { Changed, Context, ScheduledJob, UnitOfWork } from '#kit/server/feature.ts';
import { HOUR_MS, MINUTE_MS } from '#kit/shared/durations.ts';
import { fullName } from '#kit/shared/full-name.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import { accountRefusal } from '../refusals.ts';
import { addHousehold, addMembership, addPerson } from './household.ts';

/** Longer than a payment can take. */
const LEASE_MS = MINUTE_MS;

/** After a silence nobody may have been charged; then the sign-up is forgotten. */
const FORGOTTEN_MS = HOUR_MS;

/** An account that is being paid for: the money is taken before there is a household. */
export interface SignUp {
  /** Of the household that it becomes. */
  readonly id: string;
  readonly email: string;
  readonly plan: Plan;
  readonly paymentMethodId: string;
  readonly person: SignUpPerson;
  readonly createdAt: Date;
}

export type Wanted = Omit<SignUp, 'id' | 'createdAt'>;

/** What its subscription has become when it was paid. */
export interface PaidSignUp {
  readonly signUp: SignUp;
  readonly subscription: Subscription;
}

interface Parts extends Pick<UnitOfWork, 'changeAsSystem'> {
  readonly database: Database;
  readonly cards: CardBilling;
  readonly now: Date;
}

/**
 * Takes the payment and answers the subscription. What is asked for is stored before: when the
 * answer is lost, the same form sent again repeats it under the same key, and otherwise the round
 * finds what became of it. `makeHousehold` stores the household and may still refuse.
 */
async function paidSignUp<T>(
  parts: Parts,
  wanted: Wanted,
  makeHousehold: (db: Db, paid: PaidSignUp, changed: Changed) => Promise<T>,
): Promise<T> {
  const { database, cards, now } = parts;
  const signUp = await claim(parts, wanted);
  const subscription = await cards
    .start(newSubscriptionOf(signUp, now))
    .catch(async (error: unknown) => {
      await database.asSystem((db) => letGo(db, signUp, isOver(error)));
      throw error;
    });
  return settle(parts, { signUp, subscription }, makeHousehold);
}

/** A card that was declined, or a sentence about the form: nothing is pending any more. */
function isOver(error: unknown): boolean {
  return error instanceof Refusal && error.status < 500;
}

/** Stores what was paid for; what cannot be stored is not paid for any longer. */
async function settle<T>(
  { database, changeAsSystem, cards }: Parts,
  paid: PaidSignUp,
  makeHousehold: (db: Db, paid: PaidSignUp, changed: Changed) => Promise<T>,
): Promise<T> {
  const { signUp, subscription } = paid;
  try {
    return await changeAsSystem(async (db, changed) => {
      const made = await makeHousehold(db, paid, changed);
      await letGo(db, signUp, true);
      return made;
    });
  } catch (error) {
    if (error instanceof Refusal) {
      await cards.abandon(subscription);
      await database.asSystem((db) => letGo(db, signUp, true));
    }
    throw error;
  }
}

/** One sign-up of an email at a time; a former one whose answer was lost is looked after first. */
async function claim(parts: Parts, wanted: Wanted): Promise<SignUp> {
  const { database, now } = parts;
  const { paymentMethodId, plan, person } = wanted;
  const former = await database.asSystem(async (db) => {
    const [found] = await db
      .select()
      .from(signUps)
      .where(eq(signUps.email, wanted.email))
      .for('update');
    if (found === undefined) return undefined;
    if (found.leaseUntil !== null && found.leaseUntil > now)
      throw accountRefusal('sign-up-under-way');
    // The same card says that it is the same person, who may have corrected something.
    const isSame = found.paymentMethodId === paymentMethodId && found.plan === plan;
    const columns = { leaseUntil: leaseFrom(now), ...(isSame ? { person } : {}) };
    await db.update(signUps).set(columns).where(eq(signUps.id, found.id));
    return { ...asSignUp({ ...found, ...columns }), isSame };
  });
  if (former?.isSame) return former;
  if (former !== undefined) await finish(parts, former, new Date(now.getTime() + 1));
  return insert(database, wanted, now);
}

async function insert(database: Database, wanted: Wanted, now: Date): Promise<SignUp> {
  const signUp = { id: randomUUID(), createdAt: now, ...wanted };
  const added = await database.asSystem(async (db) => {
    // A sign-up of the same email may have become a household since it was looked for.
    const [taken] = await db.select().from(logins).where(eq(logins.email, wanted.email));
    if (taken !== undefined && taken.id !== wanted.person.loginId)
      throw accountRefusal('email-taken');
    return db
      .insert(signUps)
      .values({ ...signUp, leaseUntil: leaseFrom(now) })
      .onConflictDoNothing()
      .returning({ id: signUps.id });
  });
  if (added.length === 0) throw accountRefusal('sign-up-under-way');
  return signUp;
}

/**
 * Finds out whether a sign-up was paid, whose answer was lost; if so, its household is made. If not,
 * it is forgotten when it began before `forgottenBefore`: a payment can still be on its way.
 */
async function finish(parts: Parts, signUp: SignUp, forgottenBefore: Date): Promise<void> {
  const { database, cards, now } = parts;
  const subscription = await cards.findStarted(newSubscriptionOf(signUp, now));
  if (subscription === undefined) {
    await database.asSystem((db) => letGo(db, signUp, signUp.createdAt < forgottenBefore));
    return;
  }
  await settle(parts, { signUp, subscription }, (db, paid) =>
    addPaidHousehold(db, paid, { now, request: NO_REQUEST }),
  );
}

/**
 * The household of a sign-up and its super_admin, who has been told nothing yet and can sign in. Its
 * trail begins with who made it; that of another household of theirs says nothing of it.
 */
export async function addPaidHousehold(
  db: Db,
  paid: PaidSignUp,
  context: { now: Date; request: Pick<Context['request'], 'address' | 'userAgent'> },
): Promise<string> {
  const userId = await addWithOwner(db, paid, context.now);
  await noteAudit(db, context, { accountId: paid.signUp.id, action: 'household-made', userId });
  return userId;
}

async function addWithOwner(
  db: Db,
  { signUp: { id, email, person }, subscription }: PaidSignUp,
  now: Date,
): Promise<string> {
  const { timezone, loginId, ...columnsOfPerson } = person;
  const home = { ...placeOf(person), ...(timezone === undefined ? {} : { timezone }) };
  await addHousehold(db, { id, subscription, home, now });
  if (loginId !== undefined) {
    const { passwordHash: _, ...columns } = columnsOfPerson;
    const member = { ...columns, accountId: id, createdAt: now, role: 'super_admin' } as const;
    return addMembership(db, loginId, member);
  }
  // Who has made a household keeps the email that they sign in with, before they have proven it too.
  const since = { createdAt: now, signedInAt: now };
  const columns = { ...columnsOfPerson, ...since, accountId: id, email };
  const userId = await addPerson(db, { ...columns, role: 'super_admin' });
  // Somebody registered the same email since it was looked for.
  if (userId === undefined) throw accountRefusal('email-taken');
  return userId;
}

/** Pays where something is charged, and stores the household with `makeHousehold`. */
export async function openHousehold<T>(
  wanted: Wanted,
  cards: CardBilling | undefined,
  context: Pick<UnitOfWork, 'changeAsSystem'> & { readonly database: Database; readonly now: Date },
  makeHousehold: (db: Db, paid: PaidSignUp, changed: Changed) => Promise<T>,
): Promise<T> {
  if (cards !== undefined) return paidSignUp({ ...context, cards }, wanted, makeHousehold);
  const { now } = context;
  return context.changeAsSystem(async (db, changed) => {
    const signUp = { ...wanted, id: randomUUID(), createdAt: now };
    const subscription = await builtInBilling.start(newSubscriptionOf(signUp, now));
    return makeHousehold(db, { signUp, subscription }, changed);
  });
}

/** The address of whoever registers is where the weather is, until somebody says otherwise. */
function placeOf({ city, state, postalCode, country }: SignUpPerson) {
  return {
    defaultCity: city,
    defaultState: state,
    defaultPostalCode: postalCode,
    // The one answer of the form that names no country.
    defaultCountry: country === 'Other' ? '' : country,
  };
}

/** Finishes what was paid for when nobody came back to ask, and forgets what was not. */
export function signUpJob(cards: CardBilling): ScheduledJob {
  return {
    name: 'sign-ups',
    everyMs: MINUTE_MS,
    triesEachRound: true,
    async run({ each, ...given }) {
      const now = given.now();
      const parts = { ...given, cards, now };
      const forgottenBefore = new Date(now.getTime() - FORGOTTEN_MS);
      await each(
        await leftOnes(parts.database, now),
        ({ id }) => ({ key: id }),
        async ({ id }) => {
          const signUp = await hold(parts.database, id, now);
          if (signUp !== undefined) await finish(parts, signUp, forgottenBefore);
        },
      );
    },
  };
}

/** Those that nobody works at. */
function leftOnes(database: Database, now: Date) {
  return database.asSystem((db) => db.select({ id: signUps.id }).from(signUps).where(isLeft(now)));
}

/** One of them, held from now on, if still nobody works at it. */
function hold(database: Database, id: string, now: Date): Promise<SignUp | undefined> {
  return database.asSystem(async (db) => {
    const [row] = await db
      .update(signUps)
      .set({ leaseUntil: leaseFrom(now) })
      .where(and(eq(signUps.id, id), isLeft(now)))
      .returning();
    return row && asSignUp(row);
  });
}

function isLeft(now: Date) {
  return and(
    or(isNull(signUps.leaseUntil), lte(signUps.leaseUntil, now)),
    lt(signUps.createdAt, new Date(now.getTime() - LEASE_MS)),
  );
}

/** Ends the work at a sign-up, for good or until somebody sends it again. */
async function letGo(db: Db, { id }: SignUp, forGood: boolean): Promise<void> {
  if (forGood) await db.delete(signUps).where(eq(signUps.id, id));
  else await db.update(signUps).set({ leaseUntil: null }).where(eq(signUps.id, id));
}

function asSignUp(row: typeof signUps.$inferSelect): SignUp {
  const { leaseUntil, plan, ...signUp } = row;
  return { ...signUp, plan: plan === 'yearly' ? 'yearly' : 'monthly' };
}

/** What the provider of payments is asked for. */
export function newSubscriptionOf(
  { id, email, plan, paymentMethodId, person }: SignUp,
  now: Date,
): NewSubscription {
  const name = fullName(person);
  return { accountId: id, email, name, plan, paymentMethodId, now };
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}
