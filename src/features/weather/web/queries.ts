import { useQuery } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import type { Units, WeatherCalls } from '../contract.ts';

const calls = callersOf<WeatherCalls>()({ read: 'GET /api/weather' });

const REFRESH_MS = 10 * 60_000;
/** After a failure. */
const TRY_AGAIN_MS = 2 * 60_000;

export interface WeatherPlace {
  city: string;
  state: string;
  units: Units;
}

/** The weather there, read again every 10 minutes; nothing is asked for without a city. */
export function useWeather(place: WeatherPlace) {
  return useQuery({
    queryKey: ['weather', place],
    queryFn: () => calls.read({ query: place }),
    enabled: place.city !== '',
    refetchInterval: ({ state }) => (state.status === 'error' ? TRY_AGAIN_MS : REFRESH_MS),
  });
}
