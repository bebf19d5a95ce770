import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#testing/database.ts';
import { takeBackBefore } from '#testing/upgrades.ts';
import type { Database } from './connect.ts';
import { migrate } from './migrate.ts';
import { content } from './schema/content.ts';

const HOME = '018f0000-0000-7000-8000-00000000000a';
const OTHER = '018f0000-0000-7000-8000-00000000000b';
const AT = '2026-03-01 10:20:30.123456+00';

const idOf = (number: number) => `018f0000-0000-7000-8000-00000000010${number}`;

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  await takeBackBefore(database, 'CREATE TABLE "content"');
  await database.asSystem(async (db) => {
    await db.execute(sql`insert into accounts (id, account_number, created_at)
      values (${HOME}, 'GA-000001', ${AT}), (${OTHER}, 'GA-000002', ${AT})`);
  });
});
afterEach(() => database.close());

/** Writes rows with a statement of the previous version. */
async function store(statement: ReturnType<typeof sql>) {
  await database.asSystem((db) => db.execute(statement));
}

const contentOf = (accountId: string) =>
  database.asSystem((db) =>
    db.select().from(content).where(eq(content.accountId, accountId)).orderBy(content.id),
  );

describe('migration to the content table', () => {
  it('videos, playlists and articles move to one table with their ids, positions, versions and times', async () => {
    await store(sql`insert into videos
        (id, account_id, title, url, duration, thumbnail, "order", created_at, version)
      values (${idOf(1)}, ${HOME}, 'Birds', 'https://a.example/1', '18:05', 'a.webp', 1, ${AT}, 7),
        (${idOf(2)}, ${HOME}, 'Trains', 'https://a.example/2', null, null, 0, ${AT}, 1)`);
    await store(sql`insert into playlists
        (id, account_id, name, spotify_url, track_count, thumbnail, "order", created_at, version)
      values (${idOf(3)}, ${HOME}, 'Evening', 'https://a.example/3', 12, 'b.webp', 0, ${AT}, 2)`);
    await store(sql`insert into articles
        (id, account_id, title, url, source, thumbnail, "order", created_at, version)
      values (${idOf(4)}, ${OTHER}, 'Roses', 'https://a.example/4', 'example', null, 0, ${AT}, 3)`);
    await database.asSystem((db) => migrate(db));
    const createdAt = new Date('2026-03-01T10:20:30.123Z');
    // An entry without a picture is due at once: the server requests a picture from its site.
    const asking = { askAt: expect.any(Date), asks: 0 };
    const none = { duration: null, trackCount: null, source: '', thumbnail: null };
    const own = { ...none, ...asking, createdAt };
    const url = (number: number) => `https://a.example/${number}`;
    const video = { ...own, accountId: HOME, kind: 'videos' };
    const birds = { duration: '18:05', thumbnail: 'a.webp', order: 1, version: 7 };
    const playlist = { kind: 'playlists', trackCount: 12, thumbnail: 'b.webp' };
    expect(await contentOf(HOME)).toEqual([
      { ...video, id: idOf(1), title: 'Birds', url: url(1), ...birds },
      { ...video, id: idOf(2), title: 'Trains', url: url(2), order: 0, version: 1 },
      { ...video, ...playlist, id: idOf(3), title: 'Evening', url: url(3), order: 0, version: 2 },
    ]);
    const article = { kind: 'articles', source: 'example', order: 0, version: 3 };
    expect(await contentOf(OTHER)).toEqual([
      { ...own, ...article, accountId: OTHER, id: idOf(4), title: 'Roses', url: url(4) },
    ]);
    const kept = await database.asSystem((db) =>
      db.select({ at: sql`created_at = ${AT}` }).from(content),
    );
    expect(new Set(kept.map(({ at }) => at))).toEqual(new Set([true]));
  });

  it('a server of the previous version can still write and read its tables after the migration', async () => {
    await database.asSystem((db) => migrate(db));
    const added = (accountId: string) => [
      sql`insert into videos (id, account_id, title, url, duration, thumbnail, "order", created_at,
        version) values (${idOf(1)}, ${accountId}, 'Birds', 'u', null, null, 0, ${AT}, default)`,
      sql`insert into playlists (id, account_id, name, spotify_url, track_count, thumbnail, "order",
        created_at, version)
        values (${idOf(2)}, ${accountId}, 'Evening', 'u', 3, null, 0, ${AT}, default)`,
      sql`insert into articles (id, account_id, title, url, source, thumbnail, "order", created_at,
        version) values (${idOf(3)}, ${accountId}, 'Roses', 'u', 'example', null, 0, ${AT}, default)`,
    ];
    const inHome = (statement: ReturnType<typeof sql>) =>
      database.inHousehold(HOME, (db) => db.execute(statement));
    for (const statement of added(OTHER)) await expect(inHome(statement)).rejects.toThrow();
    for (const statement of added(HOME)) await inHome(statement);
    await inHome(sql`update playlists set name = 'Morning', version = "playlists"."version" + 1
      where "playlists"."account_id" = ${HOME} and "playlists"."id" = ${idOf(2)}`);
    await inHome(sql`update "articles" set "order" = wanted.place - 1
      from jsonb_array_elements_text(${JSON.stringify([idOf(9), idOf(3)])}::jsonb) with ordinality
        as wanted(id, place)
      where "articles"."account_id" = ${HOME} and "articles"."id" = wanted.id::uuid`);
    await inHome(sql`delete from videos where "videos"."id" = ${idOf(1)}`);
    expect(await contentOf(HOME)).toMatchObject([
      { kind: 'playlists', title: 'Morning', url: 'u', trackCount: 3, version: 2 },
      { kind: 'articles', title: 'Roses', source: 'example', order: 1, version: 1 },
    ]);
    for (const [household, titles] of [
      [HOME, ['Morning']],
      [OTHER, []],
    ] as const) {
      const seen = await database.inHousehold(household, (db) =>
        db.select({ name: sql`name` }).from(sql`playlists`),
      );
      expect(seen.map(({ name }) => name)).toEqual(titles);
    }
  });
});

it('a content row with a column of another kind is rejected', async () => {
  await database.asSystem((db) => migrate(db));
  const row = {
    id: idOf(1),
    accountId: HOME,
    title: '',
    url: '',
    order: 0,
    createdAt: new Date(0),
  };
  for (const own of [
    { kind: 'videos', trackCount: 3 },
    { kind: 'videos', source: 'example' },
    { kind: 'playlists', duration: '1:00' },
    { kind: 'articles', trackCount: 3 },
  ] as const) {
    const adding = database.asSystem((db) => db.insert(content).values({ ...row, ...own }));
    await expect(adding, JSON.stringify(own)).rejects.toThrow();
  }
});
