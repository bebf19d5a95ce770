import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import { connect, type Database } from './connect.ts';
import { runStatement, withDatabase } from './testing-postgres.ts';

/** A database of this worker, and how to open it again when a test has given it back. */
interface Ground {
  open(): Promise<Database>;
  /** Takes an opened one back until somebody needs it again. */
  lay(database: Database): Promise<void>;
  end(database: Database): Promise<void>;
  /** Of all tables, columns and policies. */
  readonly schema: string;
}

/** A pool: what earlier tests of this worker have given back, without a row. */
const spare: Ground[] = [];

/**
 * A fresh, migrated database for a test, of the kind that the running project is about: embedded in
 * memory, or a database of its own on a PostgreSQL server. Close it in the end: it is emptied for the
 * next test of this worker, which takes a tenth of the time of another one.
 */
export async function openTestDatabase(): Promise<Database> {
  const ground = spare.pop() ?? (await newGround());
  const database = await ground.open();
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    if ((await emptied(database)) === ground.schema) {
      await ground.lay(database);
      spare.push(ground);
    } else await ground.end(database);
  };
  return { ...database, close };
}

async function newGround(): Promise<Ground> {
  const ground = inject('testGround');
  if (ground.kind === 'embedded') {
    const database = await connect({
      dataDir: '.',
      snapshot: await openAsBlob(ground.snapshotFile),
    });
    return {
      open: async () => database,
      lay: async () => undefined,
      end: () => database.close(),
      schema: await emptied(database),
    };
  }
  const { url, drop } = await makeTestDatabase();
  const open = () => connect({ databaseUrl: url, dataDir: '.' });
  const first = await open();
  const schema = await emptied(first);
  await first.close();
  const lay = (database: Database) => database.close();
  const end = async (database: Database) => {
    await database.close();
    await drop();
  };
  return { open, lay, end, schema };
}

/** Removes every row. Answers the schema as text: a test that has changed it spoils its database. */
async function emptied(database: Database): Promise<string> {
  return database.asSystem(async (db) => {
    await db.execute(sql`
      do $$
      declare
        each record;
        is_used boolean;
      begin
        for each in select c.oid::regclass as name from pg_class c
          where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        loop
          execute format('select exists (select from %s)', each.name) into is_used;
          if is_used then execute format('truncate table %s cascade', each.name); end if;
        end loop;
      end
      $$`);
    const result: unknown = await db.execute(sql`
      select md5(string_agg(line, '|' order by line)) as schema from (
        select c.relname || ' ' || c.relforcerowsecurity || ' ' || a.attname || ' ' || a.atttypid
          || ' ' || a.attnotnull as line
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relkind in ('r', 'i') and c.relnamespace = 'public'::regnamespace
          and a.attnum > 0 and not a.attisdropped
        union all select p.polname || ' ' || p.polrelid::regclass || ' ' || p.polroles::text
        from pg_policy p
      ) as lines`);
    const { rows } = result as { rows: { schema: string }[] };
    return String(rows[0]?.schema);
  });
}

/** Only in the PostgreSQL project: a database whose address is needed, for several processes on it. */
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
