import { expect, it } from 'vitest';
import type { Weather } from '../contract.ts';
import { weatherMessage } from './weather-messages.ts';

const weatherOf = (temp: number, main: string, description: string): Weather => ({
  name: 'Here',
  sys: { country: 'US' },
  coord: { lat: 1, lon: 2 },
  main: { temp, feels_like: temp, humidity: 50 },
  weather: [{ main, description }],
  wind: { speed: 1 },
});

it.each([
  [weatherOf(71.6, 'Clouds', 'partly cloudy'), 'imperial', '72°F', 'Partly Cloudy'],
  [weatherOf(-0.4, 'Snow', 'light snow'), 'metric', '0°C', 'Light Snow'],
  [weatherOf(-7.5, 'Clear', ''), 'metric', '−7°C', 'Clear'],
  [
    weatherOf(-8, 'Thunderstorm', 'thunderstorm with hail'),
    'metric',
    '−8°C',
    'Thunderstorm With Hail',
  ],
] as const)(
  'weatherMessage formats weather number %#',
  (weather, units, temperature, condition) => {
    const group = weather.weather[0]?.main;
    expect(weatherMessage(weather, units)).toEqual({
      group,
      temperature,
      condition,
      isOutdated: false,
    });
  },
);

it.each([
  ['imperial', '72°F'],
  ['metric', '22°C'],
] as const)(
  'weatherMessage returns the %s fallback without weather, marked as outdated',
  (units, temperature) => {
    const words = { group: 'Clouds', temperature, condition: 'Partly Cloudy', isOutdated: true };
    expect(weatherMessage(undefined, units)).toEqual(words);
  },
);
