import { sql } from 'drizzle-orm';
import { parameter, prepared } from '#database/prepared.ts';
import { awayPeriods } from '#database/schema/medications.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { instantOf, localDate, localTime } from '#platform/shared/zoned-time.ts';
import { awayMessage } from '../domain/away-messages.ts';

const periodsOf = prepared(
  'away_periods_of',
  { period: awayPeriods },
  (selected) => sql`
    select ${selected} from ${awayPeriods}
    where ${awayPeriods.accountId} = ${parameter('accountId', awayPeriods.accountId)}`,
);

/**
 * Returns 'Away until Sunday' for each elder who is away now, by id; null represents the household
 * while it has no elder. The result is cached until the next period begins or ends, or until the
 * text of the end changes with the date.
 */
export async function readAwayMessages(
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
