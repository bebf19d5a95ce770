import { randomUUID } from 'node:crypto';
import { asc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { photos } from '#database/schema/photos.ts';
import type { PictureServer } from '#testing/picture-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';
import { photo, type ShownPhoto, shownPhoto } from '../contract.ts';
import { asPhoto } from './photo-rows.ts';
import { firstAlbum, listed, photoServer } from './testing.ts';

let server: PictureServer;
let family: TestHousehold;
let albumId: string;
beforeAll(async () => {
  server = await photoServer();
  family = await server.server.household();
  albumId = await firstAlbum(family);
});
afterAll(() => server.close());

/** Captions with every kind of character, used in turn. */
const CAPTIONS = [
  '',
  'At the lake',
  '"\\/\b\f\n\r\t',
  "O'Brien",
  '\u0001\u001f\u007f',
  '中文 é 👵🏽',
  '\u2028',
];
const SIZES = [
  ...[
    [2560, 1920],
    [1920, 2560],
    [2560, 1],
    [1281, 640],
    [1280, 1280],
    [1279, 3],
    [641, 999],
  ],
  ...[
    [640, 480],
    [321, 1],
    [320, 240],
    [1, 1],
    [1, 2560],
    [1707, 2560],
    [333, 777],
  ],
] as const;
const TIMES = [
  '2026-03-10T12:00:00Z',
  '2026-12-31T23:59:59.999Z',
  '2026-03-10T12:00:00.001999Z',
  '1999-01-01T00:00:00.120Z',
];

function rows(): (typeof photos.$inferInsert)[] {
  return Array.from({ length: 6 * SIZES.length * CAPTIONS.length }, (_, at) => {
    const [width = 1, height = 1] = SIZES[at % SIZES.length] ?? [];
    return {
      ...{ id: randomUUID(), accountId: family.accountId, albumId, order: at, width, height },
      filename: `${at}.webp`,
      thumbnails: Array.from({ length: at % 4 }, (_, size) => `${at}-${size}.webp`),
      ...{ original: `${at}.jpg`, originalHash: `${at}`, originalType: 'image/jpeg' },
      ...{ originalBytes: 1, originalName: `${CAPTIONS[at % 5]}.jpg` },
      caption: CAPTIONS[at % CAPTIONS.length] ?? '',
      takenAt: at % 3 === 0 ? null : '2025-07-01T09:30:00',
      uploadedAt: new Date(0),
    };
  });
}

it("the database's JSON of a photo is equal to that of `asPhoto`", async () => {
  const { database } = server.server;
  const stored = await database.inHousehold(family.accountId, async (db) => {
    await db.insert(photos).values(rows());
    for (const [at, time] of TIMES.entries()) {
      await db
        .update(photos)
        .set({ uploadedAt: sql`${time}::timestamptz` })
        .where(sql`${photos.order} % 4 = ${at}`);
    }
    return db.select().from(photos).orderBy(asc(photos.order));
  });
  expect(await listed(family, albumId)).toEqual(photo.array().parse(stored.map(asPhoto)));

  const byId = new Map(stored.map((row) => [row.id, shownPhoto.parse(asPhoto(row))]));
  const newest = await allNewest();
  expect(newest).toEqual(newest.map(({ id }) => byId.get(id)));
  expect(new Set(newest.map(({ id }) => id)).size).toBe(stored.length);
});

async function allNewest(): Promise<ShownPhoto[]> {
  const all: ShownPhoto[] = [];
  for (let more: string | null = ''; more !== null; ) {
    const answer = await family.as('user')('GET', `/api/photos?limit=500${more}`);
    const { photos, next } = expectStatus(answer, 200).body;
    all.push(...photos);
    more = next && `&cursor=${encodeURIComponent(next)}`;
  }
  return all;
}
