import { z } from 'zod';
import { instantInput, localDateInput } from '#kit/shared/date-input.ts';
import { endpoint } from '#kit/shared/endpoint.ts';
import { some } from '#kit/shared/refusal.ts';
import { kitRefusals } from '#kit/shared/refusals.ts';
import { madeFrom, version } from '#kit/shared/versions.ts';
import { awayPeriod } from './away-period.ts';
import { doseLimits, doseLimitsUnlessTold } from './dose-limits.ts';
import { FREQUENCIES } from './frequencies.ts';
import { MOST_LOGS } from './limits.ts';
import { pattern, patterned, patternedUnlessTold, wallTime, wallTimes } from './pattern-input.ts';
import { medicationRefusals } from './refusals.ts';
import { snooze, snoozeCall } from './snooze-contract.ts';

export const LOG_STATUSES = ['pending', 'taken', 'missed', 'skipped'] as const;

const line = (longest: number) => z.string().trim().max(longest, 'That is too long.');

const fields = z
  .object({
    name: line(200).min(1, 'Enter the name of the medication.'),
    dosage: line(200),
    frequency: z.enum(FREQUENCIES, 'Please choose how often.'),
    /** Where the pattern says them, these are of it. */
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
    /** The elder it is for; 'system' is the household's elder, whoever that is. */
    userId: z.union([z.literal('system'), z.uuid()]),
  })
  .strict();

const withDefaults = fields.extend({
  dosage: fields.shape.dosage.default(''),
  times: fields.shape.times.default([]),
  ...patternedUnlessTold.shape,
  endDate: fields.shape.endDate.default(null),
  instructions: fields.shape.instructions.default(''),
  pillImageUrl: fields.shape.pillImageUrl.default(null),
  isActive: fields.shape.isActive.default(true),
  reminderEnabled: fields.shape.reminderEnabled.default(true),
  soundEnabled: fields.shape.soundEnabled.default(true),
  ...doseLimitsUnlessTold.shape,
  userId: fields.shape.userId.default('system'),
});

/** What a medication's schedule was until it was changed, in the household's timezone of then. */
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

/** What besides its present times decides which doses are due: see `due.ts`. */
export const scheduleHistory = z.object({
  /** Since when its present times hold. */
  scheduledSince: z.iso.datetime().optional(),
  /** Those of the days before, the oldest first; none unless told. */
  formerSchedules: z.array(formerSchedule).optional(),
  /** Doses, `YYYY-MM-DD HH:MM`, that were taken already at the time that was moved there. */
  notDue: z.array(z.string()).optional(),
  /** When whoever takes it is away, now or later; see `away.ts`. None unless told, and in the list alone. */
  away: z.array(awayPeriod).optional(),
});

export const medication = fields.extend({
  id: z.string(),
  userId: z.string(),
  // Not there where there is none.
  ...patterned.partial().shape,
  version,
  ...scheduleHistory.shape,
});

export type FormerSchedule = z.output<typeof formerSchedule>;

export type Medication = z.output<typeof medication>;
export type NewMedication = z.input<typeof withDefaults>;
/** What is said of a medication, without what the server gives it. */
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
  /** Stable for the dose: medication, local date and wall-clock time. */
  id: z.string(),
  medicationId: z.string(),
  scheduledTime: z.iso.datetime(),
  status: z.enum(LOG_STATUSES),
  /** When somebody answered it; null while nobody has, also where it was marked missed by itself. */
  answeredAt: z.iso.datetime().nullable(),
  /** The elder it is for; 'system' is everyone. */
  userId: z.string(),
  medication: namedMedication,
  /** The last snooze of its reminder; absent where there is none. */
  snooze: snooze.optional(),
});

export type UpcomingMedication = z.output<typeof upcomingMedication>;

export const medicationLog = z.object({
  id: z.string(),
  medicationId: z.string(),
  scheduledTime: z.iso.datetime(),
  status: z.enum(LOG_STATUSES),
  notes: z.string(),
  /** Taken more than 60 minutes after its time. */
  late: z.boolean(),
  /** One too many: as needed beyond the limits of then, or one dose taken a second time. */
  beyondLimit: z.boolean(),
  loggedAt: z.iso.datetime(),
  /** Who said so, as they were called then; null when the server marked it missed by itself. */
  loggedBy: z.string().nullable(),
  /** As it was when it was logged. */
  medication: z.object({ name: z.string(), dosage: z.string() }),
});

export type MedicationLog = z.output<typeof medicationLog>;

const logAttempt = z.object({
  /** `snoozed` is no answer: the reminder was put off until `until`. */
  status: z.enum([...LOG_STATUSES, 'snoozed']),
  until: z.iso.datetime().optional(),
  notes: z.string(),
  at: z.iso.datetime(),
  by: z.string().nullable(),
  deviceName: z.string(),
});

export type LogAttempt = z.output<typeof logAttempt>;

/** What became of the doses of a medication on one local date. */
export const adherenceDay = z.object({
  medicationId: z.string(),
  name: z.string(),
  date: z.iso.date(),
  /** All doses of the day. */
  due: z.number().int(),
  taken: z.number().int(),
  /** Those of the taken ones that were more than 60 minutes late. */
  late: z.number().int(),
  skipped: z.number().int(),
  missed: z.number().int(),
  /** Not answered yet. */
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
    // By them a tablet knows a week of doses.
    allowedInGrace: true,
  }),
  create: endpoint('POST /api/medications', {
    who: 'admin',
    summary: 'Adds a medication.',
    body: withDefaults.extend({
      /** Adds it although an active one of the same name has one of its times. */
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
    body: fields.partial().extend({ version: madeFrom }),
    reply: medication,
    refusals: some(kitRefusals, 'changed-meanwhile'),
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
        limit: z.coerce.number().int().min(1).max(MOST_LOGS),
      })
      .partial()
      .strict(),
    reply: z.array(medicationLog),
    // A tablet polls the logs of a day, and says no limit.
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
        /** Which dose: the `id` that it is listed with, whatever the timezone is by now. */
        doseId: line(100).optional(),
        /** When it was pressed, of what waited on the tablet for a connection; now unless told. */
        pressedAt: z.iso.datetime({ offset: true }).optional(),
        /**
         * Refused where somebody has said Taken already, which whoever presses cannot see; the log that
         * stands is in the answer as `current`.
         */
        unlessTaken: z.boolean().optional(),
        /** Taken once more than it was due, knowingly: the log is marked. */
        isOneMore: z.boolean().optional(),
      })
      .strict(),
    reply: medicationLog,
    status: 201,
    allowedInGrace: true,
    refusals: {
      ...some(medicationRefusals, 'dose-too-far-ahead', 'dose-taken-already'),
      ...some(kitRefusals, 'not-found'),
    },
  }),
};

export type MedicationCalls = typeof medicationCalls;
