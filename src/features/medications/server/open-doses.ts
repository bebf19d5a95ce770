import type { Db } from '#database/connect.ts';
import type { StoredAlertDose } from '#database/schema/escalation.ts';
import { dueAlerts, lookAtAlert } from '#features/alerts/server.ts';
import { isCareOver } from '#features/subscription/server.ts';
import type { JobContext } from '#kit/server/feature.ts';
import { isAway } from '../away.ts';
import { daysOf, readCare, waitingDoses } from './overdue-rows.ts';

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
    const care = await readCare(db, accountId, daysOf(now, now));
    const isMissedByItself = care.medicines.some(({ row, schedule, logs }) =>
      logs.some(
        ({ status, loggedByName, localDate: date, time }) =>
          status === 'missed' &&
          loggedByName === null &&
          !isAway(schedule.away, { date, time }) &&
          mine.has(keyOf({ medicationId: row.id, localDate: date, time })),
      ),
    );
    if (isMissedByItself) return true;
    const waiting = waitingDoses(care, ...daysOf(now, now)(care.timezone));
    return waiting.some(({ row, date, time }) =>
      mine.has(keyOf({ medicationId: row.id, localDate: date, time })),
    );
  };
}
