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
import { household, instant, ownHouseholdOnly, version } from './columns.ts';

export const accounts = pgTable(
  'accounts',
  (t) => ({
    id: t.uuid('id').primaryKey(),
    /** Readable, unique and not sequential, for example GA-104823. Shown as Customer ID. */
    accountNumber: t.text('account_number').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  }),
  () => [ownHouseholdOnly('id')],
);

/** The household that owns the row; deleting it deletes the row. */
export const accountId = () =>
  uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/** For tables with one row for each household: the household is the primary key. */
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

/**
 * Defines a table of a household. The key of each row includes the household, and row-level
 * security limits rows to it.
 */
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
      // The cast is needed because TypeScript cannot infer the columns of a generic table.
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

/** A household table with one row for each household. */
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
    /**
     * End of the paid period. An active built-in subscription renews automatically at that time.
     */
    endsAt: instant('ends_at').notNull(),
    /** The day of the month on which periods end; null is the day of `endsAt`. */
    renewalDay: t.integer('renewal_day'),
    /** Value of `endsAt` for which the administrators were notified of the expiry. */
    expiryToldFor: instant('expiry_told_for'),
    /** Ids of the household and of its subscription at the payment provider. */
    customerId: t.text('customer_id'),
    paymentId: t.text('payment_id'),
    /** Status of the subscription at the payment provider. */
    paymentStatus: t.text('payment_status'),
    /**
     * When the provider's data was last read, and the number of webhook calls after which it was
     * not read yet.
     */
    readAt: instant('read_at'),
    hints: t.integer('hints').notNull().default(0),
    /**
     * A change that was requested at the provider and not answered yet. A retry sends it with the
     * same idempotency key.
     */
    pendingAction: t.text('pending_action'),
    pendingKey: t.uuid('pending_key'),
    pendingSince: instant('pending_since'),
    /** Lease for calls to the payment provider about this subscription, and its expiry. */
    lease: t.uuid('lease'),
    leaseUntil: instant('lease_until'),
  }),
  (table) => [
    // Unique over all households: a webhook of the provider finds its household with it.
    uniqueIndex('subscriptions_by_customer').on(table.customerId),
  ],
);

/** Ids of deleted households, until their files are deleted too. */
export const departedHouseholds = pgTable('departed_households', (t) => ({
  id: t.uuid('id').primaryKey(),
  departedAt: instant('departed_at').notNull(),
})).enableRLS();

/** Households with an import that is running, or that was interrupted by the end of its process. */
export const runningImports = householdRow('imports_under_way', (t) => ({
  /**
   * Token of the import that may write. A process that resumes the import replaces it, which stops
   * the previous one.
   */
  id: t.uuid('id').notNull(),
  since: instant('since').notNull(),
  /** Last heartbeat of the import. An old value means that its process has ended. */
  heardAt: instant('heard_at').notNull(),
  /**
   * Values from before the import that the import changes, by section name; restored after a
   * failure.
   */
  before: t.jsonb('before').$type<Record<string, unknown>>().notNull(),
}));

/**
 * Events that were received from the payment provider, so that each event is processed only once.
 */
export const paymentEvents = pgTable(
  'payment_events',
  (t) => ({
    id: t.text('id').primaryKey(),
    receivedAt: instant('received_at').notNull(),
  }),
  (table) => [index('payment_events_by_time').on(table.receivedAt)],
).enableRLS();

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
  /** The household's time zone, as reported by the browser. */
  readonly timezone?: string | undefined;
  readonly passwordHash: string | null;
  /** Login of a signed-in person who creates another household. */
  readonly loginId?: string | undefined;
}

/**
 * Sign-ups whose payment is pending, so that they are not households yet; at most one for each
 * email.
 */
export const signUps = pgTable('sign_ups', (t) => ({
  /** Id of the future household. */
  id: t.uuid('id').primaryKey(),
  email: t.text('email').notNull().unique(),
  paymentMethodId: t.text('payment_method_id').notNull(),
  plan: t.text('plan').notNull(),
  person: t.jsonb('person').$type<SignUpPerson>().notNull(),
  createdAt: instant('created_at').notNull(),
  leaseUntil: instant('lease_until'),
})).enableRLS();

/**
 * Credentials of a person. A login belongs to no household: the person may be a member of several
 * (rows of `users`). A trigger on `users` deletes the login with its last membership.
 */
export const logins = pgTable(
  'logins',
  (t) => ({
    id: t.uuid('id').primaryKey(),
    /** Email address, trimmed and in lower case. */
    email: t.text('email').notNull().unique(),
    /** Null until a password is chosen, for example for imported people. */
    passwordHash: t.text('password_hash'),
    /** When the person confirmed this email address; null if not confirmed. */
    emailProvenAt: instant('email_proven_at'),
    /** First sign-in with a password; null if there was none, for example for imported people. */
    signedInAt: instant('signed_in_at'),
    createdAt: instant('created_at').notNull(),
  }),
  (table) => [
    // Key to which `users` refers by a foreign key that copies the email.
    unique('logins_with_email').on(table.id, table.email),
    // Lets a household read the logins of its members, because `users` shows only its members. It
    // cannot write logins.
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
    /** The login of the person; an elder may have none. */
    loginId: t.uuid('login_id'),
    /** A copy of the login's email for lists and archives; the foreign key below updates it. */
    email: t.text('email'),
    /**
     * Last time that the person entered this household, by signing in or by switching from another
     * household.
     */
    enteredAt: instant('entered_at'),
    /**
     * Id of the administrator who set this elder's email and password. No foreign key, because that
     * person may have been removed.
     */
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
