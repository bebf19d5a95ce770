import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { connect, type Database } from '#database/connect.ts';
import { accountsFeature } from '#features/accounts/server.ts';
import { reschedule } from '#features/medications/server.ts';
import { requireRecentSignIn, sessionGate } from '#features/sessions/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import { buildServer } from '#platform/server/build-server.ts';
import { makeTestDatabase } from '#testing/database.ts';
import { EXAMPLE_PASSWORD, registrationForm } from '#testing/registration.ts';
import { UNREAD_MAIL } from '#testing/smtp.ts';
import { asking, expectStatus, fixedClock, testConfig } from '#testing/test-server.ts';
import { subscriptionFeature } from '../server.ts';

/** Timeout in milliseconds, longer than any test machine needs. */
const SOON = { timeout: 10_000 };

const FEATURES = [
  accountsFeature({
    registrationOpen: true,
    supportEmail: undefined,
    mail: UNREAD_MAIL,
    cards: undefined,
  }),
  settingsFeature(reschedule),
  subscriptionFeature(undefined, requireRecentSignIn),
];

let url: string;
let drop: () => Promise<void>;
let running: { app: FastifyInstance; database: Database }[];
const clock = fixedClock('2026-03-10T14:00:00Z');

async function start(): Promise<FastifyInstance> {
  const database = await connect({ databaseUrl: url, dataDir: '.' });
  const app = await buildServer({
    ...testConfig(),
    database,
    features: FEATURES,
    gate: sessionGate(database),
    now: clock.now,
    title: 'Test',
  });
  running.push({ app, database });
  return app;
}

describe.runIf(inject('testGround').kind === 'postgres')('two servers with one database', () => {
  beforeEach(async () => {
    running = [];
    ({ url, drop } = await makeTestDatabase());
  });
  afterEach(async () => {
    for (const { app, database } of running) {
      await app.close();
      await database.close();
    }
    await drop();
  });

  it('a cancellation on one server closes the household on the other, and a reactivation opens it', async () => {
    const [here, there] = [await start(), await start()];
    const form = registrationForm('a@b.example');
    const registered = expectStatus(await asking(here)('POST', '/api/auth/register', form), 201);
    const [, token] = /grand_session=([^;]*)/.exec(String(registered.headers['set-cookie'])) ?? [];
    const [ask, elsewhere] = [asking(here, token), asking(there, token)];
    const NOW = { immediate: true, password: EXAMPLE_PASSWORD };
    const use = async () => (await elsewhere('GET', '/api/settings')).status;
    expect(await use()).toBe(200);
    expectStatus(await ask('POST', '/api/subscription/cancel', NOW), 200);
    await expect.poll(use, SOON).toBe(403);
    expectStatus(await ask('POST', '/api/subscription/reactivate'), 200);
    await expect.poll(use, SOON).toBe(200);
  });

  it('concurrent requests on two servers apply an action once', async () => {
    const [here, there] = [await start(), await start()];
    const form = registrationForm('a@b.example');
    const registered = expectStatus(await asking(here)('POST', '/api/auth/register', form), 201);
    const [, token] = /grand_session=([^;]*)/.exec(String(registered.headers['set-cookie'])) ?? [];
    // Both servers have cached the session, so that only the subscription is contended.
    for (const app of [here, there])
      expectStatus(await asking(app, token)('GET', '/api/subscription/status'), 200);
    const answers = await Promise.all(
      [here, there, here, there].map((app) =>
        asking(app, token)('POST', '/api/subscription/pause'),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
});
