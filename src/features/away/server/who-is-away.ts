import { sql } from 'drizzle-orm';
import { given, prepared } from '#database/prepared.ts';
import { awayPeriods } from '#database/schema/medications.ts';
import type { MemberContext } from '#kit/server/feature.ts';
import { instantOf, localDate, localTime } from '#kit/shared/zoned-time.ts';
import { awayMessage } from '../away-messages.ts';

const periodsOf = prepared(
  'away_periods_of',
  { period: awayPeriods },
  (selected) => sql`
    select ${selected} from ${awayPeriods}
    where ${awayPeriods.accountId} = ${given('accountId', awayPeriods.accountId)}`,
);

/**
 * 'Away until Sunday' of each who is away now, by their id (null is who is not there yet). The answer
 * holds until the next of the times begins or ends, or the day by which the end is named is over.
 */
export async function whoIsAway(
  { db, account, now, cacheUntil }: MemberContext,
  timezone: string,
): Promise<(userId: string | null) => string | undefined> {
  const rows = await periodsOf(db, { accountId: account.id });
  const periods = rows.flatMap(({ period }) => period ?? []);
  for (const { startDate, startTime, endDate, endTime } of periods) {
    const ends = endDate === null ? [] : [instantOf(endDate, endTime ?? '00:00', timezone)];
    for (const moment of [instantOf(startDate, startTime, timezone), ...ends]) {
      if (moment > now) cacheUntil(moment);
    }
  }
  const moment = { date: localDate(now, timezone), time: localTime(now, timezone) };
  return (userId) =>
    awayMessage(
      periods.filter((each) => each.userId === null || each.userId === userId),
      moment,
    );
}
