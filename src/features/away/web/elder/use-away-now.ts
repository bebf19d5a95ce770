import { awayAt, isAway } from '#features/medications/away.ts';
import { localDate, localTime } from '#kit/shared/zoned-time.ts';
import { awayMessage } from '../../away-messages.ts';
import { useAway } from '../away-query.ts';

interface AwayNow {
  /** 'Away until Sunday'. */
  readonly message: string;
  /** Whether it holds at that instant too, in ISO 8601. */
  holdsAt(instant: string): boolean;
}

/** The time away of whose tablet it is; undefined for who is there, or before it is known. */
export function useAwayNow(timezone: string | undefined, now: Date): AwayNow | undefined {
  const { data } = useAway();
  if (timezone === undefined || data === undefined) return undefined;
  const wallMoment = (instant: Date) => ({
    date: localDate(instant, timezone),
    time: localTime(instant, timezone),
  });
  const period = awayAt(data, wallMoment(now));
  const message = awayMessage(data, wallMoment(now));
  if (period === undefined || message === undefined) return undefined;
  return { message, holdsAt: (instant) => isAway([period], wallMoment(new Date(instant))) };
}
