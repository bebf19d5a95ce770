import { awayAt, isAway } from '#features/medications/away.ts';
import { localDate, localTime } from '#kit/shared/zoned-time.ts';
import { useAway } from '../away-query.ts';

/** Whether an instant, in ISO 8601, is in the time away that holds now; undefined for who is there. */
export function useTimeAway(
  timezone: string | undefined,
  now: Date,
): ((instant: string) => boolean) | undefined {
  const { data } = useAway();
  if (timezone === undefined || data === undefined) return undefined;
  const wallMoment = (instant: Date) => ({
    date: localDate(instant, timezone),
    time: localTime(instant, timezone),
  });
  const period = awayAt(data, wallMoment(now));
  return period && ((instant) => isAway([period], wallMoment(new Date(instant))));
}
