import { sql } from 'drizzle-orm';
import { index, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, version, withinHousehold } from './ground.ts';
import { householdTable, identifiedTable, users } from './households.ts';

/** On which days a medication is taken, or at which times, where its frequency does not say so. */
export type StoredPattern =
  | { kind: 'chosen_weekdays'; weekdays: number[] }
  | { kind: 'every_n_days'; every: number }
  | { kind: 'every_n_hours'; every: number; from: string; until: string }
  | { kind: 'days_of_month'; days: number[] }
  | { kind: 'cycle'; on: number; off: number }
  | { kind: 'taper'; unit: string; steps: { from: string; amount: number; times: string[] }[] };

/** How many pieces the dose of each time is, in quarters. */
export interface StoredAmounts {
  unit: string;
  ofTimes: { time: string; amount: number }[];
}

/** What a medication's times were from one moment to another, both ISO instants. */
export interface StoredSchedule {
  readonly from: string;
  readonly until: string;
  /** The household's, then. */
  readonly timezone: string;
  readonly frequency: string;
  readonly times: readonly string[];
  /** Not there where there was none. */
  readonly pattern?: StoredPattern | undefined;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly isActive: boolean;
}

export const medications = identifiedTable(
  'medications',
  (t) => ({
    /** The elder it is for; null is the household's elder, whoever that is ('system' on the wire). */
    userId: t.uuid('user_id'),
    name: t.text('name').notNull(),
    dosage: t.text('dosage').notNull(),
    frequency: t.text('frequency').notNull(),
    times: t.text('times').array().notNull(),
    pattern: t.jsonb('pattern').$type<StoredPattern>(),
    amounts: t.jsonb('amounts').$type<StoredAmounts>(),
    startDate: t.date('start_date', { mode: 'string' }).notNull(),
    endDate: t.date('end_date', { mode: 'string' }),
    instructions: t.text('instructions').notNull(),
    pillImageUrl: t.text('pill_image_url'),
    isActive: t.boolean('is_active').notNull(),
    reminderEnabled: t.boolean('reminder_enabled').notNull(),
    soundEnabled: t.boolean('sound_enabled').notNull(),
    /** Of what is taken as needed: from one dose to the next; null is no limit. */
    shortestIntervalMinutes: t.integer('shortest_interval_minutes'),
    /** Of what is taken as needed, in any 24 hours; null is no limit. */
    mostIn24Hours: t.integer('most_in_24_hours'),
    createdAt: instant('created_at').notNull(),
    /** Since when its present times hold: earlier doses of today were never due by them. */
    scheduledSince: instant('scheduled_since').notNull().defaultNow(),
    /** The schedules of the last month before the present one, the oldest first. */
    formerSchedules: t
      .jsonb('former_schedules')
      .$type<readonly StoredSchedule[]>()
      .notNull()
      .default([]),
    /** Doses, `YYYY-MM-DD HH:MM`, that were taken already at the time that was moved here. */
    notDue: t.text('not_due').array().notNull().default([]),
    /** A deleted medication stays for its history. */
    deletedAt: instant('deleted_at'),
    version: version(),
  }),
  (table) => [
    index('medications_by_account').on(table.accountId),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);

export const medicationLogs = householdTable(
  'medication_logs',
  ['medicationId', 'localDate', 'time', 'accountId'],
  (t) => ({
    medicationId: t.uuid('medication_id').notNull(),
    localDate: t.date('local_date', { mode: 'string' }).notNull(),
    time: t.text('time').notNull(),
    id: t.uuid('id').notNull(),
    scheduledTime: instant('scheduled_time').notNull(),
    status: t.text('status').notNull(),
    notes: t.text('notes').notNull(),
    /** Taken more than 60 minutes after its time. */
    late: t.boolean('late').notNull(),
    /** Taken as needed, and one too many for the limits of then. */
    beyondLimit: t.boolean('beyond_limit').notNull().default(false),
    loggedAt: instant('logged_at').notNull(),
    loggedBy: t.uuid('logged_by'),
    /** As they were called then; null when the server did it by itself. */
    loggedByName: t.text('logged_by_name'),
    /** As they were when the dose was logged: later edits do not rewrite history. */
    medicationName: t.text('medication_name').notNull(),
    medicationDosage: t.text('medication_dosage').notNull(),
    /** Pieces that the dose was, where its amount was known; else what the stock says of each dose. */
    units: t.doublePrecision('units'),
    /** Where it was said, as long as nothing else was said of it; null means see its attempts. */
    deviceName: t.text('device_name'),
  }),
  (table) => [
    unique().on(table.id, table.accountId),
    index('medication_logs_newest').on(table.accountId, table.loggedAt),
    index('medication_logs_by_day').on(table.accountId, table.localDate),
    // What was undone waits again, however long ago it was due.
    index('medication_logs_pending').on(table.accountId).where(sql`status = 'pending'`),
    withinHousehold(table.medicationId, table.accountId, medications).onDelete('cascade'),
    withinHousehold(table.loggedBy, table.accountId, users).onDelete('set null'),
  ],
);

/** What was said of a dose of which several things were said; the only one is in its log alone. */
export const medicationLogAttempts = identifiedTable(
  'medication_log_attempts',
  (t) => ({
    /** The order in which they came, which times alone do not tell. */
    number: t.bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    medicationLogId: t.uuid('medication_log_id').notNull(),
    status: t.text('status').notNull(),
    notes: t.text('notes').notNull(),
    at: instant('at').notNull(),
    userId: t.uuid('user_id'),
    /** As they were then; empty when the server did it by itself. */
    personName: t.text('person_name').notNull().default(''),
    deviceName: t.text('device_name').notNull(),
    idempotencyKey: t.text('idempotency_key'),
  }),
  (table) => [
    index('medication_log_attempts_by_log').on(table.medicationLogId),
    uniqueIndex('medication_log_attempts_once').on(table.accountId, table.idempotencyKey),
    withinHousehold(table.medicationLogId, table.accountId, medicationLogs).onDelete('cascade'),
    withinHousehold(table.userId, table.accountId, users).onDelete('set null'),
  ],
);

/** Reminders that were put off on a tablet: a row for each minute in which one of a dose was. */
export const doseSnoozes = householdTable(
  'dose_snoozes',
  ['accountId', 'medicationId', 'localDate', 'time', 'minute'],
  (t) => ({
    medicationId: t.uuid('medication_id').notNull(),
    localDate: t.date('local_date', { mode: 'string' }).notNull(),
    /** HH:MM. */
    time: t.text('time').notNull(),
    /** Whole minutes since the epoch at `at`: a press that is repeated within one is one row. */
    minute: t.integer('minute').notNull(),
    at: instant('at').notNull(),
    /** The reminder is silent until then; `at` itself where it was opened again before its time. */
    until: instant('until').notNull(),
    /** As they were called then. */
    personName: t.text('person_name').notNull(),
    deviceName: t.text('device_name').notNull(),
  }),
  (table) => [
    index('dose_snoozes_by_time').on(table.accountId, table.at),
    withinHousehold(table.medicationId, table.accountId, medications).onDelete('cascade'),
  ],
);

/** The times in which somebody is away, in wall-clock time: no dose of them rings or counts. */
export const awayPeriods = identifiedTable(
  'away_periods',
  (t) => ({
    /** Who is away; null is everybody who is looked after. */
    userId: t.uuid('user_id'),
    startDate: t.date('start_date', { mode: 'string' }).notNull(),
    /** HH:MM. */
    startTime: t.text('start_time').notNull(),
    /** Null while nobody knows when they are back. */
    endDate: t.date('end_date', { mode: 'string' }),
    endTime: t.text('end_time'),
    /** For the family alone. */
    note: t.text('note').notNull(),
    createdAt: instant('created_at').notNull(),
    version: version(),
  }),
  (table) => [
    index('away_periods_by_account').on(table.accountId, table.startDate),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);
