import { useQuery } from '@tanstack/react-query';
import { addDays } from '#kit/shared/zoned-time.ts';
import { callersOf } from '#kit/web/api.ts';
import type { CalendarCalls, CalendarEvent } from '../contract.ts';

const calls = callersOf<Pick<CalendarCalls, 'list' | 'today'>>()({
  list: 'GET /api/calendar-events',
  today: 'GET /api/todays-events',
});

/** Where today's occurrences are kept. */
export const TODAY = ['todays-events'];

/** Where those of the coming days are, today's among them. */
export const AHEAD = [...TODAY, 'ahead'];

/** So many days are known, today among them. */
const DAYS_KNOWN = 7;

/** What occurs within a week; another part of the application sees to it that it is read. */
export const eventsAhead = (today: () => string) => ({
  queryKey: AHEAD,
  queryFn: () => {
    const from = today();
    return calls.list({ query: { from, to: addDays(from, DAYS_KNOWN - 1) } });
  },
});

const REFRESH_MS = 30_000;

/**
 * What occurs on this local date, which is today's; read again every 30 seconds. While no answer of
 * this day is there, what was known of it before. Of a date that is not known yet nothing.
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
