import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  asking,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#features/accounts/server/testing.ts';
import { sessionGate } from '#features/sessions/server.ts';
import { openWeatherStandIn } from '#features/weather/server/testing.ts';
import { buildServer } from '#kit/server/build-server.ts';
import { readConfig } from '#kit/server/config.ts';
import type { Endpoint } from '#kit/shared/endpoint.ts';
import type { Role } from '#kit/shared/roles.ts';
import { featuresFor } from './features.ts';
import { VALID_CALLS } from './valid-calls.testing.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'writes-'));
const outside = await openWeatherStandIn();
const config = readConfig({
  LOG_LEVEL: 'silent',
  DATA_DIR,
  OPEN_METEO_URL: outside.url,
  OPEN_METEO_GEOCODING_URL: outside.url,
});
const calls = featuresFor(config).flatMap(({ calls }) => Object.values<Endpoint>(calls));
const cached = calls.filter((call) => call.cache !== undefined);
const writing = calls.filter(({ method, who }) => method !== 'GET' && who !== 'anyone');
const lineOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const NO_UUID = '00000000-0000-4000-8000-000000000000';

let server: TestServer;
/** On the same database; it has answered nobody of a household before it is asked at the end. */
let fresh: FastifyInstance;
beforeAll(async () => {
  server = await testServer(featuresFor(config), { DATA_DIR });
  fresh = await buildServer({
    config,
    database: server.database,
    features: featuresFor(config),
    gate: sessionGate(server.database),
    now: server.clock.now,
    title: 'Test',
  });
});
afterAll(async () => {
  await fresh.close();
  await server.close();
  outside.close();
  rmSync(DATA_DIR, { recursive: true });
});

/** What the household's people are answered by that server, for every answer that is kept. */
async function answersOf(app: FastifyInstance, household: TestHousehold) {
  const answers: Record<string, unknown> = {};
  for (const role of ['user', 'super_admin'] as const) {
    const ask = asking(app, tokenOf(household, role));
    for (const call of cached) {
      const { query } = VALID_CALLS[lineOf(call)] ?? {};
      const { status, body } = await ask('GET', query ? `${call.path}?${query}` : call.path);
      answers[`${role} ${call.path}`] = { status, body };
    }
  }
  return answers;
}

function tokenOf(household: TestHousehold, role: Role): string {
  const [, token = ''] = household.cookieOf(role).split('=');
  return token;
}

it.each(writing.map((call) => [lineOf(call), call] as const))(
  'after %s no cached answer is an old one',
  async (line, { method, path }) => {
    const household = await server.household();
    const { query, body, prepare } = VALID_CALLS[line] ?? {};
    const made = (await prepare?.(household, server.database)) ?? {};
    await answersOf(server.app, household);
    const address = path.replace(
      /\{(\w+)\}/g,
      (_, name: string) => made.ids?.[name] ?? made.id ?? NO_UUID,
    );
    const asked = made.ids?.query ?? query;
    const answer = await household.as('super_admin')(
      method,
      asked === undefined ? address : `${address}?${asked}`,
      made.body ?? body,
    );
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    await server.settled();
    expect(await answersOf(server.app, household)).toEqual(await answersOf(fresh, household));
  },
  60_000,
);
