import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { household, instant, ownHouseholdOnly, version } from './ground.ts';

export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey(),
    /** Readable, unique, not guessable in sequence: GA-104823. Shown as Customer ID. */
    accountNumber: text('account_number').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  () => [ownHouseholdOnly('id')],
);

/** Names the household that owns the row; the row goes with it. */
export const accountId = () =>
  uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/** The same where a household has one row: it names the row too. */
export const householdKey = () =>
  uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' });

export const subscriptions = pgTable(
  'subscriptions',
  {
    accountId: householdKey(),
    provider: text('provider').notNull(),
    plan: text('plan').notNull(),
    status: text('status').notNull(),
    /** The end of what is paid; an active built-in subscription renews itself past it. */
    endsAt: instant('ends_at').notNull(),
    /** The day of the month on which periods end; null is the day of `endsAt`. */
    renewalDay: integer('renewal_day'),
    /** The `endsAt` of which the administrators were told that it has expired. */
    expiryToldFor: instant('expiry_told_for'),
    /** What the provider of card payments calls the household and its subscription. */
    customerId: text('customer_id'),
    paymentId: text('payment_id'),
    /** The status that the subscription has there. */
    paymentStatus: text('payment_status'),
    /** When all of that was last read there, and how many hints came of which nobody has read more. */
    readAt: instant('read_at'),
    hints: integer('hints').notNull().default(0),
    /** A move that was asked for there and not answered: a new try repeats it with its key. */
    pendingAction: text('pending_action'),
    pendingKey: uuid('pending_key'),
    pendingSince: instant('pending_since'),
    /** Held while somebody speaks with the provider about it, at most until then. */
    lease: uuid('lease'),
    leaseUntil: instant('lease_until'),
  },
  (table) => [
    // Over all households: by it a hint of the provider finds its one.
    uniqueIndex('subscriptions_by_customer').on(table.customerId),
    ownHouseholdOnly('account_id'),
  ],
);

/** Households that were deleted, until their files are gone too: nothing of them but their ids. */
export const departedHouseholds = pgTable('departed_households', {
  id: uuid('id').primaryKey(),
  departedAt: instant('departed_at').notNull(),
}).enableRLS();

/** Households into which a download is being brought in at this moment, or was when a process died. */
export const importsUnderWay = pgTable(
  'imports_under_way',
  {
    accountId: householdKey(),
    /** Of the one that may write: who takes over gives it another, and the one before ends. */
    id: uuid('id').notNull(),
    since: instant('since').notNull(),
    /** When it was last heard of. Long ago means that its process is gone. */
    heardAt: instant('heard_at').notNull(),
    /** What was there before and is changed by it, by the names of the parts. */
    before: jsonb('before').$type<Record<string, unknown>>().notNull(),
  },
  () => [ownHouseholdOnly('account_id')],
);

/** What the provider of card payments has told already: each event is taken once. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text('id').primaryKey(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [index('payment_events_by_time').on(table.receivedAt)],
).enableRLS();

/** The person's columns, as they are stored once the household is there. */
export interface SignUpPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly address1: string;
  readonly address2: string | null;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
  /** The household's, as the browser told it. */
  readonly timezone?: string | undefined;
  readonly passwordHash: string | null;
  /** Of somebody who signs in already and makes a further household. */
  readonly loginId?: string | undefined;
}

/** Accounts that are being paid for and are not households yet; one of each email at a time. */
export const signUps = pgTable('sign_ups', {
  /** Of the household that it becomes. */
  id: uuid('id').primaryKey(),
  email: text('email').notNull().unique(),
  paymentMethodId: text('payment_method_id').notNull(),
  plan: text('plan').notNull(),
  person: jsonb('person').$type<SignUpPerson>().notNull(),
  createdAt: instant('created_at').notNull(),
  leaseUntil: instant('lease_until'),
}).enableRLS();

/**
 * What people sign in with. It is of a person and of no household: one login may have a membership,
 * a row of `users`, in several. It goes with the last of them, by a trigger on `users`.
 */
export const logins = pgTable(
  'logins',
  {
    id: uuid('id').primaryKey(),
    /** Trimmed and in lower case. */
    email: text('email').notNull().unique(),
    /** Null until a password is chosen, as of somebody who was brought in. */
    passwordHash: text('password_hash'),
    /** Since when it is known that a letter to this email is read by this person; null is not yet. */
    emailProvenAt: instant('email_proven_at'),
    /** Their first sign-in with a password; null is never, as of somebody who was brought in. */
    signedInAt: instant('signed_in_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    // For the copy of the email in `users`.
    unique('logins_with_email').on(table.id, table.email),
    // `users` shows a household its own people alone, and so these logins alone; it writes none.
    pgPolicy('of_own_people', {
      for: 'select',
      to: household,
      using: sql`id in (select login_id from users)`,
    }),
  ],
);

/** A person in one household: their membership. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').notNull(),
    accountId: accountId(),
    role: text('role').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** What they sign in with; an elder may have nothing. */
    loginId: uuid('login_id'),
    /** A copy of the login's, which the foreign key below keeps equal: lists and archives read it. */
    email: text('email'),
    /** When they came into this household last, by signing in or from another one. */
    enteredAt: instant('entered_at'),
    phone: text('phone'),
    address1: text('address1'),
    address2: text('address2'),
    city: text('city'),
    state: text('state'),
    postalCode: text('postal_code'),
    country: text('country'),
    createdAt: instant('created_at').notNull(),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.accountId] }),
    index('users_by_account').on(table.accountId),
    index('users_by_login').on(table.loginId),
    unique('users_once_in_a_household').on(table.accountId, table.loginId),
    foreignKey({
      name: 'users_email_of_login',
      columns: [table.loginId, table.email],
      foreignColumns: [logins.id, logins.email],
    }).onUpdate('cascade'),
    check('users_email_with_login', sql`(login_id is null) = (email is null)`),
    ownHouseholdOnly('account_id'),
  ],
);
