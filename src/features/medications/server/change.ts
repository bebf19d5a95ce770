import { and, eq } from 'drizzle-orm';
import { medications } from '#database/schema/medications.ts';
import type { MemberContext } from '#kit/server/feature.ts';
import { notThere } from '#kit/shared/refusal.ts';
import type { Medication } from '../contract.ts';
import {
  asMedication,
  findMedication,
  type MedicationRow,
  refuseInvalid,
  seenBy,
} from './medication-rows.ts';
import { reschedule } from './reschedule.ts';
import { careMayChange, settleAll } from './settle.ts';

/** A field given as undefined is a field not given. */
export type MedicationChange = {
  readonly [K in keyof Omit<Medication, 'id'>]?: Medication[K] | undefined;
};

/** What decides when doses are due. */
const SCHEDULE = ['times', 'frequency', 'startDate', 'endDate', 'isActive'] as const;

/** Changes a medication; what was due before by its old times stays as it was. */
export async function changeMedication(
  id: string,
  change: MedicationChange,
  context: MemberContext,
): Promise<MedicationRow> {
  const { db, account, now } = context;
  const present = asMedication(await findMedication(db, context, id));
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  );
  const { id: _, ...wanted } = { ...present, ...given };
  await refuseInvalid(db, account.id, wanted);
  const store = async () => {
    const [row] = await db
      .update(medications)
      .set({ ...wanted, userId: userIdColumn(wanted.userId) })
      .where(and(seenBy(context), eq(medications.id, id)))
      .returning();
    if (row === undefined) throw notThere();
    return row;
  };
  if (isRescheduled(present, wanted)) {
    return reschedule(db, { accountId: account.id, medicationId: id, now }, store);
  }
  // Whether it reminds decides whether the administrators are alerted.
  if (present.reminderEnabled !== wanted.reminderEnabled) await settleAll(db, account.id, now);
  return store();
}

/** Deletes a medication; what was due before is settled, and its history stays. */
export async function removeMedication(
  id: string,
  context: MemberContext,
): Promise<Pick<MedicationRow, 'name'>> {
  const { db, account, now } = context;
  await findMedication(db, context, id);
  await settleAll(db, account.id, now);
  const [removed] = await db
    .update(medications)
    .set({ deletedAt: now })
    .where(and(seenBy(context), eq(medications.id, id)))
    .returning({ name: medications.name });
  if (removed === undefined) throw notThere();
  await careMayChange(db, account.id, now);
  return removed;
}

export function userIdColumn(userId: string): string | null {
  return userId === 'system' ? null : userId;
}

function isRescheduled(present: Medication, wanted: Omit<Medication, 'id'>): boolean {
  return SCHEDULE.some((field) => JSON.stringify(present[field]) !== JSON.stringify(wanted[field]));
}
