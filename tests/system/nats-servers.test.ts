import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTestDatabase } from '#testing/database.ts';
import { follow } from '#testing/live-lines.ts';
import { findNats, type OwnNats, startOwnNats } from '#testing/nats.ts';
import { EXAMPLE_PASSWORD } from '#testing/registration.ts';
import { asking, expectStatus } from '#testing/test-server.ts';
import {
  costOf,
  registered,
  type StartedServer,
  type TestServers,
  testServers,
  tokenOf,
} from '../support/servers.ts';

/** Generous for slow machines. */
const SOON = { timeout: 15_000, interval: 20 };

/** Number of consecutive changes of one household. */
const CHANGES = 5;

const program = findNats();

async function nameBy({ app }: StartedServer, session: string): Promise<string> {
  return (await asking(app, session)('GET', '/api/settings')).body.appName;
}

// Skipped without Debian's nats-server; .ci/run installs it.
describe.runIf(program !== undefined)('servers that share changes through NATS', () => {
  let drop: () => Promise<void>;
  let nats: OwnNats;
  let servers: TestServers;
  let here: StartedServer;
  let there: StartedServer;
  let token: string;
  beforeEach(async () => {
    const made = await makeTestDatabase();
    drop = made.drop;
    nats = await startOwnNats(program ?? '');
    servers = await testServers(made.url);
    here = await servers.start({ NATS_URL: nats.url });
    there = await servers.start({ NATS_URL: nats.url });
    token = await registered(here);
  });
  afterEach(async () => {
    await servers.close();
    await nats.kill();
    await drop();
  });

  const rename = async (appName: string) =>
    expectStatus(await asking(here.app, token)('PATCH', '/api/settings', { appName }), 200);
  const shown = () => nameBy(there, token);
  const cost = () => costOf(there, token);

  it('servers answer from their caches, and a change invalidates responses and reaches streams on the other one', async () => {
    await expect.poll(cost, SOON).toBe(0);
    const line = await follow(there.url, `grand_session=${token}`);
    await rename('One');
    expect(await line.next()).toEqual(expect.objectContaining({ changed: ['settings'] }));
    await expect.poll(shown, SOON).toBe('One');
    await expect.poll(cost, SOON).toBe(0);
  }, 60_000);

  it('a change reaches only those of ten servers that have data of its household', async () => {
    const others = [];
    for (let started = 2; started < 10; started += 1) {
      const other = await servers.start({ NATS_URL: nats.url });
      // Each of these servers has cached data of a household that no other server has.
      const stranger = await registered(other, `ada-${started}@example.com`);
      await expect.poll(() => costOf(other, stranger), SOON).toBe(0);
      others.push(other);
    }
    const cookie = `grand_session=${token}`;
    const [open, , answering] = others;
    if (!open || !answering) throw new Error('eight were started');
    const line = await follow(open.url, cookie);
    await expect.poll(() => costOf(answering, token), SOON).toBe(0);
    const before = await nats.sentToEach();
    expect(before).toHaveLength(10);
    for (let change = 0; change < CHANGES; change += 1) {
      await rename(`Name ${change}`);
      // Each change arrives as a separate event.
      expect(await line.next()).toEqual({ changed: ['settings'] });
    }
    await expect.poll(() => nameBy(answering, token), SOON).toBe(`Name ${CHANGES - 1}`);
    const after = await nats.sentToEach();
    const heard = after.map((sent, server) => sent - (before[server] ?? 0));
    // Number of messages per server, in the order of their start: the third has an open event
    // stream, the fifth a cached response.
    expect(heard).toEqual([0, 0, CHANGES, 0, CHANGES, 0, 0, 0, 0, 0]);
  }, 120_000);

  it('a session that ends is invalid on all servers', async () => {
    const form = { email: 'ada@example.com', password: EXAMPLE_PASSWORD };
    const signedIn = await asking(there.app)('POST', '/api/auth/login', form);
    const other = tokenOf(expectStatus(signedIn, 200).headers);
    const status = async () => (await asking(there.app, other)('GET', '/api/settings')).status;
    expect([await status(), await status(), await status()]).toEqual([200, 200, 200]);
    const change = { currentPassword: EXAMPLE_PASSWORD, password: 'the new garden gate' };
    expectStatus(await asking(here.app, token)('POST', '/api/auth/change-password', change), 200);
    await expect.poll(status, SOON).toBe(401);
  }, 60_000);

  it('caches are off while NATS is down, and on again afterwards', async () => {
    await expect.poll(cost, SOON).toBe(0);
    await nats.kill();
    await expect.poll(cost, SOON).toBeGreaterThan(0);
    await rename('Away');
    expect(await shown()).toBe('Away');
    await rename('Still away');
    expect(await shown()).toBe('Still away');
    await nats.start();
    await expect.poll(cost, SOON).toBe(0);
    await rename('Back');
    await expect.poll(shown, SOON).toBe('Back');
  }, 60_000);
});
