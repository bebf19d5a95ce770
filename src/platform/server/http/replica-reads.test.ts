import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database, Db, Replica } from '#database/connect.ts';
import { accounts } from '#database/schema/households.ts';
import { feature } from '#platform/server/feature.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { notFound, platformRefusals } from '#platform/shared/refusals.ts';
import { openTestDatabase } from '#testing/database.ts';
import { type TestHousehold, type TestServer, testServer } from '#testing/test-server.ts';

const reply = z.object({ name: z.string() });
const common = { who: 'user', summary: 'A test.', reply } as const;

/** Three endpoints: one marked for the replica, one wrongly marked, and one not marked. */
const small = feature(
  {
    long: endpoint('GET /test/long', { ...common, replica: true }),
    pages: endpoint('GET /test/pages', { ...common, replica: true }),
    list: endpoint('GET /test/list', {
      ...common,
      query: z.object({ limit: z.coerce.number(), of: z.string() }).partial().strict(),
      replica: { onlyWith: 'limit' },
    }),
    missing: endpoint('GET /test/missing', {
      ...common,
      replica: true,
      refusals: some(platformRefusals, 'not-found'),
    }),
    wrong: endpoint('GET /test/wrong', { ...common, replica: true }),
    usual: endpoint('GET /test/usual', common),
  },
  {
    long: (_call, { db }) => nameOf(db),
    pages: {
      async outsideTransaction(_call, { read }) {
        const [, second] = [await read(nameOf), await read(nameOf)];
        return second;
      },
    },
    list: (_call, { db }) => nameOf(db),
    async missing() {
      throw notFound();
    },
    async wrong(_call, { db }) {
      await db.update(accounts).set({ accountNumber: 'GA-0' });
      return nameOf(db);
    },
    usual: (_call, { db }) => nameOf(db),
  },
);

async function nameOf(db: Db) {
  const [row] = await db
    .select({ name: sql<string | null>`nullif(current_setting('app.test', true), '')` })
    .from(sql`(select) one`);
  return { name: row?.name ?? 'primary' };
}

/**
 * Executes the reads on the test database as if it were a replica, or throws `failure` if it is
 * set.
 */
class StandIn implements Replica {
  readonly mostAtOnce = 3;
  failure: Error | undefined;
  /** Reads wait for this promise. */
  holding: Promise<void> = Promise.resolve();
  asked = 0;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async read<T>(accountId: string, work: (db: Db) => Promise<T>) {
    this.asked += 1;
    await this.holding;
    const { failure } = this;
    if (failure !== undefined) return { failure };
    const done = await this.#database.readInHousehold(accountId, async (db) => {
      await db.execute(sql`select set_config('app.test', 'replica', true)`);
      return work(db);
    });
    return { done };
  }

  async secondsBehind() {
    if (this.failure !== undefined) throw this.failure;
    return 0.25;
  }
}

let replica: StandIn;
let server: TestServer;
let home: TestHousehold;
beforeEach(async () => {
  const database = await openTestDatabase();
  replica = new StandIn(database);
  server = await testServer([small], {}, undefined, { ...database, replica });
  home = await server.household();
});
afterEach(() => server.close());

const nameAt = async (path: string) => {
  const { status, body } = await home.as('user')('GET', path);
  return [status, body.name ?? body.code];
};

it.each([
  ['/test/long', 'replica', 1],
  ['/test/pages', 'replica', 2],
  ['/test/list?limit=5', 'replica', 1],
  ['/test/list?of=today', 'primary', 0],
  ['/test/list', 'primary', 0],
  ['/test/usual', 'primary', 0],
])('the call %s is answered by the %s', async (path, name, asked) => {
  expect(await nameAt(path)).toEqual([200, name]);
  expect(replica.asked).toBe(asked);
});

it('a call that is marked as a read but writes fails, with and without a replica, and changes nothing', async () => {
  const all = () => server.database.asSystem((db) => db.select().from(accounts));
  const before = await all();
  expect(await nameAt('/test/wrong')).toEqual([500, 'server-failed']);
  replica.failure = new Error('gone');
  expect(await nameAt('/test/wrong')).toEqual([500, 'server-failed']);
  expect(await all()).toEqual(before);
});

it('the primary answers if the replica fails, and after five failures the replica is not tried for a minute', async () => {
  replica.failure = new Error('gone');
  for (let tries = 0; tries < 8; tries += 1) {
    expect(await nameAt('/test/long')).toEqual([200, 'primary']);
  }
  expect(replica.asked).toBe(5);
  server.clock.advance(MINUTE_MS);
  for (let tries = 0; tries < 3; tries += 1) await nameAt('/test/pages');
  expect(replica.asked).toBe(6);
  replica.failure = undefined;
  expect(await nameAt('/test/long')).toEqual([200, 'primary']);
  server.clock.advance(MINUTE_MS);
  expect(await nameAt('/test/long')).toEqual([200, 'replica']);
});

it('the primary answers at once if the replica is busy', async () => {
  let release = () => {};
  replica.holding = new Promise((resolve) => {
    release = resolve;
  });
  const held = Array.from({ length: 3 }, () => nameAt('/test/long'));
  await expect.poll(() => replica.asked).toBe(3);
  expect(await nameAt('/test/long')).toEqual([200, 'primary']);
  release();
  expect(await Promise.all(held)).toEqual(held.map(() => [200, 'replica']));
  expect(await nameAt('/test/long')).toEqual([200, 'replica']);
});

it('a refusal from the replica counts as an answer', async () => {
  for (let tries = 0; tries < 8; tries += 1) {
    expect(await nameAt('/test/missing')).toEqual([404, 'not-found']);
  }
  expect(replica.asked).toBe(8);
  expect(await nameAt('/test/long')).toEqual([200, 'replica']);
});
