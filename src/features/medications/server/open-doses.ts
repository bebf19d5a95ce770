import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import type { StoredAlertDose } from '#database/schema/escalation.ts';
import { medicationLogs, medications } from '#database/schema/medications.ts';
import { dueAlerts, lookAtAlert } from '#features/alerts/server.ts';
import { isCareOver } from '#features/subscription/server.ts';
import type { JobContext } from '#kit/server/feature.ts';
import { waitingAt } from './reschedule.ts';

type Named = Pick<StoredAlertDose, 'medicationId' | 'localDate' | 'time'>;

/** Alerts of one look, and how many go on at once. */
const PAGE = 1000;
const AT_ONCE = 4;

/** Alerts whose time has come go on: to the next people, or back to whoever has them. */
export async function goOnWithAlerts(parts: JobContext, now: Date): Promise<void> {
  const due = await parts.changeAsSystem(async (db, changed) => {
    const { ended, due } = await dueAlerts(db, now, PAGE);
    for (const accountId of ended) changed(accountId, { answers: 'alerts' });
    return due;
  });
  await parts.each(
    due,
    ({ accountId, id }) => ({ key: `alert ${id}`, accountId }),
    (one) =>
      parts.change(one.accountId, async (db, changed) => {
        if (await lookAtAlert(db, one, now, isAnyOpen(one.accountId, now)))
          changed({ answers: 'alerts' });
      }),
    AT_ONCE,
  );
}

/** Whether any of these doses still waits for somebody's word; what was missed by itself does. */
export function isAnyOpen(accountId: string, now: Date) {
  return async (db: Db, doses: readonly Named[]): Promise<boolean> => {
    if (doses.length === 0 || (await isCareOver(db, accountId, now))) return false;
    const keyOf = ({ medicationId, localDate, time }: Named) =>
      `${medicationId} ${localDate} ${time}`;
    const mine = new Set(doses.map(keyOf));
    const missed = await db
      .select({
        medicationId: medicationLogs.medicationId,
        localDate: medicationLogs.localDate,
        time: medicationLogs.time,
      })
      .from(medicationLogs)
      .innerJoin(medications, eq(medications.id, medicationLogs.medicationId))
      .where(
        and(
          eq(medicationLogs.accountId, accountId),
          eq(medicationLogs.status, 'missed'),
          isNull(medicationLogs.loggedByName),
          // Nobody is asked any more about what was stopped or deleted.
          eq(medications.isActive, true),
          isNull(medications.deletedAt),
          inArray(
            medicationLogs.medicationId,
            doses.map(({ medicationId }) => medicationId),
          ),
          or(
            ...[...new Set(doses.map(({ localDate }) => localDate))].map((date) =>
              eq(medicationLogs.localDate, date),
            ),
          ),
        ),
      );
    if (missed.some((log) => mine.has(keyOf(log)))) return true;
    const waiting = await waitingAt(db, accountId, now);
    return waiting.some(({ row, date, time }) =>
      mine.has(keyOf({ medicationId: row.id, localDate: date, time })),
    );
  };
}
