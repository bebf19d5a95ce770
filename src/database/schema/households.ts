import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly } from './ground.ts';

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
  },
  () => [ownHouseholdOnly('account_id')],
);

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
    passwordHash: text('password_hash'),
    phone: text('phone'),
    address1: text('address1'),
    address2: text('address2'),
    city: text('city'),
    state: text('state'),
    postalCode: text('postal_code'),
    country: text('country'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('users_by_account').on(table.accountId), ownHouseholdOnly('account_id')],
);
