import {
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly, version, withinHousehold } from './ground.ts';
import { accountId } from './households.ts';
import { medications } from './medications.ts';

/** What is left of a medication, where a family counts it. */
export const medicationStocks = pgTable(
  'medication_stocks',
  {
    medicationId: uuid('medication_id').notNull(),
    accountId: accountId(),
    /** Pieces of one dose, in quarters: 0.25, 0.5, 1, 2 … */
    unitsPerDose: doublePrecision('units_per_dose').notNull(),
    /** Days before it runs out, or doses left of what is taken as needed; null is no warning. */
    warnBefore: integer('warn_before'),
    /** How many there were at `countedAt`, with what was refilled since. What was taken since is in the log. */
    countedUnits: doublePrecision('counted_units').notNull(),
    countedAt: instant('counted_at').notNull(),
    /** When the administrators were told that it runs out; null when it does not. */
    toldAt: instant('told_at'),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.medicationId, table.accountId] }),
    index('medication_stocks_by_account').on(table.accountId),
    withinHousehold(table.medicationId, table.accountId, medications).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);

/** What people counted and refilled, for them to read. */
export const stockEntries = pgTable(
  'stock_entries',
  {
    id: uuid('id').notNull(),
    accountId: accountId(),
    medicationId: uuid('medication_id').notNull(),
    /** `count`: there were so many; `refill`: so many came. */
    kind: text('kind').notNull(),
    units: doublePrecision('units').notNull(),
    at: instant('at').notNull(),
    /** As they were called then. */
    personName: text('person_name').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.accountId] }),
    index('stock_entries_by_medication').on(table.medicationId, table.at),
    withinHousehold(table.medicationId, table.accountId, medications).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);
