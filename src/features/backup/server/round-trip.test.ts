import { openAsBlob, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { connect, type Database } from '#database/connect.ts';
import { knownMigrations, migrate } from '#database/migrate.ts';
import { analyticsEvents } from '#database/schema/analytics.ts';
import { auditEntries } from '#database/schema/audit.ts';
import { medicationLogAttempts } from '#database/schema/medications.ts';
import {
  backUpTo,
  contentsOf,
  filesIn,
  fillEveryTable,
  type Place,
  placeOf,
  restoreFrom,
} from '#testing/backups.ts';
import { openTestDatabase } from '#testing/database.ts';
import { snapshotFile } from '#testing/database-setup.ts';
import { tablesInOrder } from './tables.ts';

let folder: string;
const opened: Database[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'grand-backup-'));
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  await rm(folder, { recursive: true });
});

async function place(name: string, database?: Database): Promise<Place> {
  const own = database ?? (await openTestDatabase());
  opened.push(own);
  return placeOf(own, join(folder, name));
}

const fileAt = (name: string) => join(folder, `${name}.zip`);

/** Returns the names of all tables in the schema files. */
async function declaredTables(): Promise<string[]> {
  const folderOfSchema = new URL('../../../database/schema/', import.meta.url);
  const modules: Record<string, unknown>[] = await Promise.all(
    readdirSync(folderOfSchema).map((file) => import(new URL(file, folderOfSchema).href)),
  );
  const tables = modules
    .flatMap((module) => Object.values(module))
    .filter((any) => is(any, PgTable));
  return tables.map((table) => getTableName(table)).sort();
}

