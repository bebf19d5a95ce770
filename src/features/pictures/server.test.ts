import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictures as rows } from '#database/schema/pictures.ts';
import { pillPicture } from '#testing/hostile-pictures.ts';
import {
  formWith,
  type PictureServer,
  pictureServer,
  readStored,
  upload,
} from '#testing/picture-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

let pictures: PictureServer;
let family: TestHousehold;
let strangers: TestHousehold;
beforeAll(async () => {
  pictures = await pictureServer();
  family = await pictures.server.household();
  strangers = await pictures.server.household();
});
afterAll(() => pictures.close());

const MEDICATION = { name: 'Metformin', frequency: 'daily', startDate: '2026-03-01' };

describe('upload of a pill picture', () => {
  it.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'a picture is accepted as %s with any name, and stored as WebP named after its hash',
    async (format) => {
      const picture = await pillPicture(60, 40).toFormat(format).toBuffer();
      const named = { name: '../../etc/notes.txt', type: 'text/plain' };
      const { imageUrl } = expectStatus(await upload(family, picture, named), 201).body;
      const bytes = await readStored(pictures, family, imageUrl);
      expect(imageUrl).toBe(`/uploads/${createHash('sha256').update(bytes).digest('hex')}.webp`);
      expect(await sharp(bytes).metadata()).toMatchObject({
        format: 'webp',
        width: 60,
        height: 40,
      });
    },
  );

  it('a picture is stored upright with at most 1200 pixels and without EXIF data', async () => {
    const picture = await pillPicture(2000, 1000)
      .withExif({
        IFD0: { Make: 'Nikon' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '42/1 42/1 0/1' },
      })
      .withMetadata({ orientation: 6, icc: 'p3' })
      .jpeg()
      .toBuffer();
    expect(await sharp(picture).metadata()).toMatchObject({ orientation: 6, hasProfile: true });
    expect(picture.includes('Nikon')).toBe(true);
    const { imageUrl } = expectStatus(await upload(family, picture), 201).body;
    const bytes = await readStored(pictures, family, imageUrl);
    const { format, width, height, exif, icc, orientation } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: 'webp', width: 600, height: 1200 });
    expect([exif, icc, orientation]).toEqual([undefined, undefined, undefined]);
    for (const word of ['EXIF', 'XMP ', 'ICCP', 'Nikon']) expect(bytes.includes(word)).toBe(false);
  });

  it('repeated uploads of a picture share one name and one row', async () => {
    const own = await pictures.server.household();
    const picture = await pillPicture(30, 20).png().toBuffer();
    const answers = await Promise.all([1, 2, 3].map(() => upload(own, picture)));
    const urls = answers.map((answer) => expectStatus(answer, 201).body.imageUrl);
    expect(new Set(urls).size).toBe(1);
    const all = await pictures.server.database.inHousehold(own.accountId, (db) =>
      db.select().from(rows),
    );
    expect(all).toMatchObject([{ purpose: 'pill', width: 30, height: 20 }]);
    expect(all[0]?.bytes).toBe((await readStored(pictures, own, urls[0])).length);
  });

  it('a picture is visible to its household only', async () => {
    const picture = await pillPicture(33, 22).png().toBuffer();
    const { imageUrl } = (await upload(family, picture)).body;
    for (const role of ['user', 'admin', 'super_admin'] as const) {
      expectStatus(await family.as(role)('GET', imageUrl), 200);
      const theirs = expectStatus(await strangers.as(role)('GET', imageUrl), 404);
      const nothing = await strangers.as(role)('GET', `/uploads/${'0'.repeat(64)}.webp`);
      expect(theirs.body).toEqual(nothing.body);
      expect(Object.keys(theirs.headers)).toEqual(Object.keys(nothing.headers));
    }
    expectStatus(await pictures.server.ask('GET', imageUrl), 401);
  });

  it("a picture appears in the household's medications and the elder’s reminders", async () => {
    const picture = await pillPicture(36, 24).png().toBuffer();
    const pillImageUrl = (await upload(family, picture)).body.imageUrl;
    const body = { ...MEDICATION, times: ['12:00'], pillImageUrl };
    const added = expectStatus(await family.as('admin')('POST', '/api/medications', body), 201);
    expect(added.body.pillImageUrl).toBe(pillImageUrl);
    const [due] = (await family.as('user')('GET', '/api/upcoming-medications')).body;
    expect(due.medication.pillImageUrl).toBe(pillImageUrl);
    const path = `/api/medications/${added.body.id}`;
    const without = await family.as('admin')('PATCH', path, { pillImageUrl: null });
    expect(expectStatus(without, 200).body.pillImageUrl).toBeNull();
    for (const url of [
      pillImageUrl,
      '/uploads/..',
      'https://example.com/pill.png',
      'data:,x',
      '',
    ]) {
      const ask = strangers.as('admin');
      const wrong = await ask('POST', '/api/medications', { ...body, pillImageUrl: url });
      expect(expectStatus(wrong, 400).body.fields).toEqual({
        pillImageUrl: 'Please upload the photo again.',
      });
    }
  });
});

