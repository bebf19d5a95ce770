import { localDate, localTime } from '#platform/shared/zoned-time.ts';
import { awayMessage } from '../../domain/away-messages.ts';
import { useAway } from '../away-query.ts';

/**
 * Returns 'Away until Sunday' for the elder of this tablet; undefined if the elder is not away, or
 * while loading.
 */
export function useAwayMessage(timezone: string | undefined, now: Date): string | undefined {
  const { data } = useAway();
  if (timezone === undefined || data === undefined) return undefined;
  return awayMessage(data, { date: localDate(now, timezone), time: localTime(now, timezone) });
}
