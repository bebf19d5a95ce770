import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { medicationLogs, medications } from '#database/schema/medications.ts';
import { medicationStocks } from '#database/schema/stock.ts';
import type { Medication } from '#features/medications/contract.ts';
import { asMedication, awayOf, timezoneOf } from '#features/medications/server.ts';
import { notThere } from '#kit/shared/refusals.ts';
import { localDate } from '#kit/shared/zoned-time.ts';
import type { MedicationStock } from '../contract.ts';
import { type StockState, stockState } from '../run-out.ts';

export type StockRow = typeof medicationStocks.$inferSelect;

export interface CountedMedication {
  readonly row: StockRow;
  readonly medication: Medication;
  readonly state: StockState;
}

/** What is left of the household's medications, of all that are counted or of one of them. */
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

/** The one that is asked for. Throws 404 where it is not counted. */
export async function countedMedication(
  db: Db,
  accountId: string,
  now: Date,
  medicationId: string,
): Promise<CountedMedication> {
  const [counted] = await countedMedications(db, accountId, now, medicationId);
  if (counted === undefined) throw notThere();
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
 * Doses that were taken since the last count, by medication: they follow from the log, so that what is
 * taken back, said later or heard late is always counted right. A scheduled dose beyond its limit was
 * taken twice. Of which the log knows how much it was, that counts, whatever the amount is by now.
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

/** The times of the doses of a local date that somebody has answered, by medication. */
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
