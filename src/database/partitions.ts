import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database, Db } from './database.ts';
import { enableRowSecurity } from './row-security.ts';

const MONTHS_AHEAD = 3;

/**
 * Number of past months that get a partition. Rows older than that stay in the default partition.
 */
const MONTHS_BACK = 120;

/** Lock timeout. It is short because other queries queue behind a waiting lock. */
const MAX_WAIT = '300ms';

/**
 * Returns a query for the months in UTC that need a partition: from the current month to the last
 * one that is created in advance.
 */
function monthsAhead(now: Date): string {
  const month = (after: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + after)).toISOString().slice(0, 10);
  return `select month from generate_series(timestamp '${month(0)}', timestamp '${month(MONTHS_AHEAD)}',
    interval '1 month') month`;
}

/**
 * Creates the range partitions of this month and the next ones, for every partitioned table. `make`
 * describes the locks.
 */
export function createPartitions(db: Db, now: Date): Promise<void> {
  return make(db, monthsAhead(now));
}

/**
 * Like `createPartitions`, and also creates a partition for each past month that has rows in the default
 * partition.
 */
export function partitionTables(db: Db, now: Date): Promise<void> {
  const oldest = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS_BACK);
  return make(
    db,
    `${monthsAhead(now)} union
      select distinct date_trunc('month', %1$s at time zone 'UTC') from %2$s
      where %1$s >= '${new Date(oldest).toISOString()}' and %1$s < '${now.toISOString()}'`,
  );
}

/**
 * Creates the missing partitions of some months with row-level security, and moves their rows out
 * of the default partition. A busy table is skipped after the lock timeout, until the next attempt;
 * several processes may try at the same time. The whole table is locked meanwhile: otherwise an
 * insert into the default partition that waits for the lock would fail (23514) once its month has a
 * partition.
 */
async function make(db: Db, months: string): Promise<void> {
  await db.execute(
    sql.raw(`do $$
      declare
        whole record;
        month timestamp;
        begins timestamptz;
        ends timestamptz;
        part text;
        patience text := current_setting('lock_timeout');
      begin
        perform set_config('lock_timeout', '${MAX_WAIT}', true);
        for whole in
          select c.oid::regclass as name, c.relname as plain, p.partdefid::regclass as rest,
            quote_ident(a.attname) as instant
          from pg_partitioned_table p
            join pg_class c on c.oid = p.partrelid
            join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
          where c.relnamespace = 'public'::regnamespace and pg_has_role(c.relowner, 'USAGE')
        loop
          for month in execute format($months$${months}$months$, whole.instant, whole.rest)
          loop
            part := format('parts.%I', whole.plain || to_char(month, '_YYYY_MM'));
            begins := month at time zone 'UTC';
            ends := (month + interval '1 month') at time zone 'UTC';
            continue when to_regclass(part) is not null;
            begin
              execute format('lock table only %s in access exclusive mode', whole.name);
              continue when to_regclass(part) is not null;
              execute format('lock table %s in access exclusive mode', whole.rest);
              execute format('create table %s (like %s including defaults including constraints)',
                part, whole.name);
              execute format('with moved as (delete from %1$s where %2$s >= %3$L and %2$s < %4$L
                returning *) insert into %5$s select * from moved',
                whole.rest, whole.instant, begins, ends, part);
              execute format('alter table %s attach partition %s for values from (%L) to (%L)',
                whole.name, part, begins, ends);
            exception when lock_not_available or deadlock_detected then
              exit;
            end;
          end loop;
        end loop;
        perform set_config('lock_timeout', patience, true);
      end
      $$`),
  );
  await enableRowSecurity(db);
}

/**
 * Drops the partitions of a table whose months end before a given time, without reading their rows.
 * Each drop is a separate transaction, because it locks the table. A partition that a transaction
 * is reading is dropped by a later run.
 */
export async function dropPartitionsBefore(
  { asSystem }: Pick<Database, 'asSystem'>,
  table: PgTable,
  until: Date,
): Promise<void> {
  for (const name of await asSystem((db) => partsBefore(db, table, until))) {
    if (!(await asSystem((db) => drop(db, name)))) return;
  }
}

/** Returns the quoted names of the partitions that end before `until`, oldest first. */
async function partsBefore(db: Db, table: PgTable, until: Date): Promise<string[]> {
  // PostgreSQL prints the bound in the timezone of the session, with its offset. The default
  // partition has no upper bound.
  const ends = sql`substring(pg_get_expr(p.relpartbound, p.oid) from 'TO \\(''([^'']+)''\\)')::timestamptz`;
  const parts = await db
    .select({ name: sql<string>`p.oid::regclass::text` })
    .from(sql`pg_inherits i join pg_class p on p.oid = i.inhrelid`)
    .where(
      sql`i.inhparent = ${getTableName(table)}::text::regclass and ${ends} <= ${until.toISOString()}`,
    )
    .orderBy(ends);
  return parts.map(({ name }) => name);
}

/** Tries to drop the partition; returns true if that succeeded. */
async function drop(db: Db, name: string): Promise<boolean> {
  await db.execute(
    sql.raw(`do $$
      begin
        perform set_config('lock_timeout', '${MAX_WAIT}', true);
        drop table ${name};
      exception when lock_not_available or deadlock_detected then
        null;
      end
      $$`),
  );
  const left = db
    .select({ one: sql`1` })
    .from(sql`pg_class`)
    .where(sql`oid = to_regclass(${name})`);
  return (await left).length === 0;
}
