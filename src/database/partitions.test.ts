import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { makeTestDatabase, openTestDatabase } from '#testing/database.ts';
import { runStatement } from '#testing/postgres.ts';
import { connect, type Database, type Db } from './connect.ts';
import { migrate } from './migrate.ts';
import { createPartitions, dropPartitionsBefore, partitionTables } from './partitions.ts';
import { auditEntries } from './schema/audit.ts';

const HOME = '018f0000-0000-7000-8000-00000000000a';
/** Earlier than the partitions that the migration creates. */
const APRIL = new Date('2005-04-30T23:59:59.999Z');
const ZONES = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Kiritimati'];

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  await database.asSystem((db) =>
    db.execute(sql`insert into accounts (id, account_number, created_at)
      values (${HOME}, 'GA-000001', now())`),
  );
});
afterEach(() => database.close());

/** Runs each transaction in a session of another timezone. */
const inZone = (zone: string): Pick<Database, 'asSystem'> => ({
  asSystem: (work) =>
    database.asSystem(async (db) => {
      await db.execute(sql.raw(`set local timezone = '${zone}'`));
      return work(db);
    }),
});

const note = (db: Db, ...instants: string[]) =>
  db.insert(auditEntries).values(
    instants.map((at, number) => ({
      id: `018f0000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`,
      accountId: HOME,
      at: new Date(at),
      action: 'signed-in',
      personName: '',
      subject: at,
      address: '',
      deviceName: '',
    })),
  );

/** Returns the subjects of the entries by partition. */
async function partsWithRows(): Promise<Record<string, string[]>> {
  const rows = await database.asSystem((db) =>
    db
      .select({ part: sql<string>`tableoid::regclass::text`, subject: auditEntries.subject })
      .from(auditEntries)
      .orderBy(auditEntries.at),
  );
  const parts = new Map(rows.map(({ part }): [string, string[]] => [part, []]));
  for (const { part, subject } of rows) parts.get(part)?.push(subject);
  return Object.fromEntries(parts);
}

/**
 * Partitions of the audit entries, without those that the migration of the test database creates.
 */
async function namesOfParts(): Promise<string[]> {
  const names = await database.asSystem((db) =>
    db
      .select({ name: sql<string>`relname` })
      .from(sql`pg_class`)
      .where(sql`relispartition and relkind = 'r' and relname ~ '^audit_entries_2005_0|_rest$'
        and relname ~ '^audit' and relnamespace = 'parts'::regnamespace`)
      .orderBy(sql`relname`),
  );
  return names.map(({ name }) => name.replace('audit_entries_', ''));
}

describe('monthly partitions of the audit entries', () => {
  it.each(ZONES)(
    'partitions are created once for this and the next three months in UTC, in a session of %s',
    async (zone) => {
      const { asSystem } = inZone(zone);
      for (const _ of [1, 2]) await asSystem((db) => createPartitions(db, APRIL));
      expect(await namesOfParts()).toEqual(['2005_04', '2005_05', '2005_06', '2005_07', 'rest']);
      const edges = [
        '2005-03-31T23:59:59.999Z',
        '2005-04-01T00:00:00.000Z',
        '2005-04-30T23:59:59.999Z',
        '2005-05-01T00:00:00.000Z',
        '2005-07-31T23:59:59.999Z',
        '2005-08-01T00:00:00.000Z',
      ];
      await asSystem((db) => note(db, ...edges));
      expect(await partsWithRows()).toEqual({
        'parts.audit_entries_rest': [edges[0], edges[5]],
        'parts.audit_entries_2005_04': [edges[1], edges[2]],
        'parts.audit_entries_2005_05': [edges[3]],
        'parts.audit_entries_2005_07': [edges[4]],
      });
    },
  );

  it('a new partition takes exactly its rows out of the default partition', async () => {
    const all = [
      '2005-03-31T23:59:59.999Z',
      '2005-04-01T00:00:00.000Z',
      '2005-07-31T00:00:00.000Z',
    ];
    await database.asSystem((db) => note(db, ...all));
    expect(await partsWithRows()).toEqual({ 'parts.audit_entries_rest': all });
    await database.asSystem((db) => createPartitions(db, APRIL));
    expect(await partsWithRows()).toEqual({
      'parts.audit_entries_rest': [all[0]],
      'parts.audit_entries_2005_04': [all[1]],
      'parts.audit_entries_2005_07': [all[2]],
    });
  });

  it('after an import every past month of the last ten years with rows gets a partition', async () => {
    const all = [
      '1970-01-01T00:00:00.000Z',
      '1995-03-31T23:59:59.999Z',
      '1995-04-01T00:00:00.000Z',
      '2005-02-14T00:00:00.000Z',
      '2055-01-01T00:00:00.000Z',
    ];
    await database.asSystem((db) => note(db, ...all));
    await inZone('America/New_York').asSystem((db) => partitionTables(db, APRIL));
    expect(await partsWithRows()).toEqual({
      'parts.audit_entries_rest': [all[0], all[1], all[4]],
      'parts.audit_entries_1995_04': [all[2]],
      'parts.audit_entries_2005_02': [all[3]],
    });
  });

  it('every start creates the partition of the current month', async () => {
    const now = new Date();
    await database.asSystem(migrate);
    await database.asSystem((db) => note(db, now.toISOString()));
    expect(Object.keys(await partsWithRows())).toEqual([
      `parts.audit_entries_${now.toISOString().slice(0, 7).replace('-', '_')}`,
    ]);
  });
});

