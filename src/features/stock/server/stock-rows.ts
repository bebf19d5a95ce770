import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { medicationLogs, medications } from '#database/schema/medications.ts';
import { medicationStocks } from '#database/schema/stock.ts';
import type { Medication } from '#features/medications/contract.ts';
import { asMedication, awayOf, timezoneOf } from '#features/medications/server.ts';
import { notFound } from '#platform/shared/refusals.ts';
import { localDate } from '#platform/shared/zoned-time.ts';
import type { MedicationStock } from '../contract.ts';
import { type StockState, stockState } from '../domain/run-out.ts';

export type StockRow = typeof medicationStocks.$inferSelect;

export interface CountedMedication {
  readonly row: StockRow;
  readonly medication: Medication;
  readonly state: StockState;
}

/** Returns the stock of all counted medications of the household, or of one of them. */
export async function countedMedications(
  db: Db,
  accountId: string,
  now: Date,
  medicationId?: string,
): Promise<CountedMedication[]> {
  const rows = await db
    .select({ row: medicationStocks, medication: medications, away: awayOf })
    .from(medicationStocks)
    .innerJoin(
      medications,
      isRow(medications, {
        id: medicationStocks.medicationId,
        accountId: medicationStocks.accountId,
      }),
    )
    .where(
      and(
        eq(medicationStocks.accountId, accountId),
        isNull(medications.deletedAt),
        medicationId === undefined ? undefined : eq(medicationStocks.medicationId, medicationId),
      ),
    )
    .orderBy(asc(medications.createdAt), asc(medications.name), asc(medications.id));
  if (rows.length === 0) return [];
  const ids = rows.map(({ row }) => row.medicationId);
  const date = localDate(now, await timezoneOf(db, accountId));
  const taken = await takenSince(db, accountId, ids);
  const answered = await answeredOn(db, accountId, ids, date);
  return rows.map(({ row, medication: stored, away }) => {
    const medication = asMedication(stored);
    const stock = { ...row, ...(taken.get(row.medicationId) ?? NONE_TAKEN) };
    const today = { date, answered: answered.get(row.medicationId) ?? [], away };
    return { row, medication, state: stockState(stock, medication, today) };
  });
}

/** Returns the stock of the medication. Throws 404 if it is not counted. */
export async function countedMedication(
  db: Db,
  accountId: string,
  now: Date,
  medicationId: string,
): Promise<CountedMedication> {
  const [counted] = await countedMedications(db, accountId, now, medicationId);
  if (counted === undefined) throw notFound();
  return counted;
}

export function asStock({ row, state }: CountedMedication): MedicationStock {
  const { medicationId, unitsPerDose, warnBefore, countedAt, version } = row;
  return {
    ...{ medicationId, unitsPerDose, warnBefore, version },
    ...state,
    countedAt: countedAt.toISOString(),
  };
}

const NONE_TAKEN = { takenDoses: 0, takenUnits: 0 };

/**
 * Returns the doses taken since the last count, by medication. They are computed from the log, so
 * that undone, corrected and late answers are counted correctly. A scheduled dose beyond its limit
 * was taken twice. If the log contains the amount, that amount counts, regardless of the present
 * one.
 */
async function takenSince(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, typeof NONE_TAKEN>> {
  const { frequency } = medications;
  const { beyondLimit, units } = medicationLogs;
  const each = sql`case when ${beyondLimit} and ${frequency} <> 'as_needed' then 2 else 1 end`;
  const rows = await db
    .select({
      id: medicationLogs.medicationId,
      takenDoses: sql<number>`coalesce(sum(${each}) filter (where ${units} is null), 0)::int`,
      takenUnits: sql<number>`coalesce(sum(${each} * ${units}), 0)::float8`,
    })
    .from(medicationLogs)
    .innerJoin(
      medicationStocks,
      and(
        eq(medicationStocks.medicationId, medicationLogs.medicationId),
        eq(medicationStocks.accountId, medicationLogs.accountId),
      ),
    )
    .innerJoin(
      medications,
      isRow(medications, { id: medicationLogs.medicationId, accountId: medicationLogs.accountId }),
    )
    .where(
      and(
        eq(medicationLogs.accountId, accountId),
        inArray(medicationLogs.medicationId, [...ids]),
        eq(medicationLogs.status, 'taken'),
        gt(medicationLogs.loggedAt, medicationStocks.countedAt),
      ),
    )
    .groupBy(medicationLogs.medicationId);
  return new Map(rows.map(({ id, ...taken }) => [id, taken]));
}

/** Returns the times of the answered doses of a local date, by medication. */
async function answeredOn(
  db: Db,
  accountId: string,
  ids: readonly string[],
  date: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .select({
      id: medicationLogs.medicationId,
      times: sql<string[]>`array_agg(${medicationLogs.time})`,
    })
    .from(medicationLogs)
    .where(
      and(
        eq(medicationLogs.accountId, accountId),
        inArray(medicationLogs.medicationId, [...ids]),
        eq(medicationLogs.localDate, date),
        inArray(medicationLogs.status, ['taken', 'skipped', 'missed']),
      ),
    )
    .groupBy(medicationLogs.medicationId);
  return new Map(rows.map(({ id, times }) => [id, times]));
}
