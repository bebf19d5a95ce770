import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sessions } from '#database/schema/access.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { type TestServer, testServer } from '#testing/test-server.ts';
import { sessionGate } from './gate.ts';
import { addSession, PERSON } from './session-rows.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer([]);
});
afterAll(() => server.close());

/** Sessions of one person in a household, by their tokens. */
async function signedIn(count: number) {
  const home = await server.household();
  const now = server.clock.now();
  const tokens: string[] = [];
  await server.database.asSystem(async (db) => {
    for (let each = 0; each < count; each += 1) {
      const person = { accountId: home.accountId, userId: home.userIds.admin };
      const made = await addSession(db, { ...person, deviceName: '', lifetime: PERSON, now });
      tokens.push(made.token);
    }
  });
  return { accountId: home.accountId, tokens };
}

it('of twice as many sessions as it may remember it goes on knowing half', async () => {
  const gate = sessionGate(server.database, 20);
  const { tokens } = await signedIn(40);
  let known = 0;
  for (let round = 0; round < 4; round += 1) {
    const now = new Date(server.clock.now().getTime() + (round * MINUTE_MS) / 2);
    known = 0;
    for (const token of tokens) {
      const caller = gate.remembered(token, now);
      if (caller !== undefined) known += 1;
      else expect(await gate.lookUp(token, now)).toBeDefined();
    }
  }
  expect(known).toBe(20);
});

it('forgets the sessions of one household, and of no other', async () => {
  const gate = sessionGate(server.database);
  const [one, other] = [await signedIn(3), await signedIn(2)];
  const now = server.clock.now();
  const all = [...one.tokens, ...other.tokens];
  for (const token of all) await gate.lookUp(token, now);
  gate.forgetHousehold(one.accountId);
  const isKnown = (token: string) => gate.remembered(token, now) !== undefined;
  expect(all.map(isKnown)).toEqual([false, false, false, true, true]);
  for (const token of one.tokens) await gate.lookUp(token, now);
  gate.forgetHousehold(one.accountId);
  expect(one.tokens.some(isKnown)).toBe(false);
});

it('what left for want of room is found again, and no session that ended is', async () => {
  const gate = sessionGate(server.database, 1);
  const { accountId, tokens } = await signedIn(2);
  const now = server.clock.now();
  for (const token of tokens) expect(await gate.lookUp(token, now)).toBeDefined();
  await server.database.asSystem((db) =>
    db.delete(sessions).where(eq(sessions.accountId, accountId)),
  );
  gate.forgetHousehold(accountId);
  for (const token of tokens) {
    expect(gate.remembered(token, now)).toBeUndefined();
    expect(await gate.lookUp(token, now)).toBeUndefined();
  }
});

it('of more uses than one statement stores, those that failed are stored the next time', async () => {
  const gate = sessionGate(server.database);
  const { accountId, tokens } = await signedIn(1_200);
  for (const token of tokens) await gate.lookUp(token, server.clock.now());
  const later = new Date(server.clock.now().getTime() + MINUTE_MS);
  for (const token of tokens) gate.remembered(token, later);
  const stored = async () => {
    const rows = await server.database.asSystem((db) =>
      db.select().from(sessions).where(eq(sessions.accountId, accountId)),
    );
    return rows.filter(({ lastSeenAt }) => lastSeenAt.getTime() === later.getTime()).length;
  };
  const failing = vi.spyOn(server.database, 'asSystem').mockRejectedValueOnce(new Error('gone'));
  await expect(gate.storeUses()).rejects.toThrow('gone');
  failing.mockRestore();
  expect(await stored()).toBe(200);
  await gate.storeUses();
  expect(await stored()).toBe(1_200);
});
