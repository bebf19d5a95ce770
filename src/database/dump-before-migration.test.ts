import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTestDatabase } from '#testing/database.ts';
import { findPostgres, runStatement } from '#testing/postgres.ts';
import { databaseOfVersion } from '#testing/upgrades.ts';
import { connect } from './connect.ts';
import { UnusableDatabase } from './database.ts';
import { dumpBeforeMigration } from './dump-before-migration.ts';

type TestDatabase = Awaited<ReturnType<typeof makeTestDatabase>>;

const OLD = '0027_as-needed-limits';

/** Works on the schema before the migration that moved emails and passwords to another table. */
const STATE = `select
  (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
  (select count(email)::int from users) as emails, (select count(*)::int from medications) as medications`;

let dataDir: string;
let old: TestDatabase;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'grand-dump-'));
  old = await databaseOfVersion(OLD);
});
afterEach(async () => {
  rmSync(dataDir, { recursive: true });
  await old.drop();
});

/** Path of a PostgreSQL program that belongs to the test server. */
function programOf(name: string): string {
  const found = findPostgres();
  return found && 'programs' in found ? join(found.programs, name) : name;
}

const stateOf = async ({ url }: TestDatabase) => (await runStatement(url, STATE)).rows[0];

const opened = (said: string[] = []) =>
  connect({
    databaseUrl: old.url,
    dataDir,
    isDumpedFirst: true,
    log: (line) => said.push(line),
  });

const kept = () => readdirSync(join(dataDir, 'before-update'));

it('the dump is readable by its owner only and restores the state before the migration', async () => {
  const before = await stateOf(old);
  const program = programOf('pg_dump');
  const asked = { databaseUrl: old.url, dataDir, bytes: 1000, program };
  const now = new Date('2026-11-24T08:30:00Z');
  const file = await dumpBeforeMigration({ ...asked, now });
  expect(kept()).toEqual(['2026-11-24T08-30-00.dump']);
  expect(statSync(join(dataDir, 'before-update')).mode & 0o077).toBe(0);
  await (await opened()).close();
  const empty = await makeTestDatabase({ empty: true });
  const restored = ['--no-owner', `--dbname=${empty.url}`, file ?? ''];
  execFileSync(programOf('pg_restore'), restored, { stdio: 'pipe' });
  expect(await stateOf(empty)).toEqual(before);
  // Proves that the restored database can be migrated.
  const database = await connect({ databaseUrl: empty.url, dataDir });
  const people = await database.asSystem((db) => db.select({ id: sql`id` }).from(sql`logins`));
  expect(people.length).toBeGreaterThan(0);
  await database.close();
  await empty.drop();
}, 60_000);

it('servers that start at once dump the database once, and not at all without a pending migration', async () => {
  const said: string[] = [];
  for (const database of await Promise.all([opened(said), opened(said)])) await database.close();
  await (await opened(said)).close();
  expect(said).toHaveLength(1);
  const isThere = said[0]?.includes('for pg_restore');
  expect(isThere ? kept() : []).toHaveLength(isThere ? 1 : 0);
}, 60_000);

it('without pg_dump or disk space there is no dump, and a failed dump prevents the migration', async () => {
  const asked = { databaseUrl: old.url, dataDir, now: new Date(), bytes: 1000 };
  expect(await dumpBeforeMigration({ ...asked, program: '/no/such/pg_dump' })).toBeUndefined();
  expect(await dumpBeforeMigration({ ...asked, bytes: Number.MAX_SAFE_INTEGER })).toBeUndefined();
  const failing = dumpBeforeMigration({ ...asked, program: 'false' });
  await expect(failing).rejects.toThrow(UnusableDatabase);
  await expect(failing).rejects.toThrow('so nothing was changed');
  expect(kept()).toEqual([]);
});
