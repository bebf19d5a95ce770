import { useQuery } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import type { CalendarCalls, CalendarEvent } from '../contract.ts';

const calls = callersOf<Pick<CalendarCalls, 'today'>>()({ today: 'GET /api/todays-events' });

/** Where today's occurrences are kept. */
export const TODAY = ['todays-events'];

/** Where those of the coming days are, today's among them; what reads them is in `events-ahead`. */
export const AHEAD = [...TODAY, 'ahead'];

const REFRESH_MS = 30_000;

/**
 * What occurs on this local date, which is today's; read again every 30 seconds. While no answer of
 * this day is there, what was known of it before.
 */
export function useTodaysEvents(today: string) {
  const select = (events: CalendarEvent[]) =>
    events.filter(({ occurrenceDate }) => occurrenceDate === today);
  const {
    data: answer,
    isPending,
    refetch,
  } = useQuery({
    queryKey: [...TODAY, today],
    queryFn: () => calls.today(),
    select,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });
  const { data: known } = useQuery({ queryKey: AHEAD, select, enabled: false });
  const data = answer ?? known;
  return { data, isPending: isPending && !data, refetch };
}