describe('a partition created at runtime', () => {
  beforeEach(async () => {
    await database.asSystem((db) =>
      note(db, '2005-04-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'),
    );
    await database.asSystem((db) => createPartitions(db, APRIL));
  });

  it('a new partition has the row-level security and privileges of its table', async () => {
    const open = await database.asSystem((db) =>
      db
        .select({ name: sql<string>`relname` })
        .from(sql`pg_class c`)
        .where(sql`relnamespace = 'parts'::regnamespace and relkind in ('r', 'p') and not (relrowsecurity
          and relforcerowsecurity and exists (select from pg_policy where polrelid = c.oid
            and polname = 'system_only' and polroles = array[c.relowner]))`),
    );
    expect(open).toEqual([]);
    const granted = await database.asSystem((db) =>
      db
        .select({ name: sql<string>`relname` })
        .from(sql`pg_class`)
        .where(sql`relnamespace = 'parts'::regnamespace and relkind in ('r', 'p')
          and has_table_privilege('grand_household', oid, 'select, insert, update, delete, truncate')`),
    );
    expect(granted).toEqual([]);
  });

  it.each(['audit_entries_2005_04', 'audit_entries_rest'])(
    'a household cannot read partition %s directly, not even its own rows',
    async (name) => {
      const part = sql`parts.${sql.identifier(name)}`;
      for (const statement of [sql`select from ${part}`, sql`delete from ${part}`]) {
        await expect(
          database.inHousehold(HOME, (db) => db.execute(statement)),
        ).rejects.toMatchObject({ cause: { code: '42501' } });
      }
      const seen = await database.inHousehold(HOME, (db) => db.select().from(auditEntries));
      expect(seen).toHaveLength(2);
    },
  );

  it('the owner of a partition sees no rows outside a system transaction', async () => {
    const rows = (db: Db) => db.select({ one: sql`1` }).from(sql`parts.audit_entries_2005_04`);
    expect(await database.asSystem(rows)).toHaveLength(1);
    const outside = database.asSystem(async (db) => {
      await db.execute(sql`commit`);
      return rows(db);
    });
    // At this point the embedded database has the household role, which may not read partitions
    // directly.
    if (database.kind === 'postgres') expect(await outside).toEqual([]);
    else await expect(outside).rejects.toMatchObject({ cause: { code: '42501' } });
  });
});