describe('backup and restore', () => {
  it('a backup contains every table of the schema, referenced tables first', async () => {
    const { database } = await place('source');
    const tables = (await database.asSystem(tablesInOrder)).map(({ name }) => name);
    expect(tables.toSorted()).toEqual(await declaredTables());
    expect(tables.indexOf('users')).toBeGreaterThan(tables.indexOf('accounts'));
    expect(tables.indexOf('heartbeats')).toBeGreaterThan(tables.indexOf('sessions'));
    expect(tables.indexOf('sessions')).toBeGreaterThan(tables.indexOf('users'));
  });

  it('a restored server produces an equal backup, except for the time', async () => {
    const source = await place('source');
    await fillEveryTable(source);
    await backUpTo(fileAt('first'), source);
    const first = await contentsOf(fileAt('first'));
    expect(first.tables.length).toBeGreaterThan(25);
    for (const table of first.tables) expect(table).toMatchObject({ rows: 3 });
    expect(first).toMatchObject({ gone: [], lost: [] });

    const target = await place('target');
    await restoreFrom(fileAt('first'), target);
    await backUpTo(fileAt('second'), target);
    expect(await contentsOf(fileAt('second'))).toEqual(first);
    expect((await readFile(fileAt('second'))).equals(await readFile(fileAt('first')))).toBe(true);
    expect(await filesIn(target)).toEqual(first.files.toSorted());
    for (const name of first.files) {
      const [was, is] = [await source.store.open(name), await target.store.open(name)];
      if (was === undefined || is === undefined) throw new Error(`${name} is missing`);
      expect((await buffer(is)).equals(await buffer(was))).toBe(true);
    }
  });

  it("a backup lists no partitions, and a restore creates those of the rows' months", async () => {
    const source = await place('source');
    await fillEveryTable(source, 1);
    await backUpTo(fileAt('first'), source);
    const names = (await contentsOf(fileAt('first'))).tables.map(({ name }) => name);
    expect(names.filter((name) => /\d|_rest$/.test(name))).toEqual([]);
    const target = await place('target');
    await restoreFrom(fileAt('first'), target);
    const parts = await target.database.asSystem(async (db) => [
      ...(await db.select({ part: sql`tableoid::regclass::text` }).from(analyticsEvents)),
      ...(await db.select({ part: sql`tableoid::regclass::text` }).from(auditEntries)),
    ]);
    const months = ['parts.analytics_events_2026_03', 'parts.audit_entries_2026_03'];
    expect(parts).toEqual(months.map((part) => ({ part })));
  });

  it('a backup of thousands of rows is complete', async () => {
    const source = await place('source');
    await source.database.asSystem((db) =>
      db.execute(
        sql`insert into throttles select 'key ' || n, n, now() from generate_series(1, 5321) n`,
      ),
    );
    await backUpTo(fileAt('first'), source);
    const target = await place('target');
    await restoreFrom(fileAt('first'), target);
    await backUpTo(fileAt('second'), target);
    const contents = await contentsOf(fileAt('second'));
    expect(contents.tables).toContainEqual({ name: 'throttles', rows: 5321 });
    expect(contents).toEqual(await contentsOf(fileAt('first')));
  });

  it('keys that the empty server created are replaced', async () => {
    const source = await place('source');
    await fillEveryTable(source, 1);
    await backUpTo(fileAt('first'), source);
    const target = await place('target');
    await target.database.asSystem((db) =>
      db.execute(sql`insert into server_keys values ('own', 'key')`),
    );
    await restoreFrom(fileAt('first'), target);
    await backUpTo(fileAt('second'), target);
    expect(await contentsOf(fileAt('second'))).toEqual(await contentsOf(fileAt('first')));
  });

  it('identity columns continue after the highest restored value', async () => {
    const source = await place('source');
    await fillEveryTable(source, 2);
    await backUpTo(fileAt('first'), source);
    const target = await place('target');
    await restoreFrom(fileAt('first'), target);
    const numbers = await target.database.asSystem(async (db) => {
      await db.execute(sql`insert into medication_log_attempts
        (id, account_id, medication_log_id, status, notes, at, device_name)
        select gen_random_uuid(), account_id, medication_log_id, status, notes, at, device_name
        from medication_log_attempts limit 1`);
      return db.select({ number: medicationLogAttempts.number }).from(medicationLogAttempts);
    });
    expect(numbers.map(({ number }) => number).sort()).toEqual([
      9_007_199_254_740_000, 9_007_199_254_740_001, 9_007_199_254_740_002,
    ]);
  });

  it('a backup of an older version is migrated', async () => {
    const source = await place('source');
    const older = knownMigrations().at(-2) ?? '';
    await source.database.asSystem(async (db) => {
      for (const { name } of await tablesInOrder(db)) {
        await db.execute(sql`drop table ${sql.identifier(name)} cascade`);
      }
      await db.execute(sql`delete from drizzle.__drizzle_migrations`);
      await migrate(db, older);
    });
    await fillEveryTable(source, 2);
    await backUpTo(fileAt('older'), source);
    expect(await contentsOf(fileAt('older'))).toMatchObject({ migration: older });

    const target = await place('target');
    await restoreFrom(fileAt('older'), target);
    await backUpTo(fileAt('newer'), target);
    const newer = await contentsOf(fileAt('newer'));
    expect(newer.migration).toBe(knownMigrations().at(-1));
    expect(newer.tables.map(({ name }) => name).sort()).toEqual(await declaredTables());
    expect(newer.tables).toContainEqual({ name: 'accounts', rows: 2 });
    expect(newer.files).toHaveLength(4);
  });
});

describe.runIf(inject('testGround').kind === 'postgres')(
  'backup between embedded database and PostgreSQL',
  () => {
    const embedded = async (name: string) => {
      const snapshot = await openAsBlob(await snapshotFile());
      return place(name, await connect({ dataDir: '.', snapshot }));
    };

    it('all data survives the way to PostgreSQL and back', async () => {
      const small = await embedded('small');
      await fillEveryTable(small);
      await backUpTo(fileAt('small'), small);
      const large = await place('large');
      await restoreFrom(fileAt('small'), large);
      await backUpTo(fileAt('large'), large);
      expect(await contentsOf(fileAt('large'))).toEqual(await contentsOf(fileAt('small')));
      const back = await embedded('back');
      await restoreFrom(fileAt('large'), back);
      await backUpTo(fileAt('back'), back);
      expect(await contentsOf(fileAt('back'))).toEqual(await contentsOf(fileAt('small')));
    }, 60_000);
  },
);
