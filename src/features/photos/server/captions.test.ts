import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PictureServer } from '#testing/picture-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';
import { MAX_CAPTION_LENGTH } from '../limits.ts';
import { firstAlbum, listed, newPhoto, photoServer } from './testing.ts';

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

/** Sends one form in the given order; a string is a caption, a tuple a file with its name. */
async function sendForm(parts: readonly (string | [name: string, bytes: Buffer])[]) {
  const form = new FormData();
  for (const part of parts) {
    if (typeof part === 'string') form.append('caption', part);
    else form.append('photos', new Blob([part[1]]), part[0]);
  }
  return family.as('admin')('POST', `/api/photo-albums/${albumId}/photos`, form);
}

describe('captions that are sent with photos', () => {
  it('a caption belongs to the next photo only', async () => {
    const [one, two, three] = await Promise.all([newPhoto(), newPhoto(), newPhoto()]);
    const parts = [
      '  Rosé in Ürzig ',
      ['one.jpg', one],
      ['two.jpg', two],
      'Third',
      ['3.jpg', three],
    ] as const;
    const { rejected } = expectStatus(
      await sendForm(parts.map((part) => (typeof part === 'string' ? part : [...part]))),
      201,
    ).body;
    expect(rejected).toEqual([]);
    expect((await listed(family, albumId)).map(({ caption }) => caption)).toEqual([
      'Rosé in Ürzig',
      '',
      'Third',
    ]);
  });

  it('a caption may have the maximum length in any script, and a longer one rejects only its photo', async () => {
    const longest = '朝'.repeat(MAX_CAPTION_LENGTH);
    const parts: [string, [string, Buffer], string, [string, Buffer]] = [
      longest,
      ['one.jpg', await newPhoto()],
      `${longest}朝`,
      ['two.jpg', await newPhoto()],
    ];
    const { photos: taken, rejected } = expectStatus(await sendForm(parts), 201).body;
    expect(taken.map(({ caption }: { caption: string }) => caption)).toEqual([longest]);
    expect(rejected).toEqual([
      { name: 'two.jpg', error: 'That is too long.', code: 'invalid-form' },
    ]);
  });

  it('a caption with a null character rejects its photo', async () => {
    const answer = await sendForm(['a\0b', ['one.jpg', await newPhoto()]]);
    expect(expectStatus(answer, 400).body.rejected).toMatchObject([{ code: 'invalid-form' }]);
    expect(await listed(family, albumId)).toEqual([]);
  });

  it('a photo without a file name is named Photo and gets its caption', async () => {
    const answer = expectStatus(await sendForm(['Lake', ['', await newPhoto()]]), 201).body;
    expect(answer).toMatchObject({ photos: [{ caption: 'Lake' }], rejected: [] });
  });

  it('a caption without a photo is rejected', async () => {
    expect(expectStatus(await sendForm(['Nothing']), 400).body.code).toBe('photos-missing');
  });

  it('the caption of an existing photo is not changed, and the rejection contains its id', async () => {
    const photo = await newPhoto();
    expectStatus(await sendForm(['First', ['one.jpg', photo]]), 201);
    const answer = await sendForm(['Second', ['one.jpg', photo]]);
    const [there] = await listed(family, albumId);
    expect(expectStatus(answer, 400).body.rejected).toMatchObject([
      { code: 'photo-already-there', id: there?.id },
    ]);
    expect(there?.caption).toBe('First');
  });
});
