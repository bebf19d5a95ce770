import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '#testing/database.ts';
import type { Database } from './connect.ts';
import { accounts, subscriptions } from './schema/households.ts';

const OURS = '018f0000-0000-7000-8000-000000000001';
const THEIRS = '018f0000-0000-7000-8000-000000000002';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.asSystem(async (db) => {
    const createdAt = new Date('2026-01-01T00:00:00Z');
    await db.insert(accounts).values([
      { id: OURS, accountNumber: 'GA-1', createdAt },
      { id: THEIRS, accountNumber: 'GA-2', createdAt },
    ]);
  });
});

afterAll(async () => {
  await database?.close();
});

const numbers = (id: string) =>
  database.inHousehold(id, async (db) =>
    (await db.select().from(accounts)).map((account) => account.accountNumber),
  );

describe('transactions of inHousehold', () => {
  test('a household transaction sees only the rows of that household', async () => {
    expect(await numbers(OURS)).toEqual(['GA-1']);
    expect(await numbers(THEIRS)).toEqual(['GA-2']);
  });

  test('a household transaction cannot write a row of another household', async () => {
    const attempt = database.inHousehold(OURS, (db) =>
      db.insert(subscriptions).values({
        accountId: THEIRS,
        provider: 'built-in',
        plan: 'monthly',
        status: 'active',
        endsAt: new Date('2026-02-01T00:00:00Z'),
      }),
    );
    await expect(attempt).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  test('a household transaction leaves no role and no household on its connection', async () => {
    await numbers(OURS);
    const next = database.asSystem(async (db) => {
      const { rows } = rowsOf(
        await db.execute(sql`select current_user = session_user as owner,
          nullif(current_setting('app.account_id', true), '') as household`),
      );
      return rows[0];
    });
    expect(await next).toEqual({ owner: true, household: null });
  });

  test('an account id that is not a UUID is rejected', async () => {
    const id = "'; drop table accounts; --";
    await expect(database.inHousehold(id, async () => 1)).rejects.toThrow('UUID');
  });
});

describe('asSystem and inHousehold', () => {
  test('a transaction rolls back as a whole when its work fails', async () => {
    const attempt = database.asSystem(async (db) => {
      await db.update(accounts).set({ accountNumber: 'GA-3' }).where(sql`id = ${OURS}`);
      throw new Error('no');
    });
    await expect(attempt).rejects.toThrow('no');
    expect(await numbers(OURS)).toEqual(['GA-1']);
  });

  test('a transaction fails when one of its statements failed, even if the work continued', async () => {
    const attempt = database.asSystem(async (db) => {
      await db.update(accounts).set({ accountNumber: 'GA-3' }).where(sql`id = ${OURS}`);
      await db.execute(sql`select 1 / 0`).catch(() => undefined);
    });
    await expect(attempt).rejects.toThrow();
    expect(await numbers(OURS)).toEqual(['GA-1']);
  });

  test('a transaction inside another one is rejected instead of waiting forever', async () => {
    const inner = [
      () => database.asSystem(async () => 1),
      () => database.inHousehold(OURS, async () => 1),
    ];
    for (const open of inner) {
      const attempt = database.asSystem(() => open());
      await expect(attempt).rejects.toThrow('A transaction is open here already');
    }
    expect(await numbers(OURS)).toEqual(['GA-1']);
  });

  test('work that outlives its transaction can open another transaction', async () => {
    let later: Promise<string[]> | undefined;
    let begin = () => {};
    const ended = new Promise<void>((resolve) => {
      begin = resolve;
    });
    await database.asSystem(async () => {
      later = ended.then(() => numbers(OURS));
    });
    begin();
    expect(await later).toEqual(['GA-1']);
  });

  test('a transaction handle cannot be used after the end of the transaction', async () => {
    const handle = await database.inHousehold(OURS, async (db) => ({ db }));
    await expect(async () => handle.db.select().from(accounts)).rejects.toThrow();
    expect(await numbers(THEIRS)).toEqual(['GA-2']);
  });

  test('a nested savepoint can be rolled back alone', async () => {
    await database.asSystem(async (db) => {
      const part = db.transaction(async (inner) => {
        await inner.update(accounts).set({ accountNumber: 'GA-9' }).where(sql`id = ${OURS}`);
        throw new Error('undone');
      });
      await expect(part).rejects.toThrow('undone');
    });
    expect(await numbers(OURS)).toEqual(['GA-1']);
  });

  test('the statement counter includes all statements of a household read', async () => {
    const before = database.statements();
    await numbers(OURS);
    expect(database.statements() - before).toBe(database.kind === 'postgres' ? 3 : 4);
  });

  test('sixty transactions can run at the same time', async () => {
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, index) => numbers(index % 2 ? OURS : THEIRS)),
    );
    expect(all.map(([number]) => number)).toEqual(
      Array.from({ length: 60 }, (_, index) => (index % 2 ? 'GA-1' : 'GA-2')),
    );
  });
});

describe('types of query results', () => {
  test('int8 and count() are returned as numbers', async () => {
    const row = await database.asSystem(async (db) => {
      const { rows } = rowsOf(
        await db.execute(sql`select count(*) as count, 7::int8 as seven from accounts`),
      );
      return rows[0];
    });
    expect(row).toEqual({ count: 2, seven: 7 });
  });

  test('a timestamp is read back unchanged', async () => {
    const [account] = await database.inHousehold(OURS, (db) => db.select().from(accounts));
    expect(account?.createdAt).toEqual(new Date('2026-01-01T00:00:00Z'));
  });

  test('ping resolves while the database answers', async () => {
    await expect(database.ping()).resolves.toBeUndefined();
  });
});

test('a raw SQL statement returns equal values from both kinds of database', async () => {
  const read = database.asSystem(async (db) => {
    await db.execute(sql`set local time zone 'UTC'`);
    const { rows } = rowsOf(
      await db.execute(sql`select
        timestamptz '2026-03-08 07:00:00Z' as instant,
        timestamp '2026-03-08 02:30:00' as wall,
        date '2026-03-08' as day,
        interval '90 minutes' as long,
        array[timestamptz '2026-03-08 07:00:00Z'] as instants,
        array[timestamp '2026-03-08 02:30:00'] as walls,
        array[date '2026-03-08'] as days,
        array[interval '90 minutes'] as longs,
        array[1.50::numeric] as amounts,
        1.50::numeric as amount,
        1152921504606846976::int8 as most,
        true as is_there,
        array['a', 'b'] as words,
        '{"a": 1}'::jsonb as kept`),
    );
    return rows[0];
  });
  expect(await read).toEqual({
    instant: '2026-03-08 07:00:00+00',
    wall: '2026-03-08 02:30:00',
    day: '2026-03-08',
    long: '01:30:00',
    instants: '{"2026-03-08 07:00:00+00"}',
    walls: '{"2026-03-08 02:30:00"}',
    days: '{2026-03-08}',
    longs: '{01:30:00}',
    amounts: '{1.50}',
    amount: '1.50',
    most: 2 ** 60,
    is_there: true,
    words: ['a', 'b'],
    kept: { a: 1 },
  });
});

function rowsOf(result: unknown): { rows: unknown[] } {
  if (typeof result === 'object' && result !== null && 'rows' in result) {
    return { rows: Array.isArray(result.rows) ? result.rows : [] };
  }
  throw new Error('The answer has no rows.');
}
