import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reschedule } from '#features/medications/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { openWeatherStandIn, type WeatherStandIn } from '#testing/weather.ts';
import type { WeatherSettings } from './server/config.ts';
import { weatherFeature } from './server.ts';

const WITHIN_MS = 1500;
const HERE = '/api/weather?city=Williamstown&state=MA&units=imperial';

let outside: WeatherStandIn;
let server: TestServer;
let family: TestHousehold;

async function startWith(provider: (url: string) => WeatherSettings): Promise<void> {
  outside = await openWeatherStandIn();
  server = await testServer([
    weatherFeature(provider(outside.url), WITHIN_MS),
    settingsFeature(reschedule),
  ]);
}
async function stop(): Promise<void> {
  outside.close();
  await server.close();
}

const read = (path: string) => family.as('user')('GET', path);

describe('the weather from Open-Meteo', () => {
  beforeAll(() =>
    startWith((url) => ({ kind: 'open-meteo', forecastUrl: url, geocodingUrl: url })),
  );
  beforeEach(async () => {
    family = await server.household();
    outside.fault = undefined;
    outside.asked.length = 0;
    // The clock advances, so that the cached responses of other tests have expired.
    server.clock.advance(4 * HOUR_MS);
  });
  afterAll(stop);

  it("the weather has the product's format, for the place in the right state", async () => {
    expect(expectStatus(await read(HERE), 200).body).toEqual({
      name: 'Williamstown',
      sys: { country: 'US' },
      coord: { lat: 42.71202, lon: -73.20372 },
      main: { temp: 41.3, feels_like: 35.1, humidity: 63 },
      weather: [{ main: 'Clouds', description: 'partly cloudy' }],
      wind: { speed: 7.4 },
    });
    expect(outside.asked.map(({ pathname }) => pathname)).toEqual(['/v1/search', '/v1/forecast']);
    const metric = await read(HERE.replace('imperial', 'metric'));
    expect(expectStatus(metric, 200).body.main.temp).toBe(5.2);
  });

  it('the provider is asked once in 10 minutes per place, for all households', async () => {
    await Promise.all([read(HERE), read(HERE), read(HERE.replace('Will', 'will'))]);
    family = await server.household();
    expectStatus(await read(HERE), 200);
    expect(outside.asked.filter(({ pathname }) => pathname === '/v1/forecast')).toHaveLength(1);
    server.clock.advance(10 * MINUTE_MS);
    await read(HERE);
    expect(outside.asked.filter(({ pathname }) => pathname === '/v1/forecast')).toHaveLength(2);
  });

  it.each<[string, WeatherStandIn['fault']]>([
    ['does not answer', 'silence'],
    ['is slow', 'slow'],
    ['answers with an error', { status: 500, body: 'oops' }],
    ['answers with a rate limit', { status: 429, body: '{"error":true,"reason":"limit"}' }],
    ['sends text that is not JSON', { body: '<html>' }],
    ['sends another format', { body: '{"current":{"temperature_2m":"warm"}}' }],
    ['sends an oversized response', { body: `"${'x'.repeat(400_000)}"` }],
  ])('the last weather is returned for 3 hours when the provider %s', async (_what, fault) => {
    expectStatus(await read(HERE), 200);
    outside.fault = fault;
    server.clock.advance(2 * HOUR_MS);
    expect(expectStatus(await read(HERE), 200).body.main.temp).toBe(41.3);
    server.clock.advance(HOUR_MS);
    const { body } = expectStatus(await read(HERE), 502);
    expect(body).toEqual({
      error: 'The weather is not known just now.',
      code: 'weather-not-known',
    });
  });

  it('an unknown place is answered with 502', async () => {
    expectStatus(await read('/api/weather?city=Nowhere&units=metric'), 502);
  });

  it.each([
    '?units=metric',
    '?city=&units=metric',
    '?city=X',
    '?city=X&units=kelvin',
    `?city=${'x'.repeat(101)}&units=metric`,
  ])('the query %s is refused', async (query) => {
    expectStatus(await read(`/api/weather${query}`), 400);
    expect(outside.asked).toEqual([]);
  });
});

describe('the weather from OpenWeatherMap', () => {
  const keyed = (apiKey: string) => (url: string) =>
    ({ kind: 'openweather', url, apiKey }) as const;

  it('the weather is reduced to the fields of the contract', async () => {
    await startWith(keyed('the-key'));
    family = await server.household();
    const { body } = expectStatus(await read(HERE), 200);
    expect(body).toMatchObject({ name: 'Williamstown', main: { temp: 41.3 } });
    expect(body.weather).toEqual([{ main: 'Clouds', description: 'broken clouds' }]);
    const [asked] = outside.asked;
    expect(Object.fromEntries(asked?.searchParams ?? [])).toEqual({
      q: 'Williamstown,MA,US',
      units: 'imperial',
      appid: 'the-key',
    });
    await stop();
  });

  it('a wrong API key is answered with 502', async () => {
    await startWith(keyed('another'));
    family = await server.household();
    expectStatus(await read(HERE), 502);
    await stop();
  });
});
