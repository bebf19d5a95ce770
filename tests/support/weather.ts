import { createServer } from 'node:http';

/** A local server that answers as the documentation of the weather providers describes. */
export interface WeatherStandIn {
  readonly url: string;
  readonly asked: URL[];
  /** Simulated fault; undefined for normal answers. */
  fault: 'silence' | 'slow' | { status?: number; body: string } | undefined;
  close(): void;
}

/**
 * An answer with two places of the same name, from https://open-meteo.com/en/docs/geocoding-api.
 */
const PLACES = {
  results: [
    {
      id: 4955265,
      name: 'Williamstown',
      latitude: 39.68623,
      longitude: -74.99517,
      elevation: 48,
      feature_code: 'PPL',
      country_code: 'US',
      admin1: 'New Jersey',
      timezone: 'America/New_York',
      country: 'United States',
    },
    {
      id: 4954952,
      name: 'Williamstown',
      latitude: 42.71202,
      longitude: -73.20372,
      elevation: 223,
      feature_code: 'PPL',
      country_code: 'US',
      admin1: 'Massachusetts',
      timezone: 'America/New_York',
      country: 'United States',
    },
  ],
  generationtime_ms: 0.6,
};

/** Returns an answer with only the current weather, from https://open-meteo.com/en/docs. */
function forecastIn(unit: string | null) {
  const isFahrenheit = unit === 'fahrenheit';
  return {
    latitude: 42.7,
    longitude: -73.2,
    utc_offset_seconds: 0,
    timezone: 'GMT',
    current_units: { temperature_2m: isFahrenheit ? '°F' : '°C', wind_speed_10m: 'mp/h' },
    current: {
      time: '2026-03-10T14:00',
      interval: 900,
      temperature_2m: isFahrenheit ? 41.3 : 5.2,
      relative_humidity_2m: 63,
      apparent_temperature: isFahrenheit ? 35.1 : 1.7,
      weather_code: 2,
      wind_speed_10m: 7.4,
    },
  };
}

/** An answer from https://openweathermap.org/current. */
const CURRENT = {
  coord: { lon: -73.2037, lat: 42.712 },
  weather: [{ id: 803, main: 'Clouds', description: 'broken clouds', icon: '04d' }],
  base: 'stations',
  main: { temp: 41.3, feels_like: 35.1, temp_min: 39, temp_max: 43, pressure: 1016, humidity: 63 },
  visibility: 10000,
  wind: { speed: 7.4, deg: 250 },
  clouds: { all: 75 },
  dt: 1773151200,
  sys: { type: 1, id: 3486, country: 'US', sunrise: 1773140000, sunset: 1773182000 },
  timezone: -14400,
  id: 4954952,
  name: 'Williamstown',
  cod: 200,
};

const SLOW_MS = 3_000;

export async function openWeatherStandIn(): Promise<WeatherStandIn> {
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    asked.push(url);
    const { fault } = standIn;
    if (fault === 'silence') return;
    if (typeof fault === 'object') {
      response.writeHead(fault.status ?? 200).end(fault.body);
      return;
    }
    const answer = answerTo(url);
    const send = () => {
      response.writeHead(answer.status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answer.body));
    };
    if (fault === 'slow') setTimeout(send, SLOW_MS);
    else send();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  server.unref();
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const standIn: WeatherStandIn = {
    url: `http://127.0.0.1:${port}`,
    asked,
    fault: undefined,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return standIn;
}

function answerTo({ pathname, searchParams: query }: URL): { status: number; body: object } {
  if (pathname === '/v1/search') {
    const isKnown = query.get('name') === 'Williamstown';
    return { status: 200, body: isKnown ? PLACES : { generationtime_ms: 0.4 } };
  }
  if (pathname === '/v1/forecast') {
    return { status: 200, body: forecastIn(query.get('temperature_unit')) };
  }
  if (pathname === '/data/2.5/weather' && query.get('q')?.startsWith('Williamstown')) {
    return query.get('appid') === 'the-key'
      ? { status: 200, body: CURRENT }
      : { status: 401, body: { cod: 401, message: 'Invalid API key.' } };
  }
  return { status: 404, body: { cod: '404', message: 'city not found' } };
}
