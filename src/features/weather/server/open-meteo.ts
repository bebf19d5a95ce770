import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { askProvider, ProviderError } from '#platform/server/outbound/ask-provider.ts';
import type { Units, Weather } from '../contract.ts';
import { conditionOf } from '../domain/conditions.ts';
import { bestPlace, type FoundPlace, type WantedPlace } from '../domain/geocoding.ts';

/** Maximum number of cached places; they do not expire, because places do not move. */
const REMEMBERED_PLACES = 1000;

const PLACES_ASKED_FOR = 20;

const search = z.object({
  // Absent in the response if no place was found.
  results: z
    .array(
      z.object({
        name: z.string(),
        latitude: z.number(),
        longitude: z.number(),
        country_code: z.string().optional(),
        country: z.string().optional(),
        admin1: z.string().optional(),
      }),
    )
    .default([]),
});

const forecast = z.object({
  current: z.object({
    temperature_2m: z.number(),
    apparent_temperature: z.number(),
    relative_humidity_2m: z.number(),
    weather_code: z.number(),
    wind_speed_10m: z.number(),
  }),
});

const UNITS = {
  metric: { temperature_unit: 'celsius', wind_speed_unit: 'ms' },
  imperial: { temperature_unit: 'fahrenheit', wind_speed_unit: 'mph' },
};

export interface OpenMeteo {
  readonly forecastUrl: string;
  readonly geocodingUrl: string;
}

/** Requests weather from Open-Meteo (https://open-meteo.com/en/docs), which needs no key. */
export function openMeteo({ forecastUrl, geocodingUrl }: OpenMeteo, withinMs: number) {
  const known = new LRUCache<string, FoundPlace>({ max: REMEMBERED_PLACES });

  async function placeOf(wanted: WantedPlace): Promise<FoundPlace> {
    const key = JSON.stringify(wanted).toLowerCase();
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const url = withQuery(`${geocodingUrl}/v1/search`, {
      name: wanted.city,
      count: String(PLACES_ASKED_FOR),
      language: 'en',
      format: 'json',
    });
    const found = parsed(search, await askProvider(url, { withinMs }));
    const place = bestPlace(found.results, wanted);
    if (place === undefined) throw new ProviderError('it knows no such place');
    known.set(key, place);
    return place;
  }

  return async (wanted: WantedPlace, units: Units): Promise<Weather> => {
    const place = await placeOf(wanted);
    const url = withQuery(`${forecastUrl}/v1/forecast`, {
      latitude: String(place.latitude),
      longitude: String(place.longitude),
      current:
        'temperature_2m,relative_humidity_2m,apparent_temperature,weather_code,wind_speed_10m',
      ...UNITS[units],
    });
    const { current } = parsed(forecast, await askProvider(url, { withinMs }));
    const condition = conditionOf(current.weather_code);
    if (condition === undefined) throw new ProviderError('its weather has an unknown code');
    return {
      name: place.name,
      sys: { country: place.country_code ?? '' },
      coord: { lat: place.latitude, lon: place.longitude },
      main: {
        temp: current.temperature_2m,
        feels_like: current.apparent_temperature,
        humidity: current.relative_humidity_2m,
      },
      weather: [condition],
      wind: { speed: current.wind_speed_10m },
    };
  };
}

export function withQuery(address: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/** Validates a response of the provider; throws a ProviderError. */
export function parsed<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const result = schema.safeParse(answer);
  if (!result.success) throw new ProviderError('its answer has another shape');
  return result.data;
}
