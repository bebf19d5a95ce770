import { z } from 'zod';
import { instantInput, localDateInput } from '#platform/shared/date-input.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { baseVersion, version } from '#platform/shared/versions.ts';
import { awayPeriod } from './domain/away-period.ts';
import { doseLimits, newDoseLimits } from './domain/dose-limits.ts';
import { FREQUENCIES } from './domain/frequencies.ts';
import { newPatterned, pattern, patterned, wallTime, wallTimes } from './domain/pattern-input.ts';
import { MAX_LOGS } from './limits.ts';
import { medicationRefusals } from './refusals.ts';
import { snooze, snoozeCall } from './snooze-contract.ts';

export const LOG_STATUSES = ['pending', 'taken', 'missed', 'skipped'] as const;

const line = (longest: number) => z.string().trim().max(longest, 'That is too long.');

const fields = z
  .object({
    name: line(200).min(1, 'Enter the name of the medication.'),
    dosage: line(200),
    frequency: z.enum(FREQUENCIES, 'Please choose how often.'),
    /** If the pattern defines the times, these are the times of the pattern. */
    times: wallTimes,
    ...patterned.shape,
    /** Local dates, both inclusive. */
    startDate: localDateInput('Please choose a start date.'),
    endDate: localDateInput().nullable(),
    instructions: line(1000),
    pillImageUrl: line(500).nullable(),
    isActive: z.boolean(),
    reminderEnabled: z.boolean(),
    soundEnabled: z.boolean(),
    ...doseLimits.shape,
    /** The elder who takes the medication; 'system' means every elder of the household. */
    userId: z.union([z.literal('system'), z.uuid()]),
  })
  .strict();

const withDefaults = fields.extend({
  dosage: fields.shape.dosage.default(''),
  times: fields.shape.times.default([]),
  ...newPatterned.shape,
  endDate: fields.shape.endDate.default(null),
  instructions: fields.shape.instructions.default(''),
  pillImageUrl: fields.shape.pillImageUrl.default(null),
  isActive: fields.shape.isActive.default(true),
  reminderEnabled: fields.shape.reminderEnabled.default(true),
  soundEnabled: fields.shape.soundEnabled.default(true),
  ...newDoseLimits.shape,
  userId: fields.shape.userId.default('system'),
});

/** A former schedule of a medication, in the time zone that the household had then. */
export const formerSchedule = z.object({
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  timezone: z.string(),
  frequency: z.enum(FREQUENCIES),
  times: z.array(wallTime),
  pattern: pattern.optional(),
  startDate: z.iso.date(),
  endDate: z.iso.date().nullable(),
  isActive: z.boolean(),
});

/**
 * The earlier schedules and the exceptions. Together with the present times, they decide which
 * doses are due: see `due.ts`.
 */
export const scheduleHistory = z.object({
  /** The moment from which the present times apply. */
  scheduledSince: z.iso.datetime().optional(),
  /** The earlier schedules, oldest first. Default: none. */
  formerSchedules: z.array(formerSchedule).optional(),
  /**
   * Doses, as `YYYY-MM-DD HH:MM`, that are not due because they had been taken before their time
   * was moved.
   */
  notDue: z.array(z.string()).optional(),
  /**
   * The present and future away periods of the elder; see `away.ts`. Only the list of medications
   * has them.
   */
  away: z.array(awayPeriod).optional(),
});

export const medication = fields.extend({
  id: z.string(),
  userId: z.string(),
  // Absent if the medication has no pattern.
  ...patterned.partial().shape,
  version,
  ...scheduleHistory.shape,
});

export type FormerSchedule = z.output<typeof formerSchedule>;

export type Medication = z.output<typeof medication>;
export type NewMedication = z.input<typeof withDefaults>;
/** A medication without the fields that the server assigns. */
export type MedicationContent = Omit<
  Medication,
  'id' | 'version' | keyof typeof scheduleHistory.shape
>;
export type LogStatus = (typeof LOG_STATUSES)[number];

const namedMedication = z.object({
  name: z.string(),
  dosage: z.string(),
  instructions: z.string(),
  pillImageUrl: z.string().nullable(),
  soundEnabled: z.boolean(),
  reminderEnabled: z.boolean(),
});

export const upcomingMedication = z.object({
  /** Derived from medication, local date and wall-clock time, so it is stable for the dose. */
  id: z.string(),
  medicationId: z.string(),
  scheduledTime: z.iso.datetime(),
  status: z.enum(LOG_STATUSES),
  /**
   * When a person answered the dose. Null if no person has, even if the server marked it missed.
   */
  answeredAt: z.iso.datetime().nullable(),
  /** The elder who takes the medication; 'system' means every elder. */
  userId: z.string(),
  medication: namedMedication,
  /** The last snooze of the reminder of this dose; absent if there is none. */
  snooze: snooze.optional(),
});

export type UpcomingMedication = z.output<typeof upcomingMedication>;

export const medicationLog = z.object({
  id: z.string(),
  medicationId: z.string(),
  scheduledTime: z.iso.datetime(),
  status: z.enum(LOG_STATUSES),
  notes: z.string(),
  /** True if the dose was taken more than 60 minutes after its scheduled time. */
  late: z.boolean(),
  /** True for an extra dose: beyond the as-needed limits at that time, or taken a second time. */
  beyondLimit: z.boolean(),
  loggedAt: z.iso.datetime(),
  /** The name, at that time, of the person who answered; null if the server marked it missed. */
  loggedBy: z.string().nullable(),
  /** Name and dosage at the time of the log. */
  medication: z.object({ name: z.string(), dosage: z.string() }),
});

