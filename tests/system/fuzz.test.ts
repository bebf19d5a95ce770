import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { NOBODY_OUTSIDE } from '#testing/outside.ts';
import { type TestServer, testServer } from '#testing/test-server.ts';
import { openWeatherStandIn } from '#testing/weather.ts';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';
import { callsOf } from '../support/every-call.ts';
import { acceptedCalls, openLinks } from '../support/fuzz-calls.ts';
import { fuzzed, type Tried } from '../support/fuzz-route.ts';

/** `npm run bench -- fuzz` runs more requests, with other routes and seeds. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 12);
const SEED = Number(process.env.FUZZ_SEED ?? 20260310);
const PART = process.env.FUZZ_ROUTE ?? '';

/**
 * Expensive calls, which hash a password or process an archive. Only a quarter of the requests is
 * made for them.
 */
const DEAR = /auth|subscription|export|import|account|signup|join|DELETE/;

const MAX_DURATION_MS = 2_000;
const MIN_ACCEPTED = 0.3;

const DATA_DIR = mkdtempSync(join(tmpdir(), 'fuzz-'));
const outside = await openWeatherStandIn();
const ENVIRONMENT = {
  DATA_DIR,
  PUBLIC_URL: 'http://localhost:3000',
  OPEN_METEO_URL: outside.url,
  OPEN_METEO_GEOCODING_URL: outside.url,
};
const { mailer, tokens } = openLinks();
const features = featuresFor(readConfig(ENVIRONMENT), { mailer, outside: NOBODY_OUTSIDE });
const routes = callsOf(features).filter(([line]) => line.includes(PART));

const all = new Map<string, Tried>();
let server: TestServer;
beforeAll(async () => {
  server = await testServer(features, ENVIRONMENT);
});
afterAll(async () => {
  await server.close();
  outside.close();
  rmSync(DATA_DIR, { recursive: true });
  if (process.env.FUZZ_REQUESTS) reportAll();
});

describe('slightly changed requests', () => {
  it.each(routes)(
    'changed requests to %s cause no 5xx and change no other household',
    {
      timeout: 20_000 + REQUESTS * SECOND_MS,
    },
    async (line, endpoint) => {
      const call = acceptedCalls(server, tokens)[line];
      if (call === undefined) throw new Error(`add ${line} to valid-calls.testing.ts`);
      const began = performance.now();
      const requests = DEAR.test(line) ? Math.ceil(REQUESTS / 4) : REQUESTS;
      const tried = await fuzzed(server, { endpoint, call, seed: SEED, requests });
      all.set(line, tried);
      if (process.env.FUZZ_REQUESTS) report(line, tried, (performance.now() - began) / SECOND_MS);
      expect(tried.failed, `seed ${SEED}`).toEqual([]);
      expect(tried.touched, `seed ${SEED}`).toEqual([]);
      expect(tried.slowest, `seed ${SEED}`).toBeLessThan(MAX_DURATION_MS);
      expect(tried.accepted, 'answered 2xx').toBeGreaterThan(0);
    },
  );

  it.skipIf(PART !== '')('at least three in ten requests are accepted', () => {
    const { requests, accepted } = total();
    expect(accepted / requests).toBeGreaterThan(MIN_ACCEPTED);
  });
});

function total(): Pick<Tried, 'requests' | 'accepted' | 'later'> {
  const sum = { requests: 0, accepted: 0, later: 0 };
  for (const tried of all.values()) {
    sum.requests += tried.requests;
    sum.accepted += tried.accepted;
    sum.later += tried.later;
  }
  return sum;
}

function report(line: string, tried: Tried, seconds: number): void {
  const { requests, accepted, later, slowest, failed, touched } = tried;
  const share = `${((100 * accepted) / requests).toFixed(0)} % of ${requests} accepted`;
  const bad = `${failed.length} failed, ${touched.length} tables of others touched`;
  const rest = `${later} to come again, slowest ${slowest.toFixed(0)} ms of CPU`;
  process.stdout.write(`${line}: ${share}, ${bad}, ${rest}; ${seconds.toFixed(1)} s\n`);
}

function reportAll(): void {
  const { requests, accepted, later } = total();
  const share = `${((100 * accepted) / requests).toFixed(1)} % accepted`;
  process.stdout.write(
    `seed ${SEED}: ${all.size} routes, ${requests} requests, ${share}, ${later} to come again\n`,
  );
}
