import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { connect, type Database } from '#database/connect.ts';
import { accountsFeature } from '#features/accounts/server.ts';
import { liveFeature } from '#features/live/server.ts';
import { reschedule } from '#features/medications/server.ts';
import { devicesFeature, sessionGate } from '#features/sessions/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import { buildServer } from '#platform/server/build-server.ts';
import { makeTestDatabase } from '#testing/database.ts';
import { follow } from '#testing/live-lines.ts';
import { wholePeopleFeature } from '#testing/people.ts';
import { registrationForm } from '#testing/registration.ts';
import { NO_MAIL, UNREAD_MAIL } from '#testing/smtp.ts';
import { type Answer, asking, expectStatus, fixedClock, testConfig } from '#testing/test-server.ts';

/** Timeout in milliseconds, longer than any test machine needs. */
const SOON = { timeout: 10_000 };

const FEATURES = [
  accountsFeature({
    registrationOpen: true,
    supportEmail: undefined,
    mail: UNREAD_MAIL,
    cards: undefined,
  }),
  wholePeopleFeature({ ...NO_MAIL, publicUrl: 'https://care.example' }),
  devicesFeature,
  settingsFeature(reschedule),
  liveFeature,
];

interface Running {
  readonly app: FastifyInstance;
  readonly database: Database;
}

let url: string;
let drop: () => Promise<void>;
let running: Running[];
const clock = fixedClock('2026-03-10T14:00:00Z');

async function start(): Promise<Running> {
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
  return { app, database };
}

async function stop(): Promise<void> {
  for (const { app, database } of running.splice(0)) {
    await app.close();
    await database.close();
  }
}

function tokenOf(answer: Answer): string {
  return /grand_session=([^;]*)/.exec(String(answer.headers['set-cookie']))?.[1] ?? '';
}

/**
 * A household with a paired tablet of an elder; the administrator uses one server, the tablet the
 * other.
 */
async function household(here: Running, there: Running) {
  const registered = await asking(here.app)(
    'POST',
    '/api/auth/register',
    registrationForm('a@b.example'),
  );
  const token = tokenOf(expectStatus(registered, 201));
  const admin = asking(here.app, token);
  const body = { firstName: 'Grace', lastName: 'Hopper' };
  const elder = expectStatus(await admin('POST', '/api/users', body), 201).body;
  const made = await admin('POST', `/api/users/${elder.id}/pairing-code`);
  const paired = await asking(there.app)('POST', '/api/auth/pair', made.body);
  return {
    admin,
    elderId: elder.id,
    tabletToken: tokenOf(expectStatus(paired, 200)),
    tablet: asking(there.app, tokenOf(paired)),
  };
}

describe.runIf(inject('testGround').kind === 'postgres')('two servers with one database', () => {
  beforeEach(async () => {
    running = [];
    ({ url, drop } = await makeTestDatabase());
  });
  afterEach(async () => {
    await stop();
    await drop();
  });

  it('removing a person on one server ends their session on the other at once', async () => {
    const [here, there] = [await start(), await start()];
    const { admin, elderId, tablet } = await household(here, there);
    expectStatus(await tablet('GET', '/api/settings'), 200);
    expectStatus(await admin('DELETE', `/api/users/${elderId}`), 204);
    await expect.poll(async () => (await tablet('GET', '/api/settings')).status, SOON).toBe(401);
  });

  it('signing a device out on one server ends its session on the other at once', async () => {
    const [here, there] = [await start(), await start()];
    const { admin, elderId, tablet } = await household(here, there);
    expectStatus(await tablet('GET', '/api/settings'), 200);
    const path = `/api/users/${elderId}/devices`;
    const [device] = (await admin('GET', path)).body;
    expectStatus(await admin('DELETE', `${path}/${device.id}`), 204);
    await expect.poll(async () => (await tablet('GET', '/api/settings')).status, SOON).toBe(401);
  });

  it('a change on one server is published to the screens of the other', async () => {
    const [here, there] = [await start(), await start()];
    const { admin, tabletToken } = await household(here, there);
    const url = await there.app.listen({ port: 0, host: '127.0.0.1' });
    const line = await follow(url, `grand_session=${tabletToken}`);
    expectStatus(await admin('PATCH', '/api/settings', { appName: 'Ours' }), 200);
    expect(await line.next()).toEqual({ changed: ['settings'] });
    line.close();
  });

  it('a code that two tablets use at once on two servers works for one', async () => {
    const [here, there] = [await start(), await start()];
    const { admin, elderId } = await household(here, there);
    const { code } = (await admin('POST', `/api/users/${elderId}/pairing-code`)).body;
    const answers = await Promise.all(
      [here, there].map(({ app }) => asking(app)('POST', '/api/auth/pair', { code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('rate limits are shared by the servers and survive a restart', async () => {
    const address = '10.9.8.7';
    const guessAt = ({ app }: Running) =>
      asking(app, undefined, address)('POST', '/api/auth/pair', { code: 'GUESS234' });
    const servers = [await start(), await start()];
    for (let tries = 0; tries < 10; tries += 1) {
      for (const server of servers) expectStatus(await guessAt(server), 404);
    }
    for (const server of servers) expectStatus(await guessAt(server), 429);
    await stop();
    expectStatus(await guessAt(await start()), 429);
  });
});
