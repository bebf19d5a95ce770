import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database, Db } from './database.ts';
import { raiseWall } from './wall.ts';

/** A part is made so many months before its own. */
const MONTHS_AHEAD = 3;

/** So far back a month has a part of its own; what is older stays in the part for what fits in none. */
const MONTHS_BACK = 120;

/** For a lock; whoever comes after it waits as long behind it. */
const LONGEST_WAIT = '300ms';

/** The months in UTC, as PostgreSQL reads them: from this one to the last that is made ahead. */
function monthsAhead(now: Date): string {
  const month = (after: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + after)).toISOString().slice(0, 10);
  return `select month from generate_series(timestamp '${month(0)}', timestamp '${month(MONTHS_AHEAD)}',
    interval '1 month') month`;
}

/**
 * Makes the parts of this month and the next ones (native partitions by range) of every table that is
 * in parts: see `make`.
 */
export function makeParts(db: Db, now: Date): Promise<void> {
  return make(db, monthsAhead(now));
}

/** The same, and a part for each month of which there are rows in the part for what fits in none. */
export function divideIntoParts(db: Db, now: Date): Promise<void> {
  const oldest = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS_BACK);
  return make(
    db,
    `${monthsAhead(now)} union
      select distinct date_trunc('month', %1$s at time zone 'UTC') from %2$s
      where %1$s >= '${new Date(oldest).toISOString()}' and %1$s < '${now.toISOString()}'`,
  );
}

/**
 * Makes the parts that are missing of some months, each with the rows that stood in the part for what
 * fits in none, and closes them as every table is. Nothing waits long for it: where a lock is not to be
 * had, the part is made by the next who tries. Several may try at once. The whole table is locked for
 * that moment: whoever was about to write into the part for the rest, and waited there, would be refused
 * (23514) when its month has a part of its own.
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
        perform set_config('lock_timeout', '${LONGEST_WAIT}', true);
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
  await raiseWall(db);
}

/**
 * Drops the parts of a table that end by then, without looking at a row of them; each in a transaction
 * of its own, since nobody reads or writes the table meanwhile. What somebody is still reading stays
 * for the next time.
 */
export async function dropPartsBefore(
  { asSystem }: Pick<Database, 'asSystem'>,
  table: PgTable,
  until: Date,
): Promise<void> {
  for (const name of await asSystem((db) => partsBefore(db, table, until))) {
    if (!(await asSystem((db) => drop(db, name)))) return;
  }
}

/** Their names, quoted, the oldest first. */
async function partsBefore(db: Db, table: PgTable, until: Date): Promise<string[]> {
  // What it prints is of the session's timezone, with the offset; the part for the rest has no end.
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

/** Answers whether it is gone. */
async function drop(db: Db, name: string): Promise<boolean> {
  await db.execute(
    sql.raw(`do $$
      begin
        perform set_config('lock_timeout', '${LONGEST_WAIT}', true);
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
