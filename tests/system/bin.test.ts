import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { doseAlerts } from '#database/schema/alerts.ts';
import { bin } from '#database/schema/bin.ts';
import { pictures } from '#database/schema/pictures.ts';
import { binFeature } from '#features/bin/server.ts';
import { calendarFeature, eventsInBin } from '#features/calendar/server.ts';
import { contentFeatures, contentInBin } from '#features/content/server.ts';
import { medicationsInBin } from '#features/medications/server.ts';
import { added, firstAlbum, listed, newPhoto, send } from '#features/photos/server/testing.ts';
import { albumsInBin, photosFeature, photosInBin } from '#features/photos/server.ts';
import { outboundWith } from '#platform/server/outbound/fetch.ts';
import { DAY_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { EVENT } from '#testing/event.ts';
import { type PictureServer, pictureServer } from '#testing/picture-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

let product: PictureServer;
let family: TestHousehold;
let strangers: TestHousehold;
const ENVIRONMENT = { MAX_MEDICATIONS_PER_HOUSEHOLD: '2' };
beforeAll(async () => {
  product = await pictureServer(
    ENVIRONMENT,
    (store) => store,
    (files) => [
      photosFeature(files),
      calendarFeature,
      ...contentFeatures({
        files,
        publicUrl: 'http://localhost:3000',
        reserveBytes: 0,
        outside: outboundWith(),
      }),
      binFeature(
        [albumsInBin, photosInBin, contentInBin, eventsInBin, medicationsInBin],
        files.store,
      ),
    ],
  );
  strangers = await product.server.household();
});
beforeEach(async () => {
  product.server.clock.set('2026-03-10T11:00:00Z');
  family = await product.server.household();
});
afterAll(() => product.close());

const ask = (...call: [string, string, unknown?]) => family.as('admin')(...call);
const done = async (...call: [string, string, unknown?]) => {
  const answer = await ask(...call);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};
const restore = (...ids: string[]) => ask('POST', '/api/bin/restore', { ids });
const binned = () => done('GET', '/api/bin');
/** Simulates elapsed time: moves the deletion time of all items in the bin back. */
const older = (ms: number) =>
  product.server.database.asSystem((db) =>
    db
      .update(bin)
      .set({ deletedAt: new Date(product.server.clock.now().getTime() - ms) })
      .where(eq(bin.accountId, family.accountId)),
  );
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe('deleted items in the bin', () => {
  it('an item has a name, a person and an expiry, and belongs to one household', async () => {
    const [photo] = await added(family, 1);
    const id = String(photo?.id);
    await done('DELETE', `/api/photos/${id}`);
    const [item] = await binned();
    expect(item).toMatchObject({
      id,
      kind: 'photo',
      name: 'photo-1.jpg',
      detail: 'New',
      photos: null,
      deletedAt: '2026-03-10T11:00:00.000Z',
      goesAt: '2026-04-09T11:00:00.000Z',
    });
    expect(item.deletedBy).not.toBe('');
    const stranger = strangers.as('admin');
    expect((await stranger('GET', '/api/bin')).body).toEqual([]);
    for (const what of ['restore', 'delete']) {
      expectStatus(await stranger('POST', `/api/bin/${what}`, { ids: [id] }), 404);
    }
    expectStatus(await stranger('GET', item.pictureUrl), 404);
    expectStatus(await family.as('user')('GET', '/api/bin'), 403);
  });

  it('the list is paginated, newest first', async () => {
    const photos = await added(family, 3);
    for (const { id } of photos) {
      product.server.clock.advance(SECOND_MS);
      await done('DELETE', `/api/photos/${id}`);
    }
    const first = await done('GET', '/api/bin?limit=2');
    const last = first.at(-1);
    const next = await done('GET', `/api/bin?limit=2&before=${last.deletedAt}&beforeId=${last.id}`);
    expect(idsOf([...first, ...next])).toEqual(idsOf(photos).reverse());
  });
});

describe('photos in the bin', () => {
  it('photos are restored to their positions, and are not served while deleted', async () => {
    const before = await added(family, 4);
    const album = await firstAlbum(family);
    const gone = [before[1], before[2]].flatMap((photo) => photo ?? []);
    await done('POST', '/api/photos/delete', { ids: idsOf(gone) });
    expect(await listed(family, album)).toHaveLength(2);
    for (const { url } of gone) expectStatus(await ask('GET', url), 404);
    const [item] = await binned();
    const shown = expectStatus(await ask('GET', item.pictureUrl), 200);
    expect(shown.raw.length).toBeGreaterThan(0);
    await older(29 * DAY_MS);
    await product.server.jobs();
    expect(expectStatus(await restore(...idsOf(gone)), 200).body).toMatchObject({ restored: 2 });
    expect(await listed(family, album)).toEqual(before);
    for (const { url } of gone) expectStatus(await ask('GET', url), 200);
    expect(await binned()).toEqual([]);
    expectStatus(await restore(...idsOf(gone)), 404);
  });

  it('photos and files are erased after 30 days, on request, and when the bin is emptied', async () => {
    const photos = await added(family, 3);
    const [first, second, third] = idsOf(photos);
    await done('POST', '/api/photos/delete', { ids: [first] });
    await older(30 * DAY_MS);
    expect(await binned()).toEqual([]);
    expectStatus(await restore(String(first)), 404);
    await product.server.jobs('what has been in the bin for long');
    await done('POST', '/api/photos/delete', { ids: [second, third] });
    expect(await done('POST', '/api/bin/delete', { ids: [second] })).toEqual({ erased: 1 });
    expectStatus(await ask('POST', '/api/bin/delete', { ids: [second] }), 404);
    expect(await done('POST', '/api/bin/empty')).toEqual({ erased: 1 });
    await product.server.jobs('pictures that nothing names');
    const rows = await product.server.database.asSystem((db) =>
      db.select().from(pictures).where(eq(pictures.accountId, family.accountId)),
    );
    expect(rows).toEqual([]);
    const left = await product.server.database.asSystem((db) =>
      db.select().from(bin).where(eq(bin.accountId, family.accountId)),
    );
    expect(left).toEqual([]);
  });

  it('photos are restored with their album, and not before it', async () => {
    const before = await added(family, 3);
    const album = await firstAlbum(family);
    const alone = String(before[0]?.id);
    await done('DELETE', `/api/photos/${alone}`);
    product.server.clock.advance(SECOND_MS);
    await done('DELETE', `/api/photo-albums/${album}`);
    expect(await binned()).toMatchObject([
      { kind: 'album', name: 'New', photos: 2 },
      { kind: 'photo' },
    ]);
    const refused = expectStatus(await restore(alone), 409).body;
    expect(refused.code).toBe('album-in-bin');
    expectStatus(await restore(album), 200);
    expectStatus(await restore(alone), 200);
    expect(await listed(family, album)).toEqual(before);
  });

  it('restoring a photo recreates its permanently deleted album', async () => {
    const [photo] = await added(family, 1);
    const id = String(photo?.id);
    await done('DELETE', `/api/photos/${id}`);
    const album = await firstAlbum(family);
    await done('DELETE', `/api/photo-albums/${album}`);
    await done('POST', '/api/bin/delete', { ids: [album] });
    expectStatus(await restore(id), 200);
    expect(await done('GET', '/api/photo-albums')).toMatchObject([{ name: 'New', photoCount: 1 }]);
  });

  it('a photo that was uploaded again is not restored twice', async () => {
    const file = await newPhoto();
    const album = await firstAlbum(family);
    const [photo] = expectStatus(await send(family, album, [file]), 201).body.photos;
    await done('DELETE', `/api/photos/${photo.id}`);
    expectStatus(await send(family, album, [file]), 201);
    expect(expectStatus(await restore(photo.id), 409).body.code).toBe('photo-already-there');
    await done('POST', '/api/bin/empty');
    await product.server.jobs('pictures that nothing names');
    const [again] = await listed(family, album);
    expectStatus(await ask('GET', String(again?.url)), 200);
  });
});

describe('content and events in the bin', () => {
  it('content and events are restored unchanged', async () => {
    const titles = ['one', 'two', 'three'];
    for (const title of titles) {
      await done('POST', '/api/videos', { title, url: `https://example.org/${title}.mp4` });
    }
    const videos = await done('GET', '/api/videos');
    await done('DELETE', `/api/videos/${videos[1].id}`);
    expect(await done('GET', '/api/videos')).toHaveLength(2);
    expectStatus(await restore(videos[1].id), 200);
    expect(await done('GET', '/api/videos')).toEqual(videos);

    const weekly = { recurring: true, recurringFrequency: 'weekly' };
    const event = await done('POST', '/api/calendar-events', { ...EVENT, ...weekly });
    await done('DELETE', `/api/calendar-events/${event.id}`);
    expect(await done('GET', '/api/calendar-events')).toEqual([]);
    expectStatus(await restore(event.id), 200);
    expect(await done('GET', '/api/calendar-events')).toEqual([event]);
  });
});

describe('a medication in the bin', () => {
  const MEDICATION = {
    name: 'Lisinopril',
    dosage: '10 mg',
    frequency: 'daily',
    times: ['08:00', '12:00'],
    startDate: '2026-03-01',
  };
  const waiting = async () =>
    (await family.as('user')('GET', '/api/upcoming-medications')).body.map(
      ({ scheduledTime }: { scheduledTime: string }) => scheduledTime.slice(11, 16),
    );
  const logged = async () => done('GET', '/api/medication-logs');
  const at = (instant: string) => product.server.clock.set(instant);
  const alerts = () =>
    product.server.database.asSystem((db) =>
      db.select().from(doseAlerts).where(eq(doseAlerts.accountId, family.accountId)),
    );

  it('a medication restored before a dose rings; doses in between are neither missed nor alerted', async () => {
    const { id } = await done('POST', '/api/medications', MEDICATION);
    at('2026-03-10T11:59:00Z');
    await done('DELETE', `/api/medications/${id}`);
    expect(await waiting()).toEqual([]);
    at('2026-03-10T13:00:01Z');
    await product.server.jobs('care');
    expectStatus(await restore(id), 200);
    expect(await waiting()).toEqual(['16:00']);
    at('2026-03-10T15:30:00Z');
    await product.server.jobs('care');
    expect(await alerts()).toEqual([]);
    at('2026-03-11T05:30:00Z');
    await product.server.jobs('care');
    expect((await logged()).map((log: { scheduledTime: string }) => log.scheduledTime)).toEqual([
      '2026-03-10T16:00:00.000Z',
    ]);
    expect(await alerts()).toHaveLength(1);
  });

  it('a medication deleted briefly during the minute of a dose still rings and alerts', async () => {
    const { id } = await done('POST', '/api/medications', MEDICATION);
    at('2026-03-10T11:59:58Z');
    await done('DELETE', `/api/medications/${id}`);
    at('2026-03-10T12:00:03Z');
    expectStatus(await restore(id), 200);
    expect(await waiting()).toEqual(['12:00', '16:00']);
    at('2026-03-10T13:00:10Z');
    await product.server.jobs('care');
    expect(await alerts()).toHaveLength(1);
  });

  it('a medication deleted briefly while a dose waits keeps the dose waiting', async () => {
    const { id } = await done('POST', '/api/medications', MEDICATION);
    at('2026-03-10T12:05:00Z');
    await done('DELETE', `/api/medications/${id}`);
    at('2026-03-10T12:05:10Z');
    expectStatus(await restore(id), 200);
    expect(await waiting()).toEqual(['12:00', '16:00']);
    at('2026-03-10T13:00:10Z');
    await product.server.jobs('care');
    expect(await alerts()).toHaveLength(1);
  });

  it('a deleted medication does not count, and is restored only with quota and without a duplicate', async () => {
    const { id } = await done('POST', '/api/medications', MEDICATION);
    await done('DELETE', `/api/medications/${id}`);
    const second = await done('POST', '/api/medications', MEDICATION);
    expect((await restore(id)).body.code).toBe('medication-already-there');
    await done('PATCH', `/api/medications/${second.id}`, { name: 'Aspirin' });
    await done('POST', '/api/medications', { ...MEDICATION, name: 'Warfarin' });
    expect((await restore(id)).body.code).toBe('medications-full');
    await done('DELETE', `/api/medications/${second.id}`);
    expectStatus(await restore(id), 200);
  });

  it('an erased medication cannot be restored, and its dose log stays', async () => {
    const { id } = await done('POST', '/api/medications', MEDICATION);
    const said = { medicationId: id, scheduledTime: '2026-03-10T12:00:00.000Z', status: 'taken' };
    await done('POST', '/api/medication-logs', said);
    await done('DELETE', `/api/medications/${id}`);
    await done('POST', '/api/bin/delete', { ids: [id] });
    expectStatus(await restore(id), 404);
    expect(await logged()).toHaveLength(1);
  });
});
