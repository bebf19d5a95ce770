import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { doseAlerts } from '#database/schema/alerts.ts';
import type { Dose } from '../schedule.ts';
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

/** The alert of one dose. */
export function isAlertOf(
  accountId: string,
  {
    medicationId,
    localDate,
    time,
  }: Pick<typeof doseAlerts.$inferSelect, 'medicationId' | 'localDate' | 'time'>,
) {
  return and(
    eq(doseAlerts.accountId, accountId),
    eq(doseAlerts.medicationId, medicationId),
    eq(doseAlerts.localDate, localDate),
    eq(doseAlerts.time, time),
  );
}

/** Whom the alerts of these doses went to, by the dose's id. */
export async function toldOf(
  db: Db,
  accountId: string,
  doses: readonly Dose[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (doses.length === 0) return new Map();
  const rows = await db
    .select()
    .from(doseAlerts)
    .where(
      and(
        eq(doseAlerts.accountId, accountId),
        inArray(
          doseAlerts.medicationId,
          doses.map(({ medicationId }) => medicationId),
        ),
        inArray(
          doseAlerts.localDate,
          doses.map(({ date }) => date),
        ),
      ),
    );
  const keyOf = (medicationId: string, date: string, time: string) =>
    `${medicationId} ${date} ${time}`;
  const told = new Map(rows.map((row) => [keyOf(row.medicationId, row.localDate, row.time), row]));
  return new Map(
    doses.map(({ id, medicationId, date, time }) => [
      id,
      told.get(keyOf(medicationId, date, time))?.told ?? [],
    ]),
  );
}

export function inBatches<T>(all: readonly T[]): T[][] {
  const batches: T[][] = [];
  for (let at = 0; at < all.length; at += BATCH) batches.push(all.slice(at, at + BATCH));
  return batches;
}
