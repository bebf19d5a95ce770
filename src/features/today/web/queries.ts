import { useQuery } from '@tanstack/react-query';
import { callersOf } from '#platform/web/api.ts';
import { serverNow } from '#platform/web/server-clock.ts';
import type { TodayCalls } from '../contract.ts';

const calls = callersOf<TodayCalls>()({ read: 'GET /api/today' });

export const TODAY = ['today'];

const REFRESH_MS = 30_000;

/** The state of today with the time of the response; refetched every 30 seconds. */
export function useToday() {
  return useQuery({
    queryKey: TODAY,
    queryFn: async () => {
      const answer = await calls.read();
      return { ...answer, askedAt: serverNow() };
    },
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
  });
}
