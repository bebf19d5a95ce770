import { sql } from 'drizzle-orm';
import type { Db } from './database.ts';

/**
 * Statement at the start of a system transaction. Without it, row-level security hides all rows,
 * even from the table owner.
 */
export const FOR_THE_SYSTEM = 'SET LOCAL app.system = on';

/**
 * Name of this version, by which servers of other versions are recognized in `pg_stat_activity`.
 * `grand-app` works only without forced row-level security, `grand-app 2` only with the keys that
 * do not include the household (`former-keys.ts`).
 */
export const APPLICATION = 'grand-app 3';

/**
 * Ids of the schemas that contain tables and their partitions. The schema `parts` exists only if
 * there is a partitioned table.
 */
const OURS = sql`(select oid from pg_namespace where nspname in ('public', 'parts'))`;

/**
 * Forces row-level security on every table, including new ones. The owner then sees rows only in a
 * system transaction (`FOR_THE_SYSTEM`); this function must run in one. A server of the previous
 * version does not set that and would see no rows, so nothing is forced while such a server is
 * connected. The policy's check for not null is estimated as nearly always true, so query plans do
 * not change.
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
 * Recreates the owner policies, because a policy names its user. After a restore under another user
 * the owner would see no rows, and a migration that moves rows would lose them; therefore this must
 * run before the migrations.
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
