import { type AwayPeriod, awayAt } from '#features/medications/away.ts';
import { addDays, formatMonthDay, formatWallTime } from '#kit/shared/zoned-time.ts';

const DAY_NAME = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });

/** So many days ahead a day of the week is enough to name a day. */
const NAMED_DAYS = 6;

const MIDNIGHT = '00:00';

/** 'Sunday', 'tomorrow', '6:30 PM' of today, 'March 20'; a time only where it is not midnight. */
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

/** 'Away until Sunday', or 'Away' while nobody knows until when; undefined for who is there. */
export function awayMessage(
  periods: readonly AwayPeriod[],
  moment: { readonly date: string; readonly time: string },
): string | undefined {
  const period = awayAt(periods, moment);
  if (period === undefined) return undefined;
  const until = untilWhen(period, moment.date);
  return until === undefined ? 'Away' : `Away until ${until}`;
}
