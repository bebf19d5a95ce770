import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import type { PictureServer } from '#testing/picture-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';
import type { Photo } from './contract.ts';
import { added, firstAlbum, listed, newPhoto, photoServer, send } from './server/testing.ts';

let photos: PictureServer;
let family: TestHousehold;
let strangers: TestHousehold;
beforeAll(async () => {
  photos = await photoServer();
  strangers = await photos.server.household();
});
beforeEach(async () => {
  family = await photos.server.household();
});
afterAll(() => photos.close());

const idsOf = (list: readonly Photo[]) => list.map(({ id }) => id);
const ask = (...call: [string, string, unknown?]) => family.as('admin')(...call);
const albums = async () => (await family.as('user')('GET', '/api/photo-albums')).body;

describe('albums of a household', () => {
  it("albums are listed oldest first with their first photo, and the first is named 'New'", async () => {
    photos.server.clock.advance(SECOND_MS);
    const family2 = { name: ' Family ', description: 'Birthdays' };
    const made = expectStatus(await ask('POST', '/api/photo-albums', family2), 201).body;
    expect(made).toMatchObject({ name: 'Family', photoCount: 0, firstPhotoUrl: null });
    const [first] = await added(family, 3);
    expect(await albums()).toEqual([
      {
        id: first?.albumId,
        name: 'New',
        description: 'Just uploaded',
        photoCount: 3,
        firstPhotoUrl: first?.url,
      },
      made,
    ]);
    await ask('PUT', `/api/photos/${first?.id}/order`, { order: 2 });
    const [, second] = await listed(family, String(first?.albumId));
    expect((await albums())[0].firstPhotoUrl).not.toBe(first?.url);
    expectStatus(await ask('DELETE', `/api/photos/${second?.id}`), 204);
    expect((await albums())[0].photoCount).toBe(2);
  });

  it('an album needs a name, which does not have to be unique', async () => {
    const none = expectStatus(await ask('POST', '/api/photo-albums', { name: '  ' }), 400);
    expect(none.body.fields).toEqual({ name: 'Please enter a name.' });
    for (let count = 0; count < 2; count += 1) {
      expectStatus(await ask('POST', '/api/photo-albums', { name: 'Lake' }), 201);
    }
    expect(await albums()).toHaveLength(3);
  });

  it('a deleted album loses its photos, and albums of other households are not affected', async () => {
    const photo = await newPhoto();
    const id = await firstAlbum(family);
    const [mine] = expectStatus(await send(family, id, [photo]), 201).body.photos;
    const theirAlbum = await firstAlbum(strangers);
    const [theirs] = expectStatus(await send(strangers, theirAlbum, [photo]), 201).body.photos;
    expect(mine.url).toBe(theirs.url);
    expectStatus(await strangers.as('admin')('DELETE', `/api/photo-albums/${id}`), 404);
    expectStatus(await ask('DELETE', `/api/photo-albums/${id}`), 204);
    expectStatus(await ask('DELETE', `/api/photo-albums/${id}`), 404);
    expectStatus(await ask('GET', `/api/photos/${id}`), 404);
    photos.server.clock.advance(25 * HOUR_MS);
    await photos.server.jobs('pictures that nothing names');
    expectStatus(await family.as('user')('GET', mine.url), 404);
    expectStatus(await strangers.as('user')('GET', theirs.url), 200);
  });
});

