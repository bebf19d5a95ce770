import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushSubscriptions } from '#database/schema/alerts.ts';
import { users } from '#database/schema/households.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { NOBODY_OUTSIDE } from '#testing/outside.ts';
import {
  expectStatus,
  TEST_PASSWORD,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';
import { addressOf, callsOf, NO_UUID, prepared } from '../support/every-call.ts';
import { unpacked } from '../support/household.ts';
import { type MailingServer, openMailingServer } from '../support/mailing.ts';
import { emailOf, joined } from '../support/several-households.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'apart-'));
const features = featuresFor(readConfig({ DATA_DIR }), { outside: NOBODY_OUTSIDE });
const calls = callsOf(features);

/** Calls that return data of all households of a person on purpose. */
const OF_ALL = ['GET /api/households'];

let server: TestServer;
beforeAll(async () => {
  server = await testServer(features, { DATA_DIR });
});
afterAll(async () => {
  await server.close();
  rmSync(DATA_DIR, { recursive: true });
});

/** Creates a person with both households, and signs in to the other one as its super_admin. */
async function ofBoth(home: TestHousehold, other: TestHousehold) {
  const { ask, email } = await joined(server, home, other);
  await server.database.asSystem((db) =>
    db
      .update(users)
      .set({ role: 'super_admin' })
      .where(and(eq(users.accountId, other.accountId), eq(users.email, email))),
  );
  return ask;
}

describe('separation of two households of one person', () => {
  it.each(
    calls.filter(
      ([line, { path, who }]) =>
        path.includes('{') && who !== 'anyone' && !line.endsWith('/households/{id}/switch'),
    ),
  )(
    "%s gives the same 404 for the other household's id as for an unknown id",
    async (line, endpoint) => {
      const [home, other] = [await server.household(), await server.household()];
      const ask = await ofBoth(home, other);
      const { id, ids, body } = await prepared(line, home, server);
      const theirs = await ask(endpoint.method, addressOf(line, id, ids), body);
      const nothing = await ask(endpoint.method, addressOf(line, NO_UUID), body);
      expectStatus(theirs, 404);
      expect(theirs.body).toEqual(nothing.body);
    },
  );

  it('no reading call returns data of the other household', async () => {
    const [home, other] = [await server.household(), await server.household()];
    const marked = { firstName: 'Marked', lastName: 'Marked' };
    expectStatus(await home.as('admin')('POST', '/api/users', marked), 201);
    const medication = {
      ...{ name: 'Marked', frequency: 'daily', times: ['10:00'], startDate: '2026-03-01' },
    };
    expectStatus(await home.as('admin')('POST', '/api/medications', medication), 201);
    expectStatus(await home.as('admin')('POST', '/api/photo-albums', { name: 'Marked' }), 201);
    const ask = await ofBoth(home, other);
    const reads = calls.filter(
      ([line, { method, path, events, who }]) =>
        method === 'GET' &&
        !path.includes('{') &&
        !events &&
        who !== 'anyone' &&
        !OF_ALL.includes(line),
    );
    expect(reads.length).toBeGreaterThan(20);
    const foreign = [home.accountId, ...Object.values(home.userIds), 'Marked'];
    for (const [line] of reads) {
      // Removes the email from the text, because a test email contains the id of its household.
      const answer = await ask('GET', addressOf(line, NO_UUID));
      const text = String(answer.raw).replaceAll(emailOf(home, 'admin'), '');
      for (const word of foreign) expect(text, line).not.toContain(word);
    }
  });

  it('a download contains neither data of the other household nor the login', async () => {
    const [home, other] = [await server.household(), await server.household()];
    const ask = await ofBoth(home, other);
    const ticket = await ask('POST', '/api/export/ticket', { password: TEST_PASSWORD });
    const path = expectStatus(ticket, 201).body.path ?? `/api/export?ticket=${ticket.body.ticket}`;
    const files = await unpacked(expectStatus(await ask('GET', path), 200).raw);
    const all = [...files.values()].map(String).join('\n');
    const email = emailOf(home, 'admin');
    expect(all).toContain(email);
    const text = all.replaceAll(email, '');
    for (const word of [home.accountId, home.userIds.admin, '$argon2']) {
      expect(text).not.toContain(word);
    }
  });
});

describe('alerts to a person with two households', () => {
  let at: MailingServer;
  beforeAll(async () => {
    at = await openMailingServer();
  });
  afterAll(() => at.close());

  it('an alert names the household by its elders', async () => {
    const [home, other] = [await at.server.household(), await at.server.household()];
    const email = emailOf(home, 'admin');
    const guest = { email, firstName: 'Ada', lastName: 'Carter', password: TEST_PASSWORD };
    const invite = other.as('super_admin');
    expectStatus(await invite('POST', '/api/admin/invitations', guest), 201);
    const token = at.tokenFor(email);
    const read = await at.server.ask('GET', `/api/admin/invitation/${token}`);
    expect(expectStatus(read, 200).body.hasAccount).toBe(true);
    const body = { token, password: TEST_PASSWORD };
    expectStatus(await at.server.ask('POST', '/api/admin/join', body), 200);
    expectStatus(
      await other.as('super_admin')('PUT', `/api/users/${other.userIds.user}`, {
        firstName: 'Bruno',
      }),
      200,
    );
    expectStatus(await other.as('admin')('PATCH', '/api/settings', { timezone: 'UTC' }), 200);
    const medication = {
      name: 'Iron',
      frequency: 'daily',
      times: ['14:00'],
      startDate: '2026-03-10',
    };
    expectStatus(await other.as('admin')('POST', '/api/medications', medication), 201);
    at.server.clock.advance(61 * MINUTE_MS);
    await at.server.jobs('care');
    await at.server.jobs('outbox');
    const subjects = (to: string) => at.letters(to).map(({ subject }) => subject);
    expect(subjects(email)).toContain('Bruno: A dose has not been confirmed');
    expect(subjects(emailOf(other, 'admin'))).toContain('A dose has not been confirmed');
  });

  it('each browser gets the alerts of both households until it is signed out', async () => {
    const [home, other] = [await server.household(), await server.household()];
    const subscription = {
      endpoint: 'https://fcm.googleapis.com/fcm/send/several',
      keys: {
        p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url'),
        auth: Buffer.alloc(16, 1).toString('base64url'),
      },
    };
    const first = home.as('admin');
    expectStatus(await first('POST', '/api/push-subscriptions', subscription), 201);
    const { ask } = await joined(server, home, other);
    const told = () =>
      server.database.asSystem((db) =>
        db.select({ accountId: pushSubscriptions.accountId }).from(pushSubscriptions),
      );
    const both = [home.accountId, other.accountId].sort();
    expect((await told()).map(({ accountId }) => accountId).sort()).toEqual(both);
    const { endpoint } = subscription;
    expectStatus(await ask('DELETE', '/api/push-subscriptions', { endpoint }), 204);
    expect(await told()).toEqual([]);
    expectStatus(await ask('POST', '/api/push-subscriptions', subscription), 201);
    expect((await told()).map(({ accountId }) => accountId).sort()).toEqual(both);
    const stranger = (await server.household()).as('admin');
    expectStatus(await stranger('POST', '/api/push-subscriptions', subscription), 201);
    expect(await told()).toHaveLength(1);
  });
});
