import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sessions } from '#database/schema/access.ts';
import { accounts } from '#database/schema/households.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import {
  asking,
  expectStatus,
  TEST_PASSWORD,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';
import { emailOf, joined, signedIn, tokenIn } from '../support/several-households.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'recent-sign-in-'));

let server: TestServer;
let home: TestHousehold;
beforeAll(async () => {
  server = await testServer(featuresFor(readConfig({ DATA_DIR })));
});
afterAll(async () => {
  await server.close();
  rmSync(DATA_DIR, { recursive: true });
});
beforeEach(async () => {
  home = await server.household();
  // Advances the clock, because a session of a new test household counts as a recent sign-in.
  server.clock.advance(LIMIT_MS);
});

type Ask = TestServer['ask'];

const LIMIT_MS = 15 * MINUTE_MS;
const CONFIRM = '/api/auth/confirm-password';

const confirm = (ask: Ask, password = TEST_PASSWORD) => ask('POST', CONFIRM, { password });

const invite = (ask: Ask, more: object = {}) =>
  ask('POST', '/api/admin/invitations', {
    email: `${randomUUID()}@example.com`,
    firstName: 'Grace',
    lastName: 'Hopper',
    ...more,
  });

async function customerId({ accountId }: TestHousehold): Promise<string> {
  const [row] = await server.database.asSystem((db) =>
    db.select().from(accounts).where(eq(accounts.id, accountId)),
  );
  return row?.accountNumber ?? '';
}

interface GuardedCall {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  path(home: TestHousehold): string;
  body(home: TestHousehold): object | Promise<object>;
  readonly status: number;
  /** The field of the request that may contain the password. */
  readonly field?: 'password' | 'currentPassword';
}

const person = (role: 'user' | 'admin') => (home: TestHousehold) =>
  `/api/users/${home.userIds[role]}`;

