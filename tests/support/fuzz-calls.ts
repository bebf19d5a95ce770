import { createHash, randomUUID } from 'node:crypto';
import { alertTests } from '#database/schema/alerts.ts';
import { alerts, alertTellings } from '#database/schema/escalation.ts';
import { type Mailer, MailNotSent } from '#platform/server/outbound/mail.ts';
import { TEST_PASSWORD, type TestHousehold, type TestServer } from '#testing/test-server.ts';
import { emailOf, invitedTo } from './several-households.ts';
import { VALID_CALLS, type ValidCall } from './valid-calls.ts';

/**
 * A mailer that stores the last token of each recipient. Sending an invitation fails, so that the
 * call returns the link instead.
 */
export function openLinks() {
  const tokens = new Map<string, string>();
  const mailer: Mailer = {
    isConfigured: true,
    async send({ to, text }) {
      if (text.includes('/admin-signup?')) throw new MailNotSent('passed on by hand');
      const token = /token=([\w-]+)/.exec(text)?.[1];
      if (token !== undefined) tokens.set(to.address, token);
    },
  };
  return { mailer, tokens };
}

const ownEmail = (own: TestHousehold) => emailOf(own, 'super_admin');

const NEW_PASSWORD = 'the new garden gate';

let people = 0;

/** Returns an example of a call that needs the token with which an email change is cancelled. */
function waitingEmail(server: TestServer, tokens: Map<string, string>): ValidCall {
  return {
    async prepare(own) {
      people += 1;
      const body = { email: `changes${people}@example.com`, currentPassword: TEST_PASSWORD };
      await own.as('super_admin')('PUT', `/api/users/${own.userIds.admin}`, body);
      await server.settled();
      return { body: { token: tokens.get(emailOf(own, 'admin')) ?? '' } };
    },
  };
}

function alertTokens(server: TestServer) {
  const testToken: ValidCall = {
    async prepare({ accountId, userIds }) {
      const token = randomUUID();
      const tokenHash = createHash('sha256').update(token).digest('hex');
      const test = { id: randomUUID(), accountId, userId: userIds.admin, tokenHash };
      const createdAt = server.clock.now();
      await server.database.asSystem((db) => db.insert(alertTests).values({ ...test, createdAt }));
      return { ids: { token } };
    },
  };
  const alertToken: ValidCall = {
    async prepare({ accountId, userIds }) {
      const [id, token, at] = [randomUUID(), randomUUID(), server.clock.now()];
      const tokenHash = createHash('sha256').update(token).digest('hex');
      const progress = { round: 1, roundAt: at, step: 1, stepAt: at };
      const alert = { id, accountId, createdAt: at, doses: [], older: 0, ...progress };
      const telling = { alertId: id, round: 1, userId: userIds.admin, accountId, at, tokenHash };
      await server.database.asSystem(async (db) => {
        await db.insert(alerts).values(alert);
        await db.insert(alertTellings).values({ ...telling, byEmail: true, browsers: 0 });
      });
      return { ids: { token } };
    },
  };
  return { testToken, alertToken };
}

/** Examples of calls that need a secret, or whose example in `VALID_CALLS` is refused. */
function secretCalls(
  server: TestServer,
  tokens: Map<string, string>,
): Readonly<Record<string, ValidCall>> {
  const { testToken, alertToken } = alertTokens(server);
  const resetToken = async (own: TestHousehold, email = ownEmail(own)) => {
    await own.as('user')('POST', '/api/auth/forgot-password', { email });
    await server.settled();
    return tokens.get(email) ?? '';
  };
  return {
    'POST /api/auth/login': {
      prepare: async (own) => ({ body: { email: ownEmail(own), password: TEST_PASSWORD } }),
    },
    'POST /api/auth/change-password': {
      body: { currentPassword: TEST_PASSWORD, password: NEW_PASSWORD },
    },
    'POST /api/auth/forgot-password': {
      prepare: async (own) => ({ body: { email: ownEmail(own) } }),
    },
    'POST /api/auth/reset-password': {
      prepare: async (own) => ({
        body: { token: await resetToken(own), password: NEW_PASSWORD },
      }),
    },
    'GET /api/auth/reset-password/{token}': {
      prepare: async (own) => ({ ids: { token: await resetToken(own) } }),
    },
    'POST /api/auth/reset-password/{token}/release-email': {
      prepare: async (own) => ({ ids: { token: await resetToken(own, emailOf(own, 'user')) } }),
    },
    'POST /api/auth/confirm-email': {
      async prepare(own) {
        people += 1;
        const email = `confirms${people}@example.com`;
        const person = { firstName: 'Rose', lastName: 'Carter', email, password: NEW_PASSWORD };
        const ask = own.as('admin');
        const { body } = await ask('POST', '/api/users', person);
        await ask('POST', `/api/users/${body.id}/confirmation`);
        await server.settled();
        return { body: { token: tokens.get(email) ?? '' } };
      },
    },
    'POST /api/auth/cancel-email-change': waitingEmail(server, tokens),
    'GET /api/alerts/tests/{token}': testToken,
    'POST /api/alerts/tests/{token}': testToken,
    'GET /api/alerts/links/{token}': alertToken,
    'POST /api/alerts/links/{token}': alertToken,
    'GET /api/admin/invitation/{token}': {
      async prepare(own, database) {
        const made = await VALID_CALLS['POST /api/admin/signup']?.prepare?.(own, database);
        const token = made?.body && 'token' in made.body ? String(made.body.token) : '';
        return { ids: { token } };
      },
    },
    'POST /api/admin/join': {
      // Another household invites an administrator of this household, and the link is passed on
      // manually.
      async prepare(own) {
        const token = await invitedTo(await server.household(), emailOf(own, 'admin'));
        return { body: { token, password: TEST_PASSWORD } };
      },
    },
    'GET /calendar/{secret}.ics': {
      async prepare(own) {
        const { body } = await own.as('admin')('POST', '/api/calendar-feed');
        return { ids: { secret: /\/([^/]+)\.ics$/.exec(body.url)?.[1] ?? '' } };
      },
    },
  };
}

/** An accepted example of every call. */
export const acceptedCalls = (server: TestServer, tokens: Map<string, string>) =>
  ({ ...VALID_CALLS, ...secretCalls(server, tokens) }) satisfies Record<string, ValidCall>;
