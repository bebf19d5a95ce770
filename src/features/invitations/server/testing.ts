import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { users } from '#database/schema/households.ts';
import { sessionsFeature } from '#features/sessions/server.ts';
import type { MailParts } from '#platform/server/outbound/mail.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import {
  type Answer,
  asking,
  expectStatus,
  TEST_PASSWORD,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { invitationsFeature } from '../server.ts';

export const PASSWORD = 'the new garden gate';

/** The features that the tests need. */
const features = (mail: MailParts) => [invitationsFeature(mail), sessionsFeature(mail)];

let guests = 0;

/** Returns a person to invite, with a unique email. */
export function guest(changed: object = {}) {
  guests += 1;
  const email = `guest${guests}@example.com`;
  return { email, firstName: 'Edith', lastName: 'Clarke', ...changed };
}

export function tokenOf({ body }: Answer): string {
  return new URL(body.link).searchParams.get('token') ?? '';
}

/** A server without mail, a new household for each test, and helpers for invitations. */
export function invitingServer() {
  const at: { server?: TestServer; household?: TestHousehold } = {};
  const server = () => there(at.server);
  const household = () => there(at.household);
  beforeAll(async () => {
    at.server = await testServer(features(NO_MAIL));
  });
  beforeEach(async () => {
    at.household = await server().household();
  });
  afterAll(() => server().close());

  const invite = (form: object = guest(), to = household()) =>
    to.as('super_admin')('POST', '/api/admin/invitations', {
      password: TEST_PASSWORD,
      ...form,
    });
  return {
    server,
    household,
    invite,
    list: (of = household()) => of.as('super_admin')('GET', '/api/admin/invitations'),
    invitedToken: async (form: object = guest()) => tokenOf(expectStatus(await invite(form), 201)),
    read: (token: string) => asking(server().app)('GET', `/api/admin/invitation/${token}`),
    accept: (token: string, changed: object = {}) =>
      asking(server().app)('POST', '/api/admin/signup', { token, password: PASSWORD, ...changed }),
    people: (email: string) =>
      server().database.asSystem((db) => db.select().from(users).where(eq(users.email, email))),
  };
}

function there<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('Asked for before the tests have begun.');
  return part;
}