const GUARDED: Record<string, GuardedCall> = {
  'an invitation': {
    method: 'POST',
    path: () => '/api/admin/invitations',
    body: () => ({ email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' }),
    status: 201,
    field: 'password',
  },
  'a cancellation': {
    method: 'POST',
    path: () => '/api/subscription/cancel',
    body: () => ({ immediate: false }),
    status: 200,
    field: 'password',
  },
  'a new email': {
    method: 'PUT',
    path: person('admin'),
    body: ({ accountId }) => ({ email: `grace@${accountId}.example` }),
    status: 200,
    field: 'currentPassword',
  },
  'an email that is removed': {
    method: 'PUT',
    path: person('user'),
    body: () => ({ email: null }),
    status: 200,
    field: 'currentPassword',
  },
  'a new super admin': {
    method: 'PUT',
    path: person('admin'),
    body: () => ({ role: 'super_admin' }),
    status: 200,
    field: 'currentPassword',
  },
  'the removal of a person': {
    method: 'DELETE',
    path: person('user'),
    body: () => ({}),
    status: 204,
  },
  'a download of the household': {
    method: 'POST',
    path: () => '/api/export/ticket',
    body: () => ({}),
    status: 201,
    field: 'password',
  },
  'the deletion of the household': {
    method: 'DELETE',
    path: () => '/api/account',
    body: async (home) => ({ customerId: await customerId(home) }),
    status: 204,
    field: 'password',
  },
};

describe.each(Object.entries(GUARDED))(
  '%s needs a recent sign-in',
  (_, { method, path, body, status, field }) => {
    const call = async (ask: Ask, more: object = {}) =>
      ask(method, path(home), { ...(await body(home)), ...more });

    it('the call succeeds after a sign-in within 15 minutes', async () => {
      const { ask } = await signedIn(server, emailOf(home, 'super_admin'));
      server.clock.advance(LIMIT_MS - 1);
      expectStatus(await call(ask), status);
    });

    it('the call is refused after 15 minutes, and succeeds once the password is confirmed', async () => {
      const { ask } = await signedIn(server, emailOf(home, 'super_admin'));
      server.clock.advance(LIMIT_MS);
      expect(expectStatus(await call(ask), 403).body).toEqual({
        error: 'Please enter your password to continue.',
        code: 'confirm-password',
      });
      expectStatus(await confirm(ask), 200);
      expectStatus(await call(ask), status);
    });

    it.runIf(field !== undefined)('the call succeeds with the password in its body', async () => {
      const ask = home.as('super_admin');
      const wrong = await call(ask, { [field ?? '']: 'is it this one' });
      expect(expectStatus(wrong, 400).body).toMatchObject({
        code: 'wrong-password',
        fields: { [field ?? '']: 'The password is not right.' },
      });
      expectStatus(await call(ask, { [field ?? '']: TEST_PASSWORD }), status);
    });
  },
);

describe('a password confirmation', () => {
  it('a confirmation is valid for 15 minutes', async () => {
    const ask = home.as('super_admin');
    expectStatus(await invite(ask), 403);
    expectStatus(await confirm(ask), 200);
    server.clock.advance(LIMIT_MS - 1);
    expectStatus(await invite(ask), 201);
    server.clock.advance(1);
    expectStatus(await invite(ask), 403);
  });

  it('a wrong password confirms nothing and is rate limited', async () => {
    const ask = home.as('super_admin');
    for (let tries = 0; tries < 5; tries += 1) {
      expect(expectStatus(await confirm(ask, 'is it this one'), 400).body.code).toBe(
        'wrong-password',
      );
    }
    expectStatus(await confirm(ask, 'is it this one'), 429);
    expectStatus(await invite(ask), 403);
  });

  it('a confirmation belongs to one session only', async () => {
    expectStatus(await confirm(home.as('super_admin')), 200);
    const other = await signedIn(server, emailOf(home, 'super_admin'));
    server.clock.advance(LIMIT_MS);
    expectStatus(await confirm(home.as('super_admin')), 200);
    expectStatus(await invite(other.ask), 403);
  });

  it('a confirmation in the future, from a wrong clock, does not count', async () => {
    const { ask } = await signedIn(server, emailOf(home, 'super_admin'));
    await server.database.asSystem((db) =>
      db
        .update(sessions)
        .set({ confirmedAt: new Date(server.clock.now().getTime() + LIMIT_MS) })
        .where(eq(sessions.accountId, home.accountId)),
    );
    expectStatus(await invite(ask), 403);
  });

  it('a password in a call and a changed password count as a confirmation', async () => {
    const given = home.as('super_admin');
    expectStatus(await invite(given, { password: TEST_PASSWORD }), 201);
    expectStatus(await invite(given), 201);
    const changed = await signedIn(server, emailOf(home, 'super_admin'));
    server.clock.advance(LIMIT_MS);
    expectStatus(await invite(changed.ask), 403);
    const body = { currentPassword: TEST_PASSWORD, password: 'a quiet blue harbour' };
    expectStatus(await changed.ask('POST', '/api/auth/change-password', body), 200);
    expectStatus(await invite(changed.ask), 201);
  });

  it('a confirmation stays valid after a switch to another household, and is not extended', async () => {
    const other = await server.household();
    const { email } = await joined(server, home, other);
    const { ask } = await signedIn(server, email);
    server.clock.advance(LIMIT_MS - 1);
    const path = `/api/households/${home.accountId}/switch`;
    const switched = await ask('POST', path, {});
    const there = asking(server.app, tokenIn(expectStatus(switched, 200).headers));
    const change = (address: string) =>
      there('PUT', `/api/users/${home.userIds.user}`, { email: `${address}@example.com` });
    expectStatus(await change('first'), 200);
    server.clock.advance(1);
    expectStatus(await change('second'), 403);
  });

  it('tablets and elders cannot confirm a password', async () => {
    const code = await home.as('admin')('POST', `${person('user')(home)}/pairing-code`, {});
    const paired = await server.ask('POST', '/api/auth/pair', {
      code: expectStatus(code, 201).body.code,
    });
    const tablet = asking(server.app, tokenIn(expectStatus(paired, 200).headers));
    expectStatus(await confirm(tablet), 403);
    expectStatus(await confirm(home.as('user')), 403);
    expectStatus(await server.ask('POST', CONFIRM, { password: TEST_PASSWORD }), 401);
  });
});
