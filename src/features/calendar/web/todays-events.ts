import { useQuery } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import type { CalendarCalls } from '../contract.ts';

const calls = callersOf<Pick<CalendarCalls, 'today'>>()({ today: 'GET /api/todays-events' });

/** Where today's occurrences are kept. */
export const TODAY = ['todays-events'];

const REFRESH_MS = 30_000;

/**
 * What occurs on this local date, which is today's; read again every 30 seconds. An answer that is
 * still of the day before says nothing of this one.
 */
export function useTodaysEvents(today: string) {
  return useQuery({
    queryKey: [...TODAY, today],
    queryFn: () => calls.today(),
    select: (events) => events.filter(({ occurrenceDate }) => occurrenceDate === today),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });
}
