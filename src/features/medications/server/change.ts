import { and, eq, sql } from 'drizzle-orm';
import { medications } from '#database/schema/medications.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { refuseStale, stale } from '#platform/server/versions.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import type { Medication, MedicationCalls, MedicationContent } from '../contract.ts';
import { withDerivedFields } from '../domain/derived-fields.ts';
import {
  asMedication,
  findMedication,
  type MedicationRow,
  refuseInvalid,
  seenBy,
} from './medication-rows.ts';
import { reschedule } from './reschedule.ts';
import { settleAllOverdue } from './settle-overdue.ts';

const SCHEDULE = ['times', 'frequency', 'pattern', 'startDate', 'endDate', 'isActive'] as const;

/** The fields that can change as a consequence of other fields. */
const FOLLOWING = ['times', 'pattern', 'amounts'] as const;

/**
 * Changes a medication; doses that were due by its old times remain unchanged. An undefined field
 * counts as absent.
 */
export async function changeMedication(
  id: string,
  { version: madeFrom, ...change }: CallOf<MedicationCalls['update']>['body'],
  context: MemberContext,
): Promise<MedicationRow> {
  const { db, account, now } = context;
  const present = asMedication(await findMedication(db, context, id));
  refuseStale(madeFrom, present);
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  );
  const {
    id: _,
    version,
    scheduledSince,
    formerSchedules,
    notDue,
    ...wanted
  } = withDerivedFields(present, given);
  await refuseInvalid(db, account.id, wanted);
  const store = async () => {
    // Only the given fields are written, because another administrator may change others at the
    // same time.
    const isAsSeen = madeFrom === undefined ? undefined : eq(medications.version, version);
    const [row] = await db
      .update(medications)
      .set({
        ...given,
        ...followed({ ...present, ...given }, wanted),
        userId: userIdColumn(wanted.userId),
        version: sql`${medications.version} + 1`,
      })
      .where(and(seenBy(context), eq(medications.id, id), isAsSeen))
      .returning();
    if (row === undefined) throw stale(asMedication(await findMedication(db, context, id)));
    return row;
  };
  if (isRescheduled(present, wanted)) {
    return reschedule(db, { accountId: account.id, medicationId: id, now }, store);
  }
  // `reminderEnabled` decides whether administrators are alerted, so past doses are settled before
  // it changes.
  if (present.reminderEnabled !== wanted.reminderEnabled)
    await settleAllOverdue(db, account.id, now);
  return store();
}

export function userIdColumn(userId: string): string | null {
  return userId === 'system' ? null : userId;
}

function isRescheduled(present: Medication, wanted: MedicationContent): boolean {
  return SCHEDULE.some((field) => differs(present[field], wanted[field]));
}

/** Returns the fields that change as a consequence, not because they were given. */
function followed(said: Medication, wanted: MedicationContent) {
  const fields = FOLLOWING.filter((field) => differs(said[field], wanted[field]));
  return Object.fromEntries(fields.map((field) => [field, wanted[field] ?? null]));
}

const differs = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) !== JSON.stringify(other ?? null);
