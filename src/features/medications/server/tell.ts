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
import type { MemberContext } from '#kit/server/feature.ts';
import { DAY_MS } from '#kit/shared/durations.ts';
import { doseId } from '../schedule.ts';
import type { MedicationRow } from './medication-rows.ts';
import { openAmong } from './open-doses.ts';
import { isOverdueAt, type LogRow, type MadeLog } from './upsert-log.ts';

/** What was due longer ago is no news, when a tablet that was offline tells of it. */
const NEWS_FOR_MS = DAY_MS;

/**
 * Tells the administrators what the log of a dose says since it was changed: quietly that the elder
 * did not take it or took one too many, and whoever was alerted that it was taken after all. Of a
 * log that was `made` just now it is known already whom that was and that nothing else was told.
 */
export async function tellOf(
  log: LogRow,
  medication: MedicationRow,
  context: MemberContext,
  made?: MadeLog,
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
  // Who said so knows it.
  const people = told.filter((id) => id !== user.id);
  if (people.length > 0) await sayAllClear(db, to, people, { ...said, isOneTooMany: false });
}

/**
 * The alert of a dose that somebody has answered goes no further. Where it was shared, everybody whom
 * it had gone to is told, by the ways of the alert; a mail that the household gets anyway is not
 * repeated, and that a dose was taken is told of each.
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

/** The alert of the dose is over; answers to whom it went, when it was not over before. */
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
