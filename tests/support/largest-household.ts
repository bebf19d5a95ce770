import { sql } from 'drizzle-orm';
import type { Database, Db } from '#database/connect.ts';

/** The limits in `docs/limits.md`. */
const MOST = {
  ...{ events: 2_000, onShelf: 500, albums: 500, photos: 20_000, medications: 100 },
  ...{ elders: 20, away: 100, values: 50_000, notes: 10_000 },
  // Items without a limit; the numbers are those of a busy family after a year.
  ...{ audit: 20_000, uses: 20_000, binned: 5_000, refills: 5_000 },
};

const TIMES = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:30`);
const LINE = 'A word of the family, and another one. '.repeat(5).trim();

/**
 * Searchable texts of the maximum length. The most expensive search word matches them everywhere
 * except at its end.
 */
const DESCRIPTION = 'a'.repeat(2_000);
const CAPTION = `At the lake ${'a'.repeat(488)}`;

const upTo = (count: number) => sql`generate_series(1, ${sql.raw(String(count))}) n`;

/** Fills a household to its limits; returns the id of the largest album. */
export async function fillToTheBounds(database: Database, accountId: string): Promise<string> {
  return database.asSystem(async (db) => {
    await db.execute(sql`insert into calendar_events
      (id, account_id, title, description, event_date, start_time, end_time, event_type,
       recurring_frequency, recurring_until, skipped_dates, all_day, created_at)
      select gen_random_uuid(), ${accountId}, 'Walk ' || n, ${DESCRIPTION}, '2026-03-08', '09:00', '09:30',
        'exercise', 'daily', '2026-12-31', '{}', false, '2026-03-01' from ${upTo(MOST.events)}`);
    await db.execute(sql`insert into content
      (id, account_id, kind, "order", created_at, source, title, url)
      select gen_random_uuid(), ${accountId}, kind, n - 1, '2026-03-01',
        case kind when 'articles' then 'example.org' else '' end, ${LINE},
        'https://example.org/' || n from ${upTo(MOST.onShelf)},
        unnest(array['videos', 'playlists', 'articles']) as kind`);
    await db.execute(sql`insert into photo_albums (id, account_id, name, created_at)
      select gen_random_uuid(), ${accountId}, 'Summer ' || n, '2026-03-01'
      from ${upTo(MOST.albums)}`);
    await db.execute(sql`insert into photos
      (id, account_id, album_id, filename, thumbnails, original, original_hash, original_name,
       original_type, original_bytes, width, height, caption, "order", uploaded_at)
      select gen_random_uuid(), ${accountId},
        (select id from photo_albums where account_id = ${accountId} order by id limit 1),
        md5(n::text) || '.webp', array[md5('a' || n) || '.webp', md5('b' || n) || '.webp'],
        md5('c' || n) || '.jpg', md5('d' || n), 'Summer ' || n || '.jpg', 'image/jpeg', 1000,
        2560, 1920, ${CAPTION}, n - 1, timestamptz '2026-03-01' + n * interval '1 second'
      from ${upTo(MOST.photos)}`);
    await db.execute(sql`insert into medications
      (id, account_id, name, dosage, frequency, times, start_date, instructions, is_active,
       reminder_enabled, sound_enabled, created_at, scheduled_since)
      select gen_random_uuid(), ${accountId}, 'Tablet ' || n, '10 mg', 'daily',
        ${`{${TIMES.join()}}`}::text[], '2026-01-01', ${LINE}, true, true, true, '2026-01-01',
        '2026-01-01' from ${upTo(MOST.medications)}`);
    await db.execute(sql`insert into medication_logs
      (medication_id, local_date, time, id, account_id, scheduled_time, status, notes, late,
       logged_at, medication_name, medication_dosage)
      select m.id, day::date, time, gen_random_uuid(), ${accountId},
        ((day::date || ' ' || time)::timestamp at time zone 'America/New_York'), 'taken', '', false,
        day, m.name, m.dosage
      from medications m, unnest(m.times) as time,
        generate_series(timestamptz '2026-02-08 12:00Z', '2026-03-09 12:00Z', '1 day') as day
      where m.account_id = ${accountId}`);
    await fillRecords(db, accountId);
    const { rows } = (await db.execute(sql`select album_id as id from photos
      where account_id = ${accountId} limit 1`)) as { rows: { id: string }[] };
    return rows[0]?.id ?? '';
  });
}

async function fillRecords(db: Db, accountId: string): Promise<void> {
  await db.execute(sql`insert into users (id, account_id, role, first_name, last_name, created_at)
    select gen_random_uuid(), ${accountId}, 'user', 'Ada ' || n, 'Elder', '2026-03-01'
    from ${upTo(MOST.elders)}`);
  const elder = sql`(select id from users where account_id = ${accountId} and role = 'user'
    order by id limit 1)`;
  await db.execute(sql`insert into away_periods
    (id, account_id, start_date, start_time, end_date, end_time, note, created_at)
    select gen_random_uuid(), ${accountId}, date '2025-01-01' + n, '08:00', date '2025-01-01' + n,
      '18:00', ${LINE}, '2026-03-01' from ${upTo(MOST.away)}`);
  await db.execute(sql`insert into measure_values
    (id, account_id, user_id, kind, unit, first, measured_at, local_date, person_name)
    select gen_random_uuid(), ${accountId}, ${elder}, 'weight', 'kg', 70, at, at::date, 'Ada'
    from (select timestamptz '2026-03-09 12:00Z' - n * interval '10 minutes' as at
      from ${upTo(MOST.values)}) as measured`);
  await db.execute(sql`insert into day_notes
    (id, account_id, user_id, local_date, text, written_at, person_name)
    select gen_random_uuid(), ${accountId}, ${elder}, date '2026-03-09' - n / 20, ${LINE},
      timestamptz '2026-03-09 12:00Z' - n * interval '1 hour', 'Ada' from ${upTo(MOST.notes)}`);
  await db.execute(sql`insert into audit_entries
    (id, account_id, at, action, person_name, subject, address, device_name)
    select gen_random_uuid(), ${accountId}, timestamptz '2026-03-09 12:00Z' - n * interval '1 minute',
      'signed-in', 'Ada', ${LINE}, '192.0.2.1', 'Test' from ${upTo(MOST.audit)}`);
  await db.execute(sql`insert into analytics_events
    (id, account_id, user_id, activity, content, duration_seconds, happened_at)
    select gen_random_uuid(), ${accountId}, ${elder}, 'watch', 'watch_ended', 60,
      timestamptz '2026-03-09 12:00Z' - n * interval '1 minute' from ${upTo(MOST.uses)}`);
  await db.execute(sql`insert into bin
    (id, account_id, kind, name, "row", deleted_at, deleted_by_name)
    select gen_random_uuid(), ${accountId}, 'event', ${LINE}, '{}', '2026-03-09', 'Ada'
    from ${upTo(MOST.binned)}`);
  await db.execute(sql`insert into medication_stocks
    (medication_id, account_id, units_per_dose, counted_units, counted_at)
    select id, ${accountId}, 1, 100, '2026-03-01' from medications where account_id = ${accountId}
    on conflict do nothing`);
  await db.execute(sql`insert into stock_entries
    (id, account_id, medication_id, kind, units, at, person_name)
    select gen_random_uuid(), ${accountId},
      (select id from medications where account_id = ${accountId} order by id limit 1), 'refill', 1,
      timestamptz '2026-03-09 12:00Z' - n * interval '1 hour', 'Ada' from ${upTo(MOST.refills)}`);
}
