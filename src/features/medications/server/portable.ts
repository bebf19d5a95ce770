import { z } from 'zod';
import { doseAlerts } from '#database/schema/alerts.ts';
import {
  doseSnoozes,
  medicationLogAttempts,
  medicationLogs,
  medications,
} from '#database/schema/medications.ts';
import { addressOf, pictureField } from '#features/pictures/server.ts';
import { archived, type TablePart } from '#kit/server/archive/portable.ts';
import { instant, localDate, text, wallTime } from '#kit/server/archive/portable-fields.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { formerSchedule, LOG_STATUSES, medication } from '../contract.ts';
import { MOST_PIECES } from '../limits.ts';
import { whatIsWrong } from '../validity.ts';
import { scheduleCheck } from './overdue-job.ts';

/** In an archive, with those that were deleted over the years. */
const MOST_ROWS = 2_000;
const MOST_ROWS_FOR_EACH = 20;

/** What is said of one dose beyond that is no news: the last of it are taken along. */
const MOST_ATTEMPTS = 50;

const LONGEST_NAME = 500;

const said = { status: z.enum(LOG_STATUSES), notes: text(10_000) };

const attempts = archived(medicationLogAttempts, {
  name: 'attempts',
  order: [medicationLogAttempts.number],
  without: ['medicationLogId', 'idempotencyKey'],
  longest: LONGEST_NAME,
  fields: said,
});

const { userId: _, ...fields } = medication.shape;

/** Medications, the deleted ones too, and everything that was ever said of their doses. */
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
      check: whatIsWrong,
      keepsOut: { words: 'medications' },
      restoring: {
        mostRows: ({ medications: most }) => Math.max(MOST_ROWS, MOST_ROWS_FOR_EACH * most),
        takes: ({ deletedAt }) => (deletedAt === null ? { medications: 1 } : {}),
      },
    }),
    archived(medicationLogs, {
      name: 'logs',
      order: [medicationLogs.localDate, medicationLogs.time],
      isPaged: true,
      within: 'medicationId',
      longest: LONGEST_NAME,
      fields: {
        ...said,
        localDate: { name: 'date', is: localDate },
        time: wallTime,
        units: z.number().positive().max(MOST_PIECES).nullable(),
        loggedByName: { name: 'personName', is: text(LONGEST_NAME) },
      },
      added: { beyondLimit: false, units: null, deviceName: null },
      nested: { rules: attempts, by: 'medicationLogId', most: MOST_ATTEMPTS },
      restoring: {
        mostRows: ({ doses }) => doses,
        // A dose has one standing log.
        once: ({ medicationId, localDate, time }) => [
          `log ${medicationId}`,
          minuteOf(localDate, time),
          'this dose is there twice',
        ],
      },
    }),
  ],
  besides: [doseAlerts, doseSnoozes],
  // Not before: of a medication without its logs every dose would be called missed.
  finish: async (db, accountId, now) => {
    await scheduleCheck(db, accountId, now);
  },
};

/** Of the wall clock, whatever the timezone. */
function minuteOf(date: string, time: string): number {
  return Date.parse(`${date}T${time}Z`) / MINUTE_MS;
}
