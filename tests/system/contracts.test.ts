import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pairingCodes, sessions } from '#database/schema/access.ts';
import { subscriptions, users } from '#database/schema/households.ts';
import { listUsers } from '#features/sessions/server.ts';
import { DAY_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { mayCall, ROLES } from '#platform/shared/roles.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { openWeatherStandIn } from '#testing/weather.ts';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';
import { addressOf, callsOf, NO_UUID, prepared, validCall } from '../support/every-call.ts';
import { VALID_CALLS } from '../support/valid-calls.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'contracts-'));
const outside = await openWeatherStandIn();
const ENVIRONMENT = {
  DATA_DIR,
  OPEN_METEO_URL: outside.url,
  OPEN_METEO_GEOCODING_URL: outside.url,
};
const features = featuresFor(readConfig(ENVIRONMENT));
const calls = callsOf(features);

const EXPIRED = {
  error: 'Subscription expired',
  code: 'subscription-expired',
  subscriptionExpired: true,
};

const CARE_MS = 14 * DAY_MS;

/** Calls that a paired tablet may make for some days after the expiry. */
const CARE = [
  'GET /api/auth/user',
  'PUT /api/auth/device',
  'GET /api/settings',
  'GET /api/accessibility',
  'GET /api/home-buttons',
  'GET /api/away',
  'GET /api/medications',
  'GET /api/upcoming-medications',
  'GET /api/medication-logs',
  'POST /api/medication-logs',
  'POST /api/medication-snoozes',
  'GET /api/measures',
  'GET /api/measure-values',
  'POST /api/measure-values',
  'DELETE /api/measure-values/{id}',
  'GET /api/todays-events',
  'GET /api/live',
  'GET /uploads/{filename}',
];

let server: TestServer;
beforeAll(async () => {
  server = await testServer(features, { DATA_DIR });
});
afterAll(async () => {
  await server.close();
  outside.close();
  rmSync(DATA_DIR, { recursive: true });
});

describe('contract of every call', () => {
  it('the table of valid calls contains exactly the declared calls', () => {
    expect(Object.keys(VALID_CALLS).sort()).toEqual(calls.map(([line]) => line).sort());
  });

  it.each(calls.filter(([, { who }]) => who !== 'anyone'))(
    '%s answers 401 without a session',
    async (line, endpoint) => {
      const body = validCall(line).body;
      const answer = await server.ask(endpoint.method, addressOf(line, NO_UUID), body);
      expectStatus(answer, 401);
      expect(answer.body).toEqual({ error: 'Please sign in.', code: 'not-signed-in' });
    },
  );

  it.each(calls.filter(([, { who }]) => who !== 'anyone'))(
    '%s is accepted for its roles and answers 403 for the others',
    async (line, endpoint) => {
      for (const role of ROLES) {
        const household = await server.household();
        const { id, ids, body } = await prepared(line, household, server);
        const ask = household.as(role);
        const answer = await ask(endpoint.method, addressOf(line, id, ids), body);
        if (mayCall(endpoint.who, role)) {
          expect(answer.status, `${role}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
        } else {
          expectStatus(answer, 403);
          expect(answer.body).toEqual({
            error: 'You do not have permission to do this.',
            code: 'wrong-role',
          });
        }
      }
    },
  );

  it.each(calls.filter(([, { path, who }]) => path.includes('{') && who !== 'anyone'))(
    "%s gives the same 404 for another household's id as for an unknown id",
    async (line, endpoint) => {
      const owner = await server.household();
      const stranger = await server.household();
      const { id, ids, body } = await prepared(line, owner, server);
      const ask = stranger.as('super_admin');
      const theirs = await ask(endpoint.method, addressOf(line, id, ids), body);
      const nothing = await ask(endpoint.method, addressOf(line, NO_UUID), body);
      expectStatus(theirs, 404);
      expect(theirs.body).toEqual(nothing.body);
    },
  );

  it.each(calls.filter(([, { who }]) => who !== 'anyone'))(
    '%s is refused after the subscription has expired, unless it is allowed then',
    async (line, endpoint) => {
      const household = await server.household();
      const endsAt = new Date(server.clock.now().getTime() + SECOND_MS);
      await server.database.asSystem((db) =>
        db
          .update(subscriptions)
          .set({ status: 'canceled', endsAt })
          .where(eq(subscriptions.accountId, household.accountId)),
      );
      const { id, ids, body } = await prepared(line, household, server);
      server.clock.advance(SECOND_MS);
      for (const role of ROLES) {
        const ask = household.as(role);
        const answer = await ask(endpoint.method, addressOf(line, id, ids), body);
        if (endpoint.allowedWhenExpired) {
          expect(answer.body).not.toHaveProperty('subscriptionExpired');
          continue;
        }
        expectStatus(answer, 403);
        expect(answer.body).toEqual(EXPIRED);
      }
    },
  );

  it('the calls allowed in the grace period are exactly the care calls', () => {
    const declared = calls.filter(([, { allowedInGrace }]) => allowedInGrace).map(([line]) => line);
    expect(declared.sort()).toEqual([...CARE].sort());
  });

  it.each(calls.filter(([, { who }]) => who !== 'anyone'))(
    '%s works on a paired tablet for 14 days after the expiry only if it is a care call',
    async (line, endpoint) => {
      const household = await server.household();
      await makeTablet(household);
      const { id, ids, body } = await prepared(line, household, server);
      const ask = () => household.as('user')(endpoint.method, addressOf(line, id, ids), body);
      const endsAt = server.clock.now();
      await server.database.asSystem((db) =>
        db
          .update(subscriptions)
          .set({ status: 'canceled', endsAt })
          .where(eq(subscriptions.accountId, household.accountId)),
      );
      const inCareDays = new Date(endsAt.getTime() + CARE_MS - 1);
      server.clock.set(inCareDays.toISOString());
      const during = await ask();
      if (CARE.includes(line)) expect(during.status, JSON.stringify(during.body)).toBeLessThan(300);
      else if (!endpoint.allowedWhenExpired) expect(during.body).toEqual(EXPIRED);
      server.clock.advance(1);
      const later = await ask();
      if (!endpoint.allowedWhenExpired) expect(later.body).toEqual(EXPIRED);
      server.clock.set(endsAt.toISOString());
    },
  );

  it.each(calls)(
    '%s never returns a hash, a phone number or an address',
    async (line, endpoint) => {
      const household = await server.household();
      const { id, ids, body } = await prepared(line, household, server);
      const secrets = await secretsOf(household);
      const ask = household.as('super_admin');
      const answer = await ask(endpoint.method, addressOf(line, id, ids), body);
      const said = JSON.stringify([answer.body, answer.headers]);
      for (const secret of secrets) expect(said).not.toContain(secret);
    },
  );

  it.each(calls)('%s never answers 5xx to malformed input', async (line, endpoint) => {
    const household = await server.household();
    const { id, body } = await prepared(line, household, server);
    const ask = household.as('super_admin');
    for (const malformed of malformedBodies(body)) {
      const answer = await ask(endpoint.method, addressOf(line, id), malformed, {
        'content-type': 'application/json',
      });
      expect(
        answer.status,
        `${malformed.slice(0, 80)}: ${JSON.stringify(answer.body)}`,
      ).toBeLessThan(500);
      if (answer.status >= 400) expect(typeof answer.body.error).toBe('string');
    }
    for (const badId of ['..%2f', '%00', "' or 1=1 --", '9'.repeat(150)]) {
      const address = addressOf(line, encodeURIComponent(decodeURIComponent(badId)));
      const answer = await ask(endpoint.method, address, body);
      expect(answer.status, address).toBeLessThan(500);
    }
  });

  it.each(calls.filter(([line]) => validCall(line).body !== undefined))(
    '%s names each wrong field in its error',
    async (line, endpoint) => {
      const household = await server.household();
      const { id, body = {} } = await prepared(line, household, server);
      for (const field of Object.keys(body)) {
        const ask = household.as('super_admin');
        const wrong = { ...body, [field]: { not: ['this'] } };
        const answer = await ask(endpoint.method, addressOf(line, id), wrong);
        expectStatus(answer, 400);
        expect(Object.keys(answer.body.fields).join()).toContain(field);
      }
    },
  );

  it.each(calls.filter(([, { method }]) => method !== 'GET'))(
    '%s is refused from another origin',
    async (line, endpoint) => {
      const household = await server.household();
      const { id, body } = await prepared(line, household, server);
      for (const headers of [
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
      ]) {
        const ask = household.as('super_admin');
        expectStatus(await ask(endpoint.method, addressOf(line, id), body, headers), 403);
      }
    },
  );
});

/** Turns the elder's session into the session of a paired tablet. */
async function makeTablet({ userIds }: TestHousehold): Promise<void> {
  const later = new Date(server.clock.now().getTime() + 2 * CARE_MS);
  await server.database.asSystem((db) =>
    db
      .update(sessions)
      .set({ kind: 'tablet', expiresAt: later, endsAt: later })
      .where(eq(sessions.userId, userIds.user)),
  );
}

const PRIVATE = {
  phone: '+1 555 0100 199',
  address1: '17 Nobody Knows Lane',
  address2: 'Behind the mill',
  city: 'Secretville',
  postalCode: '99999-8888',
};

/**
 * Sets a phone number and an address for all people. Returns these and all hashes of the household,
 * none of which a response may contain.
 */
async function secretsOf({ accountId }: TestHousehold): Promise<string[]> {
  return server.database.asSystem(async (db) => {
    await db.update(users).set(PRIVATE).where(eq(users.accountId, accountId));
    const people = await listUsers(db, accountId);
    const open = await db.select().from(sessions).where(eq(sessions.accountId, accountId));
    const codes = await db.select().from(pairingCodes).where(eq(pairingCodes.accountId, accountId));
    return [
      ...Object.values(PRIVATE),
      ...people.flatMap(({ user }) => user.passwordHash ?? []),
      ...open.map(({ tokenHash }) => tokenHash),
      ...codes.map(({ codeHash }) => codeHash),
    ];
  });
}

function malformedBodies(body: object | undefined): string[] {
  const nested = `${'['.repeat(2000)}${']'.repeat(2000)}`;
  const nul = JSON.stringify({ ...body, name: 'a\0b', password: 'a\0b', label: 'a\0b' });
  return [
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '7',
    nested,
    '{"__proto__":{"role":"super_admin"}}',
    nul,
  ];
}
