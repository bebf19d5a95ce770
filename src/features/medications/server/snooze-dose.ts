import { sql } from 'drizzle-orm';
import { doseSnoozes } from '#database/schema/medications.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { CallOf, ReplyOf } from '#platform/shared/endpoint.ts';
import { notFound } from '#platform/shared/refusals.ts';
import type { MedicationCalls } from '../contract.ts';
import { snoozeEnd } from '../domain/lateness.ts';
import { pressTime } from '../domain/press-time.ts';
import { doseOf } from '../domain/schedule.ts';
import { medicationRefusal } from '../refusals.ts';
import { doseOfLog } from './logged-dose.ts';
import { readPress } from './read-press.ts';

/**
 * Records that the reminder of a dose was postponed, or reopened with 0 minutes. The dose stays
 * pending, without a log. The later press wins, regardless of the order of arrival. Throws 404 for
 * a dose that does not exist, and 409 if the reminder could not come back within its window.
 */
export async function snoozeDose(
  wanted: CallOf<MedicationCalls['snooze']>['body'],
  context: MemberContext,
): Promise<ReplyOf<MedicationCalls['snooze']>> {
  const { db, account, now, deviceName } = context;
  const { doseId, minutes } = wanted;
  const instant = new Date(wanted.scheduledTime);
  const at = pressTime(wanted.pressedAt, instant, now);
  const { medication, timezone, personName } = await readPress(wanted, at, context);
  if (medication === null || medication.frequency === 'as_needed') throw notFound();
  const dose = await doseOfLog(db, medication, { doseId, instant, at, timezone, now });
  if (dose === undefined) throw notFound();
  const until = minutes === 0 ? at.getTime() : snoozeEnd(dose.scheduledTime, at, minutes);
  if (until === undefined) throw medicationRefusal('snooze-too-late');
  const pressed = { at, until: new Date(until), personName, deviceName };
  const { accountId, medicationId, localDate, time, minute } = doseSnoozes;
  await db
    .insert(doseSnoozes)
    .values({
      ...{ accountId: account.id, medicationId: medication.id },
      ...{ localDate: dose.date, time: dose.time, minute: Math.floor(at.getTime() / MINUTE_MS) },
      ...pressed,
    })
    .onConflictDoUpdate({
      target: [accountId, medicationId, localDate, time, minute],
      set: pressed,
      setWhere: sql`${doseSnoozes.at} <= excluded.at`,
    });
  const { id } = doseOf(medication.id, dose.date, dose.time, dose.scheduledTime);
  return { id, at: at.toISOString(), until: pressed.until.toISOString() };
}
