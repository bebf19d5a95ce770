import { sql } from 'drizzle-orm';
import type { Db } from './database.ts';

/** Binds the owner of the tables too: rows are there only for a transaction that begins with it. */
export const FOR_THE_SYSTEM = 'SET LOCAL app.system = on';

/**
 * This version's name at a PostgreSQL server. `grand-app` does not know the forced wall, `grand-app 2`
 * not that keys have the household in them (`former-keys.ts`).
 */
export const APPLICATION = 'grand-app 3';

/** The schemas of tables and of their parts; the second is not there before the first table in parts. */
const OURS = sql`(select oid from pg_namespace where nspname in ('public', 'parts'))`;

/**
 * Forces row-level security on every table, also those that the last migration has made, and lets
 * their owner in by `FOR_THE_SYSTEM` alone. Run inside such a transaction. A server of the version
 * before does not say it and would see nothing: while one is connected the wall waits for the next
 * start. That the setting is not null is estimated as nearly always true, so that plans stay what
 * they are.
 */
export async function raiseWall(db: Db): Promise<void> {
  await db.execute(sql`
    do $$
    declare
      open record;
    begin
      if exists (select from pg_stat_activity
        where datname = current_database() and application_name = 'grand-app') then
        return;
      end if;
      for open in
        select c.oid::regclass as name, pg_get_userbyid(c.relowner) as owner from pg_class c
        where c.relkind in ('r', 'p') and c.relnamespace in ${OURS}
          and pg_has_role(c.relowner, 'USAGE')
          and not (c.relrowsecurity and c.relforcerowsecurity and exists (
            select from pg_policy p where p.polrelid = c.oid and p.polname = 'system_only'
              and p.polroles = array[c.relowner]))
      loop
        execute format('alter table %s enable row level security, force row level security', open.name);
        execute format('drop policy if exists system_only on %s', open.name);
        execute format('create policy system_only on %s to %I
          using (nullif(current_setting(''app.system'', true), '''') is not null)', open.name, open.owner);
      end loop;
    end
    $$`);
}

/**
 * Policies name their user. In a dump that was restored under another user's name the owner is not let
 * in by them, and a migration that moves rows would see none and drop their table: so this comes first.
 */
export async function letOwnerIn(db: Db): Promise<void> {
  await db.execute(sql`
    do $$
    declare
      shut record;
    begin
      for shut in
        select c.oid::regclass as name, pg_get_userbyid(c.relowner) as owner
        from pg_class c join pg_policy p on p.polrelid = c.oid
        where c.relnamespace in ${OURS} and p.polname = 'system_only'
          and pg_has_role(c.relowner, 'USAGE') and p.polroles <> array[c.relowner]
      loop
        execute format('alter policy system_only on %s to %I', shut.name, shut.owner);
      end loop;
    end
    $$`);
}
