import { index } from 'drizzle-orm/pg-core';
import { instant, version, withinHousehold } from './ground.ts';
import { householdTable, identifiedTable } from './households.ts';
import { medications } from './medications.ts';

/** What is left of a medication, where a family counts it. */
export const medicationStocks = householdTable(
  'medication_stocks',
  ['medicationId', 'accountId'],
  (t) => ({
    medicationId: t.uuid('medication_id').notNull(),
    /** Pieces of one dose, in quarters: 0.25, 0.5, 1, 2 … */
    unitsPerDose: t.doublePrecision('units_per_dose').notNull(),
    /** Days before it runs out, or doses left of what is taken as needed; null is no warning. */
    warnBefore: t.integer('warn_before'),
    /** How many there were at `countedAt`, with what was refilled since. What was taken since is in the log. */
    countedUnits: t.doublePrecision('counted_units').notNull(),
    countedAt: instant('counted_at').notNull(),
    /** When the administrators were told that it runs out; null when it does not. */
    toldAt: instant('told_at'),
    version: version(),
  }),
  (table) => [
    index('medication_stocks_by_account').on(table.accountId),
    withinHousehold(table.medicationId, table.accountId, medications).onDelete('cascade'),
  ],
);

/** What people counted and refilled, for them to read. */
export const stockEntries = identifiedTable(
  'stock_entries',
  (t) => ({
    medicationId: t.uuid('medication_id').notNull(),
    /** `count`: there were so many; `refill`: so many came. */
    kind: t.text('kind').notNull(),
    units: t.doublePrecision('units').notNull(),
    at: instant('at').notNull(),
    /** As they were called then. */
    personName: t.text('person_name').notNull(),
  }),
  (table) => [
    index('stock_entries_by_medication').on(table.medicationId, table.at),
    withinHousehold(table.medicationId, table.accountId, medications).onDelete('cascade'),
  ],
);
