import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessions } from '#database/schema/access.ts';
import { analyticsLogins } from '#database/schema/analytics.ts';
import type { Context } from '#platform/server/feature.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import { type TestServer, testServer } from '#testing/test-server.ts';
import { sessionsFeature } from '../server.ts';
import { findUser } from './session-rows.ts';
import { enter } from './sign-in.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer([sessionsFeature(NO_MAIL)]);
});
afterAll(() => server.close());

/** The context of a new browser. */
function browser(): Context {
  const request = { address: '192.0.2.1', userAgent: '', sessionToken: undefined };
  const said = { setSession: () => undefined, setDevice: () => undefined };
  return { now: server.clock.now(), request, ...said } as unknown as Context;
}

it('concurrent sign-ins of one person on several devices succeed', async () => {
  const { userIds, accountId } = await server.household();
  const known = await server.database.asSystem((db) =>
    findUser(db, { id: userIds.admin, accountId }),
  );
  if (known === undefined) throw new Error('The household has an administrator.');
  const ofPerson = () =>
    server.database.asSystem((db) => db.$count(sessions, eq(sessions.userId, userIds.admin)));
  const before = await ofPerson();
  const at = () =>
    server.database.asSystem((db) => enter(db, known.user, browser(), () => undefined));
  const entered = await Promise.all(Array.from({ length: 6 }, at));
  expect(entered).toHaveLength(6);
  expect(await ofPerson()).toBe(before + 6);
  const [counted] = await server.database.asSystem((db) =>
    db.select().from(analyticsLogins).where(eq(analyticsLogins.accountId, accountId)),
  );
  expect(counted?.total).toBe(6);
});
