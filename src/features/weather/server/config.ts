import { z } from 'zod';
import { bareWebAddress, configPart } from '#platform/server/config.ts';

export type WeatherSettings =
  | { readonly kind: 'openweather'; readonly url: string; readonly apiKey: string }
  | { readonly kind: 'open-meteo'; readonly forecastUrl: string; readonly geocodingUrl: string };

const address = (usual: string) => [bareWebAddress.default(usual), 'a web address'] as const;

export const readWeather = configPart(
  {
    OPENWEATHER_API_KEY: [z.string().optional(), 'a key'],
    OPENWEATHER_URL: address('https://api.openweathermap.org'),
    OPEN_METEO_URL: address('https://api.open-meteo.com'),
    OPEN_METEO_GEOCODING_URL: address('https://geocoding-api.open-meteo.com'),
  },
  (value): WeatherSettings =>
    value.OPENWEATHER_API_KEY === undefined
      ? {
          kind: 'open-meteo',
          forecastUrl: value.OPEN_METEO_URL,
          geocodingUrl: value.OPEN_METEO_GEOCODING_URL,
        }
      : { kind: 'openweather', url: value.OPENWEATHER_URL, apiKey: value.OPENWEATHER_API_KEY },
);
