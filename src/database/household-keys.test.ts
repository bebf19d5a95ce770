import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillEveryTable, placeOf } from '#testing/backups.ts';
import { openTestDatabase } from '#testing/database.ts';
import type { Database, Db } from './connect.ts';

/**
 * Tables whose rows belong to no household. In a sharded database each server would have a copy of
 * them.
 */
const OF_NO_HOUSEHOLD = {
  logins: 'what a person signs in with, who may have memberships in several',
  throttles: 'tries, by address and email, before anybody knows whose',
  sign_ups: 'households that are not there yet',
  payment_events: 'what the provider has told, known by its own id',
  departed_households: 'ids of households that are gone',
  server_keys: 'keys of the server itself',
};

/** Keys that are unique over all households, because their values are not random UUIDs. */
const OVER_ALL_HOUSEHOLDS = {
  'accounts account_number': 'six digits that a person reads out: the Customer ID',
  'subscriptions customer_id': 'given by the provider: one who pays pays for one household',
  'pairing_codes code_hash': 'eight characters that a person types: they lead to one elder',
  'jobs kind, key': 'also of jobs that are no household’s',
};

interface Key {
  readonly named: string;
  readonly columns: string[];
}

interface Reference extends Key {
  readonly constraint: string;
  readonly target: string;
  readonly to: string[];
  /** Columns that are set to null when the referenced row is deleted. */
  readonly emptied: string[] | null;
  readonly empties: boolean;
}

const namesOf = (relation: string, numbers: string) =>
  sql.raw(`(select json_agg(a.attname order by n.place)
    from unnest(${numbers}) with ordinality n(number, place)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = n.number)`);

async function keysOf(db: Db): Promise<Key[]> {
  return db
    .select({
      named: sql<string>`c.relname`,
      columns: sql<string[]>`${namesOf('c.oid', 'i.indkey::int2[]')}`,
    })
    .from(sql`pg_index i join pg_class c on c.oid = i.indrelid`)
    .where(sql`i.indisunique and c.relnamespace = 'public'::regnamespace`)
    .orderBy(sql`c.relname, i.indexrelid`);
}

async function referencesOf(db: Db): Promise<Reference[]> {
  return db
    .select({
      constraint: sql<string>`f.conname`,
      named: sql<string>`c.relname`,
      columns: sql<string[]>`${namesOf('c.oid', 'f.conkey')}`,
      target: sql<string>`t.relname`,
      to: sql<string[]>`${namesOf('t.oid', 'f.confkey')}`,
      empties: sql<boolean>`f.confdeltype = 'n'`,
      emptied: sql<string[] | null>`${namesOf('c.oid', 'f.confdelsetcols')}`,
    })
    .from(
      sql`pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid`,
    )
    .where(sql`f.contype = 'f' and c.relnamespace = 'public'::regnamespace`)
    .orderBy(sql`f.conname`);
}

/** Tables without `account_id`, except `accounts`, whose own id is the household. */
async function withoutHousehold(db: Db): Promise<string[]> {
  const tables = await db
    .select({ name: sql<string>`c.relname` })
    .from(sql`pg_class c`)
    .where(
      sql`c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id')`,
    );
  return tables.map(({ name }) => name).filter((name) => name !== 'accounts');
}

/**
 * Keys of household tables that do not include the household column, written as `table column,
 * column`.
 */
async function keysWithout(db: Db): Promise<string[]> {
  const others = await withoutHousehold(db);
  return (await keysOf(db))
    .filter(({ named }) => !others.includes(named))
    .filter(({ named, columns }) => !columns.includes(named === 'accounts' ? 'id' : 'account_id'))
    .map(({ named, columns }) => `${named} ${columns.join(', ')}`);
}

/**
 * Foreign keys between household tables that do not include the household, so that a row of another
 * household would satisfy them.
 */
async function referencesAcross(db: Db): Promise<string[]> {
  const others = await withoutHousehold(db);
  return (await referencesOf(db))
    .filter(({ named, target }) => ![named, target].some((table) => others.includes(table)))
    .filter(({ columns, target, to }) => {
      const place = columns.indexOf('account_id');
      return place < 0 || to[place] !== (target === 'accounts' ? 'id' : 'account_id');
    })
    .map(({ constraint }) => constraint);
}

/** Foreign keys that set the household to null when the referenced row is deleted. */
async function leftWithoutHousehold(db: Db): Promise<string[]> {
  return (await referencesOf(db))
    .filter(({ columns, empties }) => empties && columns.includes('account_id'))
    .filter(({ emptied }) => emptied === null || emptied.includes('account_id'))
    .map(({ constraint }) => constraint);
}

let folder: string;
let database: Database;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'grand-keys-'));
  database = await openTestDatabase();
  await fillEveryTable(placeOf(database, folder), 2);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** Runs the work in a savepoint, which is rolled back afterwards. */
async function tried<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return database.asSystem(async (db) => {
    await db.execute(sql`savepoint tried`);
    try {
      return await work(db);
    } finally {
      await db.execute(sql`rollback to savepoint tried`);
    }
  });
}

describe('household in keys and references', () => {
  it('every table except the listed ones has a household column', async () => {
    const others = await database.asSystem(withoutHousehold);
    expect(others.sort()).toEqual(Object.keys(OF_NO_HOUSEHOLD).sort());
  });

  it('every primary and unique key except the listed ones includes the household', async () => {
    const without = await database.asSystem(keysWithout);
    expect(without.sort()).toEqual(Object.keys(OVER_ALL_HOUSEHOLDS).sort());
  });

  it('every foreign key between household tables includes the household and never sets it to null', async () => {
    expect(await database.asSystem(referencesAcross)).toEqual([]);
    expect(await database.asSystem(leftWithoutHousehold)).toEqual([]);
    const all = await database.asSystem(referencesOf);
    expect(all.filter(({ columns }) => columns.length > 1).length).toBeGreaterThan(40);
    expect(all.filter(({ empties }) => empties).length).toBeGreaterThan(5);
  });

  it('the checks find a key, a foreign key and a set null action without the household', async () => {
    const found = await tried(async (db) => {
      await db.execute(sql`create table planted (id uuid primary key, account_id uuid not null,
        user_id uuid, word text, unique (id, account_id))`);
      await db.execute(sql`create unique index on planted (word)`);
      await db.execute(sql`create table under (account_id uuid not null, planted_id uuid
        constraint under_planted references planted (id))`);
      await db.execute(sql`alter table planted add constraint planted_user foreign key
        (user_id, account_id) references users (id, account_id) on delete set null`);
      return [await keysWithout(db), await referencesAcross(db), await leftWithoutHousehold(db)];
    });
    expect(found).toEqual([
      expect.arrayContaining(['planted id', 'planted word']),
      ['under_planted'],
      ['planted_user'],
    ]);
  });
});

it('a row cannot refer to a row of another household', async () => {
  const references = (await database.asSystem(referencesOf)).filter(
    ({ columns }) => columns.length === 2 && columns[1] === 'account_id',
  );
  expect(references.length).toBeGreaterThan(40);
  for (const { constraint, named, columns, target } of references) {
    const by = sql.identifier(columns[0] ?? '');
    const moved = tried((db) =>
      db.execute(sql`update ${sql.identifier(named)} x set ${by} =
        (select t.id from ${sql.identifier(target)} t where t.account_id <> x.account_id)`),
    );
    await expect(moved, constraint).rejects.toMatchObject({
      cause: { code: '23503', constraint },
    });
  }
});
