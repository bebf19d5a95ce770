import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTestDatabase } from '#database/testing.ts';
import { findNats, type OwnNats, startOwnNats } from '#database/testing-nats.ts';
import { follow } from '#testing/live-lines.ts';
import { EXAMPLE_PASSWORD } from '#testing/registration.ts';
import { asking, expectStatus } from '#testing/test-server.ts';
import {
  costOf,
  registered,
  type StartedServer,
  type TestServers,
  testServers,
  tokenOf,
} from './servers.testing.ts';

/** Longer than any machine needs. */
const SOON = { timeout: 15_000, interval: 20 };

/** Of one household, one after the other. */
const CHANGES = 5;

const program = findNats();

async function nameBy({ app }: StartedServer, session: string): Promise<string> {
  return (await asking(app, session)('GET', '/api/settings')).body.appName;
}

// Without Debian's nats-server this is skipped; .ci/run installs it.
describe.runIf(program !== undefined)('servers that NATS tells of changes', () => {
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

  it('answer from memory, and what one changes the other shows, in answers and on lines', async () => {
    await expect.poll(cost, SOON).toBe(0);
    const line = await follow(there.url, `grand_session=${token}`);
    await rename('One');
    expect(await line.next()).toEqual(expect.objectContaining({ changed: ['settings'] }));
    await expect.poll(shown, SOON).toBe('One');
    await expect.poll(cost, SOON).toBe(0);
  }, 60_000);

  it('ten of them: a change of a household goes to those that have something of it, and to no other', async () => {
    const others = [];
    for (let started = 2; started < 10; started += 1) {
      const other = await servers.start({ NATS_URL: nats.url });
      // Each has something of a household of its own.
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
      // Each is told by itself.
      expect(await line.next()).toEqual({ changed: ['settings'] });
    }
    await expect.poll(() => nameBy(answering, token), SOON).toBe(`Name ${CHANGES - 1}`);
    const after = await nats.sentToEach();
    const heard = after.map((sent, server) => sent - (before[server] ?? 0));
    // By the order in which they were started: the third has the line, the fifth an answer.
    expect(heard).toEqual([0, 0, CHANGES, 0, CHANGES, 0, 0, 0, 0, 0]);
  }, 120_000);

  it('end a session everywhere', async () => {
    const form = { email: 'ada@example.com', password: EXAMPLE_PASSWORD };
    const signedIn = await asking(there.app)('POST', '/api/auth/login', form);
    const other = tokenOf(expectStatus(signedIn, 200).headers);
    const status = async () => (await asking(there.app, other)('GET', '/api/settings')).status;
    expect([await status(), await status(), await status()]).toEqual([200, 200, 200]);
    const change = { currentPassword: EXAMPLE_PASSWORD, password: 'the new garden gate' };
    expectStatus(await asking(here.app, token)('POST', '/api/auth/change-password', change), 200);
    await expect.poll(status, SOON).toBe(401);
  }, 60_000);

  it('keep nothing while NATS is away, and go on when it is back', async () => {
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
