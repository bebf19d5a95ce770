import { sql } from 'drizzle-orm';
import type { Db } from './database.ts';

/** For a lock; whoever comes after it waits as long behind it. */
const LONGEST_WAIT = '300ms';

/**
 * Drops the unique keys without a household that a server of the version before says ON CONFLICT by, once
 * none is connected. One whose table is busy stays for the next start.
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
        perform set_config('lock_timeout', '${LONGEST_WAIT}', true);
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
