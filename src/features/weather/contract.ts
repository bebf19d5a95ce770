import { z } from 'zod';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { weatherRefusals } from './refusals.ts';

/** The format of OpenWeatherMap, for every provider. */
export const weather = z.object({
  /** The name of the place that was found. */
  name: z.string(),
  sys: z.object({ country: z.string() }),
  coord: z.object({ lat: z.number(), lon: z.number() }),
  main: z.object({
    /** °C or °F, depending on the units. */
    temp: z.number(),
    feels_like: z.number(),
    /** Relative humidity in percent. */
    humidity: z.number(),
  }),
  /** The first one is shown: a group such as Clouds, and a description such as partly cloudy. */
  weather: z.array(z.object({ main: z.string(), description: z.string() })).min(1),
  /** m/s, or miles per hour in imperial units. */
  wind: z.object({ speed: z.number() }),
});

export type Weather = z.output<typeof weather>;

const place = z.string().trim().max(100, 'That is too long.');

export const weatherCalls = {
  read: endpoint('GET /api/weather', {
    who: 'user',
    summary:
      'The weather at a place; the last known one of the past 3 hours if the provider does not answer.',
    query: z
      .object({
        city: place.min(1, 'Please name a city.'),
        state: place.default(''),
        units: z.enum(['metric', 'imperial'], 'Please choose metric or imperial.'),
      })
      .strict(),
    reply: weather,
    refusals: some(weatherRefusals, 'weather-not-known'),
  }),
};

export type WeatherCalls = typeof weatherCalls;
export type Units = 'metric' | 'imperial';
