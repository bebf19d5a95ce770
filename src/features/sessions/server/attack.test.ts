import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sourceNetworkOf } from '#platform/server/http/source-network.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import {
  asking,
  expectStatus,
  TEST_PASSWORD,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { sessionsFeature } from '../server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer([sessionsFeature(NO_MAIL)]);
});
// The clock advances by an hour, after which the failures of earlier tests have expired.
beforeEach(() => server.clock.advance(HOUR_MS));
afterAll(() => server.close());

/**
 * A thousand addresses: 20 networks of 25 IPv6 addresses each, and 500 IPv4 addresses, some as
 * IPv4-mapped IPv6.
 */
const ATTACKERS = Array.from({ length: 1000 }, (_, number) => {
  if (number % 2 === 0) {
    const network = (number / 2) % 20;
    return `2001:db8:77:${network.toString(16)}:${number.toString(16)}::1`;
  }
  const plain = `198.18.${number >> 8}.${number & 255}`;
  return number % 3 === 0 ? `::ffff:${plain}` : plain;
});

async function household() {
  const { accountId } = await server.household();
  return `admin@${accountId}.example`;
}

function signIn(email: string, password: string, address?: string, device?: string) {
  const cookie = device === undefined ? {} : { cookie: `grand_device=${device}` };
  const ask = asking(server.app, undefined, address);
  return ask('POST', '/api/auth/login', { email, password }, cookie);
}

async function knownDevice(email: string): Promise<string> {
  const { headers } = expectStatus(await signIn(email, TEST_PASSWORD), 200);
  return /grand_device=([^;]+)/.exec(String(headers['set-cookie']))?.[1] ?? '';
}

const guess = (email: string, address: string) => signIn(email, 'a wrong guess', address);

describe('an attack of ten minutes from a thousand addresses', () => {
  it('the owner is never refused, and at most ten guesses per network are compared', async () => {
    const email = await household();
    const device = await knownDevice(email);
    const compared = new Map<string, number>();
    const owners: number[] = [];
    let tries = 0;
    for (let second = 0; second < 600; second += 6) {
      for (let part = 0; part < 20; part += 1) {
        const address = ATTACKERS[tries % ATTACKERS.length] ?? '';
        tries += 1;
        const { status } = await guess(email, address);
        const network = sourceNetworkOf(address);
        if (status === 401) compared.set(network, (compared.get(network) ?? 0) + 1);
        else expect(status).toBe(429);
        server.clock.advance(300);
      }
      owners.push((await signIn(email, TEST_PASSWORD, '203.0.113.7', device)).status);
    }
    expect(tries).toBe(2000);
    expect(owners).toEqual(Array(100).fill(200));
    expect(Math.max(...compared.values())).toBeLessThanOrEqual(10);
    // A hundred free guesses, then one per minute for ten minutes.
    const all = [...compared.values()].reduce((sum, one) => sum + one, 0);
    expect(all).toBeLessThanOrEqual(110);
  }, 120_000);

  it('the owner can sign in from a new device before a hundred guesses were made', async () => {
    const email = await household();
    for (const address of ATTACKERS.slice(0, 99)) {
      expectStatus(await guess(email, address), 401);
    }
    expectStatus(await signIn(email, TEST_PASSWORD, '203.0.113.8'), 200);
    // The successful sign-in does not count as a failure, so this guess is the hundredth.
    expectStatus(await guess(email, '203.0.113.10'), 401);
    const refused = expectStatus(await signIn(email, TEST_PASSWORD, '203.0.113.9'), 429);
    expect(refused.headers['retry-after']).toBe('60');
    // Refusals caused by other addresses do not extend the wait.
    server.clock.advance(MINUTE_MS);
    expectStatus(await signIn(email, TEST_PASSWORD, '203.0.113.9'), 200);
  });
});

describe('guesses from one address', () => {
  it('an address that does not wait gets only five guesses at an email', async () => {
    const email = await household();
    const statuses: number[] = [];
    for (let second = 0; second < 3600; second += 15) {
      statuses.push((await guess(email, '198.51.100.7')).status);
      server.clock.advance(15_000);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  });

  it('an address that waits as required gets ten guesses in an hour', async () => {
    const email = await household();
    const start = server.clock.now().getTime();
    let compared = 0;
    // Waits start at one minute and double; no requests are sent in between.
    const waits = [0, 0, 0, 0, 0, 60, 120, 240, 480, 960];
    for (const seconds of waits) {
      server.clock.advance(seconds * SECOND_MS);
      expectStatus(await guess(email, '198.51.100.8'), 401);
      compared += 1;
    }
    expect(compared).toBe(10);
    server.clock.set(new Date(start + 3599_000).toISOString());
    expectStatus(await guess(email, '198.51.100.8'), 429);
  });

  it.each([
    ['2001:db8:5:6::1', '2001:db8:5:6:ffff::2', 429],
    ['2001:db8:5:7::1', '2001:db8:5:8::1', 401],
    ['198.51.100.20', '::ffff:198.51.100.20', 429],
    ['198.51.100.21', '::ffff:c633:6415', 429],
  ])('after a refusal of %s, %s gets status %i', async (one, other, status) => {
    const email = await household();
    for (let tries = 0; tries < 5; tries += 1) expectStatus(await guess(email, one), 401);
    expectStatus(await guess(email, one), 429);
    expectStatus(await guess(email, other), status);
  });

  it("the owner can sign in from a known device at the attacker's address", async () => {
    const email = await household();
    const device = await knownDevice(email);
    for (let tries = 0; tries < 40; tries += 1) await guess(email, '198.51.100.30');
    expectStatus(await signIn(email, TEST_PASSWORD, '198.51.100.30'), 429);
    expectStatus(await signIn(email, TEST_PASSWORD, '198.51.100.30', device), 200);
  });
});
