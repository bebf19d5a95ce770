import { awayAt, isAway } from '#features/medications/domain/away.ts';
import { localDate, localTime } from '#platform/shared/zoned-time.ts';
import { useAway } from '../away-query.ts';

/**
 * Returns a predicate for ISO 8601 instants: true within the present away period. Undefined if the
 * elder is not away.
 */
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
