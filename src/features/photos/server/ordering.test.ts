import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PictureServer } from '#testing/picture-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';
import type { Placing } from '../domain/places.ts';
import { added, firstAlbum, listed, photoServer } from './testing.ts';

let photos: PictureServer;
let family: TestHousehold;
let albumId: string;
let ids: string[];
beforeAll(async () => {
  photos = await photoServer();
});
beforeEach(async () => {
  family = await photos.server.household();
  albumId = await firstAlbum(family);
  ids = (await added(family, 5)).map(({ id }) => id);
});
afterAll(() => photos.close());

const idAt = (at: number) => ids[at] ?? '';
const placing = (moving: number[], after: number | null, before: number | null): Placing => ({
  ids: moving.map(idAt),
  after: after === null ? null : idAt(after),
  before: before === null ? null : idAt(before),
});
const place = (placings: Placing[], by = family) =>
  by.as('admin')('PUT', `/api/photo-albums/${albumId}/places`, { placings });

/**
 * Returns the album's order as the former numbers of its photos, and checks that there are no gaps.
 */
async function order(): Promise<string> {
  const all = await listed(family, albumId);
  expect(all.map((photo) => photo.order)).toEqual(all.map((_, at) => at));
  return all.map(({ id }) => ids.indexOf(id)).join('');
}

describe('placement of photos between two others', () => {
  it('one or several photos can be placed at any position', async () => {
    expectStatus(await place([placing([4], null, 0)]), 204);
    expect(await order()).toBe('40123');
    expectStatus(await place([placing([0, 2], 3, null)]), 204);
    expect(await order()).toBe('41302');
  });

  it('several placements apply one after the other, or none does', async () => {
    expectStatus(await place([placing([4], null, 0), placing([3], 4, 0)]), 204);
    expect(await order()).toBe('43012');
    const half = [placing([4], 3, 0), placing([1], 3, 0)];
    expectStatus(await place(half), 409);
    expect(await order()).toBe('43012');
  });

  it('a placement is rejected when another person changed the order or deleted the photo', async () => {
    const gap = placing([4], 0, 1);
    expectStatus(await place([placing([3], 0, 1)]), 204);
    expect(expectStatus(await place([gap]), 409).body.code).toBe('list-changed');
    expect(await order()).toBe('03124');
    expectStatus(await family.as('admin')('DELETE', `/api/photos/${idAt(4)}`), 204);
    expectStatus(await place([placing([4], 0, 3)]), 409);
    expect(await order()).toBe('0312');
  });

  it('the second of two concurrent placements into one gap is rejected', async () => {
    const answers = await Promise.all([place([placing([4], 0, 1)]), place([placing([3], 0, 1)])]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect(['04123', '03124']).toContain(await order());
  });

  it('two concurrent placements into two gaps both succeed', async () => {
    const answers = await Promise.all([
      place([placing([4], 0, 1)]),
      place([placing([3], null, 0)]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(await order()).toBe('30412');
  });

  it('a placement into an album of another household is rejected', async () => {
    const stranger = await photos.server.household();
    expectStatus(await place([placing([4], null, 0)], stranger), 404);
    expect(await order()).toBe('01234');
  });
});
