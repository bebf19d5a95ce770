import { EventEmitter, once } from 'node:events';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logins, subscriptions } from '#database/schema/households.ts';
import { emailProofFeature, sessionsFeature } from '#features/sessions/server.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { ROLES, type Role } from '#platform/shared/roles.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import type { Finding } from './contract.ts';
import { serverHealthFeature } from './server.ts';

/** Operator emails; each test sets its own. */
const operatorEmails: string[] = [];

const MAIL: Finding = { what: 'Mail', state: 'good', sentence: 'The mail server answers.' };

/**
 * The result of the next health examination, the number of examinations so far, and a function that
 * delays an examination.
 */
const atOnce = (): Promise<unknown> => Promise.resolve();
const examined = { findings: [MAIL], times: 0, wait: atOnce };

let server: TestServer;
let home: TestHousehold;
beforeAll(async () => {
  server = await testServer([
    sessionsFeature(NO_MAIL, operatorEmails),
    emailProofFeature(NO_MAIL),
    serverHealthFeature({
      operatorEmails,
      version: '1.2.3',
      async examine() {
        examined.times += 1;
        await examined.wait();
        return examined.findings;
      },
    }),
  ]);
});
beforeEach(async () => {
  // Expires the cached examination of an earlier test.
  server.clock.advance(DAY_MS);
  examined.findings = [MAIL];
  examined.times = 0;
  examined.wait = atOnce;
  home = await server.household();
  operatorEmails.splice(0, operatorEmails.length, emailOf('admin'));
});
afterAll(() => server.close());

/** The sign-in email of the role in the household of the test. */
const emailOf = (role: Role) => `${role}@${home.accountId}.example`;

const read = (role: Role = 'admin', of = home) => of.as(role)('GET', '/api/server-health');
const lookAgain = () => home.as('admin')('POST', '/api/server-health');
const present = async (role: Role = 'admin') =>
  expectStatus(await home.as(role)('GET', '/api/auth/user'), 200).body;

describe('GET /api/server-health', () => {
  it('an operator with a confirmed email reads it with any administrator role', async () => {
    operatorEmails.push(emailOf('super_admin'));
    for (const role of ['admin', 'super_admin'] as const) {
      expect(expectStatus(await read(role), 200).body).toEqual({
        version: '1.2.3',
        checkedAt: server.clock.now().toISOString(),
        findings: [MAIL],
      });
      expect((await present(role)).isOperator).toBe(true);
    }
  });

  it('all other people get the same 404 as for an unknown path', async () => {
    const stranger = await server.household();
    for (const role of ['admin', 'super_admin'] as const) {
      const nothing = await stranger.as(role)('GET', '/api/server-health/none');
      const answer = expectStatus(await read(role, stranger), 404);
      expect(answer.body.code).toBe('not-found');
      expect(answer.body.error).not.toMatch(/operator|server/i);
      expectStatus(nothing, 404);
    }
    expectStatus(await read('super_admin'), 404);
    expectStatus(await stranger.as('admin')('POST', '/api/server-health'), 404);
    expectStatus(await server.ask('GET', '/api/server-health'), 401);
    for (const role of ROLES.filter((one) => one !== 'admin')) {
      expect(await present(role)).not.toHaveProperty('isOperator');
    }
    expect(examined.times).toBe(0);
  });

  it('an unconfirmed operator email gets 404, because anyone can register with it', async () => {
    await server.database.asSystem((db) =>
      db
        .update(logins)
        .set({ emailProvenAt: null })
        .where(eq(logins.email, emailOf('admin'))),
    );
    expectStatus(await read(), 404);
    expect(await present()).not.toHaveProperty('isOperator');
  });

  it("an elder is refused even with the operator's email", async () => {
    operatorEmails.push(emailOf('user'));
    expectStatus(await read('user'), 403);
    expect(await present('user')).not.toHaveProperty('isOperator');
  });

  it("the operator reads it although the household's subscription has expired", async () => {
    const endsAt = new Date(server.clock.now().getTime() - SECOND_MS);
    await server.database.asSystem((db) =>
      db
        .update(subscriptions)
        .set({ status: 'canceled', endsAt })
        .where(eq(subscriptions.accountId, home.accountId)),
    );
    expectStatus(await read(), 200);
  });

  it('an examination is cached for five minutes, and for ten seconds on request', async () => {
    await read();
    server.clock.advance(5 * MINUTE_MS - 1);
    await read();
    expect(examined.times).toBe(1);
    server.clock.advance(1);
    await read();
    expect(examined.times).toBe(2);
    server.clock.advance(10 * SECOND_MS - 1);
    await lookAgain();
    expect(examined.times).toBe(2);
    server.clock.advance(1);
    examined.findings = [{ ...MAIL, state: 'bad' }];
    expect(expectStatus(await lookAgain(), 200).body.findings).toEqual([{ ...MAIL, state: 'bad' }]);
    expect(examined.times).toBe(3);
  });

  it('concurrent requests share one examination', async () => {
    const gate = new EventEmitter();
    examined.wait = () => once(gate, 'open');
    const asked = [read(), lookAgain(), read()];
    // All three requests wait for the same examination.
    await expect.poll(() => examined.times).toBe(1);
    gate.emit('open');
    for (const answer of await Promise.all(asked)) expectStatus(answer, 200);
    expect(examined.times).toBe(1);
  });

  it('a failed examination is not cached', async () => {
    examined.wait = () => Promise.reject(new Error('gone'));
    expectStatus(await read(), 500);
    examined.wait = atOnce;
    expectStatus(await read(), 200);
  });

  it('the response contains no household id and no email address', async () => {
    const sentence = `/data/uploads/${home.accountId}/a.jpg: 550 <mary@family.example> unknown`;
    examined.findings = [{ ...MAIL, state: 'bad', sentence }];
    const [said] = expectStatus(await read(), 200).body.findings;
    expect(said.sentence).toBe('/data/uploads/…/a.jpg: 550 <…> unknown');
  });
});
