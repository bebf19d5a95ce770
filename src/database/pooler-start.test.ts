import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTestDatabase } from '#testing/database.ts';
import { findPgbouncer, type OwnPgbouncer, startOwnPgbouncer } from '#testing/pgbouncer.ts';
import { runStatement } from '#testing/postgres.ts';
import { databaseOfVersion } from '#testing/upgrades.ts';
import { type ConnectOptions, connect } from './connect.ts';

const program = findPgbouncer();

// Skipped without the Debian package pgbouncer; .ci/run installs it.
describe.runIf(program !== undefined)('start of a server behind a pooler', () => {
  let url: string;
  let drop: () => Promise<void>;
  let pooler: OwnPgbouncer;
  /** A pooler in session mode, which is harmless. */
  let keeping: OwnPgbouncer | undefined;
  beforeEach(async () => {
    ({ url, drop } = await makeTestDatabase());
    pooler = await startOwnPgbouncer(program ?? '', url);
  });
  afterEach(async () => {
    await pooler.stop();
    await keeping?.stop();
    keeping = undefined;
    await drop();
  });

  const open = (options: Partial<ConnectOptions>) =>
    connect({ databaseUrl: pooler.url, databaseDirectUrl: url, dataDir: '.', ...options });

  test('a start without DATABASE_DIRECT_URL fails with a message', async () => {
    await expect(open({ databaseDirectUrl: undefined })).rejects.toThrow(
      /^DATABASE_URL leads to a pooler such as PgBouncer\. Set DATABASE_DIRECT_URL as well/,
    );
  });

  test('a start fails when DATABASE_DIRECT_URL leads to a pooler too', async () => {
    await expect(open({ databaseDirectUrl: pooler.url })).rejects.toThrow(
      /^DATABASE_DIRECT_URL leads to a pooler in transaction mode: /,
    );
  });

  test('a pooler in session mode is accepted for both addresses', async () => {
    keeping = await startOwnPgbouncer(program ?? '', url, 'session');
    const both = { databaseUrl: keeping.url, databaseDirectUrl: keeping.url };
    const database = await open(both);
    await expect(database.asSystem((db) => db.execute(sql`select 1`))).resolves.toBeDefined();
    await database.close();
  });

  test('two addresses of different databases are rejected, and neither is migrated', async () => {
    const empty = await makeTestDatabase({ empty: true });
    await expect(open({ databaseDirectUrl: empty.url })).rejects.toThrow(
      /^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases/,
    );
    const count = "select count(*)::int as tables from pg_tables where schemaname = 'public'";
    expect((await runStatement(empty.url, count)).rows).toEqual([{ tables: 0 }]);
    await empty.drop();
  });

  test('an error names the address that does not answer', async () => {
    const nowhere = new URL(url);
    nowhere.port = '1';
    const refused = (name: string) =>
      new RegExp(`^The database of ${name} does not answer \\(ECONNREFUSED\\)\\.$`);
    await expect(open({ databaseUrl: nowhere.href })).rejects.toThrow(refused('DATABASE_URL'));
    await expect(open({ databaseDirectUrl: nowhere.href })).rejects.toThrow(
      refused('DATABASE_DIRECT_URL'),
    );
  });

  test('an error of the pooler is shown in the message', async () => {
    const none = new URL(pooler.url);
    none.pathname = '/grand_none';
    await expect(open({ databaseUrl: none.href })).rejects.toThrow(
      /^DATABASE_URL is refused by its server: .*grand_none/,
    );
  });

  test('the dump before a migration bypasses the pooler', async () => {
    const old = await databaseOfVersion('0027_as-needed-limits');
    const throughIt = new URL(pooler.url);
    throughIt.pathname = new URL(old.url).pathname;
    const dataDir = mkdtempSync(join(tmpdir(), 'grand-pooled-'));
    const said: string[] = [];
    const options = { dataDir, isDumpedFirst: true, log: (line: string) => void said.push(line) };
    const database = await open({
      databaseUrl: throughIt.href,
      databaseDirectUrl: old.url,
      ...options,
    });
    const isThere = said[0]?.includes('for pg_restore') ?? false;
    expect(said[0]).toContain('The database is brought up to date');
    expect(isThere ? readdirSync(join(dataDir, 'before-update')) : ['none']).toHaveLength(1);
    await database.close();
    rmSync(dataDir, { recursive: true });
    await old.drop();
  }, 60_000);
});
