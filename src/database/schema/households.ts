import { type BuildExtraConfigColumns, type NotNull, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  foreignKey,
  index,
  type PgColumnBuilderBase,
  type PgTableExtraConfigValue,
  type PgUUIDBuilderInitial,
  pgPolicy,
  pgTable,
  primaryKey,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PgColumnsBuilders } from 'drizzle-orm/pg-core/columns/all';
import { household, instant, ownHouseholdOnly, version } from './ground.ts';

export const accounts = pgTable(
  'accounts',
  (t) => ({
    id: t.uuid('id').primaryKey(),
    /** Readable, unique, not guessable in sequence: GA-104823. Shown as Customer ID. */
    accountNumber: t.text('account_number').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  }),
  () => [ownHouseholdOnly('id')],
);

/** Names the household that owns the row; the row goes with it. */
export const accountId = () =>
  uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/** The same where a household has one row: it names the row too. */
const householdKey = () =>
  uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' });

type Columns = Record<string, PgColumnBuilderBase>;
type Rest<Name extends string, Of extends Columns> = (
  table: BuildExtraConfigColumns<Name, Of, 'pg'>,
) => PgTableExtraConfigValue[];
type Owned<Of extends Columns> = Of & { accountId: ReturnType<typeof accountId> };
type OneEach<Of extends Columns> = Of & { accountId: ReturnType<typeof householdKey> };
type Identified<Of extends Columns> = Of & { id: NotNull<PgUUIDBuilderInitial<'id'>> };

/** A table of a household: each row names it, also in its key, and is seen by it alone. */
export function householdTable<Name extends string, Of extends Columns>(
  name: Name,
  key: readonly [keyof Owned<Of>, ...(keyof Owned<Of>)[]],
  columns: (t: PgColumnsBuilders) => Of,
  rest: Rest<Name, Owned<Of>> = () => [],
) {
  return pgTable(
    name,
    (t): Owned<Of> => ({ accountId: accountId(), ...columns(t) }),
    (table) => {
      // The compiler does not work out what the columns of just any table are.
      const own = table as unknown as Readonly<Record<keyof Owned<Of>, AnyPgColumn>>;
      const [first, ...others] = key;
      return [
        primaryKey({ columns: [own[first], ...others.map((column) => own[column])] }),
        ...rest(table),
        ownHouseholdOnly('account_id'),
      ];
    },
  );
}

/** The same of things that have an id. */
export function identifiedTable<Name extends string, Of extends Columns>(
  name: Name,
  columns: (t: PgColumnsBuilders) => Of,
  rest?: Rest<Name, Owned<Identified<Of>>>,
) {
  return householdTable(
    name,
    ['id', 'accountId'],
    (t): Identified<Of> => ({ id: t.uuid('id').notNull(), ...columns(t) }),
    rest,
  );
}

/** The same where a household has one row. */
export function householdRow<Name extends string, Of extends Columns>(
  name: Name,
  columns: (t: PgColumnsBuilders) => Of,
  rest: Rest<Name, OneEach<Of>> = () => [],
) {
  return pgTable(
    name,
    (t): OneEach<Of> => ({ accountId: householdKey(), ...columns(t) }),
    (table) => [...rest(table), ownHouseholdOnly('account_id')],
  );
}

export const subscriptions = householdRow(
  'subscriptions',
  (t) => ({
    provider: t.text('provider').notNull(),
    plan: t.text('plan').notNull(),
    status: t.text('status').notNull(),
    /** The end of what is paid; an active built-in subscription renews itself past it. */
    endsAt: instant('ends_at').notNull(),
    /** The day of the month on which periods end; null is the day of `endsAt`. */
    renewalDay: t.integer('renewal_day'),
    /** The `endsAt` of which the administrators were told that it has expired. */
    expiryToldFor: instant('expiry_told_for'),
    /** What the provider of card payments calls the household and its subscription. */
    customerId: t.text('customer_id'),
    paymentId: t.text('payment_id'),
    /** The status that the subscription has there. */
    paymentStatus: t.text('payment_status'),
    /** When all of that was last read there, and how many hints came of which nobody has read more. */
    readAt: instant('read_at'),
    hints: t.integer('hints').notNull().default(0),
    /** A move that was asked for there and not answered: a new try repeats it with its key. */
    pendingAction: t.text('pending_action'),
    pendingKey: t.uuid('pending_key'),
    pendingSince: instant('pending_since'),
    /** Held while somebody speaks with the provider about it, at most until then. */
    lease: t.uuid('lease'),
    leaseUntil: instant('lease_until'),
  }),
  (table) => [
    // Over all households: by it a hint of the provider finds its one.
    uniqueIndex('subscriptions_by_customer').on(table.customerId),
  ],
);

