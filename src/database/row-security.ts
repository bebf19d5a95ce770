import { sql } from 'drizzle-orm';
import type { Db } from './database.ts';

/**
 * Statement of a system transaction. Without it row-level security hides all rows even from the
 * table owner.
 */
export const FOR_THE_SYSTEM = 'SET LOCAL app.system = on';

/**
 * Name of this version at a PostgreSQL server. `grand-app` works only without forced row-level
 * security, `grand-app 2` only with keys without the household (`former-keys.ts`).
 */
export const APPLICATION = 'grand-app 3';

/**
 * The schemas of tables and of their partitions; `parts` exists only once there is a partitioned
 * table.
 */
const OURS = sql`(select oid from pg_namespace where nspname in ('public', 'parts'))`;

/**
 * Forces row-level security on every table, including new ones, and gives their owner access only
 * with `FOR_THE_SYSTEM`. Must run in such a transaction. A server of the previous version does not
 * set it and would see no rows, so this waits for a start without one connected. The check for not
 * null is estimated as nearly always true, so query plans do not change.
 */
export async function enableRowSecurity(db: Db): Promise<void> {
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
 * Recreates the owner policies, because policies name their user: after a restore under another
 * user the owner would see no rows, and a migration that moves rows would lose them. So it must run
 * before the migrations.
 */
export async function allowOwner(db: Db): Promise<void> {
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
