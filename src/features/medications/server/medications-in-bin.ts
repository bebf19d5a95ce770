import { and, eq, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { medicationLogs, medications } from '#database/schema/medications.ts';
import { type Binnable, type BinRow, putInBin, type Restoring } from '#features/bin/server.ts';
import { addressOf } from '#features/pictures/server.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { some } from '#platform/shared/refusal.ts';
import { notFound } from '#platform/shared/refusals.ts';
import { addDays, localDate } from '#platform/shared/zoned-time.ts';
import { schedulesWhenRestored } from '../domain/restored.ts';
import { medicationRefusal, medicationRefusals } from '../refusals.ts';
import {
  asMedication,
  findMedication,
  type MedicationRow,
  refuseOneMore,
  refuseSecond,
} from './medication-rows.ts';
import { timezoneOf } from './overdue-rows.ts';
import { alertNewlyOverdue, remembered, waitingAt } from './reschedule.ts';
import { scheduleCheck, settleAllOverdue } from './settle-overdue.ts';

/** Moves a medication to the bin. Past doses are settled first, and its history stays. */
export async function removeMedication(id: string, context: MemberContext): Promise<string> {
  const { db, account, now } = context;
  const row = await findMedication(db, context, id);
  await settleAllOverdue(db, account.id, now);
  const removed = await db
    .update(medications)
    .set({ deletedAt: now })
    .where(and(eq(medications.accountId, account.id), eq(medications.id, row.id)))
    .returning({ id: medications.id });
  if (removed.length === 0) throw notFound();
  const { name, dosage: detail, pillImageUrl, userId } = row;
  const thumbnail = pillImageUrl === null ? null : pillImageUrl.slice(addressOf('').length);
  await putInBin(context, [{ id, kind: 'medication', name, detail, thumbnail }], {
    timezone: await timezoneOf(db, account.id),
    userId,
  });
  await scheduleCheck(db, account.id, now);
  return name;
}

/** Medications in the bin. When they are erased, a row with logs remains for its history. */
export const medicationsInBin: Binnable = {
  kinds: ['medication'],
  refusals: some(
    medicationRefusals,
    'medications-full',
    'medication-already-there',
    'elder-has-gone',
  ),
  async restore(things, _inside, context) {
    for (const thing of things) await restoreMedication(thing, context);
  },
  erase: eraseMedications,
};

const kept = z.object({ timezone: z.string(), userId: z.string().nullable() });

async function restoreMedication(
  { id, row: binned }: BinRow,
  { db, account, now, limits }: Restoring,
): Promise<void> {
  await refuseOneMore(db, account.id, limits);
  await settleAllOverdue(db, account.id, now);
  const isIt = and(eq(medications.accountId, account.id), eq(medications.id, id));
  const [row] = await db
    .select()
    .from(medications)
    .where(and(isIt, isNotNull(medications.deletedAt)))
    .for('update');
  if (row === undefined || row.deletedAt === null) throw notFound();
  const { timezone: timezoneThen, userId } = kept.parse(binned);
  // If the elder has left the household, the restored medication would get another elder, so the
  // restoration is refused.
  if (row.userId !== userId) throw medicationRefusal('elder-has-gone');
  await refuseSecond(db, account.id, asMedication(row));
  const gone = { deletedAt: row.deletedAt, timezoneThen };
  const back = async () => [row];
  await resume(db, { accountId: account.id, now, ...gone }, back);
}

interface Gone {
  readonly deletedAt: Date;
  /** The household's time zone at the time of the deletion. */
  readonly timezoneThen: string;
}

/** Makes medications due again. Doses in the gap are not marked missed and cause no alerts. */
async function resume(
  db: Db,
  { accountId, now, ...gone }: Gone & { readonly accountId: string; readonly now: Date },
  back: () => Promise<readonly MedicationRow[]>,
): Promise<void> {
  const timezone = await timezoneOf(db, accountId);
  const waited = await waitingAt(db, accountId, now);
  const gap = { ...gone, now, timezone };
  for (const row of await back()) {
    await db
      .update(medications)
      .set({ ...schedulesOf(row, gap), deletedAt: null, version: sql`${medications.version} + 1` })
      .where(and(eq(medications.accountId, accountId), eq(medications.id, row.id)));
  }
  await scheduleCheck(db, accountId, now);
  await alertNewlyOverdue(db, accountId, waited, now);
}

/** Ends the doses of a removed person, and resumes them when the person is restored. */
export const dosesOfPerson = {
  /** Removes medications after all past doses have been settled. */
  async end(
    db: Db,
    accountId: string,
    now: Date,
    remove: (timezone: string) => Promise<void>,
  ): Promise<void> {
    await settleAllOverdue(db, accountId, now);
    await remove(await timezoneOf(db, accountId));
    await scheduleCheck(db, accountId, now);
  },

  /** Restores the medications of a person and resumes those that were not deleted before. */
  async resume(
    { db, account, now, limits }: Restoring,
    gone: Gone,
    putBack: () => Promise<readonly string[]>,
  ): Promise<void> {
    await settleAllOverdue(db, account.id, now);
    await resume(db, { accountId: account.id, now, ...gone }, async () => {
      const ids = await putBack();
      await refuseOneMore(db, account.id, limits, 0);
      return db
        .select()
        .from(medications)
        .where(
          and(
            eq(medications.accountId, account.id),
            inArray(medications.id, [...ids]),
            isNull(medications.deletedAt),
          ),
        );
    });
  },

  refusals: some(medicationRefusals, 'medications-full'),
};

function schedulesOf(row: MedicationRow, gap: Parameters<typeof schedulesWhenRestored>[1]) {
  const scheduledSince = row.scheduledSince.toISOString();
  const { since, former, notDue } = schedulesWhenRestored(
    { ...asMedication(row), scheduledSince },
    gap,
  );
  const oldest = addDays(localDate(gap.now, gap.timezone), -2);
  return {
    scheduledSince: since,
    formerSchedules: remembered([...row.formerSchedules, ...former], gap.now),
    notDue: [...row.notDue.filter((dose) => dose.slice(0, 10) >= oldest), ...notDue],
  };
}

/**
 * Deletes the medications without logs; of the others, the fields that the history needs remain.
 */
async function eraseMedications(db: Db, accountId: string, ids: readonly string[]): Promise<void> {
  const these = and(
    eq(medications.accountId, accountId),
    inArray(medications.id, [...ids]),
    isNotNull(medications.deletedAt),
  );
  const logs = sql`(select from ${medicationLogs} where ${medicationLogs.medicationId} = ${medications.id}
    and ${medicationLogs.accountId} = ${medications.accountId})`;
  await db.delete(medications).where(and(these, notExists(logs)));
  await db.update(medications).set({ pillImageUrl: null }).where(these);
}
