import { randomUUID } from 'node:crypto';
import { and, eq, isNull, lt, lte, or } from 'drizzle-orm';
import type { Database, Db } from '#database/connect.ts';
import { logins, type SignUpPerson, signUps } from '#database/schema/households.ts';
import { NO_REQUEST, noteAudit } from '#features/audit/server.ts';
import type { Subscription } from '#features/entitlement/domain/period.ts';
import type { Plan } from '#features/entitlement/domain/plans.ts';
import {
  builtInBilling,
  type CardBilling,
  type NewSubscription,
} from '#features/subscription/server.ts';
import type { Changed, Context, ScheduledJob, UnitOfWork } from '#platform/server/feature.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { Refusal } from '#platform/shared/refusal.ts';
import { accountRefusal } from '../refusals.ts';
import { addHousehold, addMembership, addPerson } from './household.ts';

/** Lifetime of a lease; longer than a payment takes. */
const LEASE_MS = MINUTE_MS;

/** A sign-up without a confirmed payment is discarded after this time. */
const FORGOTTEN_MS = HOUR_MS;

/** A sign-up that is being paid; the household is created after the payment. */
export interface SignUp {
  /** The id of the future household. */
  readonly id: string;
  readonly email: string;
  readonly plan: Plan;
  readonly paymentMethodId: string;
  readonly person: SignUpPerson;
  readonly createdAt: Date;
}

export type Wanted = Omit<SignUp, 'id' | 'createdAt'>;

/** A paid sign-up with its subscription. */
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
 * Takes the payment and stores the household with `makeHousehold`, which may still refuse. The
 * request is stored before the payment: if the response is lost, the same form sent again uses the
 * same idempotency key, or the scheduled job finishes the sign-up.
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

/** A refusal, for example a declined card, means that no payment is pending. */
function isOver(error: unknown): boolean {
  return error instanceof Refusal && error.status < 500;
}

/** Stores the household of a paid sign-up; if that is refused, ends the subscription. */
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

/**
 * Allows one sign-up per email at a time; an earlier one with a lost response is finished first.
 */
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
    // If the form has the same card and plan as the earlier one, it was sent by the same person,
    // who may have corrected their data.
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
    // A concurrent sign-up of the same email may have become a household after the first check.
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
 * Checks whether a sign-up with a lost response was paid. If so, creates its household. If not,
 * discards it if it began before `forgottenBefore`; a later one may still be paid.
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
 * Adds the household of a sign-up and its super_admin, and starts the household's audit log. Other
 * households of the same person do not log it.
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
  // The owner's email counts as used for a sign-in, so that another household cannot take it before
  // it is confirmed.
  const since = { createdAt: now, signedInAt: now };
  const columns = { ...columnsOfPerson, ...since, accountId: id, email };
  const userId = await addPerson(db, { ...columns, role: 'super_admin' });
  // Without an id, another person has registered the same email since the first check.
  if (userId === undefined) throw accountRefusal('email-taken');
  return userId;
}

/** Takes the payment if there is billing, and stores the household with `makeHousehold`. */
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

/** Returns the default place for the weather: the address of the account. */
function placeOf({ city, state, postalCode, country }: SignUpPerson) {
  return {
    defaultCity: city,
    defaultState: state,
    defaultPostalCode: postalCode,
    // `Other` is the only option that is not a country.
    defaultCountry: country === 'Other' ? '' : country,
  };
}

/** Finishes paid sign-ups whose response was lost, and discards unpaid ones. */
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

/** Sign-ups without a lease. */
function leftOnes(database: Database, now: Date) {
  return database.asSystem((db) => db.select({ id: signUps.id }).from(signUps).where(isLeft(now)));
}

/** Takes the lease of a sign-up; undefined if another process has it. */
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

/** Deletes a sign-up, or releases its lease so that it can be retried. */
async function letGo(db: Db, { id }: SignUp, forGood: boolean): Promise<void> {
  if (forGood) await db.delete(signUps).where(eq(signUps.id, id));
  else await db.update(signUps).set({ leaseUntil: null }).where(eq(signUps.id, id));
}

function asSignUp(row: typeof signUps.$inferSelect): SignUp {
  const { leaseUntil, plan, ...signUp } = row;
  return { ...signUp, plan: plan === 'yearly' ? 'yearly' : 'monthly' };
}

/** The request to the payment provider. */
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