/** Households that were deleted, until their files are gone too: nothing of them but their ids. */
export const departedHouseholds = pgTable('departed_households', (t) => ({
  id: t.uuid('id').primaryKey(),
  departedAt: instant('departed_at').notNull(),
})).enableRLS();

/** Households into which a download is being brought in at this moment, or was when a process died. */
export const importsUnderWay = householdRow('imports_under_way', (t) => ({
  /** Of the one that may write: who takes over gives it another, and the one before ends. */
  id: t.uuid('id').notNull(),
  since: instant('since').notNull(),
  /** When it was last heard of. Long ago means that its process is gone. */
  heardAt: instant('heard_at').notNull(),
  /** What was there before and is changed by it, by the names of the parts. */
  before: t.jsonb('before').$type<Record<string, unknown>>().notNull(),
}));

/** What the provider of card payments has told already: each event is taken once. */
export const paymentEvents = pgTable(
  'payment_events',
  (t) => ({
    id: t.text('id').primaryKey(),
    receivedAt: instant('received_at').notNull(),
  }),
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
export const signUps = pgTable('sign_ups', (t) => ({
  /** Of the household that it becomes. */
  id: t.uuid('id').primaryKey(),
  email: t.text('email').notNull().unique(),
  paymentMethodId: t.text('payment_method_id').notNull(),
  plan: t.text('plan').notNull(),
  person: t.jsonb('person').$type<SignUpPerson>().notNull(),
  createdAt: instant('created_at').notNull(),
  leaseUntil: instant('lease_until'),
})).enableRLS();

/**
 * What people sign in with. It is of a person and of no household: one login may have a membership,
 * a row of `users`, in several. It goes with the last of them, by a trigger on `users`.
 */
export const logins = pgTable(
  'logins',
  (t) => ({
    id: t.uuid('id').primaryKey(),
    /** Trimmed and in lower case. */
    email: t.text('email').notNull().unique(),
    /** Null until a password is chosen, as of somebody who was brought in. */
    passwordHash: t.text('password_hash'),
    /** Since when it is known that a letter to this email is read by this person; null is not yet. */
    emailProvenAt: instant('email_proven_at'),
    /** Their first sign-in with a password; null is never, as of somebody who was brought in. */
    signedInAt: instant('signed_in_at'),
    createdAt: instant('created_at').notNull(),
  }),
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
export const users = identifiedTable(
  'users',
  (t) => ({
    role: t.text('role').notNull(),
    firstName: t.text('first_name').notNull(),
    lastName: t.text('last_name').notNull(),
    /** What they sign in with; an elder may have nothing. */
    loginId: t.uuid('login_id'),
    /** A copy of the login's, which the foreign key below keeps equal: lists and archives read it. */
    email: t.text('email'),
    /** When they came into this household last, by signing in or from another one. */
    enteredAt: instant('entered_at'),
    /** The administrator who set this elder's email and password, by id; they may have been removed. */
    signInSetBy: t.uuid('sign_in_set_by'),
    phone: t.text('phone'),
    address1: t.text('address1'),
    address2: t.text('address2'),
    city: t.text('city'),
    state: t.text('state'),
    postalCode: t.text('postal_code'),
    country: t.text('country'),
    createdAt: instant('created_at').notNull(),
    version: version(),
  }),
  (table) => [
    index('users_by_account').on(table.accountId),
    index('users_by_login').on(table.loginId),
    unique('users_once_in_a_household').on(table.accountId, table.loginId),
    foreignKey({
      name: 'users_email_of_login',
      columns: [table.loginId, table.email],
      foreignColumns: [logins.id, logins.email],
    }).onUpdate('cascade'),
    check('users_email_with_login', sql`(login_id is null) = (email is null)`),
  ],
);
