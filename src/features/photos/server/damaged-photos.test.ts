import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pillPicture } from '#testing/hostile-pictures.ts';
import type { PictureServer } from '#testing/picture-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';
import { firstAlbum, newPhoto, photoServer, send } from './testing.ts';

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

const part = (file: Buffer, share: number) => file.subarray(0, Math.floor(file.length * share));

describe('upload of a damaged photo', () => {
  it.each([0.99, 0.6])('a JPEG is accepted when %s of its bytes are present', async (share) => {
    const whole = await pillPicture(600, 400).jpeg().toBuffer();
    const answer = await send(family, albumId, { 'old scan.jpg': part(whole, share) });
    const [photo] = expectStatus(answer, 201).body.photos;
    expect(photo).toMatchObject({ originalName: 'old scan.jpg', width: 600, height: 400 });
  });

  it('a JPEG with wrong bytes in it is accepted', async () => {
    const photo = await newPhoto();
    photo.fill(0, Math.floor(photo.length / 2), Math.floor(photo.length / 2) + 40);
    expectStatus(await send(family, albumId, { 'card.jpg': photo }), 201);
  });

  it('a photo without decodable data is rejected with its reason, and the others are accepted', async () => {
    const webp = await pillPicture(600, 400).webp().toBuffer();
    const avif = Buffer.concat([Buffer.from('0000001c', 'hex'), Buffer.from('ftypavif\0\0\0\0')]);
    const answer = await send(family, albumId, {
      'cut.webp': part(webp, 0.5),
      'begun.jpg': part(await newPhoto(), 0.02),
      'empty.jpg': Buffer.alloc(0),
      'garden.avif': avif,
      'whole.jpg': await newPhoto(),
    });
    const { photos: taken, rejected } = expectStatus(answer, 201).body;
    expect(taken).toHaveLength(1);
    const code = 'unreadable-photo';
    const ENDS_EARLY = 'This picture is damaged: it ends too early.';
    expect(rejected).toEqual([
      { name: 'cut.webp', error: ENDS_EARLY, code },
      { name: 'begun.jpg', error: ENDS_EARLY, code },
      { name: 'empty.jpg', error: 'This file is empty.', code },
      {
        name: 'garden.avif',
        error:
          'Photos of the kind AVIF cannot be read here. Please save it as JPG and choose that.',
        code,
      },
    ]);
  });
});
