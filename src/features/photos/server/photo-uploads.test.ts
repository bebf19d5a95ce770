import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { photoUploads } from '#database/schema/photo-uploads.ts';
import { uploadsFolder } from '#platform/server/storage/temp-files.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import { type PictureServer, readStored } from '#testing/picture-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';
import { MIN_CHUNK_BYTES } from '../domain/chunks.ts';
import { MAX_UNFINISHED } from '../limits.ts';
import { begin, finish, largePhoto, putPiece, sendAll } from './pieces.testing.ts';
import { firstAlbum, listed, newPhoto, photoServer, send, storedFor } from './testing.ts';

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

const filesOf = async (household: TestHousehold) => {
  await photos.server.settled();
  return storedFor(photos.store, household);
};
const piecesOf = async (household: TestHousehold) =>
  (await filesOf(household)).filter((name) => name.endsWith('.piece'));
const unfinishedOf = ({ accountId }: TestHousehold) =>
  photos.server.database.asSystem((db) =>
    db.select().from(photoUploads).where(eq(photoUploads.accountId, accountId)),
  );
const answered = ({ status, body }: { status: number; body: unknown }) => ({ status, body });
const stop = (household: TestHousehold, key: string) =>
  household.as('admin')('DELETE', `/api/photo-uploads/${key}`);
const none = { error: 'This photo is not on its way any more.', code: 'no-such-upload' };
const next = (offset: number) => ({
  status: 409,
  body: { error: 'Another piece of this photo is the next.', code: 'wrong-offset', offset },
});

