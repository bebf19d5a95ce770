import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { added, firstAlbum, newPhoto, send } from '#features/photos/server/testing.ts';
import { photosFeature, samplePhotos } from '#features/photos/server.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { wholePeopleFeature } from '#testing/people.ts';
import { type PictureServer, pictureServer } from '#testing/picture-server.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';
import type { TabletFrame } from './contract.ts';
import { idleFrameFeature } from './server.ts';

const PATH = '/api/idle-frame';

const OFF = { minutes: null, seconds: null, albumIds: null };

let pictures: PictureServer;
let home: TestHousehold;
beforeAll(async () => {
  pictures = await pictureServer(
    {},
    (store) => store,
    (files) => [
      photosFeature(files),
      idleFrameFeature,
      wholePeopleFeature({ ...NO_MAIL, publicUrl: 'http://x.example' }),
    ],
  );
});
beforeEach(async () => {
  home = await pictures.server.household();
});
afterAll(() => pictures.close());

const listed = async (): Promise<TabletFrame[]> =>
  expectStatus(await home.as('admin')('GET', `${PATH}/of/${home.userIds.user}`), 200).body;

async function tabletId(): Promise<string> {
  const [tablet] = await listed();
  return String(tablet?.deviceId);
}

const change = async (body: object, household = home) =>
  household.as('admin')('PATCH', `${PATH}/${await tabletId()}`, body);

const own = async () => expectStatus(await home.as('user')('GET', PATH), 200).body;

const captionIds = (photos: readonly { id: string }[]) => photos.map(({ id }) => id);

it('a frame is off until it is set, and then sends no photos', async () => {
  await added(home, 1);
  expect(await listed()).toEqual([{ deviceId: expect.any(String), ...OFF }]);
  expect(await own()).toEqual({ minutes: null, seconds: null, photos: [] });
});

it('a change reaches the tablet and keeps the other fields', async () => {
  await added(home, 2);
  expect(expectStatus(await change({ minutes: 5 }), 200).body).toMatchObject({
    ...OFF,
    minutes: 5,
  });
  expectStatus(await change({ seconds: 20 }), 200);
  expectStatus(await change({}), 200);
  expect(await own()).toMatchObject({ minutes: 5, seconds: 20 });
  expect((await own()).photos).toHaveLength(2);
  expectStatus(await change({ minutes: null }), 200);
  expect(await own()).toEqual({ minutes: null, seconds: 20, photos: [] });
});

it('only the chosen albums are shown, and all of them when none of those is left', async () => {
  const [first] = await added(home, 1);
  const ask = home.as('admin');
  const { id } = expectStatus(await ask('POST', '/api/photo-albums', { name: 'Lake' }), 201).body;
  expectStatus(await send(home, id, [await newPhoto()]), 201);
  expectStatus(await change({ minutes: 5, albumIds: [first?.albumId] }), 200);
  expect(captionIds((await own()).photos)).toEqual([first?.id]);
  expectStatus(await change({ albumIds: null }), 200);
  expect((await own()).photos).toHaveLength(2);
  expectStatus(await change({ albumIds: [id] }), 200);
  expect(captionIds((await own()).photos)).not.toContain(first?.id);
  expectStatus(await ask('DELETE', `/api/photo-albums/${id}`), 204);
  expect(captionIds((await own()).photos)).toEqual([first?.id]);
});

it('refuses other minutes, too few seconds, no album, and an album of another household', async () => {
  const strangers = await pictures.server.household();
  const theirs = await firstAlbum(strangers);
  for (const body of [{ minutes: 7 }, { seconds: 14 }, { seconds: 301 }, { albumIds: [] }]) {
    expectStatus(await change(body), 400);
  }
  expectStatus(await change({ albumIds: [theirs] }), 404);
  expectStatus(await change({ minutes: 5 }, strangers), 404);
  expect(await listed()).toMatchObject([OFF]);
});

it("an administrator's own device has no frame", async () => {
  const path = `${PATH}/of/${home.userIds.admin}`;
  const [device] = expectStatus(await home.as('admin')('GET', path), 200).body;
  const body = { minutes: 5 };
  expectStatus(await home.as('admin')('PATCH', `${PATH}/${device.deviceId}`, body), 404);
});

it('the newest photos come first, then a sample of the older ones that follows the seed', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    pictures.server.clock.advance(SECOND_MS);
    ids.unshift(...captionIds(await added(home, 1)));
  }
  const sample = (seed: string, maxOlder = 4) =>
    pictures.server.database.inHousehold(home.accountId, async (db) => {
      const limits = { maxNewest: 2, maxOlder };
      return captionIds(
        await samplePhotos(db, home.accountId, { albumIds: null, seed, ...limits }),
      );
    });
  const all = await sample('2026-03-10');
  expect(all.slice(0, 2)).toEqual(ids.slice(0, 2));
  expect(all.toSorted()).toEqual(ids.toSorted());
  expect(await sample('2026-03-10')).toEqual(all);
  const orders = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((seed) => sample(seed)));
  expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(1);
  expect(await sample('a', 1)).toHaveLength(3);
});
