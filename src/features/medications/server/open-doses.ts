import { dueAlerts, lookAtAlert, type OpenOf } from '#features/alerts/server.ts';
import { isCareOver } from '#features/subscription/server.ts';
import type { JobContext } from '#platform/server/feature.ts';
import { isAway } from '../domain/away.ts';
import { doseId } from '../domain/schedule.ts';
import { daysOf, readCare, waitingDoses } from './overdue-rows.ts';

/** Number of alerts read at once, and number processed concurrently. */
const PAGE = 1000;
const AT_ONCE = 4;

/**
 * Runs the due steps of the open alerts: alerts the people of the next step, or asks the assignee
 * again.
 */
export async function advanceDueAlerts(parts: JobContext, now: Date): Promise<void> {
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
        if (await lookAtAlert(db, one, now, openAmong(one.accountId, now)))
          changed({ answers: 'alerts' });
      }),
    AT_ONCE,
  );
}

/**
 * Returns a filter for the doses that still need an answer, including those that the server marked
 * missed.
 */
export function openAmong(accountId: string, now: Date): OpenOf {
  return async (db, doses) => {
    if (doses.length === 0 || (await isCareOver(db, accountId, now))) return [];
    const care = await readCare(db, accountId, daysOf(now, now));
    const missedByItself = care.medicines.flatMap(({ row, schedule, logs }) =>
      logs
        .filter(
          ({ status, loggedByName, localDate: date, time }) =>
            status === 'missed' && loggedByName === null && !isAway(schedule.away, { date, time }),
        )
        .map(({ localDate, time }) => doseId(row.id, localDate, time)),
    );
    const waiting = await waitingDoses(care, daysOf(now, now)(care.timezone));
    const open = new Set([...missedByItself, ...waiting.map(({ id }) => id)]);
    return doses.filter(({ medicationId, localDate, time }) =>
      open.has(doseId(medicationId, localDate, time)),
    );
  };
}
