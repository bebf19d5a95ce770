import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { photoUploads } from '#database/schema/photo-uploads.ts';
import { photoAlbums } from '#database/schema/photos.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { PictureServer } from '#testing/picture-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';
import { MIN_CHUNK_BYTES } from '../domain/chunks.ts';
import { MAX_TOTAL_UNFINISHED_BYTES, MAX_UNFINISHED_BYTES } from '../limits.ts';
import { begin, finish, largePhoto, putPiece, sendAll } from './pieces.testing.ts';
import { firstAlbum, newPhoto, photoServer, storedFor } from './testing.ts';

let photos: PictureServer;
let family: TestHousehold;
let albumId: string;
beforeAll(async () => {
  photos = await photoServer();
});
beforeEach(async () => {
  family = await photos.server.household();
  albumId = await firstAlbum(family);
});
afterAll(() => photos.close());

const chunksOf = async (household: TestHousehold) => {
  await photos.server.settled();
  const names = await storedFor(photos.store, household);
  return names.filter((name) => name.endsWith('.piece'));
};

const unfinishedOf = ({ accountId }: TestHousehold) =>
  photos.server.database.asSystem((db) =>
    db.select().from(photoUploads).where(eq(photoUploads.accountId, accountId)),
  );

/** Adds uploads of at most 1 GB each with that many received bytes in total. */
const receivedInAll = async ({ accountId }: TestHousehold, bytes: number) => {
  const [album] = await photos.server.database.asSystem((db) =>
    db.select().from(photoAlbums).where(eq(photoAlbums.accountId, accountId)),
  );
  const part = Math.min(bytes, 1_000_000_000);
  const rows = Array.from({ length: bytes / part }, (_, at) => ({
    ...{ accountId, key: `received-${at}`, albumId: album?.id ?? '', name: 'lake.jpg' },
    ...{ bytes: part, received: part, sha256: '', touchedAt: photos.server.clock.now() },
  }));
  await photos.server.database.asSystem((db) => db.insert(photoUploads).values(rows));
};

describe('limits of unfinished uploads', () => {
  it("an upload is rejected when the household's unfinished uploads have too many bytes", async () => {
    const photo = await newPhoto();
    await receivedInAll(family, MAX_UNFINISHED_BYTES);
    expect(expectStatus(await begin(family, photo), 409).body.code).toBe('uploads-full');
  });

  it("a chunk is rejected when the household's unfinished uploads have too many bytes", async () => {
    const photo = await largePhoto();
    expectStatus(await begin(family, photo), 200);
    await receivedInAll(family, MAX_UNFINISHED_BYTES);
    const chunk = await putPiece(family, 0, photo.subarray(0, MIN_CHUNK_BYTES));
    expect(expectStatus(chunk, 409).body.code).toBe('uploads-full');
    expect(await chunksOf(family)).toEqual([]);
  });

  it('the first upload of a household is accepted even when others use the whole limit', async () => {
    const photo = await newPhoto();
    const others = await photos.server.household();
    await receivedInAll(others, MAX_TOTAL_UNFINISHED_BYTES);
    expectStatus(await begin(family, photo), 200);
    expect((await begin(family, photo, { key: 'two' })).body.code).toBe('uploads-full');
    await photos.server.database.asSystem((db) => db.delete(photoUploads));
    expectStatus(await begin(family, photo, { key: 'two' }), 200);
  });

  it('received bytes count toward the limit, announced bytes do not', async () => {
    const photo = await newPhoto();
    for (let at = 0; at < 26; at += 1) {
      expectStatus(await begin(family, photo, { key: `${at}`, bytes: 10_000_000 }), 200);
    }
  });

  it('an upload without chunks is deleted after ten minutes', async () => {
    await begin(family, await newPhoto(), { key: 'empty' });
    const photo = await largePhoto();
    await begin(family, photo);
    await putPiece(family, 0, photo.subarray(0, MIN_CHUNK_BYTES));
    photos.server.clock.advance(10 * MINUTE_MS + 1);
    await photos.server.jobs('photos that never came whole');
    expect((await unfinishedOf(family)).map(({ key }) => key)).toEqual(['key']);
  });

  it('an upload of another file with the same key deletes the earlier chunks', async () => {
    for (let round = 0; round < 3; round += 1) {
      const photo = await largePhoto();
      expect((await begin(family, photo)).body).toEqual({ offset: 0 });
      await putPiece(family, 0, photo.subarray(0, MIN_CHUNK_BYTES));
      expect(await chunksOf(family)).toHaveLength(1);
    }
  });

  it('a deleted album deletes the chunks of its uploads', async () => {
    const photo = await largePhoto();
    await begin(family, photo);
    await putPiece(family, 0, photo.subarray(0, MIN_CHUNK_BYTES));
    expectStatus(await family.as('admin')('DELETE', `/api/photo-albums/${albumId}`), 204);
    expect(await chunksOf(family)).toEqual([]);
  });
});

it("a chunk beyond the household's quota is rejected", async () => {
  const [one, other] = [await largePhoto(), await largePhoto()];
  const bytes = Math.max(one.length, other.length) + 1000;
  const own = await photoServer({ MAX_PHOTO_GB_PER_HOUSEHOLD: `${bytes / 1e9}` });
  const household = await own.server.household();
  await begin(household, one);
  expectStatus(await begin(household, other, { key: 'other' }), 200);
  await sendAll(household, one);
  const chunk = await putPiece(household, 0, other.subarray(0, MIN_CHUNK_BYTES), 'other');
  expect(expectStatus(chunk, 409).body.code).toBe('photo-bytes-full');
  expect((await begin(household, other, { key: 'third' })).body.code).toBe('photo-bytes-full');
  expectStatus(await finish(household), 200);
  await own.close();
});
