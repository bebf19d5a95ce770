import { randomUUID } from 'node:crypto';
import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { medicationStocks, stockEntries } from '#database/schema/stock.ts';
import { findMedication } from '#features/medications/server.ts';
import { findPerson } from '#features/sessions/server.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { refuseStale } from '#platform/server/versions.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { invalidInput } from '#platform/shared/refusals.ts';
import type { MedicationStock, StockCalls, StockEntry } from '../contract.ts';
import { MAX_ENTRIES, MAX_UNITS } from '../limits.ts';
import { asStock, countedMedication, countedMedications } from './stock-rows.ts';

/**
 * Starts the count of a medication, sets a new count, or changes the amount per dose. Returns the
 * new state.
 */
export async function putStock(
  medicationId: string,
  wanted: CallOf<StockCalls['put']>['body'],
  context: MemberContext,
): Promise<{ stock: MedicationStock; name: string }> {
  const { db, account, now } = context;
  const { name } = await findMedication(db, context, medicationId);
  await hold(db, account.id, medicationId);
  const [present] = await countedMedications(db, account.id, now, medicationId);
  if (present) refuseStale(wanted.version, asStock(present));
  const { left, unitsPerDose, warnBefore } = wanted;
  if (present === undefined && left === undefined) {
    throw invalidInput({ left: 'Please enter how many there are now.' });
  }
  // If the amount per dose changes, the remaining units become the new count, because the doses
  // before the change had the old amount.
  const isOtherDose = present?.row.unitsPerDose !== unitsPerDose;
  const units = left ?? (isOtherDose ? present?.state.left : undefined);
  const counted = units === undefined ? {} : { countedUnits: units, countedAt: now };
  await db
    .insert(medicationStocks)
    .values({
      ...{ medicationId, accountId: account.id, unitsPerDose, warnBefore },
      ...{ countedUnits: units ?? 0, countedAt: now },
    })
    .onConflictDoUpdate({
      target: [medicationStocks.medicationId, medicationStocks.accountId],
      set: {
        ...{ unitsPerDose, warnBefore },
        ...counted,
        version: sql`${medicationStocks.version} + 1`,
      },
    });
  if (left !== undefined) await noteEntry(context, medicationId, 'count', left);
  return { stock: asStock(await countedMedication(db, account.id, now, medicationId)), name };
}

/** Adds units. Simultaneous refills are all added. */
export async function refillStock(
  medicationId: string,
  units: number,
  context: MemberContext,
): Promise<{ stock: MedicationStock; name: string }> {
  const { db, account, now } = context;
  await hold(db, account.id, medicationId);
  const present = await countedMedication(db, account.id, now, medicationId);
  if (present.state.left + units > MAX_UNITS) {
    throw invalidInput({ units: `At most ${MAX_UNITS} can be counted.` });
  }
  // More was taken than counted, so the count was wrong and the refill becomes the new count.
  const counted = present.state.isBelowNone
    ? { countedUnits: units, countedAt: now }
    : { countedUnits: sql`${medicationStocks.countedUnits} + ${units}` };
  await db
    .update(medicationStocks)
    .set({ ...counted, version: sql`${medicationStocks.version} + 1` })
    .where(isOf(account.id, medicationId));
  await noteEntry(context, medicationId, 'refill', units);
  const stock = asStock(await countedMedication(db, account.id, now, medicationId));
  return { stock, name: present.medication.name };
}

/** Ends the count of a medication. Returns the name of the medication. */
export async function removeStock(medicationId: string, context: MemberContext): Promise<string> {
  const { db, account, now } = context;
  const { medication } = await countedMedication(db, account.id, now, medicationId);
  await db.delete(medicationStocks).where(isOf(account.id, medicationId));
  await db.delete(stockEntries).where(entriesOf(account.id, medicationId));
  return medication.name;
}

export async function listEntries(
  medicationId: string,
  { db, account, now }: MemberContext,
): Promise<StockEntry[]> {
  await countedMedication(db, account.id, now, medicationId);
  const rows = await db
    .select()
    .from(stockEntries)
    .where(entriesOf(account.id, medicationId))
    .orderBy(desc(stockEntries.at), desc(stockEntries.id))
    .limit(MAX_ENTRIES);
  return rows.map(({ id, kind, units, at, personName }) => ({
    ...{ id, units, personName },
    kind: kind === 'refill' ? 'refill' : 'count',
    at: at.toISOString(),
  }));
}

function isOf(accountId: string, medicationId: string) {
  return and(
    eq(medicationStocks.accountId, accountId),
    eq(medicationStocks.medicationId, medicationId),
  );
}

function entriesOf(accountId: string, medicationId: string) {
  return and(eq(stockEntries.accountId, accountId), eq(stockEntries.medicationId, medicationId));
}

/** Locks the row, so that the second of two simultaneous changes sees the result of the first. */
async function hold(db: Db, accountId: string, medicationId: string): Promise<void> {
  await db.select().from(medicationStocks).where(isOf(accountId, medicationId)).for('update');
}

/** Logs the entry with its author, and deletes entries beyond the last hundred. */
async function noteEntry(
  { db, account, user, now }: MemberContext,
  medicationId: string,
  kind: StockEntry['kind'],
  units: number,
): Promise<void> {
  const person = await findPerson(db, account.id, user.id);
  const personName = person === undefined ? '' : fullName(person);
  await db.insert(stockEntries).values({
    ...{ id: randomUUID(), accountId: account.id, medicationId },
    ...{ kind, units, at: now, personName },
  });
  const ofIt = entriesOf(account.id, medicationId);
  const newest = db
    .select({ id: stockEntries.id })
    .from(stockEntries)
    .where(ofIt)
    .orderBy(desc(stockEntries.at), desc(stockEntries.id))
    .limit(MAX_ENTRIES);
  await db.delete(stockEntries).where(and(ofIt, notInArray(stockEntries.id, newest)));
}