describe('removal of old partitions', () => {
  it.each(ZONES)(
    'only partitions that end by the given time are dropped, in a session of %s',
    async (zone) => {
      const { asSystem } = inZone(zone);
      await asSystem((db) => createPartitions(db, APRIL));
      const drop = async (until: string) => {
        await dropPartitionsBefore({ asSystem }, auditEntries, new Date(until));
        return namesOfParts();
      };
      const left = ['2005_05', '2005_06', '2005_07', 'rest'];
      expect(await drop('2005-04-30T23:59:59.999Z')).toEqual(['2005_04', ...left]);
      expect(await drop('2005-05-01T00:00:00.000Z')).toEqual(left);
      expect(await drop('2005-07-01T00:00:00.000Z')).toEqual(['2005_07', 'rest']);
    },
  );
});

describe.runIf(inject('testGround').kind === 'postgres')('partitions under concurrent use', () => {
  /**
   * Opens another connection whose transaction has read the audit entries; returns the function
   * that ends it.
   */
  async function reading(url: string): Promise<() => Promise<void>> {
    const { default: pg } = await import('pg');
    const client = new pg.Client(url);
    await client.connect();
    await client.query('begin; select from audit_entries');
    return async () => {
      await client.query('commit');
      await client.end();
    };
  }

  it('partitions of a locked table are neither created nor dropped within the lock timeout, and the next attempt succeeds', async () => {
    const { url, drop } = await makeTestDatabase();
    const own = await connect({ databaseUrl: url, dataDir: '.' });
    const isThere = async (name: string) =>
      (await runStatement(url, `select to_regclass('parts.${name}') is not null as it`)).rows[0].it;
    const makeAndDrop = async () => {
      const began = performance.now();
      await own.asSystem((db) => createPartitions(db, APRIL));
      await dropPartitionsBefore(own, auditEntries, new Date('2004-09-01T00:00:00Z'));
      return performance.now() - began;
    };
    const there = async () => [
      await isThere('audit_entries_2004_08'),
      await isThere('audit_entries_2005_04'),
    ];
    await own.asSystem((db) => createPartitions(db, new Date('2004-08-01T00:00:00Z')));
    const end = await reading(url);
    // Upper bound for three lock timeouts of 0.3 s, with a large margin for slow machines.
    expect(await makeAndDrop()).toBeLessThan(10_000);
    expect(await there()).toEqual([true, false]);
    await end();
    await makeAndDrop();
    expect(await there()).toEqual([false, true]);
    await own.close();
    await drop();
  });

  it('an insert waits while the partition of its month is created, and then goes into it', async () => {
    const { url, drop } = await makeTestDatabase();
    const [own, other] = [
      await connect({ databaseUrl: url, dataDir: '.' }),
      await connect({ databaseUrl: url, dataDir: '.' }),
    ];
    await own.asSystem((db) =>
      db.execute(sql`insert into accounts (id, account_number, created_at)
        values (${HOME}, 'GA-000001', now())`),
    );
    const waiting = `select count(*)::int from pg_locks where not granted
      and database = (select oid from pg_database where datname = current_database())`;
    const howMany = async () => (await runStatement(url, waiting)).rows[0].count;
    let writing: Promise<unknown> | undefined;
    await own.asSystem(async (db) => {
      await createPartitions(db, APRIL);
      writing = other.asSystem((there) => note(there, APRIL.toISOString()));
      await expect.poll(howMany).toBe(1);
    });
    await writing;
    const rows = await own.asSystem((db) =>
      db.select({ part: sql<string>`tableoid::regclass::text` }).from(auditEntries),
    );
    expect(rows).toEqual([{ part: 'parts.audit_entries_2005_04' }]);
    for (const one of [own, other]) await one.close();
    await drop();
  });

  it('several servers can create the partitions at once', async () => {
    const { url, drop } = await makeTestDatabase();
    const servers = await Promise.all(
      [1, 2, 3].map(() => connect({ databaseUrl: url, dataDir: '.' })),
    );
    await Promise.all(servers.map((one) => one.asSystem((db) => createPartitions(db, APRIL))));
    const { rows } = await runStatement(
      url,
      `select count(*)::int as parts from pg_inherits where inhparent = 'audit_entries'::regclass
        and inhrelid::regclass::text ~ '2005_0[4-7]'`,
    );
    expect(rows).toEqual([{ parts: 4 }]);
    await Promise.all(servers.map((one) => one.close()));
    await drop();
  });
});
