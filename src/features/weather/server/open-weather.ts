import { COUNTRY_CODES } from '#features/settings/domain/countries.ts';
import { askProvider } from '#platform/server/outbound/ask-provider.ts';
import { type Units, type Weather, weather } from '../contract.ts';
import type { WantedPlace } from '../domain/geocoding.ts';
import { parsed, withQuery } from './open-meteo.ts';

export interface OpenWeather {
  readonly url: string;
  readonly apiKey: string;
}

/**
 * Requests weather from OpenWeatherMap (https://openweathermap.org/current), whose format the
 * product uses.
 */
export function openWeather({ url, apiKey }: OpenWeather, withinMs: number) {
  return async ({ city, state, country }: WantedPlace, units: Units): Promise<Weather> => {
    const q = [city, state, COUNTRY_CODES[country] ?? ''].filter(Boolean).join(',');
    const address = withQuery(`${url}/data/2.5/weather`, { q, units, appid: apiKey });
    return parsed(weather, await askProvider(address, { withinMs }));
  };
}
