import { and, eq, or } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { doseAlerts } from '#database/schema/alerts.ts';
import type { WaitingDose } from './overdue-rows.ts';

/** Rows of one statement. */
const BATCH = 500;

/** Keeps those that no alert was of, and notes that one is now. */
export async function notAlertedYet(
  db: Db,
  accountId: string,
  doses: readonly WaitingDose[],
  now: Date,
): Promise<WaitingDose[]> {
  const fresh = new Set<string>();
  for (const batch of inBatches(doses)) {
    const rows = await db
      .insert(doseAlerts)
      .values(
        batch.map(({ row, date, time }) => ({
          medicationId: row.id,
          localDate: date,
          time,
          accountId,
          alertedAt: now,
        })),
      )
      .onConflictDoNothing()
      .returning();
    for (const row of rows) fresh.add(`${row.medicationId} ${row.localDate} ${row.time}`);
  }
  return doses.filter(({ row, date, time }) => fresh.has(`${row.id} ${date} ${time}`));
}

/** Notes who was alerted of these doses: whoever was is told when one was taken after all. */
export async function noteTold(
  db: Db,
  doses: readonly WaitingDose[],
  people: readonly string[],
): Promise<void> {
  if (people.length === 0) return;
  for (const batch of inBatches(doses)) {
    await db
      .update(doseAlerts)
      .set({ told: [...people] })
      .where(
        or(
          ...batch.map(({ row, date, time }) =>
            and(
              eq(doseAlerts.medicationId, row.id),
              eq(doseAlerts.localDate, date),
              eq(doseAlerts.time, time),
            ),
          ),
        ),
      );
  }
}

export function inBatches<T>(all: readonly T[]): T[][] {
  const batches: T[][] = [];
  for (let at = 0; at < all.length; at += BATCH) batches.push(all.slice(at, at + BATCH));
  return batches;
}
