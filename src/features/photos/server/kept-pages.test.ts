import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PictureServer } from '#testing/picture-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';
import { added, firstAlbum, photoServer } from './testing.ts';

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

const get = (path: string, headers: Record<string, string> = {}) =>
  family.as('user')('GET', path, undefined, headers);

/** Returns the response to a request and the number of its SQL statements. */
async function counted(path: string, headers: Record<string, string> = {}) {
  const before = photos.server.database.statements();
  const answer = await get(path, headers);
  return { answer, sent: photos.server.database.statements() - before };
}

const LISTS = [
  '/api/photos?limit=2',
  '/api/photos',
  '/api/photos/{album}',
  '/api/photos/{album}?limit=2',
];

describe.each(LISTS)('cached list at %s', (list) => {
  it('a list is read with one statement, and then answered from the cache', async () => {
    await added(family, 3);
    const path = list.replace('{album}', albumId);
    const first = await counted(path);
    // BEGIN and COMMIT are counted too; the embedded database needs one more statement for the
    // household.
    expect(first.sent).toBe(photos.server.database.kind === 'postgres' ? 3 : 4);
    const again = await counted(path);
    expect(again.sent).toBe(0);
    expect(again.answer.raw.equals(first.answer.raw)).toBe(true);
    const known = { 'if-none-match': String(first.answer.headers.etag) };
    const unchanged = await counted(path, known);
    expect([unchanged.sent, unchanged.answer.status]).toEqual([0, 304]);
  });

  it('a list is read again after another photo is added', async () => {
    await added(family, 1);
    const path = list.replace('{album}', albumId);
    const first = await get(path);
    await added(family, 1);
    const known = { 'if-none-match': String(first.headers.etag) };
    expect(expectStatus(await get(path, known), 200).body).not.toEqual(first.body);
  });
});

it('equivalent queries share a cache entry', async () => {
  await added(family, 3);
  const { next } = expectStatus(await get('/api/photos?limit=2'), 200).body;
  const cursor = encodeURIComponent(next);
  const first = await get(`/api/photos?limit=2&cursor=${cursor}`);
  for (const query of [`cursor=${cursor}&limit=2`, `limit=02&cursor=${next.replace(' ', '+')}`]) {
    const again = await counted(`/api/photos?${query}`);
    expect(again.sent).toBe(0);
    expect(again.answer.headers.etag).toBe(first.headers.etag);
  }
});

it('invalid requests are rejected each time, and the role is checked before the query', async () => {
  const { ask } = photos.server;
  for (let time = 0; time < 2; time += 1) {
    expectStatus(await get('/api/photos?limit=2&page=1'), 400);
    expectStatus(await get('/api/photos?cursor=x'), 400);
    expectStatus(await get('/api/photos/x'), 400);
    expectStatus(await get(`/api/photos/${family.accountId}`), 404);
    expectStatus(await ask('GET', '/api/photos?page=1'), 401);
  }
});

it('a list is cached both compressed and uncompressed', async () => {
  await added(family, 1);
  const packed = await get('/api/photos', { 'accept-encoding': 'gzip' });
  const plain = await get('/api/photos');
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(packed.body).toEqual(plain.body);
  expect(packed.headers.etag).not.toBe(plain.headers.etag);
});
