import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '#platform/shared/durations.ts';
import type { PictureServer } from '#testing/picture-server.ts';
import { openS3Service } from '#testing/s3.ts';
import { expectStatus } from '#testing/test-server.ts';
import { begin, finish, largePhoto, sendAll } from './pieces.testing.ts';
import { added, photoServer, storedFor } from './testing.ts';

let service: Awaited<ReturnType<typeof openS3Service>>;
let photos: PictureServer;
beforeAll(async () => {
  service = await openS3Service();
  photos = await photoServer({}, () => service.store);
});
afterAll(async () => {
  await photos.close();
  await service.close();
});

it('photos are stored in a bucket, served to their household only, and deleted by the sweep', async () => {
  const { server } = photos;
  const [one, other] = [await server.household(), await server.household()];
  const [photo] = await added(one, 1);
  const shown = expectStatus(await one.as('user')('GET', photo?.url ?? ''), 200);
  expect(shown.headers['content-type']).toBe('image/webp');
  expectStatus(await other.as('user')('GET', photo?.url ?? ''), 404);
  expect((await storedFor(service.store, one)).length).toBeGreaterThanOrEqual(2);
  expectStatus(await one.as('admin')('DELETE', `/api/photos/${photo?.id}`), 204);
  expectStatus(await one.as('user')('GET', photo?.url ?? ''), 404);
  expectStatus(await one.as('admin')('POST', '/api/bin/empty'), 200);
  // The bucket stamps its files with the real time, so the clock of the test is set relative to it.
  server.clock.advance(Date.now() - server.clock.now().getTime() + 25 * HOUR_MS);
  await server.jobs();
  await server.jobs();
  expect(await storedFor(service.store, one)).toEqual([]);
});

it('chunks are stored in a bucket until the photo is complete', async () => {
  const { server } = photos;
  const household = await server.household();
  const photo = await largePhoto();
  await begin(household, photo);
  await sendAll(household, photo);
  const pieces = await storedFor(service.store, household);
  expect(pieces.map((name) => name.split('.')[1])).toEqual(['piece', 'piece', 'piece']);
  expectStatus(await finish(household), 200);
  await server.settled();
  const [original, ...others] = (await storedFor(service.store, household)).filter(
    (name) => !name.endsWith('.webp'),
  );
  expect(others).toEqual([]);
  const stored = await service.store.stat(`${household.accountId}/${original}`);
  expect(stored?.bytes).toBe(photo.length);
});
