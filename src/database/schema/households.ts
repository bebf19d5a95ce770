import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly, version } from './ground.ts';

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

export const subscriptions = pgTable(
  'subscriptions',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
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
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
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
  readonly passwordHash: string;
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

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    accountId: accountId(),
    role: text('role').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** Trimmed and in lower case; an elder may have none. */
    email: text('email').unique(),
    /** Since when it is known that a letter to this email is read by this person; null is not yet. */
    emailProvenAt: instant('email_proven_at'),
    /** Their first sign-in with a password; null is never, as of somebody who was brought in. */
    signedInAt: instant('signed_in_at'),
    passwordHash: text('password_hash'),
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
  (table) => [index('users_by_account').on(table.accountId), ownHouseholdOnly('account_id')],
);