describe('upload of a photo in chunks', () => {
  it('a photo arrives unchanged with its caption, and leaves no chunks', async () => {
    const photo = await largePhoto();
    expectStatus(await begin(family, photo), 200);
    expect(await sendAll(family, photo)).toEqual({ offset: photo.length });
    expect(await listed(family, albumId)).toEqual([]);
    const { body } = expectStatus(await finish(family, 'key', ' At the lake '), 200);
    expect(body.photo).toMatchObject({ albumId, originalName: 'lake.jpg', caption: 'At the lake' });
    expect(await listed(family, albumId)).toEqual([body.photo]);
    const [original = '', ...others] = (await filesOf(family)).filter((n) => !n.endsWith('webp'));
    expect(others).toEqual([]);
    expect(await readStored(photos, family, `/uploads/${original}`)).toEqual(photo);
  });

  it('an upload that is begun again continues at its offset', async () => {
    const photo = await largePhoto();
    expect((await begin(family, photo)).body).toEqual({ offset: 0 });
    await putPiece(family, 0, photo.subarray(0, MIN_CHUNK_BYTES));
    expect((await begin(family, photo)).body).toEqual({ offset: MIN_CHUNK_BYTES });
    await sendAll(family, photo, MIN_CHUNK_BYTES);
    expectStatus(await finish(family), 200);
    expect((await begin(family, photo)).body).toEqual({ offset: photo.length });
  });

  it('a repeated, early or wrongly sized chunk does not damage the upload', async () => {
    const photo = await largePhoto();
    await begin(family, photo);
    const piece = photo.subarray(0, MIN_CHUNK_BYTES);
    expectStatus(await putPiece(family, 0, piece), 200);
    expect(answered(await putPiece(family, 0, piece))).toEqual(next(MIN_CHUNK_BYTES));
    expect(answered(await putPiece(family, 2 * MIN_CHUNK_BYTES, piece))).toEqual(
      next(MIN_CHUNK_BYTES),
    );
    for (const wrong of [photo.subarray(0, 1000), Buffer.alloc(photo.length)]) {
      const { body } = expectStatus(await putPiece(family, MIN_CHUNK_BYTES, wrong), 400);
      expect(body.code).toBe('wrong-piece');
    }
    expect(answered(await finish(family))).toEqual(next(MIN_CHUNK_BYTES));
    expect(await piecesOf(family)).toHaveLength(1);
    await sendAll(family, photo, MIN_CHUNK_BYTES);
    expectStatus(await finish(family), 200);
  });

  it('concurrent chunks of several sizes do not mix', async () => {
    const photo = await largePhoto();
    await begin(family, photo);
    // Six tabs with different chunk sizes.
    const sizes = [1, 1.2, 1.4, 1.6, 1.8, 2].map((by) => Math.round(by * MIN_CHUNK_BYTES));
    let taken = 0;
    for (let offset = 0; offset < photo.length; taken += 1) {
      const answers = await Promise.all(
        sizes.map((size) => putPiece(family, offset, photo.subarray(offset, offset + size))),
      );
      const first = answers.filter(({ status }) => status === 200);
      expect(first).toHaveLength(1);
      for (const { status, body } of answers) {
        expect([status, body.offset]).toEqual([status === 200 ? 200 : 409, first[0]?.body.offset]);
      }
      offset = first[0]?.body.offset;
    }
    expect(await piecesOf(family)).toHaveLength(taken);
    expectStatus(await finish(family), 200);
  });

  it('repeated and concurrent finish requests create one photo', async () => {
    const photo = await largePhoto();
    await begin(family, photo);
    await sendAll(family, photo);
    const answers = await Promise.all(Array.from({ length: 6 }, () => finish(family)));
    const [one] = await listed(family, albumId);
    for (const answer of [...answers, await finish(family)]) {
      expect(answered(answer)).toEqual({ status: 200, body: { photo: one } });
    }
    expect(await listed(family, albumId)).toHaveLength(1);
    expect(await piecesOf(family)).toEqual([]);
    expectStatus(await family.as('admin')('DELETE', `/api/photos/${one?.id}`), 204);
    expect((await finish(family)).body).toEqual({ photo: null });
  });

  it('an existing photo is rejected before its upload', async () => {
    const photo = await largePhoto();
    const sent = expectStatus(await send(family, albumId, [photo]), 201).body.photos[0];
    const { body } = expectStatus(await begin(family, photo), 409);
    expect(body).toMatchObject({ code: 'photo-already-there', id: sent.id });
  });

  it('a photo that was uploaded in one request meanwhile is rejected at the end, and its chunks are deleted', async () => {
    const photo = await largePhoto();
    await begin(family, photo);
    await sendAll(family, photo);
    const sent = expectStatus(await send(family, albumId, [photo]), 201).body.photos[0];
    const { body } = expectStatus(await finish(family), 409);
    expect(body).toMatchObject({ code: 'photo-already-there', id: sent.id });
    expect(await piecesOf(family)).toEqual([]);
    expectStatus(await finish(family), 404);
  });

  it('a file that is not a picture, or not the announced one, is rejected and deleted', async () => {
    const text = Buffer.alloc(1000, 'no picture ');
    await begin(family, text);
    await putPiece(family, 0, text);
    expect(expectStatus(await finish(family), 415).body.code).toBe('unreadable-photo');
    const photo = await newPhoto();
    await begin(family, photo);
    await putPiece(family, 0, Buffer.alloc(photo.length));
    expect(expectStatus(await finish(family), 409).body.code).toBe('photo-damaged');
    expect(await filesOf(family)).toEqual([]);
    expectStatus(await finish(family), 404);
  });

  it('an upload starts again when its key is used for another file', async () => {
    const [first, second] = [await largePhoto(), await largePhoto()];
    await begin(family, first);
    await putPiece(family, 0, first.subarray(0, MIN_CHUNK_BYTES));
    expect((await begin(family, second)).body).toEqual({ offset: 0 });
    await sendAll(family, second);
    expectStatus(await finish(family), 200);
  });
});

describe('uploads of another household', () => {
  it('an upload cannot be used by another household, even with the same key', async () => {
    const stranger = await photos.server.household();
    const photo = await largePhoto();
    await begin(family, photo);
    await putPiece(family, 0, photo.subarray(0, MIN_CHUNK_BYTES));
    const rest = photo.subarray(MIN_CHUNK_BYTES);
    for (const answer of [
      await putPiece(stranger, MIN_CHUNK_BYTES, rest),
      await finish(stranger),
      await stop(stranger, 'key'),
    ]) {
      expect(answered(answer)).toEqual({ status: 404, body: none });
    }
    expectStatus(await begin(stranger, photo, { albumId }), 404);
    expect((await begin(stranger, photo)).body).toEqual({ offset: 0 });
    await sendAll(stranger, photo);
    expectStatus(await finish(stranger), 200);
    expectStatus(await stop(stranger, 'key'), 204);
    await putPiece(family, MIN_CHUNK_BYTES, rest);
    expectStatus(await finish(family), 200);
  });
});

