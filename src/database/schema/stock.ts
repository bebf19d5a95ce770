import { index } from 'drizzle-orm/pg-core';
import { instant, version, withinHousehold } from './columns.ts';
import { householdTable, identifiedTable } from './households.ts';
import { medications } from './medications.ts';

/** Remaining stock of a medication, if the family counts it. */
export const medicationStocks = householdTable(
  'medication_stocks',
  ['medicationId', 'accountId'],
  (t) => ({
    medicationId: t.uuid('medication_id').notNull(),
    /** Tablets in one dose, in quarters: 0.25, 0.5, 1, 2 … */
    unitsPerDose: t.doublePrecision('units_per_dose').notNull(),
    /**
     * Warning threshold: days before the stock runs out, or number of remaining doses of a
     * medication taken as needed; null means no warning.
     */
    warnBefore: t.integer('warn_before'),
    /**
     * Count at `countedAt` plus later refills. Doses taken since then are subtracted by reading the
     * dose log.
     */
    countedUnits: t.doublePrecision('counted_units').notNull(),
    countedAt: instant('counted_at').notNull(),
    /** When the administrators were notified that the stock runs out; null while it does not. */
    toldAt: instant('told_at'),
    version: version(),
  }),
  (table) => [
    index('medication_stocks_by_account').on(table.accountId),
    withinHousehold(table.medicationId, table.accountId, medications).onDelete('cascade'),
  ],
);

/** History of counts and refills. */
export const stockEntries = identifiedTable(
  'stock_entries',
  (t) => ({
    medicationId: t.uuid('medication_id').notNull(),
    /** Kind of the entry: `count` with the counted stock, or `refill` with the added amount. */
    kind: t.text('kind').notNull(),
    units: t.doublePrecision('units').notNull(),
    at: instant('at').notNull(),
    /** Name of the person who entered it, at that time. */
    personName: t.text('person_name').notNull(),
  }),
  (table) => [
    index('stock_entries_by_medication').on(table.medicationId, table.at),
    withinHousehold(table.medicationId, table.accountId, medications).onDelete('cascade'),
  ],
);
