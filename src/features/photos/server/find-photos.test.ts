import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reschedule } from '#features/medications/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import { pillPicture } from '#testing/hostile-pictures.ts';
import { type PictureServer, pictureServer } from '#testing/picture-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';
import { photosFeature } from '../server.ts';
import { firstAlbum, newPhoto } from './testing.ts';

let server: PictureServer;
let family: TestHousehold;
beforeAll(async () => {
  server = await pictureServer(
    {},
    (store) => store,
    (files) => [photosFeature(files), settingsFeature(reschedule)],
  );
});
beforeEach(async () => {
  family = await server.server.household();
});
afterAll(() => server.close());

async function add(caption: string, takenAt?: string, albumId?: string): Promise<string> {
  const size = await newPhoto();
  const bytes =
    takenAt === undefined
      ? size
      : await pillPicture(90 + caption.length, 61)
          .withExif({ IFD2: { DateTimeOriginal: takenAt } })
          .jpeg()
          .toBuffer();
  const form = new FormData();
  form.append('caption', caption);
  form.append('photos', new Blob([bytes]), 'a.jpg');
  const album = albumId ?? (await firstAlbum(family));
  const answer = await family.as('admin')('POST', `/api/photo-albums/${album}/photos`, form);
  return expectStatus(answer, 201).body.photos[0].id;
}

async function find(q: string, more = '') {
  const address = `/api/photos/found?q=${encodeURIComponent(q)}${more}`;
  return expectStatus(await family.as('admin')('GET', address), 200).body;
}

const captions = async (q: string): Promise<string[]> =>
  (await find(q)).photos.map(({ caption }: { caption: string }) => caption);

describe('search for photos', () => {
  it('photos of every album are found by parts of captions, ignoring accents and case', async () => {
    const lake = await family.as('admin')('POST', '/api/photo-albums', { name: 'Lake' });
    await add('Café with Zoë', '2024:07:14 16:05:09');
    await add('ZOE and Biscuit', '2024:07:15 16:05:09', lake.body.id);
    await add('Grandpa', '2024:07:16 16:05:09');
    expect(await captions('zoe')).toEqual(['ZOE and Biscuit', 'Café with Zoë']);
    expect(await captions('cafe zoë')).toEqual(['Café with Zoë']);
    const [found] = (await find('biscuit')).photos;
    expect(found).toMatchObject({
      albumId: lake.body.id,
      albumName: 'Lake',
      date: '2024-07-15',
      caption: 'ZOE and Biscuit',
    });
  });

  it.each([
    ['march 2026', ['On the 12th', 'On the 3rd']],
    ['Mar 12', ['On the 12th', 'In March of the year before']],
    ['March 12, 2026', ['On the 12th']],
    ['2026-03', ['On the 12th', 'On the 3rd']],
    ['2026-03-03', ['On the 3rd']],
    ['2025', ['In March of the year before']],
    ['march', ['On the 12th', 'On the 3rd', 'In March of the year before', 'Aunt Marchesa']],
    ['12th 2026', ['On the 12th']],
    ['aunt 2024', ['Aunt Marchesa']],
    ['april 2026', []],
  ])('photos are found by their dates: %s', async (q, expected) => {
    await add('On the 12th', '2026:03:12 10:00:00');
    await add('On the 3rd', '2026:03:03 10:00:00');
    await add('In March of the year before', '2025:03:12 10:00:00');
    await add('Aunt Marchesa', '2024:10:02 10:00:00');
    expect(await captions(q)).toEqual(expected);
  });

  it("a photo without a camera date is found by the household's local date of its upload", async () => {
    server.server.clock.set('2026-03-10T03:30:00Z');
    await add('Late in New York');
    expect((await find('late')).photos[0].date).toBe('2026-03-09');
    const settings = { timezone: 'Europe/Berlin' };
    expectStatus(await family.as('admin')('PUT', '/api/settings', settings), 200);
    expect((await find('late')).photos[0].date).toBe('2026-03-10');
    expect(await captions('2026-03-10')).toEqual(['Late in New York']);
  });

  it.each(['%', '_', '\\'])('the character %s is not a wildcard', async (sign) => {
    await add('Lake');
    expect(await captions(sign)).toEqual([]);
  });

  it('results are returned in pages, each photo once, even on one date', async () => {
    for (let at = 0; at < 5; at += 1) await add(`Lake ${'x'.repeat(at)}`, '2026:03:12 10:00:00');
    const ids: string[] = [];
    let cursor = '';
    do {
      const page = await find('lake', `&limit=2${cursor}`);
      expect(page.total).toBe(5);
      expect(page.photos.length).toBeLessThanOrEqual(2);
      ids.push(...page.photos.map(({ id }: { id: string }) => id));
      cursor = page.next === null ? '' : `&cursor=${encodeURIComponent(page.next)}`;
    } while (cursor !== '');
    expect(new Set(ids).size).toBe(5);
    expect(ids).toHaveLength(5);
  });

  it('photos of other households are not found, and elders cannot search', async () => {
    await add('Lake');
    const stranger = await server.server.household();
    const address = '/api/photos/found?q=lake';
    const answer = expectStatus(await stranger.as('admin')('GET', address), 200).body;
    expect(answer).toEqual({ photos: [], total: 0, next: null });
    expectStatus(await family.as('user')('GET', address), 403);
  });

  it.each(['', '%20', 'a&cursor=nowhere', 'a&cursor=2026-03-12%20x', 'a&limit=61'])(
    'a search with q=%s is rejected',
    async (query) => {
      expectStatus(await family.as('admin')('GET', `/api/photos/found?q=${query}`), 400);
    },
  );
});