describe('cleanup of unfinished uploads', () => {
  it('a cancelled upload is deleted with its files, as is one whose album is deleted', async () => {
    const photo = await largePhoto();
    await begin(family, photo);
    await putPiece(family, 0, photo.subarray(0, MIN_CHUNK_BYTES));
    expectStatus(await stop(family, 'key'), 204);
    expect(await filesOf(family)).toEqual([]);
    expectStatus(await stop(family, 'key'), 404);
    expectStatus(await putPiece(family, MIN_CHUNK_BYTES, photo.subarray(MIN_CHUNK_BYTES)), 404);
    await begin(family, photo);
    expectStatus(await family.as('admin')('DELETE', `/api/photo-albums/${albumId}`), 204);
    expect(answered(await finish(family))).toEqual({ status: 404, body: none });
  });

  it('an upload is deleted a day after its last chunk, and no sweep deletes its files before', async () => {
    const photo = await largePhoto();
    await begin(family, photo);
    await putPiece(family, 0, photo.subarray(0, MIN_CHUNK_BYTES));
    const [first = ''] = await piecesOf(family);
    const { accountId } = family;
    const folder = join(uploadsFolder(photos.dataDir), accountId.slice(0, 2), accountId);
    const longAgo = new Date(photos.server.clock.now().getTime() - 48 * HOUR_MS);
    await utimes(join(folder, first), longAgo, longAgo);
    photos.server.clock.advance(23 * HOUR_MS);
    await putPiece(family, MIN_CHUNK_BYTES, photo.subarray(MIN_CHUNK_BYTES, 2 * MIN_CHUNK_BYTES));
    photos.server.clock.advance(DAY_MS);
    await photos.server.jobs();
    expect(await piecesOf(family)).toHaveLength(2);
    photos.server.clock.advance(1);
    await photos.server.jobs('photos that never came whole');
    expect(await filesOf(family)).toEqual([]);
    expect(await unfinishedOf(family)).toEqual([]);
  });

  it('the sweep deletes a chunk without a row', async () => {
    const photo = await largePhoto();
    await begin(family, photo);
    await putPiece(family, 0, photo.subarray(0, MIN_CHUNK_BYTES));
    await photos.server.database.asSystem((db) => db.delete(photoUploads));
    photos.server.clock.advance(Date.now() - photos.server.clock.now().getTime() + 25 * HOUR_MS);
    await photos.server.jobs('files without a picture');
    expect(await filesOf(family)).toEqual([]);
  });

  it('a household has a maximum number of unfinished uploads', async () => {
    const photo = await newPhoto();
    for (let at = 0; at < MAX_UNFINISHED; at += 1) {
      expectStatus(await begin(family, photo, { key: `key-${at}` }), 200);
    }
    const { body } = expectStatus(await begin(family, photo), 409);
    expect(body).toEqual({ error: 'Too many photos are on their way.', code: 'uploads-full' });
    // Another household can begin one, and a completed upload makes room.
    expectStatus(await begin(await photos.server.household(), photo), 200);
    await putPiece(family, 0, photo, 'key-0');
    expectStatus(await finish(family, 'key-0'), 200);
    const more = await newPhoto();
    expectStatus(await begin(family, more), 200);
  });
});

describe('chunks in the file store', () => {
  it('a chunk is acknowledged only after it is stored', async () => {
    let isBroken = true;
    const own = await photoServer({}, (store) => ({
      ...store,
      async put(path, name) {
        if (isBroken) throw new Error('the disk is broken');
        await store.put(path, name);
      },
    }));
    const household = await own.server.household();
    const photo = await largePhoto();
    await begin(household, photo);
    expectStatus(await putPiece(household, 0, photo.subarray(0, MIN_CHUNK_BYTES)), 500);
    expect((await begin(household, photo)).body).toEqual({ offset: 0 });
    isBroken = false;
    await sendAll(household, photo);
    expectStatus(await finish(household), 200);
    await own.close();
  });

  it('a lost chunk makes the upload start again', async () => {
    const photo = await largePhoto();
    await begin(family, photo);
    await sendAll(family, photo);
    const [lost] = await piecesOf(family);
    await photos.store.remove(`${family.accountId}/${lost}`);
    expect(expectStatus(await finish(family), 409).body.code).toBe('photo-damaged');
    expect((await begin(family, photo)).body).toEqual({ offset: 0 });
    expect(await piecesOf(family)).toEqual([]);
  });
});

it('a photo beyond the quota is rejected before its upload', async () => {
  const own = await photoServer({ MAX_PHOTOS_PER_HOUSEHOLD: '1' });
  const household = await own.server.household();
  const photo = await largePhoto();
  await begin(household, photo);
  await sendAll(household, photo);
  expectStatus(await send(household, await firstAlbum(household), [await newPhoto()]), 201);
  expect(expectStatus(await finish(household), 409).body.code).toBe('photos-full');
  expect(expectStatus(await begin(household, photo), 409).body.code).toBe('photos-full');
  await own.close();
});
