import { and, asc, eq, getTableColumns, gt, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { countBeforeAdding } from '#database/count-before-adding.ts';
import { users } from '#database/schema/households.ts';
import { awayPeriods, medications } from '#database/schema/medications.ts';
import { limitMessage } from '#features/entitlement/limits.ts';
import { isPictureOf } from '#features/pictures/server.ts';
import { findPerson } from '#features/sessions/server.ts';
import type { Caller } from '#platform/server/feature.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import type { HouseholdLimits } from '#platform/shared/limits.ts';
import { invalidInput, notFound } from '#platform/shared/refusals.ts';
import { addDays, formatWallTime } from '#platform/shared/zoned-time.ts';
import type { FormerSchedule, Medication, MedicationContent } from '../contract.ts';
import type { AwayPeriod } from '../domain/away.ts';
import { awayPeriod } from '../domain/away-period.ts';
import type { DueMedication } from '../domain/due.ts';
import { findDuplicate } from '../domain/find-duplicate.ts';
import { FREQUENCIES, type Frequency } from '../domain/frequencies.ts';
import { validateMedication } from '../domain/validity.ts';
import { medicationRefusal } from '../refusals.ts';

export type MedicationRow = typeof medications.$inferSelect;

/**
 * An elder sees their own medications and those of the household, other roles see all. Deleted ones
 * are visible only with `at`, if they were deleted after that time.
 */
export function seenBy({ account, user }: Pick<Caller, 'account' | 'user'>, at?: Date) {
  const { accountId, deletedAt } = medications;
  const isThere = at === undefined ? isNull(deletedAt) : or(isNull(deletedAt), gt(deletedAt, at));
  const ofTheHousehold = and(eq(accountId, account.id), isThere);
  if (user.role !== 'user') return ofTheHousehold;
  return and(ofTheHousehold, or(isNull(medications.userId), eq(medications.userId, user.id)));
}

export async function listMedications(
  db: Db,
  caller: Caller & { readonly now: Date },
): Promise<Medication[]> {
  const rows = await db
    .select({ row: getTableColumns(medications), away: awayOf })
    .from(medications)
    .where(seenBy(caller))
    .orderBy(asc(medications.createdAt), asc(medications.name), asc(medications.id));
  // Away periods that ended earlier than this affect no dose that can still be due.
  const oldest = addDays(caller.now.toISOString().slice(0, 10), -3);
  return rows.map(({ row, away: all }) => {
    const away = all.filter(({ endDate }) => endDate === null || endDate >= oldest);
    return { ...asMedication(row), ...(away.length === 0 ? {} : { away }) };
  });
}

const periodsAway = sql`coalesce((
  select json_agg(json_build_object(
    'startDate', ${awayPeriods.startDate}, 'startTime', ${awayPeriods.startTime},
    'endDate', ${awayPeriods.endDate}, 'endTime', ${awayPeriods.endTime})
    order by ${awayPeriods.startDate}, ${awayPeriods.startTime}, ${awayPeriods.id})
  from ${awayPeriods}
  where ${awayPeriods.accountId} = ${medications.accountId}
    and (${awayPeriods.userId} is null or ${awayPeriods.userId} = ${medications.userId}
      or ${medications.userId} is null and not exists (
        select from ${users} where ${users.accountId} = ${awayPeriods.accountId}
          and ${users.role} = 'user' and ${users.id} <> ${awayPeriods.userId}))
), '[]'::json)`;

/**
 * The away periods of the elder who takes a medication, as a subquery of the statement that reads
 * the medications, so that due doses are never computed without them. A medication of `system` uses
 * the periods of the only elder.
 */
// The subquery is a nested template, because Drizzle omits the table names of the outer statement's
// columns.
export const awayOf = sql<AwayPeriod[]>`${periodsAway}`;

export const readAway = z.array(awayPeriod).parse;

export function asDue(row: MedicationRow, away: readonly AwayPeriod[]): Medication & DueMedication {
  return { ...asMedication(row), away: [...away] };
}

/**
 * Returns the medication, with `at` also one that was deleted after that time. Throws 404 if there
 * is none.
 */
export async function findMedication(
  db: Db,
  caller: Caller,
  id: string,
  at?: Date,
): Promise<MedicationRow> {
  const [row] = await db
    .select()
    .from(medications)
    .where(and(seenBy(caller, at), eq(medications.id, id)));
  if (row === undefined) throw notFound();
  return row;
}

function areThere(accountId: string) {
  return and(eq(medications.accountId, accountId), isNull(medications.deletedAt));
}

/** Returns the medications of a household that are not deleted, oldest first. */
export async function presentMedications(db: Db, accountId: string): Promise<Medication[]> {
  const rows = await db
    .select()
    .from(medications)
    .where(areThere(accountId))
    .orderBy(asc(medications.createdAt), asc(medications.name), asc(medications.id));
  return rows.map(asMedication);
}

/** Throws 409 if `more` medications would exceed the quota of the household. */
export async function refuseOneMore(
  db: Db,
  accountId: string,
  limits: HouseholdLimits,
  more = 1,
): Promise<void> {
  const isThere = isNull(medications.deletedAt);
  const present = await countBeforeAdding(db, medications, accountId, isThere);
  if (present + more <= limits.medications) return;
  const room = limitMessage('medications', limits);
  throw medicationRefusal(
    'medications-full',
    `There is room for ${room}. Please delete one that is over first.`,
  );
}

/**
 * Refuses a likely duplicate, because two alarms can lead to two doses; the client asks for a
 * confirmation.
 */
export async function refuseSecond(
  db: Db,
  accountId: string,
  wanted: MedicationContent,
): Promise<void> {
  const there = findDuplicate(wanted, await presentMedications(db, accountId));
  if (there === undefined) return;
  const sentence = `${there.name} at ${formatWallTime(there.time)} is already there.`;
  throw medicationRefusal('medication-already-there', sentence, { more: { alreadyThere: there } });
}

export function asMedication(row: MedicationRow): Medication {
  const { accountId: _, createdAt: __, deletedAt: ___, ...stored } = row;
  const { scheduledSince, formerSchedules, notDue, pattern, amounts, ...fields } = stored;
  const recent = recentSchedules(formerSchedules, scheduledSince);
  return {
    ...fields,
    frequency: frequencyOf(row.frequency),
    ...(pattern === null ? {} : { pattern }),
    ...(amounts === null ? {} : { amounts }),
    userId: row.userId ?? 'system',
    scheduledSince: scheduledSince.toISOString(),
    ...(recent.length === 0 ? {} : { formerSchedules: recent }),
    ...(notDue.length === 0 ? {} : { notDue }),
  };
}

/**
 * Returns only the schedules by which a dose of the day before the last change can still be
 * pending.
 */
function recentSchedules(stored: MedicationRow['formerSchedules'], since: Date): FormerSchedule[] {
  const oldest = new Date(since.getTime() - 2 * DAY_MS).toISOString();
  return stored.filter(({ until }) => until > oldest).map(asFormer);
}

export function asFormer(
  stored: MedicationRow['formerSchedules'][number],
): Omit<FormerSchedule, 'times'> & { times: string[] } {
  return { ...stored, frequency: frequencyOf(stored.frequency), times: [...stored.times] };
}

export function frequencyOf(stored: string): Frequency {
  return FREQUENCIES.find((frequency) => frequency === stored) ?? 'daily';
}

/** Refuses an inconsistent medication, and one for a person who is not in the household. */
export async function refuseInvalid(
  db: Db,
  accountId: string,
  medication: MedicationContent,
): Promise<void> {
  const fields: Record<string, string> = validateMedication(medication);
  const { userId, pillImageUrl } = medication;
  if (userId !== 'system' && !(await findPerson(db, accountId, userId))) {
    fields.userId = 'This person is not in your household.';
  }
  if (pillImageUrl !== null && !(await isPictureOf(db, accountId, pillImageUrl))) {
    fields.pillImageUrl = 'Please upload the photo again.';
  }
  if (Object.keys(fields).length > 0) throw invalidInput(fields);
}
