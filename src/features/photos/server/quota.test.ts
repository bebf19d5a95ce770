import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photoAlbums } from '#database/schema/photos.ts';
import type { PictureServer } from '#testing/picture-server.ts';
import { expectStatus } from '#testing/test-server.ts';
import { added, firstAlbum, listed, newPhoto, photoServer, send } from './testing.ts';

let small: PictureServer;
beforeAll(async () => {
  small = await photoServer({ MAX_PHOTOS_PER_HOUSEHOLD: '3', MAX_ALBUMS_PER_HOUSEHOLD: '4' });
});
afterAll(() => small.close());

describe('quotas of a household', () => {
  it('photos beyond the quota are rejected until one is deleted', async () => {
    const family = await small.server.household();
    const [first] = await added(family, 2);
    const album = await firstAlbum(family);
    const { body } = expectStatus(
      await send(family, album, [await newPhoto(), await newPhoto()]),
      201,
    );
    const error = 'There is room for 3 photos. Please delete some first.';
    expect(body).toMatchObject({
      message: '1 photo uploaded',
      rejected: [{ name: 'photo-2.jpg', error }],
    });
    expect((await send(family, album, [await newPhoto()])).body.error).toBe(error);
    expectStatus(await family.as('admin')('DELETE', `/api/photos/${first?.id}`), 204);
    expectStatus(await send(family, album, [await newPhoto()]), 201);
    expect(await listed(family, album)).toHaveLength(3);
    await added(await small.server.household(), 1);
  });

  it('photos beyond the quota of bytes are rejected', async () => {
    const bytes = await photoServer({ MAX_PHOTO_GB_PER_HOUSEHOLD: '0.000001' });
    const family = await bytes.server.household();
    const answer = await send(family, await firstAlbum(family), [
      await newPhoto(),
      await newPhoto(),
    ]);
    expect(answer.body.rejected ?? answer.body).toMatchObject([
      {
        error: 'There is room for 0.000001 GB of photos. Please delete some first.',
        code: 'photo-bytes-full',
      },
    ]);
    await bytes.close();
  });

  it('albums beyond the quota are rejected', async () => {
    const family = await small.server.household();
    const { accountId } = family;
    const rows = Array.from({ length: 3 }, (_, at) => ({
      ...{ id: crypto.randomUUID(), accountId, name: `${at}` },
      createdAt: small.server.clock.now(),
    }));
    await small.server.database.inHousehold(accountId, (db) => db.insert(photoAlbums).values(rows));
    const refused = await family.as('admin')('POST', '/api/photo-albums', { name: 'Lake' });
    expect(expectStatus(refused, 409).body.error).toMatch(/^There is room for 4 albums/);
  });
});
