import { sql } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';

/** As `docs/limits.md` says it. */
const MOST = { events: 2_000, onShelf: 500, albums: 500, photos: 20_000, medications: 100 };

const TIMES = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:30`);
const LINE = 'A word of the family, and another one. '.repeat(5).trim();

/** Puts into a household, row by row, the most that it can have; answers its largest album. */
export async function fillToTheBounds(database: Database, accountId: string): Promise<string> {
  return database.asSystem(async (db) => {
    await db.execute(sql`insert into calendar_events
      (id, account_id, title, description, event_date, start_time, end_time, event_type,
       recurring_frequency, recurring_until, skipped_dates, all_day, created_at)
      select gen_random_uuid(), ${accountId}, 'Walk ' || n, ${LINE}, '2026-03-08', '09:00', '09:30',
        'exercise', 'daily', '2026-12-31', '{}', false, '2026-03-01' from generate_series(1, ${sql.raw(String(MOST.events))}) n`);
    await db.execute(sql`insert into content
      (id, account_id, kind, "order", created_at, source, title, url)
      select gen_random_uuid(), ${accountId}, kind, n - 1, '2026-03-01',
        case kind when 'articles' then 'example.org' else '' end, ${LINE},
        'https://example.org/' || n from generate_series(1, ${sql.raw(String(MOST.onShelf))}) n,
        unnest(array['videos', 'playlists', 'articles']) as kind`);
    await db.execute(sql`insert into photo_albums (id, account_id, name, created_at)
      select gen_random_uuid(), ${accountId}, 'Summer ' || n, '2026-03-01'
      from generate_series(1, ${sql.raw(String(MOST.albums))}) n`);
    await db.execute(sql`insert into photos
      (id, account_id, album_id, filename, thumbnails, original, original_hash, original_name,
       original_type, original_bytes, width, height, caption, "order", uploaded_at)
      select gen_random_uuid(), ${accountId},
        (select id from photo_albums where account_id = ${accountId} order by id limit 1),
        md5(n::text) || '.webp', array[md5('a' || n) || '.webp', md5('b' || n) || '.webp'],
        md5('c' || n) || '.jpg', md5('d' || n), 'Summer ' || n || '.jpg', 'image/jpeg', 1000,
        2560, 1920, 'At the lake', n - 1, timestamptz '2026-03-01' + n * interval '1 second'
      from generate_series(1, ${sql.raw(String(MOST.photos))}) n`);
    await db.execute(sql`insert into medications
      (id, account_id, name, dosage, frequency, times, start_date, instructions, is_active,
       reminder_enabled, sound_enabled, created_at, scheduled_since)
      select gen_random_uuid(), ${accountId}, 'Tablet ' || n, '10 mg', 'daily',
        ${`{${TIMES.join()}}`}::text[], '2026-01-01', ${LINE}, true, true, true, '2026-01-01',
        '2026-01-01' from generate_series(1, ${sql.raw(String(MOST.medications))}) n`);
    await db.execute(sql`insert into medication_logs
      (medication_id, local_date, time, id, account_id, scheduled_time, status, notes, late,
       logged_at, medication_name, medication_dosage)
      select m.id, day::date, time, gen_random_uuid(), ${accountId},
        ((day::date || ' ' || time)::timestamp at time zone 'America/New_York'), 'taken', '', false,
        day, m.name, m.dosage
      from medications m, unnest(m.times) as time,
        generate_series(timestamptz '2026-02-08 12:00Z', '2026-03-09 12:00Z', '1 day') as day
      where m.account_id = ${accountId}`);
    const { rows } = (await db.execute(sql`select album_id as id from photos
      where account_id = ${accountId} limit 1`)) as { rows: { id: string }[] };
    return rows[0]?.id ?? '';
  });
}
