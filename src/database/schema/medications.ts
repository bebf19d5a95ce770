import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly, version, withinHousehold } from './ground.ts';
import { accountId, users } from './households.ts';

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

export const medications = pgTable(
  'medications',
  {
    id: uuid('id').notNull(),
    accountId: accountId(),
    /** The elder it is for; null is the household's elder, whoever that is ('system' on the wire). */
    userId: uuid('user_id'),
    name: text('name').notNull(),
    dosage: text('dosage').notNull(),
    frequency: text('frequency').notNull(),
    times: text('times').array().notNull(),
    pattern: jsonb('pattern').$type<StoredPattern>(),
    amounts: jsonb('amounts').$type<StoredAmounts>(),
    startDate: date('start_date', { mode: 'string' }).notNull(),
    endDate: date('end_date', { mode: 'string' }),
    instructions: text('instructions').notNull(),
    pillImageUrl: text('pill_image_url'),
    isActive: boolean('is_active').notNull(),
    reminderEnabled: boolean('reminder_enabled').notNull(),
    soundEnabled: boolean('sound_enabled').notNull(),
    /** Of what is taken as needed: from one dose to the next; null is no limit. */
    shortestIntervalMinutes: integer('shortest_interval_minutes'),
    /** Of what is taken as needed, in any 24 hours; null is no limit. */
    mostIn24Hours: integer('most_in_24_hours'),
    createdAt: instant('created_at').notNull(),
    /** Since when its present times hold: earlier doses of today were never due by them. */
    scheduledSince: instant('scheduled_since').notNull().defaultNow(),
    /** The schedules of the last month before the present one, the oldest first. */
    formerSchedules: jsonb('former_schedules')
      .$type<readonly StoredSchedule[]>()
      .notNull()
      .default([]),
    /** Doses, `YYYY-MM-DD HH:MM`, that were taken already at the time that was moved here. */
    notDue: text('not_due').array().notNull().default([]),
    /** A deleted medication stays for its history. */
    deletedAt: instant('deleted_at'),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.accountId] }),
    index('medications_by_account').on(table.accountId),
    withinHousehold(table.userId, table.accountId, users).onDelete('set null'),
    ownHouseholdOnly('account_id'),
  ],
);

export const medicationLogs = pgTable(
  'medication_logs',
  {
    medicationId: uuid('medication_id').notNull(),
    localDate: date('local_date', { mode: 'string' }).notNull(),
    time: text('time').notNull(),
    id: uuid('id').notNull(),
    accountId: accountId(),
    scheduledTime: instant('scheduled_time').notNull(),
    status: text('status').notNull(),
    notes: text('notes').notNull(),
    /** Taken more than 60 minutes after its time. */
    late: boolean('late').notNull(),
    /** Taken as needed, and one too many for the limits of then. */
    beyondLimit: boolean('beyond_limit').notNull().default(false),
    loggedAt: instant('logged_at').notNull(),
    loggedBy: uuid('logged_by'),
    /** As they were called then; null when the server did it by itself. */
    loggedByName: text('logged_by_name'),
    /** As they were when the dose was logged: later edits do not rewrite history. */
    medicationName: text('medication_name').notNull(),
    medicationDosage: text('medication_dosage').notNull(),
    /** Pieces that the dose was, where its amount was known; else what the stock says of each dose. */
    units: doublePrecision('units'),
    /** Where it was said, as long as nothing else was said of it; null means see its attempts. */
    deviceName: text('device_name'),
  },
  (table) => [
    unique().on(table.id, table.accountId),
    primaryKey({ columns: [table.medicationId, table.localDate, table.time, table.accountId] }),
    index('medication_logs_newest').on(table.accountId, table.loggedAt),
    index('medication_logs_by_day').on(table.accountId, table.localDate),
    // What was undone waits again, however long ago it was due.
    index('medication_logs_pending').on(table.accountId).where(sql`status = 'pending'`),
    withinHousehold(table.medicationId, table.accountId, medications).onDelete('cascade'),
    withinHousehold(table.loggedBy, table.accountId, users).onDelete('set null'),
    ownHouseholdOnly('account_id'),
  ],
);

/** What was said of a dose of which several things were said; the only one is in its log alone. */
export const medicationLogAttempts = pgTable(
  'medication_log_attempts',
  {
    id: uuid('id').notNull(),
    /** The order in which they came, which times alone do not tell. */
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    accountId: accountId(),
    medicationLogId: uuid('medication_log_id').notNull(),
    status: text('status').notNull(),
    notes: text('notes').notNull(),
    at: instant('at').notNull(),
    userId: uuid('user_id'),
    /** As they were then; empty when the server did it by itself. */
    personName: text('person_name').notNull().default(''),
    deviceName: text('device_name').notNull(),
    idempotencyKey: text('idempotency_key'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.accountId] }),
    index('medication_log_attempts_by_log').on(table.medicationLogId),
    uniqueIndex('medication_log_attempts_once').on(table.accountId, table.idempotencyKey),
    withinHousehold(table.medicationLogId, table.accountId, medicationLogs).onDelete('cascade'),
    withinHousehold(table.userId, table.accountId, users).onDelete('set null'),
    ownHouseholdOnly('account_id'),
  ],
);

/** The times in which somebody is away, in wall-clock time: no dose of them rings or counts. */
export const awayPeriods = pgTable(
  'away_periods',
  {
    id: uuid('id').notNull(),
    accountId: accountId(),
    /** Who is away; null is everybody who is looked after. */
    userId: uuid('user_id'),
    startDate: date('start_date', { mode: 'string' }).notNull(),
    /** HH:MM. */
    startTime: text('start_time').notNull(),
    /** Null while nobody knows when they are back. */
    endDate: date('end_date', { mode: 'string' }),
    endTime: text('end_time'),
    /** For the family alone. */
    note: text('note').notNull(),
    createdAt: instant('created_at').notNull(),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.accountId] }),
    index('away_periods_by_account').on(table.accountId, table.startDate),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);
