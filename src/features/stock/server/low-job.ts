import { and, asc, eq, gt, inArray, isNotNull } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { medicationStocks } from '#database/schema/stock.ts';
import { writeToAdministrators } from '#features/alerts/server.ts';
import { timezoneOf } from '#features/medications/server.ts';
import { isCareOver } from '#features/subscription/server.ts';
import type { ScheduledJob } from '#platform/server/feature.ts';
import { byPages } from '#platform/server/jobs/work-items.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { localDate, localTime } from '#platform/shared/zoned-time.ts';
import { lowMessage } from '../domain/stock-messages.ts';
import { type CountedMedication, countedMedications } from './stock-rows.ts';

/** Number of households read at once. */
const BATCH = 100;

/** Local times between which the email may be sent. */
const FROM = '09:00';
const UNTIL = '20:00';

/** Emails the administrators once when medications run out. */
export const lowStockJob: ScheduledJob = {
  name: 'stock',
  everyMs: HOUR_MS,
  async run({ database, each, change, now: time }) {
    const now = time();
    const warned = (after: { accountId: string } | undefined) =>
      database.asSystem((db) =>
        db
          .selectDistinct({ accountId: medicationStocks.accountId })
          .from(medicationStocks)
          .where(
            and(
              isNotNull(medicationStocks.warnBefore),
              after && gt(medicationStocks.accountId, after.accountId),
            ),
          )
          .orderBy(asc(medicationStocks.accountId))
          .limit(BATCH),
      );
    await each(
      byPages<{ accountId: string }>(BATCH, warned),
      ({ accountId }) => ({ key: accountId, accountId }),
      ({ accountId }) => change(accountId, (db) => tellOfLow(db, accountId, now)),
    );
  },
};

/**
 * Emails the administrators about medications that run out, once for each. A medication that has
 * enough units again can cause a new email later.
 */
async function tellOfLow(db: Db, accountId: string, now: Date): Promise<void> {
  const timezone = await timezoneOf(db, accountId);
  const time = localTime(now, timezone);
  if (time < FROM || time >= UNTIL || (await isCareOver(db, accountId, now))) return;
  // Locks the rows, so that another server sees which medications have been reported.
  await db
    .select({ id: medicationStocks.medicationId })
    .from(medicationStocks)
    .where(eq(medicationStocks.accountId, accountId))
    .orderBy(asc(medicationStocks.medicationId))
    .for('update');
  const counted = await countedMedications(db, accountId, now);
  const enoughAgain = counted.filter(({ row, state }) => row.toldAt !== null && !state.isLow);
  await setTold(db, accountId, enoughAgain, null);
  const untold = counted.filter(({ row, state }) => row.toldAt === null && state.isLow);
  if (untold.length === 0) return;
  const low = untold.map(({ medication: { name, dosage, frequency }, state }) => ({
    ...{ name, dosage, isAsNeeded: frequency === 'as_needed' },
    ...state,
  }));
  const message = lowMessage(low, localDate(now, timezone));
  await writeToAdministrators(db, { accountId, now }, () => ({
    ...message,
    action: { label: 'Open Medications', path: '/medications' },
    closing: 'This letter comes once. It is no advice about the medication.',
  }));
  await setTold(db, accountId, untold, now);
}

async function setTold(
  db: Db,
  accountId: string,
  which: readonly CountedMedication[],
  toldAt: Date | null,
): Promise<void> {
  if (which.length === 0) return;
  const ids = which.map(({ row }) => row.medicationId);
  await db
    .update(medicationStocks)
    .set({ toldAt })
    .where(
      and(eq(medicationStocks.accountId, accountId), inArray(medicationStocks.medicationId, ids)),
    );
}
