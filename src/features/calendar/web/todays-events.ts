import { useQuery } from '@tanstack/react-query';
import { addDays } from '#platform/shared/zoned-time.ts';
import { callersOf } from '#platform/web/api.ts';
import type { CalendarCalls, CalendarEvent } from '../contract.ts';

const calls = callersOf<Pick<CalendarCalls, 'list' | 'today'>>()({
  list: 'GET /api/calendar-events',
  today: 'GET /api/todays-events',
});

export const TODAY = ['todays-events'];

/** Query key of the occurrences of the coming days, including today. */
export const AHEAD = [...TODAY, 'ahead'];

/** Number of preloaded days, including today. */
const DAYS_KNOWN = 7;

/** The query for the occurrences of the coming week, which the tablet prefetches. */
export const eventsAhead = (today: () => string) => ({
  queryKey: AHEAD,
  queryFn: () => {
    const from = today();
    return calls.list({ query: { from, to: addDays(from, DAYS_KNOWN - 1) } });
  },
});

const REFRESH_MS = 30_000;

/**
 * Returns today's occurrences, refetched every 30 seconds. Until the first response, returns the
 * preloaded ones. Disabled while `today` is undefined.
 */
export function useTodaysEvents(today: string | undefined) {
  const select = (events: CalendarEvent[]) =>
    events.filter(({ occurrenceDate }) => occurrenceDate === today);
  const {
    data: answer,
    isPending,
    refetch,
  } = useQuery({
    queryKey: [...TODAY, today],
    queryFn: () => calls.today(),
    enabled: today !== undefined,
    select,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });
  const { data: known } = useQuery({ ...eventsAhead(() => today ?? ''), select, enabled: false });
  const data = answer ?? known;
  return { data, isPending: isPending && !data, refetch };
}
