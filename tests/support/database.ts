import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import { connect, type Database, type Listener } from '../../src/database/connect.ts';
import { runStatement, withDatabase } from './postgres.ts';

/**
 * A database of this test worker. Its connections stay open between tests, because new connections
 * take longer than most tests.
 */
interface Ground {
  readonly database: Database;
  end(): Promise<void>;
  /**
   * Description of all tables, columns, constraints and policies, to detect changes of the schema.
   */
  readonly schema: string;
}

/** Pool of emptied databases from earlier tests of this worker. */
const spare: Ground[] = [];

/**
 * Opens an empty, migrated database of the running project's kind: embedded in memory, or on a
 * PostgreSQL server. Close it after the test; it is then emptied and reused, which takes a tenth of
 * the time of a new one.
 */
export async function openTestDatabase(): Promise<Database> {
  const ground = spare.pop() ?? (await newGround());
  const { database } = ground;
  const ends: (() => Promise<void>)[] = [];
  const listen = async (listener: Listener) => {
    const following = await database.listen(listener);
    ends.push(following.end);
    return following;
  };
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await Promise.all(ends.map((end) => end()));
    if ((await emptied(database)) === ground.schema) spare.push(ground);
    else await ground.end();
  };
  return { ...database, listen, close };
}

async function newGround(): Promise<Ground> {
  const ground = inject('testGround');
  if (ground.kind === 'embedded') {
    const database = await connect({
      dataDir: '.',
      snapshot: await openAsBlob(ground.snapshotFile),
    });
    return { database, schema: await emptied(database), end: () => database.close() };
  }
  const { url, drop } = await makeTestDatabase();
  const database = await connect({ databaseUrl: url, dataDir: '.' });
  const end = async () => {
    await database.close();
    await drop();
  };
  return { database, schema: await emptied(database), end };
}

/**
 * A table larger than this is truncated instead of deleting its rows, because deleted rows would
 * stay in its pages.
 */
const MAX_DELETED_BYTES = 1024 * 1024;

/**
 * Deletes every row, in referencing tables first. DELETE takes a tenth of the time of TRUNCATE,
 * which creates new files for each table and index. Returns the schema as text, so that a database
 * whose schema a test has changed is not reused.
 */
async function emptied(database: Database): Promise<string> {
  return database.asSystem(async (db) => {
    await db.execute(sql`
      do $$
      declare
        each record;
      begin
        for each in
          with recursive tables as (
            select oid, 0 as depth from pg_class
              where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
            union
            select f.confrelid, depth + 1 from tables
              join pg_constraint f on f.conrelid = tables.oid and f.contype = 'f'
              where f.confrelid <> f.conrelid and depth < 20
          )
          select oid::regclass as name, pg_relation_size(oid) + (
              select coalesce(sum(pg_relation_size(relid)), 0) from pg_partition_tree(oid) where isleaf
            ) as bytes from tables
            group by oid order by max(depth)
        loop
          if each.bytes > ${sql.raw(String(MAX_DELETED_BYTES))} then
            execute format('truncate table %s cascade', each.name);
          elsif each.bytes > 0 then
            execute format('delete from %s', each.name);
          end if;
        end loop;
      end
      $$`);
    const result: unknown = await db.execute(sql`
      select md5(string_agg(line, '|' order by line)) as schema from (
        select c.relname || ' ' || c.relforcerowsecurity || ' ' || a.attname || ' ' || a.atttypid
          || ' ' || a.attnotnull as line
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relkind in ('r', 'p', 'i')
          and c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'parts'))
          and a.attnum > 0 and not a.attisdropped
        union all select conname || ' ' || conrelid::regclass from pg_constraint
          where connamespace = 'public'::regnamespace
        union all select p.polname || ' ' || p.polrelid::regclass || ' ' || p.polroles::text
        from pg_policy p
      ) as lines`);
    const { rows } = result as { rows: { schema: string }[] };
    return String(rows[0]?.schema);
  });
}

/**
 * Creates a database that several processes can open by its URL. Only in the PostgreSQL project.
 */
export async function makeTestDatabase(
  options: { empty?: boolean } = {},
): Promise<{ url: string; drop: () => Promise<void> }> {
  const ground = inject('testGround');
  if (ground.kind === 'embedded') throw new Error('This test is about PostgreSQL.');
  const name = `${ground.template}_${randomBytes(6).toString('hex')}`;
  const template = options.empty ? 'template0' : ground.template;
  await runStatement(ground.ownerUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    url: withDatabase(ground.ownerUrl, name),
    drop: async () => {
      await runStatement(ground.ownerUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
