import { z } from 'zod';
import { doseAlerts } from '#database/schema/alerts.ts';
import {
  doseSnoozes,
  medicationLogAttempts,
  medicationLogs,
  medications,
} from '#database/schema/medications.ts';
import { addressOf, pictureField } from '#features/pictures/server.ts';
import { archived, type TablePart } from '#platform/server/archive/portable.ts';
import { instant, localDate, text, wallTime } from '#platform/server/archive/portable-fields.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { formerSchedule, LOG_STATUSES, medication } from '../contract.ts';
import { validateMedication } from '../domain/validity.ts';
import { MAX_PIECES } from '../limits.ts';
import { scheduleCheck } from './settle-overdue.ts';

/** Maximum number of medications in an archive, including those deleted over the years. */
const MAX_ROWS = 2_000;
const MAX_ROWS_EACH = 20;

/** Maximum number of exported attempts per dose; the latest ones are exported. */
const MAX_ATTEMPTS = 50;

const MAX_NAME_LENGTH = 500;

const said = { status: z.enum(LOG_STATUSES), notes: text(10_000) };

const attempts = archived(medicationLogAttempts, {
  name: 'attempts',
  order: [medicationLogAttempts.number],
  without: ['medicationLogId', 'idempotencyKey'],
  longest: MAX_NAME_LENGTH,
  fields: said,
});

const { userId: _, ...fields } = medication.shape;

/**
 * The archive contains all medications, including deleted ones, with all answers to their doses.
 */
export const medicationsInArchive: TablePart = {
  name: 'medications',
  version: 1,
  tables: [
    archived(medications, {
      name: 'medications',
      kind: 'medication',
      order: [medications.createdAt, medications.id],
      fields: {
        ...fields,
        pillImageUrl: pictureField(addressOf('')),
        scheduledSince: instant,
        formerSchedules: z.array(formerSchedule).max(100),
        notDue: z.array(z.string().max(20)).max(1000),
        pattern: fields.pattern.unwrap(),
        amounts: fields.amounts.unwrap(),
      },
      added: {
        formerSchedules: [],
        notDue: [],
        pattern: null,
        amounts: null,
        shortestIntervalMinutes: null,
        mostIn24Hours: null,
      },
      check: validateMedication,
      keepsOut: { words: 'medications' },
      restoring: {
        mostRows: ({ medications: most }) => Math.max(MAX_ROWS, MAX_ROWS_EACH * most),
        takes: ({ deletedAt }) => (deletedAt === null ? { medications: 1 } : {}),
      },
    }),
    archived(medicationLogs, {
      name: 'logs',
      order: [medicationLogs.localDate, medicationLogs.time],
      isPaged: true,
      within: 'medicationId',
      longest: MAX_NAME_LENGTH,
      fields: {
        ...said,
        localDate: { name: 'date', is: localDate },
        time: wallTime,
        units: z.number().positive().max(MAX_PIECES).nullable(),
        loggedByName: { name: 'personName', is: text(MAX_NAME_LENGTH) },
      },
      added: { beyondLimit: false, units: null, deviceName: null },
      nested: { rules: attempts, by: 'medicationLogId', most: MAX_ATTEMPTS },
      restoring: {
        mostRows: ({ doses }) => doses,
        // A dose has exactly one log.
        once: ({ medicationId, localDate, time }) => [
          `log ${medicationId}`,
          minuteOf(localDate, time),
          'this dose is there twice',
        ],
      },
    }),
  ],
  besides: [doseAlerts, doseSnoozes],
  // Only after the import: without its logs, every dose of a medication would be marked missed.
  finish: async (db, accountId, now) => {
    await scheduleCheck(db, accountId, now);
  },
};

/** Returns the minute of a wall-clock time, independently of the time zone. */
function minuteOf(date: string, time: string): number {
  return Date.parse(`${date}T${time}Z`) / MINUTE_MS;
}