describe('photos of an album', () => {
  it('photos are listed by order, all or in pages', async () => {
    const ids = idsOf(await added(family, 5));
    const path = `/api/photos/${await firstAlbum(family)}`;
    const page = async (query: string) =>
      idsOf(expectStatus(await family.as('user')('GET', path + query), 200).body);
    expect(await page('')).toEqual(ids);
    expect(await page('?limit=2')).toEqual(ids.slice(0, 2));
    expect(await page('?limit=2&cursor=1')).toEqual(ids.slice(2, 4));
    expect(await page('?limit=2&cursor=3')).toEqual(ids.slice(4));
    for (const query of ['?limit=0', '?limit=x', '?cursor=-1', '?cursor=2147483648', '?page=2']) {
      expectStatus(await family.as('user')('GET', path + query), 400);
    }
  });

  it.each([
    ['gzip', 'gzip'],
    ['br, gzip;q=0.5', 'gzip'],
    ['gzip;q=0', undefined],
    ['gzip; q=0.0, identity', undefined],
  ])('a list is compressed only if the client accepts it: %s', async (accepted, encoding) => {
    const headers = { 'accept-encoding': accepted };
    const ids = idsOf(await added(family, 1));
    const path = `/api/photos/${await firstAlbum(family)}`;
    const answer = await family.as('user')('GET', path, undefined, headers);
    expect(expectStatus(answer, 200).headers['content-encoding']).toBe(encoding);
    expect(idsOf(answer.body)).toEqual(ids);
  });

  it('a caption can be changed, is trimmed, and has at most 500 characters', async () => {
    const [photo] = await added(family, 1);
    const path = `/api/photos/${photo?.id}`;
    const changed = expectStatus(await ask('PUT', path, { caption: ' At the lake ' }), 200).body;
    expect(changed).toEqual({ ...photo, caption: 'At the lake' });
    expectStatus(await ask('PUT', path, { caption: 'x'.repeat(501) }), 400);
    expect(expectStatus(await ask('PUT', path, { caption: '' }), 200).body.caption).toBe('');
    expectStatus(await strangers.as('admin')('PUT', path, { caption: 'ours' }), 404);
  });

  it.each([
    [0, 2, [1, 2, 0, 3]],
    [3, 0, [3, 0, 1, 2]],
    [1, 1, [0, 1, 2, 3]],
    [1, 99, [0, 2, 3, 1]],
  ])('photo number %i is moved to position %i', async (from, to, wanted) => {
    const ids = idsOf(await added(family, 4));
    const move = await ask('PUT', `/api/photos/${ids[from]}/order`, { order: to });
    expect(expectStatus(move, 200).body.order).toBe(Math.min(to, 3));
    const after = await listed(family, await firstAlbum(family));
    expect(idsOf(after)).toEqual(wanted.map((at) => ids[at]));
    expect(after.map(({ order }) => order)).toEqual([0, 1, 2, 3]);
  });

  it('a new order must name each photo once', async () => {
    const ids = idsOf(await added(family, 3));
    const path = `/api/photo-albums/${await firstAlbum(family)}/order`;
    const turned = [...ids].reverse();
    const answer = expectStatus(await ask('PUT', path, { ids: turned }), 200).body;
    expect(idsOf(answer)).toEqual(turned);
    const [first = ''] = ids;
    for (const wrong of [ids.slice(1), [...ids, first], [first, first, first]]) {
      expectStatus(await ask('PUT', path, { ids: wrong }), 409);
    }
    expect(idsOf(await listed(family, await firstAlbum(family)))).toEqual(turned);
  });

  it('the order has no gaps after concurrent moves, uploads and deletions', async () => {
    const ids = idsOf(await added(family, 6));
    const albumId = await firstAlbum(family);
    const more = await Promise.all([newPhoto(), newPhoto(), newPhoto()]);
    await Promise.all([
      ...ids.slice(2).map((id, at) => ask('PUT', `/api/photos/${id}/order`, { order: 3 - at })),
      ...ids.slice(0, 2).map((id) => ask('DELETE', `/api/photos/${id}`)),
      ...more.map((photo) => send(family, albumId, [photo])),
    ]);
    const after = await listed(family, albumId);
    expect(after.map(({ order }) => order)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(idsOf(after)).toEqual(expect.arrayContaining(ids.slice(2)));
  });

  it('the order has no gap after a deletion', async () => {
    const ids = idsOf(await added(family, 3));
    expectStatus(await strangers.as('admin')('DELETE', `/api/photos/${ids[1]}`), 404);
    expectStatus(await ask('DELETE', `/api/photos/${ids[1]}`), 204);
    const after = await listed(family, await firstAlbum(family));
    expect(after.map(({ id, order }) => [id, order])).toEqual([
      [ids[0], 0],
      [ids[2], 1],
    ]);
  });
});

describe('selected photos of several albums', () => {
  const places = async (albumId: string) =>
    (await listed(family, albumId)).map(({ id, order }) => [id, order]);
  const lakeAlbum = async () => {
    // The clock advances, so that this album is listed after the first one.
    photos.server.clock.advance(SECOND_MS);
    return expectStatus(await ask('POST', '/api/photo-albums', { name: 'Lake' }), 201).body.id;
  };

  it('photos move to the end of another album in the given order without gaps', async () => {
    const [a = '', b = '', c = '', d = ''] = idsOf(await added(family, 4));
    const lake = await lakeAlbum();
    const move = (...ids: string[]) => ask('PUT', `/api/photo-albums/${lake}/photos`, { ids });
    expect(expectStatus(await move(d), 200).body).toEqual({ moved: 1 });
    expect(expectStatus(await move(c, a, c, d), 200).body).toEqual({ moved: 2 });
    expect(await places(lake)).toEqual([
      [d, 0],
      [c, 1],
      [a, 2],
    ]);
    expect(await places(await firstAlbum(family))).toEqual([[b, 0]]);
  });

  it('existing photos are deleted, and the gaps in each album closed', async () => {
    const [a = '', b = '', c = '', d = ''] = idsOf(await added(family, 4));
    const lake = await lakeAlbum();
    expectStatus(await ask('PUT', `/api/photo-albums/${lake}/photos`, { ids: [c, d] }), 200);
    const remove = (...ids: string[]) => ask('POST', '/api/photos/delete', { ids });
    expect(expectStatus(await remove(a, c, lake), 200).body).toEqual({ removed: 2 });
    expect(expectStatus(await remove(a, c), 200).body).toEqual({ removed: 0 });
    expect(await places(await firstAlbum(family))).toEqual([[b, 0]]);
    expect(await places(lake)).toEqual([[d, 0]]);
    expect(await albums()).toMatchObject([{ photoCount: 1 }, { photoCount: 1 }]);
  });

  it('photos and albums of another household cannot be used', async () => {
    const ids = idsOf(await added(family, 2));
    const albumId = await firstAlbum(family);
    const theirs = await firstAlbum(strangers);
    const asStrangers = strangers.as('admin');
    expectStatus(await ask('PUT', `/api/photo-albums/${theirs}/photos`, { ids }), 404);
    expectStatus(await asStrangers('PUT', `/api/photo-albums/${albumId}/photos`, { ids }), 404);
    const moved = await asStrangers('PUT', `/api/photo-albums/${theirs}/photos`, { ids });
    expect(expectStatus(moved, 200).body).toEqual({ moved: 0 });
    const removed = await asStrangers('POST', '/api/photos/delete', { ids });
    expect(expectStatus(removed, 200).body).toEqual({ removed: 0 });
    expect(idsOf(await listed(family, albumId))).toEqual(ids);
  });

  it('the order has no gaps when two people move photos between albums concurrently', async () => {
    const ids = idsOf(await added(family, 6));
    const first = await firstAlbum(family);
    const lake = await lakeAlbum();
    const move = (to: string, some: string[]) =>
      ask('PUT', `/api/photo-albums/${to}/photos`, { ids: some });
    await move(lake, ids.slice(3));
    const answers = await Promise.all([
      move(lake, ids.slice(0, 2)),
      move(first, ids.slice(3, 5)),
      ask('POST', '/api/photos/delete', { ids: [ids[2], ids[5]] }),
      ask('PUT', `/api/photos/${ids[0]}/order`, { order: 1 }),
    ]);
    for (const answer of answers) expectStatus(answer, 200);
    const [inFirst, inLake] = await Promise.all([places(first), places(lake)]);
    for (const found of [inFirst, inLake]) {
      expect(found.map(([, order]) => order)).toEqual(found.map((_, at) => at));
    }
    expect([...inFirst, ...inLake].map(([id]) => id).toSorted()).toEqual(
      [ids[0], ids[1], ids[3], ids[4]].toSorted(),
    );
  });
});

it('name and description of an album can be changed separately', async () => {
  const path = `/api/photo-albums/${await firstAlbum(family)}`;
  expect(expectStatus(await ask('PUT', path, { name: ' Summer ' }), 200).body).toMatchObject({
    name: 'Summer',
    description: 'Just uploaded',
  });
  expectStatus(await ask('PUT', path, { description: '' }), 200);
  expect(await albums()).toMatchObject([{ name: 'Summer', description: '' }]);
  expectStatus(await ask('PUT', path, { name: ' ' }), 400);
  expectStatus(await ask('PUT', path, {}), 200);
  expectStatus(await strangers.as('admin')('PUT', path, { name: 'Theirs' }), 404);
  expect(await albums()).toMatchObject([{ name: 'Summer' }]);
});

it('the photos of all albums are listed in pages, newest upload first, each once', async () => {
  const [old] = await added(family, 1);
  photos.server.clock.advance(MINUTE_MS);
  const other = expectStatus(await ask('POST', '/api/photo-albums', { name: 'Lake' }), 201).body;
  const files = await Promise.all([newPhoto(), newPhoto(), newPhoto()]);
  const together = expectStatus(await send(family, other.id, files), 201).body.photos;
  photos.server.clock.advance(MINUTE_MS);
  const [newest] = await added(family, 1);
  await added(strangers, 1);
  const page = async (query: string) =>
    expectStatus(await family.as('user')('GET', `/api/photos${query}`), 200).body;
  const first = await page('?limit=2');
  expect(first).toMatchObject({ total: 5, next: expect.any(String) });
  const cursor = (of: { next: string }) => `&cursor=${encodeURIComponent(of.next)}`;
  const second = await page(`?limit=2${cursor(first)}`);
  const third = await page(`?limit=2${cursor(second)}`);
  expect(third).toMatchObject({ total: 5, next: null });
  const ids = idsOf([...first.photos, ...second.photos, ...third.photos]);
  expect([ids[0], ids[4]]).toEqual([newest?.id, old?.id]);
  expect(ids.slice(1, 4).toSorted()).toEqual(idsOf(together).toSorted());
  expect((await page('')).photos).toHaveLength(5);
  for (const query of ['?limit=501', '?cursor=x', '?cursor=2026-13-01T00:00:00Z%20x', '?page=1']) {
    expectStatus(await family.as('user')('GET', `/api/photos${query}`), 400);
  }
});

it('looked returns the time until which each person had seen the photos', async () => {
  const look = async (role: 'user' | 'admin') =>
    expectStatus(await family.as(role)('POST', '/api/photos/looked'), 200).body.seenUntil;
  expect(await look('user')).toBeNull();
  const first = photos.server.clock.now().toISOString();
  photos.server.clock.advance(MINUTE_MS);
  expect(await look('admin')).toBeNull();
  expect(await look('user')).toBe(first);
});
