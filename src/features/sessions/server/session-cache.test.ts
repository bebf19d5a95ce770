import { EventEmitter, once } from 'node:events';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sessions } from '#database/schema/access.ts';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { type TestServer, testServer } from '#testing/test-server.ts';
import { sessionGate } from './session-cache.ts';
import { hashOf, newToken, PERSON } from './session-rows.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer([]);
});
afterAll(() => server.close());

/** Creates sessions of one person in a household; returns their tokens. */
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

it('a cache with half the required size still has hits', async () => {
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

it('a session is cached only if its household was followed when it was read', async () => {
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
  // The server receives the invalidations of this household now, but did not yet at the time of the
  // last read, so the session is not cached.
  expect(await gate.lookUp(token, now)).toBeDefined();
  expect([gate.remembered(token, now), gate.has(accountId)]).toEqual([undefined, false]);
  mark = 2;
  expect(await gate.lookUp(token, now)).toBeDefined();
  expect(gate.remembered(token, now)).toBeDefined();
  expect(gate.has(accountId)).toBe(true);
});

/**
 * Replaces the reads of the database: a read that `hold` prepared waits until `open` is called.
 * Counts all reads.
 */
function holding() {
  const read = server.database.asSystem;
  const gates = new EventEmitter();
  const asSystem = vi.spyOn(server.database, 'asSystem');
  /** Makes the next read wait after it has its result; resolves when it has the result. */
  const hold = () => {
    const [isRead, opened] = [once(gates, 'read'), once(gates, 'open')];
    asSystem.mockImplementationOnce(async (work) => {
      const found = await read(work);
      gates.emit('read');
      await opened;
      return found;
    });
    return isRead;
  };
  return { read, asSystem, hold, open: () => gates.emit('open') };
}

it('concurrent lookups of a session share one read, and a lookup after a sign-out reads again', async () => {
  const gate = sessionGate(server.database);
  const { accountId, tokens } = await signedIn(1);
  const [token = ''] = tokens;
  const now = server.clock.now();
  const asSystem = vi.spyOn(server.database, 'asSystem');
  const [one, other] = [gate.lookUp(token, now), gate.lookUp(token, now)];
  expect(await one).toBe(await other);
  expect(asSystem).toHaveBeenCalledTimes(1);
  asSystem.mockRestore();

  const { read, asSystem: held, hold, open } = holding();
  gate.forgetHousehold(accountId);
  const isRead = hold();
  const before = gate.lookUp(token, now);
  await isRead;
  await read((db) => db.delete(sessions).where(eq(sessions.accountId, accountId)));
  gate.forgetHousehold(accountId);
  const after = gate.lookUp(token, now);
  open();
  expect(await after).toBeUndefined();
  await before;
  expect(gate.remembered(token, now)).toBeUndefined();
  held.mockRestore();
});

describe('lookups in a batch', () => {
  it('lookups in a batch share one statement, and each gets its own caller', async () => {
    const gate = sessionGate(server.database);
    const homes = [await signedIn(30), await signedIn(30)];
    const now = server.clock.now();
    const { asSystem } = holding();
    const tokens = homes.flatMap((home) => [...home.tokens, newToken()]);
    const callers = await Promise.all(tokens.map((token) => gate.lookUpInBatch(token, now)));
    expect(asSystem.mock.calls.length).toBe(1);
    asSystem.mockRestore();
    const expected = homes.flatMap(({ accountId, tokens: known }) => [
      ...known.map((token) => `${accountId} ${hashOf(token)}`),
      undefined,
    ]);
    const told = callers.map((caller) => caller && `${caller.account.id} ${caller.tokenHash}`);
    expect(told).toEqual(expected);
    expect(tokens.map((token) => gate.remembered(token, now)?.account.id)).toEqual(
      callers.map((caller) => caller?.account.id),
    );
  });

  it('an ended session in a batch is undefined, and a repeated token is read once', async () => {
    const gate = sessionGate(server.database);
    const { tokens } = await signedIn(3);
    const [ended = '', ...others] = tokens;
    const now = server.clock.now();
    await server.database.asSystem((db) =>
      db
        .update(sessions)
        .set({ expiresAt: now })
        .where(eq(sessions.tokenHash, hashOf(ended))),
    );
    const asked = [ended, ...others, ...others].map((token) => gate.lookUpInBatch(token, now));
    const callers = await Promise.all(asked);
    expect(callers.map((caller) => caller !== undefined)).toEqual([false, true, true, true, true]);
    expect(callers[1]).toBe(callers[3]);
    expect(gate.remembered(ended, now)).toBeUndefined();
  });

  it('a session revoked during its batch is undefined afterwards and not cached', async () => {
    const gate = sessionGate(server.database);
    const { accountId, tokens } = await signedIn(1);
    const other = await signedIn(1);
    const [token = '', neighbour = ''] = [...tokens, ...other.tokens];
    const now = server.clock.now();
    const { asSystem, hold, open } = holding();
    hold();
    const before = [token, neighbour].map((each) => gate.lookUpInBatch(each, now));
    await vi.waitFor(() => expect(asSystem).toHaveBeenCalledTimes(1));
    await server.database.asSystem((db) =>
      db.delete(sessions).where(eq(sessions.accountId, accountId)),
    );
    gate.forgetHousehold(accountId);
    expect(await gate.lookUpInBatch(token, now)).toBeUndefined();
    open();
    expect((await before[1])?.account.id).toBe(other.accountId);
    await before[0];
    expect(gate.remembered(token, now)).toBeUndefined();
    expect(await gate.lookUpInBatch(neighbour, now)).toBeDefined();
    asSystem.mockRestore();
  });

  it('a failed batch rejects its lookups, and the next lookups succeed', async () => {
    const gate = sessionGate(server.database);
    const { tokens } = await signedIn(3);
    const now = server.clock.now();
    const { asSystem } = holding();
    asSystem.mockRejectedValueOnce(new Error('gone'));
    const failed = await Promise.allSettled(tokens.map((each) => gate.lookUpInBatch(each, now)));
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    const found = await Promise.all(tokens.map((each) => gate.lookUpInBatch(each, now)));
    expect(found.every((caller) => caller !== undefined)).toBe(true);
    asSystem.mockRestore();
  });

  it('a lookup for a write does not wait for batches', async () => {
    const gate = sessionGate(server.database);
    const { tokens } = await signedIn(4);
    const [first = '', second = '', third = '', press = ''] = tokens;
    const now = server.clock.now();
    const { asSystem, hold, open } = holding();
    const waiting: Promise<unknown>[] = [];
    for (const [at, token] of [first, second].entries()) {
      hold();
      waiting.push(gate.lookUpInBatch(token, now));
      await vi.waitFor(() => expect(asSystem).toHaveBeenCalledTimes(at + 1));
    }
    // This lookup waits for a batch. On a slow machine it is refused before the other batches end,
    // so its error is ignored.
    waiting.push(gate.lookUpInBatch(third, now).catch(() => undefined));
    expect(await gate.lookUp(press, now)).toBeDefined();
    expect(asSystem).toHaveBeenCalledTimes(3);
    open();
    await Promise.all(waiting);
    asSystem.mockRestore();
  });

  it('due expiries are extended together, except one whose row is locked', async () => {
    const gate = sessionGate(server.database);
    const { tokens } = await signedIn(3);
    const [held = ''] = tokens.map(hashOf);
    const now = server.clock.now();
    const mine = inArray(sessions.tokenHash, tokens.map(hashOf));
    const endsAt = new Date(now.getTime() + 30 * DAY_MS);
    await server.database.asSystem((db) => db.update(sessions).set({ endsAt }).where(mine));
    const lookAll = async () => {
      const callers = await Promise.all(tokens.map((each) => gate.lookUpInBatch(each, now)));
      expect(callers.every((caller) => caller !== undefined)).toBe(true);
      return tokens.map((each) => gate.remembered(each, now) !== undefined);
    };
    // The embedded database runs one transaction at a time.
    if (server.database.kind === 'postgres') {
      const gates = new EventEmitter();
      const holding = server.database.asSystem(async (db) => {
        await db.select().from(sessions).where(eq(sessions.tokenHash, held)).for('update');
        const end = once(gates, 'end');
        gates.emit('held');
        await end;
      });
      await once(gates, 'held');
      expect(await lookAll()).toEqual([false, true, true]);
      gates.emit('end');
      await holding;
    }
    expect(await lookAll()).toEqual([true, true, true]);
    const rows = await server.database.asSystem((db) => db.select().from(sessions).where(mine));
    const idleEnd = now.getTime() + PERSON.idleDays * DAY_MS;
    expect(rows.map(({ expiresAt }) => expiresAt.getTime())).toEqual([idleEnd, idleEnd, idleEnd]);
  });
});

it('forgetHousehold removes the sessions of that household only', async () => {
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

it('an evicted session is read again, and an ended one is not found', async () => {
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

it('last uses that could not be stored are stored in the next run', async () => {
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
