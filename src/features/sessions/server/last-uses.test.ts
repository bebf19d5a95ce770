import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessions } from '#database/schema/access.ts';
import { reschedule } from '#features/medications/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { expectStatus, type TestServer, testServer } from '#testing/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  server = await testServer([settingsFeature(reschedule)]);
});
afterEach(async () => {
  await server.close();
  vi.useRealTimers();
});

async function storedUse(userId: string): Promise<string | undefined> {
  const [row] = await server.database.asSystem((db) =>
    db.select().from(sessions).where(eq(sessions.userId, userId)),
  );
  return row?.lastSeenAt.toISOString();
}

async function pollTwice() {
  const home = await server.household();
  const ask = home.as('user');
  expectStatus(await ask('GET', '/api/settings'), 200);
  server.clock.advance(90_000);
  expectStatus(await ask('GET', '/api/settings'), 200);
  return { userId: home.userIds.user, usedAt: server.clock.now().toISOString() };
}

it('last uses are stored every minute with one statement for all sessions', async () => {
  const polled = [await pollTwice(), await pollTwice()];
  for (const { userId, usedAt } of polled) expect(await storedUse(userId)).not.toBe(usedAt);
  const before = server.database.statements();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await vi.waitFor(async () => {
    for (const { userId, usedAt } of polled) expect(await storedUse(userId)).toBe(usedAt);
  });
  const read = server.database.statements();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(server.database.statements()).toBe(read);
  expect(read).toBeGreaterThan(before);
});

it('last uses are stored when the server closes', async () => {
  const { userId, usedAt } = await pollTwice();
  await server.app.close();
  expect(await storedUse(userId)).toBe(usedAt);
});

it('the last use never moves back, and the idle expiry does not change with it', async () => {
  const { userId, usedAt } = await pollTwice();
  const later = new Date(Date.parse(usedAt) + SECOND_MS);
  const present = () =>
    server.database.asSystem((db) => db.select().from(sessions).where(eq(sessions.userId, userId)));
  await server.database.asSystem((db) =>
    db.update(sessions).set({ lastSeenAt: later }).where(eq(sessions.userId, userId)),
  );
  const before = await present();
  await server.app.close();
  expect(await present()).toEqual(before);
});
