import { useQuery } from '@tanstack/react-query';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { callersOf } from '#platform/web/api.ts';
import type { Units, WeatherCalls } from '../contract.ts';

const calls = callersOf<WeatherCalls>()({ read: 'GET /api/weather' });

const REFRESH_MS = 10 * MINUTE_MS;
/** Refetch interval after a failure. */
const TRY_AGAIN_MS = 2 * MINUTE_MS;

export interface WeatherPlace {
  city: string;
  state: string;
  units: Units;
}

/** The weather at a place, refetched every 10 minutes; disabled without a city. */
export function useWeather(place: WeatherPlace) {
  return useQuery({
    queryKey: ['weather', place],
    queryFn: () => calls.read({ query: place }),
    enabled: place.city !== '',
    refetchInterval: ({ state }) => (state.status === 'error' ? TRY_AGAIN_MS : REFRESH_MS),
  });
}
