import { once } from 'node:events';
import { connect } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '#platform/shared/durations.ts';
import {
  NO_PICTURES,
  PICTURES_WITHOUT_PIXELS,
  pillPicture,
  pixelFlood,
  profileBomb,
  textBomb,
} from '#testing/hostile-pictures.ts';
import { type PictureServer, readStored } from '#testing/picture-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';
import { MAX_PHOTO_BYTES } from '../limits.ts';
import { added, firstAlbum, listed, newPhoto, photoServer, send, storedFor } from './testing.ts';

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

const NO_PHOTO = 'Please choose a JPG, PNG, GIF or WebP picture.';
const filesOf = (household: TestHousehold) => storedFor(photos.store, household);

describe('upload of one photo', () => {
  it('a photo is stored upright in four sizes without EXIF data, and its date is stored', async () => {
    const taken = await pillPicture(3000, 2000)
      .withExif({
        IFD0: { Make: 'Nikon' },
        IFD2: { DateTimeOriginal: '2024:07:14 16:05:09' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '42/1 42/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const answer = expectStatus(await send(family, albumId, { '../Lake 1.JPG': taken }), 201).body;
    expect(answer).toMatchObject({ message: '1 photo uploaded', rejected: [] });
    const [photo] = answer.photos;
    expect(photo).toMatchObject({
      albumId,
      originalName: 'Lake 1.JPG',
      caption: '',
      order: 0,
      width: 1707,
      height: 2560,
      takenAt: '2024-07-14T16:05:09',
      uploadedAt: photos.server.clock.now().toISOString(),
    });
    expect(photo.thumbnails.map(({ width }: { width: number }) => width)).toEqual([213, 427, 854]);
    expect(photo.thumbnailUrl).toBe(photo.thumbnails[1].url);
    for (const { url, width } of [{ url: photo.url, width: 1707 }, ...photo.thumbnails]) {
      const bytes = await readStored(photos, family, url);
      const { format, exif, orientation, ...size } = await sharp(bytes).metadata();
      expect({ format, exif, orientation, width: size.width }).toEqual({ format: 'webp', width });
      expect(bytes.includes('Nikon')).toBe(false);
      expectStatus(await family.as('user')('GET', url), 200);
    }
  });

  it('the original is stored unchanged and never served', async () => {
    const photo = await newPhoto();
    expectStatus(await send(family, albumId, [photo]), 201);
    const name = (await filesOf(family)).find((file) => file.endsWith('.original')) ?? '';
    expect(await readStored(photos, family, `/uploads/${name}`)).toEqual(photo);
    expectStatus(await family.as('super_admin')('GET', `/uploads/${name}`), 404);
  });

  it('an existing photo is rejected in every album, and accepted after its deletion', async () => {
    const photo = await newPhoto();
    const [first] = expectStatus(await send(family, albumId, [photo]), 201).body.photos;
    const lake = await family.as('admin')('POST', '/api/photo-albums', { name: 'Lake' });
    for (const album of [albumId, lake.body.id]) {
      const { body } = expectStatus(await send(family, album, { 'twice.jpg': photo }), 400);
      const error = 'This photo is already there.';
      const rejected = [{ name: 'twice.jpg', error, code: 'photo-already-there', id: first.id }];
      expect(body).toEqual({ error, code: 'no-photo-taken', rejected });
    }
    const stranger = await photos.server.household();
    expectStatus(await send(stranger, await firstAlbum(stranger), [photo]), 201);
    expectStatus(await family.as('admin')('DELETE', `/api/photos/${first.id}`), 204);
    const [back] = expectStatus(await send(family, lake.body.id, [photo]), 201).body.photos;
    photos.server.clock.advance(25 * HOUR_MS);
    await photos.server.jobs();
    expectStatus(await family.as('user')('GET', back.url), 200);
  });

  it('ten concurrent uploads of one photo add it once', async () => {
    const photo = await newPhoto();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(family, albumId, [photo])),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await listed(family, albumId)).toHaveLength(1);
  });

  it('a photo keeps its file when a pill with the same picture loses it, and vice versa', async () => {
    const picture = await newPhoto();
    const form = new FormData();
    form.append('pill-image', new Blob([picture]), 'pill.jpg');
    const { imageUrl } = (await family.as('admin')('POST', '/api/upload-pill-image', form)).body;
    const [photo] = expectStatus(await send(family, albumId, [picture]), 201).body.photos;
    expect(photo.url).toBe(imageUrl);
    photos.server.clock.advance(25 * HOUR_MS);
    await photos.server.jobs();
    expectStatus(await family.as('user')('GET', imageUrl), 200);
    const medication = { name: 'Metformin', frequency: 'as_needed', startDate: '2026-03-01' };
    const pill = { ...medication, pillImageUrl: imageUrl };
    expectStatus(await family.as('admin')('POST', '/api/medications', pill), 201);
    expectStatus(await family.as('admin')('DELETE', `/api/photos/${photo.id}`), 204);
    await photos.server.jobs();
    expectStatus(await family.as('user')('GET', imageUrl), 200);
  });

  it('a deleted photo is not served any more, and its files are deleted when it leaves the bin', async () => {
    const [photo, other] = await added(family, 2);
    const addresses = [photo?.url, ...(photo?.thumbnails ?? []).map(({ url }) => url)].map(String);
    for (const url of addresses) expectStatus(await family.as('user')('GET', url), 200);
    expectStatus(await family.as('admin')('DELETE', `/api/photos/${photo?.id}`), 204);
    for (const url of addresses) expectStatus(await family.as('user')('GET', url), 404);
    await photos.server.jobs();
    expectStatus(await family.as('user')('GET', String(other?.url)), 200);
    expectStatus(await family.as('admin')('DELETE', `/api/photo-albums/${albumId}`), 204);
    expectStatus(await family.as('user')('GET', String(other?.url)), 404);
    expectStatus(await family.as('admin')('POST', '/api/bin/empty'), 200);
    await photos.server.jobs();
    expect(await filesOf(family)).toEqual([]);
  });

  it('the sweeps keep the old files of an existing photo', async () => {
    const [photo] = await added(family, 1);
    const before = (await filesOf(family)).sort();
    const real = photos.server.clock.now();
    photos.server.clock.set(new Date(Date.now() + 25 * HOUR_MS).toISOString());
    await photos.server.jobs();
    photos.server.clock.set(real.toISOString());
    expect((await filesOf(family)).sort()).toEqual(before);
    expectStatus(await family.as('user')('GET', String(photo?.url)), 200);
  });
});

describe('upload of several photos', () => {
  it('photos are added in order, and a rejected one does not affect the others', async () => {
    const [one, two, three] = await Promise.all([newPhoto(), newPhoto(), newPhoto()]);
    const huge = Buffer.alloc(MAX_PHOTO_BYTES + 1, one);
    const heic = Buffer.concat([Buffer.from('0000001c', 'hex'), Buffer.from('ftypheic\0\0\0\0')]);
    const answer = await send(family, albumId, {
      'one.jpg': one,
      'notes.txt': Buffer.from('only words'),
      'huge.jpg': huge,
      'two.jpg': two,
      'one again.jpg': one,
      'flood.png': pixelFlood(),
      'phone.heic': heic,
      'three.jpg': three,
    });
    const { message, photos: taken, rejected } = expectStatus(answer, 201).body;
    expect(message).toBe('3 photos uploaded');
    expect(taken.map((photo: { originalName: string }) => photo.originalName)).toEqual([
      'one.jpg',
      'two.jpg',
      'three.jpg',
    ]);
    expect(rejected).toEqual([
      { name: 'notes.txt', error: NO_PHOTO, code: 'unreadable-photo' },
      { name: 'huge.jpg', error: 'This photo is larger than 10 MB.', code: 'too-large' },
      {
        name: 'one again.jpg',
        error: 'This photo is already there.',
        code: 'photo-already-there',
        id: taken[0].id,
      },
      { name: 'flood.png', error: expect.stringMatching(/50 meg/), code: 'too-many-pixels' },
      { name: 'phone.heic', error: expect.stringMatching(/HEIC/), code: 'unreadable-photo' },
    ]);
    expect(await listed(family, albumId)).toEqual(taken);
  });

  it('returns 400 with the reason of each when all photos are rejected', async () => {
    const words = Buffer.from('only words');
    const same = expectStatus(await send(family, albumId, { a: words, b: words }), 400).body;
    expect(same).toMatchObject({ error: NO_PHOTO, code: 'no-photo-taken' });
    expect(same.rejected).toHaveLength(2);
    const two = await send(family, albumId, { a: words, b: pixelFlood() });
    expect(expectStatus(two, 400).body.error).toBe('None of these photos could be taken.');
    expect((await send(family, albumId, [])).body.code).toBe('photos-missing');
  });

  it('photos beyond the first hundred are rejected', async () => {
    const tiny = await newPhoto();
    const files = Array.from({ length: 102 }, () => tiny);
    const { rejected, photos: taken } = expectStatus(await send(family, albumId, files), 201).body;
    expect(taken).toHaveLength(1);
    expect(rejected.at(-1)).toEqual({
      name: 'All the others',
      error: 'Please send at most 100 at once.',
      code: 'too-many-files',
    });
  });

  it('other form fields are rejected', async () => {
    const form = new FormData();
    form.append('note', 'hello');
    form.append('photos', new Blob([await newPhoto()]), 'a.jpg');
    form.append('other', new Blob([await newPhoto()]), 'b.jpg');
    const path = `/api/photo-albums/${albumId}/photos`;
    const answer = expectStatus(await family.as('admin')('POST', path, form), 201).body;
    expect(answer.photos).toHaveLength(1);
    expect(answer.rejected.map(({ name }: { name: string }) => name)).toEqual(['note', 'b.jpg']);
  });

  it('twenty concurrent forms are all accepted and numbered without gaps', async () => {
    const files = await Promise.all(Array.from({ length: 20 }, newPhoto));
    const answers = await Promise.all(files.map((file) => send(family, albumId, [file])));
    for (const answer of answers) expectStatus(answer, 201);
    const orders = (await listed(family, albumId)).map(({ order }) => order);
    expect(orders).toEqual(Array.from({ length: 20 }, (_, order) => order));
  });
});

describe('uploads that must store nothing', () => {
  it.each(
    Object.entries({
      ...NO_PICTURES,
      ...PICTURES_WITHOUT_PIXELS,
      'a bomb of a profile': profileBomb(),
    }),
  )('%s is rejected and stores nothing', async (_, bytes) => {
    const before = await photos.files();
    expectStatus(await send(family, albumId, [bytes]), 400);
    expect(await photos.files()).toEqual(before);
    expect(await listed(family, albumId)).toEqual([]);
  });

  it('a PNG with a text bomb is stored without its text', async () => {
    const [photo] = expectStatus(await send(family, albumId, [textBomb()]), 201).body.photos;
    expect(photo).toMatchObject({ width: 8, height: 8, thumbnails: [], thumbnailUrl: null });
  });

  it('an upload into an album of another household is rejected and stores nothing', async () => {
    const before = await photos.files();
    const stranger = await photos.server.household();
    expectStatus(await send(stranger, albumId, [await newPhoto()]), 404);
    expect(await photos.files()).toEqual(before);
  });

  it('a failing file store leaves the earlier photos unchanged', async () => {
    let puts = 0;
    const own = await photoServer({}, (store) => ({
      ...store,
      async put(path, name) {
        puts += 1;
        if (puts > 2) throw new Error('the disk is broken');
        await store.put(path, name);
      },
    }));
    const household = await own.server.household();
    const album = await firstAlbum(household);
    const files = [await newPhoto(), await newPhoto()];
    expectStatus(await send(household, album, files), 500);
    expect(await listed(household, album)).toHaveLength(1);
    expect((await own.files()).filter((name) => !/\.(webp|original)$/.test(name))).toEqual([]);
    await own.close();
  });

  it('an interrupted upload adds the complete photos and discards the rest', async () => {
    await photos.server.app.listen({ port: 0, host: '127.0.0.1' });
    const address = photos.server.app.server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const head = (name: string) =>
      `--x\r\nContent-Disposition: form-data; name="photos"; filename="${name}"\r\n\r\n`;
    socket.write(
      `POST /api/photo-albums/${albumId}/photos HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${family.cookieOf('admin')}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n\r\n`,
    );
    socket.write(head('whole.jpg'));
    socket.write(await newPhoto());
    socket.write(`\r\n${head('half.jpg')}${'x'.repeat(100_000)}`);
    const underWay = async () =>
      (await photos.files()).filter((name) => !/\.(webp|original)$/.test(name)).length;
    await vi.waitFor(async () => {
      expect(await listed(family, albumId)).toHaveLength(1);
      expect(await underWay()).toBe(1);
    });
    socket.destroy();
    await vi.waitFor(async () => expect(await underWay()).toBe(0));
    expect(await listed(family, albumId)).toHaveLength(1);
  });
});
