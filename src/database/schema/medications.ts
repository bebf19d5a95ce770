import { sql } from 'drizzle-orm';
import { index, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, version, withinHousehold } from './columns.ts';
import { householdTable, identifiedTable, users } from './households.ts';

/** Days or times of a medication that its frequency alone does not define. */
export type StoredPattern =
  | { kind: 'chosen_weekdays'; weekdays: number[] }
  | { kind: 'every_n_days'; every: number }
  | { kind: 'every_n_hours'; every: number; from: string; until: string }
  | { kind: 'days_of_month'; days: number[] }
  | { kind: 'cycle'; on: number; off: number }
  | { kind: 'taper'; unit: string; steps: { from: string; amount: number; times: string[] }[] };

/** Number of tablets for the dose at each time, in quarters. */
export interface StoredAmounts {
  unit: string;
  ofTimes: { time: string; amount: number }[];
}

/** A former schedule of a medication, valid between two ISO instants. */
export interface StoredSchedule {
  readonly from: string;
  readonly until: string;
  /** Time zone of the household in that period. */
  readonly timezone: string;
  readonly frequency: string;
  readonly times: readonly string[];
  /** Missing if the schedule had no pattern. */
  readonly pattern?: StoredPattern | undefined;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly isActive: boolean;
}

export const medications = identifiedTable(
  'medications',
  (t) => ({
    /**
     * The elder who takes the medication; null means the only elder of the household (`system` in
     * the API).
     */
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
    /** Minimum interval between doses taken as needed; null is no limit. */
    shortestIntervalMinutes: t.integer('shortest_interval_minutes'),
    /** Maximum number of doses taken as needed in any 24 hours; null is no limit. */
    mostIn24Hours: t.integer('most_in_24_hours'),
    createdAt: instant('created_at').notNull(),
    /** Start of the current schedule. Times before it on the same day are not due. */
    scheduledSince: instant('scheduled_since').notNull().defaultNow(),
    /** Schedules of the last month before the current one, oldest first. */
    formerSchedules: t
      .jsonb('former_schedules')
      .$type<readonly StoredSchedule[]>()
      .notNull()
      .default([]),
    /**
     * Doses (`YYYY-MM-DD HH:MM`) that are not due: they had already been taken when the schedule
     * moved them to this time.
     */
    notDue: t.text('not_due').array().notNull().default([]),
    /** A deleted medication is retained for its history. */
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
    /** True if the dose was taken more than 60 minutes after its scheduled time. */
    late: t.boolean('late').notNull(),
    /** True if a dose taken as needed exceeded the medication's limits at that time. */
    beyondLimit: t.boolean('beyond_limit').notNull().default(false),
    loggedAt: instant('logged_at').notNull(),
    loggedBy: t.uuid('logged_by'),
    /** Name of the person who answered, at that time; null if the server logged the dose. */
    loggedByName: t.text('logged_by_name'),
    /** Name and dosage at the time of logging, so that later edits do not change the history. */
    medicationName: t.text('medication_name').notNull(),
    medicationDosage: t.text('medication_dosage').notNull(),
    /** Number of tablets, if the amount was known; otherwise the default of the stock applies. */
    units: t.doublePrecision('units'),
    /** Device of the answer, if there is only one; null if the attempts table has the answers. */
    deviceName: t.text('device_name'),
  }),
  (table) => [
    unique().on(table.id, table.accountId),
    index('medication_logs_newest').on(table.accountId, table.loggedAt),
    index('medication_logs_by_day').on(table.accountId, table.localDate),
    // Finds pending doses: a dose whose answer was undone is pending again, however old it is.
    index('medication_logs_pending').on(table.accountId).where(sql`status = 'pending'`),
    withinHousehold(table.medicationId, table.accountId, medications).onDelete('cascade'),
    withinHousehold(table.loggedBy, table.accountId, users).onDelete('set null'),
  ],
);

/** Answers of a dose that has several; a single answer is stored only in the log. */
export const medicationLogAttempts = identifiedTable(
  'medication_log_attempts',
  (t) => ({
    /** Order of arrival, which timestamps alone do not define. */
    number: t.bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    medicationLogId: t.uuid('medication_log_id').notNull(),
    status: t.text('status').notNull(),
    notes: t.text('notes').notNull(),
    at: instant('at').notNull(),
    userId: t.uuid('user_id'),
    /** Name of the person who answered, at that time; empty if the server logged the dose. */
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

/** Snoozed reminders: one row for each dose and minute. */
export const doseSnoozes = householdTable(
  'dose_snoozes',
  ['accountId', 'medicationId', 'localDate', 'time', 'minute'],
  (t) => ({
    medicationId: t.uuid('medication_id').notNull(),
    localDate: t.date('local_date', { mode: 'string' }).notNull(),
    /** Scheduled local time of the dose, HH:MM. */
    time: t.text('time').notNull(),
    /** Minutes since the epoch at `at`, so that repeated presses within a minute are one row. */
    minute: t.integer('minute').notNull(),
    at: instant('at').notNull(),
    /** End of the snooze; equal to `at` if the reminder was reopened early. */
    until: instant('until').notNull(),
    /** Name of the person who pressed Snooze, at that time. */
    personName: t.text('person_name').notNull(),
    deviceName: t.text('device_name').notNull(),
  }),
  (table) => [
    index('dose_snoozes_by_time').on(table.accountId, table.at),
    withinHousehold(table.medicationId, table.accountId, medications).onDelete('cascade'),
  ],
);

/** Periods of absence in local time. Doses in them neither remind nor count. */
export const awayPeriods = identifiedTable(
  'away_periods',
  (t) => ({
    /** The absent elder; null means all elders of the household. */
    userId: t.uuid('user_id'),
    startDate: t.date('start_date', { mode: 'string' }).notNull(),
    /** Local time, HH:MM. */
    startTime: t.text('start_time').notNull(),
    /** Null while the return date is unknown. */
    endDate: t.date('end_date', { mode: 'string' }),
    endTime: t.text('end_time'),
    /** Visible only to the family. */
    note: t.text('note').notNull(),
    createdAt: instant('created_at').notNull(),
    version: version(),
  }),
  (table) => [
    index('away_periods_by_account').on(table.accountId, table.startDate),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);
