import { and, asc, eq, getTableColumns, gt, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { countBeforeAdding } from '#database/count-before-adding.ts';
import { users } from '#database/schema/households.ts';
import { awayPeriods, medications } from '#database/schema/medications.ts';
import { limitMessage } from '#features/entitlement/limits.ts';
import { isPictureOf } from '#features/pictures/server.ts';
import { findPerson } from '#features/sessions/server.ts';
import type { Caller } from '#kit/server/feature.ts';
import { DAY_MS } from '#kit/shared/durations.ts';
import type { HouseholdLimits } from '#kit/shared/limits.ts';
import { invalidInput, notThere } from '#kit/shared/refusals.ts';
import { addDays, formatWallTime } from '#kit/shared/zoned-time.ts';
import { alreadyThere } from '../already-there.ts';
import type { AwayPeriod } from '../away.ts';
import { awayPeriod } from '../away-period.ts';
import type { FormerSchedule, Medication, MedicationContent } from '../contract.ts';
import type { DueMedication } from '../due.ts';
import { FREQUENCIES, type Frequency } from '../frequencies.ts';
import { medicationRefusal } from '../refusals.ts';
import { whatIsWrong } from '../validity.ts';

export type MedicationRow = typeof medications.$inferSelect;

/**
 * An elder sees their own and the household's, everybody else sees all; deleted ones nobody, but as
 * they were at an earlier time.
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
  // Nothing is due any more that was before that.
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
 * The periods in which whoever takes a medication is away, of a statement that reads medications: a
 * subquery, so that what is due is never read without them. What is for everyone is the only elder's.
 */
// A template around the other: of what stands in the outer one Drizzle leaves out the tables' names.
export const awayOf = sql<AwayPeriod[]>`${periodsAway}`;

/** The same as the driver answers it. */
export const readAway = z.array(awayPeriod).parse;

export function asDue(row: MedicationRow, away: readonly AwayPeriod[]): Medication & DueMedication {
  return { ...asMedication(row), away: [...away] };
}

/** The medication, or with a time the one that it was then. Throws 404 where there is none. */
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
  if (row === undefined) throw notThere();
  return row;
}

function areThere(accountId: string) {
  return and(eq(medications.accountId, accountId), isNull(medications.deletedAt));
}

/** The medications of a household that are not deleted, the oldest first. */
export async function presentMedications(db: Db, accountId: string): Promise<Medication[]> {
  const rows = await db
    .select()
    .from(medications)
    .where(areThere(accountId))
    .orderBy(asc(medications.createdAt), asc(medications.name), asc(medications.id));
  return rows.map(asMedication);
}

/** Throws 409 where a household has no room for so many more medications. */
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

/** Asks whether it is meant: two alarms make two doses. */
export async function refuseSecond(
  db: Db,
  accountId: string,
  wanted: MedicationContent,
): Promise<void> {
  const there = alreadyThere(wanted, await presentMedications(db, accountId));
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

/** Only those by which a dose of the day before the last change can still wait. */
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

/** Refuses a medication that contradicts itself or is for somebody of no or another household. */
export async function refuseInvalid(
  db: Db,
  accountId: string,
  medication: MedicationContent,
): Promise<void> {
  const fields: Record<string, string> = whatIsWrong(medication);
  const { userId, pillImageUrl } = medication;
  if (userId !== 'system' && !(await findPerson(db, accountId, userId))) {
    fields.userId = 'This person is not in your household.';
  }
  if (pillImageUrl !== null && !(await isPictureOf(db, accountId, pillImageUrl))) {
    fields.pillImageUrl = 'Please upload the photo again.';
  }
  if (Object.keys(fields).length > 0) throw invalidInput(fields);
}
