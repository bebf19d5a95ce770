import { sql } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import type { JobContext } from '#platform/server/feature.ts';
import { unitOfWork } from '#platform/server/http/invalidation.ts';
import { isolateItems } from '#platform/server/jobs/work-items.ts';
import type { TestServer } from '#testing/test-server.ts';

/** The scheduled time of the doses of `manyHouseholds`, in UTC; the households use UTC too. */
export const DUE_AT = '2026-03-10T08:00:00Z';

/**
 * Writes `count` households in UTC, each with an administrator and a dose at 08:00, in SQL for
 * speed, with the same rows as the product. Requires one existing household, whose settings are
 * copied.
 */
export async function manyHouseholds(database: Database, count: number): Promise<void> {
  await database.asSystem(async (db) => {
    await db.execute(sql`create temp table made on commit drop as
      select gen_random_uuid() as account_id, gen_random_uuid() as user_id, n
      from generate_series(1, ${count}::int) n`);
    await db.execute(sql`insert into accounts (id, account_number, created_at)
      select account_id, 'S-' || account_id, ${DUE_AT}::timestamptz from made`);
    await db.execute(sql`insert into logins (id, email, email_proven_at, created_at)
      select user_id, user_id || '@example.com', ${DUE_AT}::timestamptz, ${DUE_AT}::timestamptz
      from made`);
    await db.execute(sql`insert into users
      (id, account_id, role, first_name, last_name, login_id, email, created_at)
      select user_id, account_id, 'admin', 'Ada', 'Lovelace', user_id, user_id || '@example.com',
        ${DUE_AT}::timestamptz from made`);
    await db.execute(sql`insert into settings select copied.*
      from made, (select * from settings limit 1) s, jsonb_populate_record(null::settings,
        to_jsonb(s) || jsonb_build_object('account_id', made.account_id, 'timezone', 'UTC')) copied`);
    await db.execute(sql`insert into medications
      (id, account_id, name, dosage, frequency, times, start_date, instructions, is_active,
       reminder_enabled, sound_enabled, created_at, scheduled_since)
      select gen_random_uuid(), account_id, 'Lisinopril', 'of household ' || n, 'daily',
        array['08:00'], '2026-01-01', '', true, true, true,
        '2026-03-09T12:00:00Z', '2026-03-09T12:00:00Z' from made`);
    await db.execute(sql`insert into care_sweeps (account_id, next_at, swept_until)
      select account_id, ${DUE_AT}::timestamptz, ${DUE_AT}::timestamptz from made`);
  });
}

/**
 * Returns the context of a round of the sweep, and the ids of the households with published
 * changes.
 */
export function roundOf({ app, database, clock }: TestServer): {
  parts: JobContext;
  told: string[];
} {
  const told: string[] = [];
  const work = unitOfWork(database, (accountId) => told.push(accountId));
  const parts = { ...work, database, log: app.log, now: clock.now };
  return { parts: { ...parts, ...isolateItems({ name: 'care', always: true }, parts) }, told };
}
