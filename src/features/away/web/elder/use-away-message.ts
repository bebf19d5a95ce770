import { localDate, localTime } from '#kit/shared/zoned-time.ts';
import { awayMessage } from '../../away-messages.ts';
import { useAway } from '../away-query.ts';

/** 'Away until Sunday' of whose tablet it is; undefined for who is there, or before it is known. */
export function useAwayMessage(timezone: string | undefined, now: Date): string | undefined {
  const { data } = useAway();
  if (timezone === undefined || data === undefined) return undefined;
  return awayMessage(data, { date: localDate(now, timezone), time: localTime(now, timezone) });
}
