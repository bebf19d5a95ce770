import { formatWallTime, localDate } from '#platform/shared/zoned-time.ts';
import type { Medication, UpcomingMedication } from '../contract.ts';
import { movedAfterTaken } from './moved-times.ts';
import { timesOfDay } from './schedule.ts';

type Edited = Pick<Medication, 'id' | 'times' | 'pattern' | 'notDue'>;

/**
 * Explains the effect on today when a time is moved after its dose was taken; `times` are the new
 * times.
 */
export function movedMessage(
  { id, notDue = [], ...schedule }: Edited,
  times: readonly string[],
  doses: readonly Pick<UpcomingMedication, 'id' | 'status'>[],
  { now, timezone }: { now: Date; timezone: string },
): string[] {
  const today = localDate(now, timezone);
  const before = timesOfDay(schedule, today);
  const taken = doses
    .filter((dose) => dose.status === 'taken' && dose.id.startsWith(`${id}_${today}_`))
    .map((dose) => dose.id.slice(-4).replace(/^\d\d/, '$&:'));
  const counted = notDue.filter((dose) => dose.startsWith(today)).map((dose) => dose.slice(11));
  return movedAfterTaken(before, times, [...taken, ...counted]).map(({ from, to }) => {
    const which = taken.includes(from) ? `${formatWallTime(from)} dose was taken` : 'dose is over';
    return `Today’s ${which}: ${formatWallTime(to)} begins tomorrow.`;
  });
}
