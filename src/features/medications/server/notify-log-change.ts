import { and, isNull } from 'drizzle-orm';
import { doseAlerts } from '#database/schema/alerts.ts';
import {
  endAlertsOf,
  isAlertOf,
  type SaidOfDose,
  sayAllClear,
  sayQuietly,
} from '#features/alerts/server.ts';
import { isCareOver } from '#features/subscription/server.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { doseId } from '../domain/schedule.ts';
import type { MedicationRow } from './medication-rows.ts';
import { openAmong } from './open-doses.ts';
import { type CreatedLog, isOverdueAt, type LogRow } from './upsert-log.ts';

/**
 * Answers to doses that were due longer ago, from a tablet that was offline, cause no notification.
 */
const NEWS_FOR_MS = DAY_MS;

/**
 * Notifies the administrators of a changed log: by email only if the elder did not take the dose or
 * took an extra one; and those who were alerted, if it was taken after all. For a log that was just
 * created, `made` already contains the alerted people and the state of the outbox.
 */
export async function notifyLogChange(
  log: LogRow,
  medication: MedicationRow,
  context: MemberContext,
  made?: CreatedLog,
): Promise<void> {
  const { db, account, now, user } = context;
  const said = saidOf(log, medication);
  const to = { accountId: account.id, now };
  const isElders = user.role === 'user';
  const isNews = now.getTime() - log.scheduledTime.getTime() <= NEWS_FOR_MS;
  const isAmiss = log.beyondLimit || (log.status !== 'taken' && !isAsNeeded(medication));
  const isWorthAWord = isElders && isNews && said !== undefined && isAmiss;
  if (isWorthAWord || made === undefined || made.isSomethingOut) {
    const isTold = isWorthAWord && !(await isCareOver(db, account.id, now));
    await sayQuietly(db, to, idOf(log), isTold ? said : undefined);
  }
  const isAlerted = made === undefined ? isOverdueAt(log, now) : made.isAlertOpen;
  if (said !== undefined && isAlerted) await endAlerts(log, said, context, isWorthAWord);
  if (said?.status !== 'taken') return;
  const told = made === undefined ? await endAlert(log, context) : made.told;
  // The person who answered gets no all-clear.
  const people = told.filter((id) => id !== user.id);
  if (people.length > 0) await sayAllClear(db, to, people, { ...said, isOneTooMany: false });
}

/**
 * Ends the alerts of a dose that was answered. If an alert was shared, all its recipients are
 * notified through the channels of the alert. An email that the household gets anyway is not
 * repeated. A taken dose is reported to each recipient separately.
 */
async function endAlerts(
  log: LogRow,
  said: SaidOfDose,
  { db, account, now, user }: MemberContext,
  isMailed: boolean,
): Promise<void> {
  const to = { accountId: account.id, now };
  const ended = await endAlertsOf(db, to, log, openAmong(account.id, now));
  if (said.status === 'taken') return;
  for (const { told, isShared } of ended) {
    const people = told.filter((id) => id !== user.id);
    if (isShared) await sayAllClear(db, to, people, said, isMailed);
  }
}

/** Ends the alert of the dose; returns its recipients, or none if it had ended before. */
async function endAlert(log: LogRow, { db, account, now }: MemberContext): Promise<string[]> {
  const [alert] = await db
    .update(doseAlerts)
    .set({ allClearAt: now })
    .where(and(isAlertOf(account.id, log), isNull(doseAlerts.allClearAt)))
    .returning({ told: doseAlerts.told });
  return alert?.told ?? [];
}

function idOf({ medicationId, localDate, time }: LogRow): string {
  return doseId(medicationId, localDate, time);
}

const isAsNeeded = ({ frequency }: MedicationRow) => frequency === 'as_needed';

function saidOf(log: LogRow, medication: MedicationRow): SaidOfDose | undefined {
  const {
    status,
    scheduledTime,
    loggedAt: at,
    loggedByName,
    medicationName,
    medicationDosage,
  } = log;
  if (status !== 'taken' && status !== 'missed' && status !== 'skipped') return undefined;
  return {
    ...{ status, scheduledTime, at, userId: medication.userId },
    ...{ isOneTooMany: log.beyondLimit, isAsNeeded: isAsNeeded(medication) },
    dose: idOf(log),
    by: loggedByName ?? '',
    name: medicationName,
    dosage: medicationDosage,
  };
}