describe('GET /uploads/{filename} of a picture', () => {
  let url: string;
  let bytes: Buffer;
  beforeAll(async () => {
    url = (await upload(family, await pillPicture(90, 60).png().toBuffer())).body.imageUrl;
    bytes = await readStored(pictures, family, url);
  });
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    family.as('user')(method, url, undefined, headers);

  it('a picture is cacheable and sandboxed', async () => {
    const { headers } = expectStatus(await get(), 200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(bytes.length),
      'cache-control': 'private, max-age=31536000, immutable',
      vary: 'Cookie',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'accept-ranges': 'bytes',
      etag: `"${url.replace('/uploads/', '')}"`,
    });
    expect(await bodyOf({})).toEqual(bytes);
  });

  it('returns 304 without a body for a matching ETag', async () => {
    const etag = String((await get()).headers.etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      expect(expectStatus(await get({ 'if-none-match': known }), 304).body).toBe('');
    }
    expectStatus(await get({ 'if-none-match': '"other"' }), 200);
  });

  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=10-', 10, -1],
    ['bytes=-7', -7, -1],
    ['bytes=0-999999', 0, -1],
  ])('returns 206 for the range %s', async (range, from, to) => {
    const start = from < 0 ? bytes.length + from : from;
    const end = to < 0 ? bytes.length + to : to;
    const { headers } = expectStatus(await get({ range }), 206);
    expect(headers['content-range']).toBe(`bytes ${start}-${end}/${bytes.length}`);
    expect(headers['content-length']).toBe(String(end - start + 1));
    expect(await bodyOf({ range })).toEqual(bytes.subarray(start, end + 1));
  });

  it('returns 416 for a range beyond the end, and the whole file for an invalid or multiple range', async () => {
    const beyond = expectStatus(await get({ range: 'bytes=999999-' }), 416);
    expect(beyond.headers['content-range']).toBe(`bytes */${bytes.length}`);
    for (const range of ['bytes=0-1,3-4', 'bytes=9-2', 'lines=1-2', 'bytes=-']) {
      expectStatus(await get({ range }), 200);
    }
    expectStatus(await get({ range: 'bytes=0-1', 'if-range': '"older"' }), 200);
  });

  it('HEAD returns the headers without a body', async () => {
    const head = expectStatus(await get({}, 'HEAD'), 200);
    expect(head.body).toBe('');
    expect(head.headers['content-length']).toBe(String(bytes.length));
  });

  it('returns 404 when the file is missing', async () => {
    const own = await pictures.server.household();
    const lost = (await upload(own, await pillPicture(12, 8).png().toBuffer())).body.imageUrl;
    await pictures.store.remove(`${own.accountId}/${lost.replace('/uploads/', '')}`);
    expectStatus(await own.as('user')('GET', lost), 404);
  });

  async function bodyOf(headers: Record<string, string>): Promise<Buffer> {
    const answer = await family.as('user')('GET', url, undefined, headers);
    return answer.raw;
  }
});

describe('API documentation of the pictures', () => {
  it('the OpenAPI document describes the form and the file response', async () => {
    const { paths } = (await pictures.server.ask('GET', '/api/openapi.json')).body;
    const form = paths['/api/upload-pill-image'].post.requestBody.content['multipart/form-data'];
    expect(form.schema.required).toEqual(['pill-image']);
    expect(Object.keys(paths['/uploads/{filename}'].get.responses)).toContain('206');
    const docs = await pictures.server.ask('GET', '/api/docs');
    expect(docs.body).toContain('Body (multipart/form-data)');
  });
});

describe('invalid upload requests', () => {
  const post = (body: unknown, headers = {}) =>
    family.as('admin')('POST', '/api/upload-pill-image', body, headers);

  it('returns 415 for other content types', async () => {
    expectStatus(await post({ 'pill-image': 'x' }), 415);
    expectStatus(await post('GIF89a', { 'content-type': 'image/gif' }), 415);
    expectStatus(await post(undefined), 415);
  });

  it('returns 400 for another field, an extra field, a second file or none', async () => {
    const picture = await pillPicture(9, 6).png().toBuffer();
    const withWord = formWith(picture);
    withWord.append('note', 'hello');
    const withTwo = formWith(picture);
    withTwo.append('pill-image', new Blob([picture]), 'second.png');
    const forms = [formWith(picture, { field: 'photo' }), withWord, withTwo, new FormData()];
    for (const form of forms) expectStatus(await post(form), 400);
    const broken = 'multipart/form-data; boundary=x';
    expectStatus(await post('--x\r\nno form', { 'content-type': broken }), 400);
    expectStatus(await post('', { 'content-type': 'multipart/form-data' }), 400);
  });
});
