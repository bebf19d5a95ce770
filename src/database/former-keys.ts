import { sql } from 'drizzle-orm';
import type { Db } from './database.ts';

/** Lock timeout. It is short because other queries queue behind a waiting lock. */
const MAX_WAIT = '300ms';

/**
 * Drops the unique keys that do not include the household, as soon as no server of the previous
 * version is connected, because that version uses them for ON CONFLICT. If a table is busy, its key
 * stays until the next start.
 */
export async function dropFormerKeys(db: Db): Promise<void> {
  await db.execute(
    sql.raw(`do $$
      declare
        former record;
        patience text := current_setting('lock_timeout');
      begin
        if exists (select from pg_stat_activity
          where datname = current_database() and application_name = 'grand-app 2') then
          return;
        end if;
        perform set_config('lock_timeout', '${MAX_WAIT}', true);
        for former in
          select oid::regclass as name from pg_class
          where relkind = 'i' and relnamespace = 'public'::regnamespace and relname like '%\\_former\\_key'
        loop
          begin
            execute format('drop index %s', former.name);
          exception when lock_not_available then
            null;
          end;
        end loop;
        perform set_config('lock_timeout', patience, true);
      end
      $$`),
  );
}
