import { sql } from 'drizzle-orm';
import { index } from 'drizzle-orm/pg-core';
import { instant, version, withinHousehold } from './ground.ts';
import { householdTable, identifiedTable, users } from './households.ts';

/** What a family wants to be measured; of an elder for whom nobody chose there is no row. */
export const askedMeasures = householdTable(
  'asked_measures',
  ['userId', 'accountId'],
  (t) => ({
    userId: t.uuid('user_id').notNull(),
    kinds: t.text('kinds').array().notNull(),
    /** UCUM: `kg` or `[lb_av]`. */
    weightUnit: t.text('weight_unit').notNull(),
    /** UCUM: `mg/dL` or `mmol/L`. */
    glucoseUnit: t.text('glucose_unit').notNull(),
    version: version(),
  }),
  (table) => [
    index('asked_measures_by_account').on(table.accountId),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);

export const measureValues = identifiedTable(
  'measure_values',
  (t) => ({
    /** Given by whoever measured: what is sent twice is there once. */
    id: t.uuid('id').notNull(),
    userId: t.uuid('user_id').notNull(),
    kind: t.text('kind').notNull(),
    /** UCUM, as it was said. */
    unit: t.text('unit').notNull(),
    first: t.doublePrecision('first').notNull(),
    /** The diastolic pressure; null of everything else. */
    second: t.doublePrecision('second'),
    measuredAt: instant('measured_at').notNull(),
    /** The day of the household then, whatever its timezone is by now. */
    localDate: t.date('local_date', { mode: 'string' }).notNull(),
    /** Who said so, as they were called then. */
    personName: t.text('person_name').notNull(),
    /** Who corrected it last. */
    correctedBy: t.text('corrected_by'),
    /** It stands no more; 30 days later it is erased. */
    takenBackAt: instant('taken_back_at'),
    version: version(),
  }),
  (table) => [
    index('measure_values_by_time').on(table.accountId, table.measuredAt),
    index('measure_values_by_day').on(table.accountId, table.localDate),
    index('measure_values_by_kind').on(table.userId, table.kind, table.measuredAt),
    index('measure_values_taken_back')
      .on(table.takenBackAt)
      .where(sql`${table.takenBackAt} is not null`),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);

/** What a family notes about a day of an elder. */
export const dayNotes = identifiedTable(
  'day_notes',
  (t) => ({
    userId: t.uuid('user_id').notNull(),
    localDate: t.date('local_date', { mode: 'string' }).notNull(),
    text: t.text('text').notNull(),
    writtenAt: instant('written_at').notNull(),
    /** Who wrote it, as they were called then. */
    personName: t.text('person_name').notNull(),
    /** Who changed it last. */
    correctedBy: t.text('corrected_by'),
    /** It stands no more; 30 days later it is erased. */
    takenBackAt: instant('taken_back_at'),
    version: version(),
  }),
  (table) => [
    index('day_notes_by_day').on(table.accountId, table.localDate),
    index('day_notes_by_time').on(table.accountId, table.writtenAt),
    index('day_notes_of_elder').on(table.userId),
    index('day_notes_taken_back')
      .on(table.takenBackAt)
      .where(sql`${table.takenBackAt} is not null`),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);
