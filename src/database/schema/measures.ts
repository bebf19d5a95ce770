import { sql } from 'drizzle-orm';
import { date, doublePrecision, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly, version, withinHousehold } from './ground.ts';
import { accountId, users } from './households.ts';

/** What a family wants to be measured; of an elder for whom nobody chose there is no row. */
export const askedMeasures = pgTable(
  'asked_measures',
  {
    userId: uuid('user_id').notNull(),
    accountId: accountId(),
    kinds: text('kinds').array().notNull(),
    /** UCUM: `kg` or `[lb_av]`. */
    weightUnit: text('weight_unit').notNull(),
    /** UCUM: `mg/dL` or `mmol/L`. */
    glucoseUnit: text('glucose_unit').notNull(),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.accountId] }),
    index('asked_measures_by_account').on(table.accountId),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);

export const measureValues = pgTable(
  'measure_values',
  {
    /** Given by whoever measured: what is sent twice is there once. */
    id: uuid('id').notNull(),
    accountId: accountId(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').notNull(),
    /** UCUM, as it was said. */
    unit: text('unit').notNull(),
    first: doublePrecision('first').notNull(),
    /** The diastolic pressure; null of everything else. */
    second: doublePrecision('second'),
    measuredAt: instant('measured_at').notNull(),
    /** The day of the household then, whatever its timezone is by now. */
    localDate: date('local_date', { mode: 'string' }).notNull(),
    /** Who said so, as they were called then. */
    personName: text('person_name').notNull(),
    /** Who corrected it last. */
    correctedBy: text('corrected_by'),
    /** It stands no more; 30 days later it is erased. */
    takenBackAt: instant('taken_back_at'),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.accountId] }),
    index('measure_values_by_time').on(table.accountId, table.measuredAt),
    index('measure_values_by_day').on(table.accountId, table.localDate),
    index('measure_values_by_kind').on(table.userId, table.kind, table.measuredAt),
    index('measure_values_taken_back')
      .on(table.takenBackAt)
      .where(sql`${table.takenBackAt} is not null`),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);

/** What a family notes about a day of an elder. */
export const dayNotes = pgTable(
  'day_notes',
  {
    id: uuid('id').notNull(),
    accountId: accountId(),
    userId: uuid('user_id').notNull(),
    localDate: date('local_date', { mode: 'string' }).notNull(),
    text: text('text').notNull(),
    writtenAt: instant('written_at').notNull(),
    /** Who wrote it, as they were called then. */
    personName: text('person_name').notNull(),
    /** Who changed it last. */
    correctedBy: text('corrected_by'),
    /** It stands no more; 30 days later it is erased. */
    takenBackAt: instant('taken_back_at'),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.accountId] }),
    index('day_notes_by_day').on(table.accountId, table.localDate),
    index('day_notes_by_time').on(table.accountId, table.writtenAt),
    index('day_notes_of_elder').on(table.userId),
    index('day_notes_taken_back')
      .on(table.takenBackAt)
      .where(sql`${table.takenBackAt} is not null`),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);
