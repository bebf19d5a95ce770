import { sql } from 'drizzle-orm';
import { index } from 'drizzle-orm/pg-core';
import { instant, version, withinHousehold } from './columns.ts';
import { householdTable, identifiedTable, users } from './households.ts';

/**
 * Kinds of measurements that a family has chosen for an elder. Without a choice there is no row.
 */
export const requestedMeasures = householdTable(
  'asked_measures',
  ['userId', 'accountId'],
  (t) => ({
    userId: t.uuid('user_id').notNull(),
    kinds: t.text('kinds').array().notNull(),
    /** UCUM unit of weights: `kg` or `[lb_av]`. */
    weightUnit: t.text('weight_unit').notNull(),
    /** UCUM unit of blood glucose: `mg/dL` or `mmol/L`. */
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
    /** Id chosen by the client, so that a repeated request does not create a second row. */
    id: t.uuid('id').notNull(),
    userId: t.uuid('user_id').notNull(),
    kind: t.text('kind').notNull(),
    /** UCUM unit of the entered value. */
    unit: t.text('unit').notNull(),
    first: t.doublePrecision('first').notNull(),
    /** Diastolic pressure; null for all other kinds. */
    second: t.doublePrecision('second'),
    measuredAt: instant('measured_at').notNull(),
    /**
     * Local date of the household at the time of the measurement, independent of later time zone
     * changes.
     */
    localDate: t.date('local_date', { mode: 'string' }).notNull(),
    /** Name of the person who entered the value, at that time. */
    personName: t.text('person_name').notNull(),
    /** Name of the person who last corrected the value. */
    correctedBy: t.text('corrected_by'),
    /** Time of the deletion; the row is erased 30 days later. */
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

/** Notes of a family about a day of an elder. */
export const dayNotes = identifiedTable(
  'day_notes',
  (t) => ({
    userId: t.uuid('user_id').notNull(),
    localDate: t.date('local_date', { mode: 'string' }).notNull(),
    text: t.text('text').notNull(),
    writtenAt: instant('written_at').notNull(),
    /** Name of the author at that time. */
    personName: t.text('person_name').notNull(),
    /** Name of the person who last changed the note. */
    correctedBy: t.text('corrected_by'),
    /** Time of the deletion; the row is erased 30 days later. */
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
