import { expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { Weather } from '../contract.ts';
import { RememberedWeather } from './remembered-weather.ts';

const weatherOf = (temp: number): Weather => ({
  name: 'Here',
  sys: { country: 'US' },
  coord: { lat: 1, lon: 2 },
  main: { temp, feels_like: temp, humidity: 50 },
  weather: [{ main: 'Clear', description: 'clear sky' }],
  wind: { speed: 1 },
});

it('weather is refreshed after 10 minutes, and the last one is used for 3 hours of failures', async () => {
  const remembered = new RememberedWeather();
  const ask = vi.fn<() => Promise<Weather | undefined>>();
  const at = async (minutes: number, answer: Weather | undefined) => {
    ask.mockReset().mockResolvedValue(answer);
    const weather = await remembered.of('here', minutes * MINUTE_MS, ask);
    return [weather?.main.temp, ask.mock.calls.length];
  };
  expect(await at(0, weatherOf(20))).toEqual([20, 1]);
  expect(await at(9.9, weatherOf(21))).toEqual([20, 0]);
  expect(await at(10, weatherOf(22))).toEqual([22, 1]);
  expect(await at(20, undefined)).toEqual([22, 1]);
  // The provider failed less than a minute ago, so no request is sent.
  expect(await at(20.9, weatherOf(23))).toEqual([22, 0]);
  expect(await at(21, undefined)).toEqual([22, 1]);
  expect(await at(189.9, undefined)).toEqual([22, 1]);
  expect(await at(191, undefined)).toEqual([undefined, 1]);
  expect(await at(192, weatherOf(5))).toEqual([5, 1]);
});

it('concurrent requests for a place are combined, and places are independent', async () => {
  const remembered = new RememberedWeather();
  const ask = vi.fn(async () => weatherOf(20));
  await Promise.all(Array.from({ length: 20 }, () => remembered.of('here', 0, ask)));
  expect(ask).toHaveBeenCalledTimes(1);
  await remembered.of('there', 0, ask);
  expect(ask).toHaveBeenCalledTimes(2);
});
