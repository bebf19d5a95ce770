import { and, desc, eq, gte, isNotNull, isNull, lte, ne, or } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { doseSnoozes, medicationLogs, medications } from '#database/schema/medications.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import { notFound } from '#platform/shared/refusals.ts';
import {
  LOG_STATUSES,
  type LogAttempt,
  type MedicationCalls,
  type MedicationLog,
} from '../contract.ts';
import { answersOf } from './log-attempts.ts';
import { asLog, type LogRow } from './upsert-log.ts';

const LOGS_UNLESS_TOLD = 100;

/** Returns the logs, newest first. An elder sees their own and those of the household. */
export async function listLogs(
  {
    from,
    to,
    medicationId,
    status,
    limit = LOGS_UNLESS_TOLD,
  }: CallOf<MedicationCalls['listLogs']>['query'],
  { db, account, user }: MemberContext,
): Promise<MedicationLog[]> {
  const isElder = user.role === 'user';
  const rows = await db
    .select({ log: medicationLogs })
    .from(medicationLogs)
    .innerJoin(
      medications,
      isRow(medications, { id: medicationLogs.medicationId, accountId: medicationLogs.accountId }),
    )
    .where(
      and(
        eq(medicationLogs.accountId, account.id),
        from === undefined ? undefined : gte(medicationLogs.localDate, from),
        to === undefined ? undefined : lte(medicationLogs.localDate, to),
        medicationId === undefined ? undefined : eq(medicationLogs.medicationId, medicationId),
        status === undefined ? undefined : eq(medicationLogs.status, status),
        isElder ? or(isNull(medications.userId), eq(medications.userId, user.id)) : undefined,
        // A pending log without an answer is not shown in the history: see `reschedule`.
        or(ne(medicationLogs.status, 'pending'), isNotNull(medicationLogs.loggedByName)),
      ),
    )
    .orderBy(desc(medicationLogs.loggedAt), desc(medicationLogs.id))
    .limit(limit);
  return rows.map(({ log }) => asLog(log));
}

/** Returns all answers to the dose of a log (see `answersOf`) and its snoozes. */
export async function listLogAttempts(
  logId: string,
  { db, account }: MemberContext,
): Promise<LogAttempt[]> {
  const [log] = await db
    .select()
    .from(medicationLogs)
    .where(and(eq(medicationLogs.accountId, account.id), eq(medicationLogs.id, logId)));
  if (log === undefined) throw notFound();
  const sayings = (await answersOf(db, log)).map((saying) => ({
    ...saying,
    status: LOG_STATUSES.find((known) => known === saying.status) ?? 'pending',
    until: undefined,
  }));
  const snoozes = (await snoozesOf(db, log)).map((snooze) => ({
    ...snooze,
    status: 'snoozed' as const,
    notes: '',
  }));
  return [...sayings, ...snoozes]
    .sort((one, other) => Number(one.at) - Number(other.at))
    .map(({ status, notes, at, until, personName, deviceName }) => ({
      status,
      notes,
      at: at.toISOString(),
      by: personName === '' ? null : personName,
      deviceName,
      ...(until === undefined ? {} : { until: until.toISOString() }),
    }));
}

/** Returns the snoozes of the dose of a log, at most one per minute of its window. */
function snoozesOf(db: Db, log: LogRow) {
  const { accountId, medicationId, localDate, time } = doseSnoozes;
  return db
    .select()
    .from(doseSnoozes)
    .where(
      and(
        eq(accountId, log.accountId),
        eq(medicationId, log.medicationId),
        eq(localDate, log.localDate),
        eq(time, log.time),
      ),
    );
}
