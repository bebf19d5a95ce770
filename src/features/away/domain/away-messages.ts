import { type AwayPeriod, awayAt } from '#features/medications/domain/away.ts';
import { addDays, formatMonthDay, formatWallTime } from '#platform/shared/zoned-time.ts';

const DAY_NAME = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });

/** Up to this many days ahead, the weekday alone identifies a day. */
const NAMED_DAYS = 6;

const MIDNIGHT = '00:00';

/**
 * Returns 'Sunday', 'tomorrow', '6:30 PM' for today, or 'March 20'; with a time unless it is
 * midnight.
 */
export function untilWhen(
  { endDate, endTime }: Pick<AwayPeriod, 'endDate' | 'endTime'>,
  today: string,
): string | undefined {
  if (endDate === null) return undefined;
  const time = formatWallTime(endTime ?? MIDNIGHT);
  if (endDate <= today) return time;
  const day = dayMessage(endDate, today);
  return endTime === null || endTime === MIDNIGHT ? day : `${day}, ${time}`;
}

function dayMessage(date: string, today: string): string {
  if (date === addDays(today, 1)) return 'tomorrow';
  if (date > addDays(today, NAMED_DAYS)) return formatMonthDay(date);
  return DAY_NAME.format(new Date(`${date}T00:00:00Z`));
}

/**
 * Returns 'Away until Sunday', or 'Away' without an end; undefined for an elder who is not away.
 */
export function awayMessage(
  periods: readonly AwayPeriod[],
  moment: { readonly date: string; readonly time: string },
): string | undefined {
  const period = awayAt(periods, moment);
  if (period === undefined) return undefined;
  const until = untilWhen(period, moment.date);
  return until === undefined ? 'Away' : `Away until ${until}`;
}
