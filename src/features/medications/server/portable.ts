import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { doseAlerts } from '#database/schema/alerts.ts';
import {
  medicationLogAttempts,
  medicationLogs,
  medications,
} from '#database/schema/medications.ts';
import { addressOf, archiveNameOf } from '#features/pictures/server.ts';
import { type NewIds, type Numbers, type Portable, section } from '#kit/server/archive/portable.ts';
import { instant, number, written } from '#kit/server/archive/portable-fields.ts';
import { removalOf } from '#kit/server/archive/portable-undo.ts';
import { formerSchedule, medication } from '../contract.ts';
import { whatIsWrong } from '../validity.ts';
import { asFormer, frequencyOf, type MedicationRow } from './medication-rows.ts';
import { scheduleCheck } from './overdue-job.ts';
import { logsInArchive } from './portable-logs.ts';

/** In an archive, with those that were deleted over the years. */
const MOST_ROWS = 2_000;
const MOST_ROWS_FOR_EACH = 20;

const row = medication
  .omit({ id: true, userId: true, pillImageUrl: true, version: true })
  .extend({
    number,
    /** Whom it is for; null is the household's elder. */
    person: number.nullable(),
    picture: z.string().nullable(),
    createdAt: instant,
    scheduledSince: instant,
    // Not in the archives of earlier versions.
    formerSchedules: z.array(formerSchedule).max(100).default([]),
    notDue: z.array(z.string().max(20)).max(1000).default([]),
    deletedAt: instant.nullable(),
  })
  .superRefine((given, context) => {
    for (const [field, message] of Object.entries(whatIsWrong(given))) {
      context.addIssue({ code: 'custom', path: [field], message });
    }
  });

type Row = z.output<typeof row>;

/** Medications, the deleted ones too, and everything that was ever said of their doses. */
export const medicationsInArchive: Portable = {
  name: 'medications',
  version: 1,
  present: async (db, accountId) => {
    const [found] = await db
      .select({ id: medications.id })
      .from(medications)
      .where(eq(medications.accountId, accountId))
      .limit(1);
    return found && 'medications';
  },
  sections: [
    section({
      name: 'medications',
      async *rows({ read, accountId, numbers }) {
        const all = await read((db) => allOf(db, accountId));
        for (const one of all) yield { row: asRow(one, numbers) };
      },
      restoring: {
        row,
        mostRows: ({ medications: most }) => Math.max(MOST_ROWS, MOST_ROWS_FOR_EACH * most),
        takes: ({ deletedAt }) => (deletedAt === null ? { medications: 1 } : {}),
        columns: (given: Row, { accountId, ids }) => columnsOf(given, accountId, ids),
        async store(db, all) {
          await db.insert(medications).values(all);
        },
      },
    }),
    logsInArchive,
  ],
  removals: [medicationLogAttempts, medicationLogs, doseAlerts, medications].map((table) =>
    removalOf(table),
  ),
  // Not before: of a medication without its logs every dose would be called missed.
  finish: async (db, accountId, now) => {
    await scheduleCheck(db, accountId, now);
  },
};

function allOf(db: Db, accountId: string): Promise<MedicationRow[]> {
  return db
    .select()
    .from(medications)
    .where(eq(medications.accountId, accountId))
    .orderBy(asc(medications.createdAt), asc(medications.id));
}

function asRow(stored: MedicationRow, numbers: Numbers): z.input<typeof row> {
  const {
    id,
    accountId: _,
    userId,
    pillImageUrl,
    createdAt,
    scheduledSince,
    version: __,
    ...rest
  } = stored;
  const picture = pillImageUrl && archiveNameOf(pillImageUrl.slice(addressOf('').length));
  return {
    ...rest,
    number: numbers.give('medication', id),
    person: numbers.of('person', userId),
    frequency: frequencyOf(stored.frequency),
    formerSchedules: stored.formerSchedules.map(asFormer),
    picture: numbers.of('picture', picture) === null ? null : picture,
    createdAt: written(createdAt),
    scheduledSince: written(scheduledSince),
    deletedAt: written(stored.deletedAt),
  };
}

function columnsOf(given: Row, accountId: string, ids: NewIds): MedicationRow {
  const { number: known, person, picture, ...rest } = given;
  // A picture that was lost before the download was made is missed here too.
  const filename = picture === null ? undefined : ids.find('picture', picture);
  return {
    ...rest,
    accountId,
    version: 1,
    id: ids.give('medication', known),
    userId: ids.ofAny('person', person),
    pillImageUrl: filename === undefined ? null : addressOf(filename),
  };
}
