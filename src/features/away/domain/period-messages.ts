import type { AwayPeriod } from '#features/medications/domain/away.ts';
import { formatMonthDay, formatWallTime } from '#platform/shared/zoned-time.ts';

/** Returns 'March 13, 2:00 PM to March 15, 6:30 PM', or 'From March 13, 2:00 PM'. */
export function fromUntil({ startDate, startTime, endDate, endTime }: AwayPeriod): string {
  const from = at(startDate, startTime);
  return endDate === null ? `From ${from}` : `${from} to ${at(endDate, endTime ?? '00:00')}`;
}

function at(date: string, time: string): string {
  return `${formatMonthDay(date)}, ${formatWallTime(time)}`;
}
