import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { photoAlbums } from '#database/schema/photos.ts';
import { sessionGate } from '#features/sessions/server.ts';
import { buildServer } from '#platform/server/build-server.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { Role } from '#platform/shared/roles.ts';
import { asking, type TestHousehold, type TestServer, testServer } from '#testing/test-server.ts';
import { openWeatherStandIn } from '#testing/weather.ts';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';
import { addressOf, callsOf, prepared } from '../support/every-call.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'writes-'));
const outside = await openWeatherStandIn();
const config = readConfig({
  LOG_LEVEL: 'silent',
  DATA_DIR,
  OPEN_METEO_URL: outside.url,
  OPEN_METEO_GEOCODING_URL: outside.url,
});
const calls = callsOf(featuresFor(config));
const cached = calls.filter(([, { cache }]) => cache !== undefined);
const writing = calls.filter(([, { method, who }]) => method !== 'GET' && who !== 'anyone');

/**
 * True if all responses are compared. On the embedded database each call is made only once, because
 * nested transactions would deadlock there; this is enough, because the cache does not depend on
 * the database. `TEST_FULL` compares there too.
 */
const isCompared = inject('testGround').kind === 'postgres' || process.env.TEST_FULL !== undefined;

let server: TestServer;
/** A second server on the same database, whose cache is empty until the final comparison. */
let fresh: FastifyInstance;
beforeAll(async () => {
  server = await testServer(featuresFor(config), { DATA_DIR });
  fresh = await buildServer({
    config,
    limits: config.limits,
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

/**
 * Returns the responses of `app` to every cached call, for an elder and the super_admin of the
 * household.
 */
async function answersOf(app: FastifyInstance, household: TestHousehold, ids: readonly string[]) {
  const answers: Record<string, unknown> = {};
  for (const role of ['user', 'super_admin'] as const) {
    const ask = asking(app, tokenOf(household, role));
    for (const [line] of cached) {
      // A set, because a path without a parameter is the same for all ids.
      for (const path of new Set(ids.map((id) => addressOf(line, id)))) {
        const { status, body } = await ask('GET', path);
        answers[`${role} ${path}`] = { status, body };
      }
    }
  }
  return answers;
}

/** Returns the album ids of the household, whose photo lists are cached separately. */
function albumsOf({ accountId }: TestHousehold): Promise<string[]> {
  return server.database.inHousehold(accountId, async (db) => {
    const albums = await db.select({ id: photoAlbums.id }).from(photoAlbums);
    return albums.map(({ id }) => id);
  });
}

function tokenOf(household: TestHousehold, role: Role): string {
  const [, token = ''] = household.cookieOf(role).split('=');
  return token;
}

it.each(writing)(
  'after %s no cached response is out of date',
  async (line, { method }) => {
    const household = await server.household();
    const { id, ids, body } = await prepared(line, household, server);
    const albums = await albumsOf(household);
    if (isCompared || line === writing[0]?.[0]) await answersOf(server.app, household, albums);
    const answer = await household.as('super_admin')(method, addressOf(line, id, ids), body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    await server.settled();
    if (!isCompared) return;
    const now = await answersOf(server.app, household, albums);
    expect(now).toEqual(await answersOf(fresh, household, albums));
  },
  MINUTE_MS,
);