export type MedicationLog = z.output<typeof medicationLog>;

const logAttempt = z.object({
  /** `snoozed` is not an answer: the reminder was postponed to `until`. */
  status: z.enum([...LOG_STATUSES, 'snoozed']),
  until: z.iso.datetime().optional(),
  notes: z.string(),
  at: z.iso.datetime(),
  by: z.string().nullable(),
  deviceName: z.string(),
});

export type LogAttempt = z.output<typeof logAttempt>;

/** The dose counts of one medication on one local date. */
export const adherenceDay = z.object({
  medicationId: z.string(),
  name: z.string(),
  date: z.iso.date(),
  /** All doses of the day. */
  due: z.number().int(),
  taken: z.number().int(),
  /** Number of the `taken` doses that were taken more than 60 minutes late. */
  late: z.number().int(),
  skipped: z.number().int(),
  missed: z.number().int(),
  pending: z.number().int(),
});

export type AdherenceDay = z.output<typeof adherenceDay>;

const one = z.object({ id: z.uuid() });

export const medicationCalls = {
  list: endpoint('GET /api/medications', {
    who: 'user',
    summary: 'The medications that are not deleted.',
    reply: z.array(medication),
    cache: 'person',
    // The tablet computes a week of doses from this list, so it must work in the grace period.
    allowedInGrace: true,
  }),
  create: endpoint('POST /api/medications', {
    who: 'admin',
    summary: 'Adds a medication.',
    body: withDefaults.extend({
      /**
       * If true, the medication is added even if an active one has the same name and one of the
       * same times.
       */
      evenIfThere: z.boolean().default(true),
    }),
    reply: medication,
    status: 201,
    refusals: some(medicationRefusals, 'medication-already-there', 'medications-full'),
  }),
  update: endpoint('PATCH /api/medications/{id}', {
    who: 'admin',
    summary: 'Changes a medication; doses already logged keep what they were.',
    params: one,
    body: fields.partial().extend({ version: baseVersion }),
    reply: medication,
    refusals: some(platformRefusals, 'changed-meanwhile'),
  }),
  remove: endpoint('DELETE /api/medications/{id}', {
    who: 'admin',
    summary: 'Deletes a medication; its history stays readable.',
    params: one,
  }),
  upcoming: endpoint('GET /api/upcoming-medications', {
    who: 'user',
    summary: "Today's doses, earliest first, and those around midnight inside the pop-up window.",
    reply: z.array(upcomingMedication),
    cache: 'person',
    allowedInGrace: true,
  }),
  listLogs: endpoint('GET /api/medication-logs', {
    who: 'user',
    summary: 'What was logged, newest first; 100 entries unless told.',
    query: z
      .object({
        from: localDateInput(),
        to: localDateInput(),
        medicationId: z.uuid(),
        status: z.enum(LOG_STATUSES),
        limit: z.coerce.number().int().min(1).max(MAX_LOGS),
      })
      .partial()
      .strict(),
    reply: z.array(medicationLog),
    // Only requests with `limit` may use the replica. The tablet polls the logs of a day without
    // `limit`, so these requests always use the primary database.
    replica: { onlyWith: 'limit' },
    allowedInGrace: true,
  }),
  listLogAttempts: endpoint('GET /api/medication-logs/{id}/attempts', {
    who: 'admin',
    summary: 'Everything that was said about one dose, by whom and when; oldest first.',
    params: one,
    reply: z.array(logAttempt),
  }),
  adherence: endpoint('GET /api/adherence', {
    who: 'admin',
    summary: 'What became of the doses, by medication and day; the last 30 days unless told.',
    query: z.object({ from: localDateInput(), to: localDateInput() }).partial().strict(),
    reply: z.array(adherenceDay),
    replica: true,
  }),
  snooze: snoozeCall,
  logDose: endpoint('POST /api/medication-logs', {
    who: 'user',
    summary:
      'Logs a dose. A dose has one standing log, which says the last word; all are in its history.',
    body: z
      .object({
        medicationId: z.uuid(),
        scheduledTime: instantInput,
        status: z.enum(LOG_STATUSES, 'Please choose taken, missed or skipped.'),
        notes: line(1000).default(''),
        /**
         * The `id` with which the dose was listed: it identifies the dose after a time zone change
         * too.
         */
        doseId: line(100).optional(),
        /** When the button was pressed, for an answer that waited in the outbox. Default: now. */
        pressedAt: z.iso.datetime({ offset: true }).optional(),
        /**
         * If true, the request is refused when the dose is already logged as taken, which the
         * person pressing may not have seen yet. The refusal returns the current log as `current`.
         */
        unlessTaken: z.boolean().optional(),
        /**
         * True if the person knowingly took an extra dose: the log is marked with `beyondLimit`.
         */
        isOneMore: z.boolean().optional(),
      })
      .strict(),
    reply: medicationLog,
    status: 201,
    allowedInGrace: true,
    refusals: {
      ...some(medicationRefusals, 'dose-too-far-ahead', 'dose-taken-already'),
      ...some(platformRefusals, 'not-found'),
    },
  }),
};

export type MedicationCalls = typeof medicationCalls;
