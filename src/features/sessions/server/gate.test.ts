import { EventEmitter, once } from 'node:events';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sessions } from '#database/schema/access.ts';
import { DAY_MS, MINUTE_MS } from '#kit/shared/durations.ts';
import { type TestServer, testServer } from '#testing/test-server.ts';
import { sessionGate } from './gate.ts';
import { hashOf, newToken, PERSON } from './session-rows.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer([]);
});
afterAll(() => server.close());

/** Sessions of one person in a household, by their tokens. */
async function signedIn(count: number) {
  const home = await server.household();
  const now = server.clock.now();
  const ends = new Date(now.getTime() + DAY_MS);
  const tokens = Array.from({ length: count }, newToken);
  const person = { accountId: home.accountId, userId: home.userIds.admin, kind: PERSON.kind };
  const times = { createdAt: now, lastSeenAt: now, expiresAt: ends, endsAt: ends };
  const rows = tokens.map((token) => ({
    ...person,
    ...times,
    tokenHash: hashOf(token),
    deviceName: '',
  }));
  await server.database.asSystem((db) => db.insert(sessions).values(rows));
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

it('remembers a session that was read while its household was followed, and no other', async () => {
  const gate = sessionGate(server.database);
  const { accountId, tokens } = await signedIn(1);
  const [token = ''] = tokens;
  const now = server.clock.now();
  let since = Number.POSITIVE_INFINITY;
  const follow = vi.fn(async () => {
    since = 2;
  });
  let mark = 1;
  gate.followBy({ follow, mark: () => mark, isFollowedSince: (_, read) => since <= read });
  expect(await gate.lookUp(token, now)).toBeDefined();
  expect(gate.remembered(token, now)).toBeUndefined();
  expect(follow.mock.calls).toEqual([[accountId]]);
  // Certain by now, and not since before the last reading.
  expect(await gate.lookUp(token, now)).toBeDefined();
  expect([gate.remembered(token, now), gate.has(accountId)]).toEqual([undefined, false]);
  mark = 2;
  expect(await gate.lookUp(token, now)).toBeDefined();
  expect(gate.remembered(token, now)).toBeDefined();
  expect(gate.has(accountId)).toBe(true);
});

it('reads a session once for all that a device asks at once, and anew after a sign-out meanwhile', async () => {
  const gate = sessionGate(server.database);
  const { accountId, tokens } = await signedIn(1);
  const [token = ''] = tokens;
  const now = server.clock.now();
  const asSystem = vi.spyOn(server.database, 'asSystem');
  const [one, other] = [gate.lookUp(token, now), gate.lookUp(token, now)];
  expect(await one).toBe(await other);
  expect(asSystem).toHaveBeenCalledTimes(1);
  asSystem.mockRestore();

  const gates = new EventEmitter();
  const read = server.database.asSystem;
  const held = vi.spyOn(server.database, 'asSystem').mockImplementationOnce(async (work) => {
    const found = await read(work);
    await once(gates, 'open');
    return found;
  });
  gate.forgetHousehold(accountId);
  const before = gate.lookUp(token, now);
  await read((db) => db.delete(sessions).where(eq(sessions.accountId, accountId)));
  gate.forgetHousehold(accountId);
  const after = gate.lookUp(token, now);
  gates.emit('open');
  expect(await after).toBeUndefined();
  await before;
  expect(gate.remembered(token, now)).toBeUndefined();
  held.mockRestore();
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
  const { accountId, tokens } = await signedIn(1_010);
  for (let from = 0; from < tokens.length; from += 10) {
    const some = tokens.slice(from, from + 10);
    await Promise.all(some.map((token) => gate.lookUp(token, server.clock.now())));
  }
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
  expect(await stored()).toBe(10);
  await gate.storeUses();
  expect(await stored()).toBe(1_010);
});
