import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTestDatabase } from '#testing/database.ts';
import { follow } from '#testing/live-lines.ts';
import { findPgbouncer, type OwnPgbouncer, startOwnPgbouncer } from '#testing/pgbouncer.ts';
import { asking, expectStatus } from '#testing/test-server.ts';
import {
  costOf,
  registered,
  type StartedServer,
  type TestServers,
  testServers,
} from '../support/servers.ts';

/** Generous for slow machines. */
const SOON = { timeout: 20_000, interval: 20 };

/** Maximum duration of a request without a connection to the database, in milliseconds. */
const MAX_DURATION_MS = 5_000;

const MEDICATION = { name: 'Lisinopril', frequency: 'daily', times: ['10:00'] };

const program = findPgbouncer();

// Skipped without Debian's pgbouncer; .ci/run installs it.
describe.runIf(program !== undefined)('servers behind a pooler in transaction mode', () => {
  let drop: () => Promise<void>;
  let pooler: OwnPgbouncer;
  let servers: TestServers;
  let here: StartedServer;
  let there: StartedServer;
  let token: string;
  beforeEach(async () => {
    const made = await makeTestDatabase();
    drop = made.drop;
    pooler = await startOwnPgbouncer(program ?? '', made.url);
    servers = await testServers(pooler.url);
    here = await servers.start({ DATABASE_DIRECT_URL: made.url });
    there = await servers.start({ DATABASE_DIRECT_URL: made.url });
    token = await registered(here);
  });
  afterEach(async () => {
    await servers.close();
    await pooler.stop();
    await drop();
  });

  const statusOf = async (server: StartedServer) =>
    (await asking(server.app, token)('GET', '/api/medication-logs')).status;

  it('a dose logged on one server reaches a stream of the other, and reads are cached', async () => {
    const ask = asking(here.app, token);
    const wanted = { ...MEDICATION, startDate: '2026-03-01' };
    const { id } = expectStatus(await ask('POST', '/api/medications', wanted), 201).body;
    const logs = async () => (await asking(there.app, token)('GET', '/api/medication-logs')).body;
    await expect.poll(logs, SOON).toEqual([]);
    const line = await follow(there.url, `grand_session=${token}`);
    const dose = { medicationId: id, status: 'taken', scheduledTime: '2026-03-10T14:00:00.000Z' };
    expectStatus(await ask('POST', '/api/medication-logs', dose), 201);
    // Skips events of earlier changes, which may arrive late.
    let told: unknown;
    do told = await line.next();
    while (told !== undefined && !JSON.stringify(told).includes('medication-logs'));
    expect(told).toEqual({ changed: ['medication-logs'] });
    await expect.poll(logs, SOON).toMatchObject([{ medicationId: id, status: 'taken' }]);
    await expect.poll(() => costOf(there, token), SOON).toBe(0);
    line.close();
  }, 60_000);

  it('requests get 503 in time while the pooler is down, and work afterwards', async () => {
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 200]);
    await pooler.kill();
    const began = performance.now();
    const asked = Array.from({ length: 12 }, () =>
      asking(here.app, token)('POST', '/api/medications', {
        ...MEDICATION,
        startDate: '2026-03-01',
      }),
    );
    for (const { status, headers } of await Promise.all(asked))
      expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(performance.now() - began).toBeLessThan(MAX_DURATION_MS);
    expect((await asking(here.app)('GET', '/readyz')).status).toBe(503);
    await pooler.start();
    const ready = async () => (await asking(here.app)('GET', '/readyz')).status;
    await expect.poll(ready, SOON).toBe(200);
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 200]);
  }, 60_000);
});
