import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bin } from '#database/schema/bin.ts';
import { jobs } from '#database/schema/jobs.ts';
import { binFeature } from '#features/bin/server.ts';
import { calendarFeature, eventsInBin } from '#features/calendar/server.ts';
import { LIMITS } from '#features/entitlement/limits.ts';
import { added, firstAlbum, listed, newPhoto, send } from '#features/photos/server/testing.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { EVENT } from '#testing/event.ts';
import { pictureServer } from '#testing/picture-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';
import { type FullServer, openFullServer } from '../support/household.ts';

const MEDICATION = {
  name: 'Lisinopril',
  dosage: '10 mg',
  frequency: 'daily',
  times: ['08:00'],
  startDate: '2026-03-01',
};

let full: FullServer;
beforeAll(async () => {
  full = await openFullServer(undefined, { MAX_PHOTO_GB_PER_HOUSEHOLD: '0.00001' });
});
afterAll(() => full.close());

const asks = (household: TestHousehold) => {
  const ask = household.as('super_admin');
  return {
    ask,
    done: async (...call: [string, string, unknown?]) => {
      const answer = await ask(...call);
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      return answer.body;
    },
    restore: (id: string) => ask('POST', '/api/bin/restore', { ids: [id] }),
  };
};

describe('limits and the bin', () => {
  it('photos in the bin count towards the quota until the bin is emptied', async () => {
    const family = await full.server.household();
    const { done } = asks(family);
    const album = await firstAlbum(family);
    const sendOne = async () => send(family, album, [await newPhoto()]);
    let answer = await sendOne();
    for (let most = 30; answer.status === 201 && most > 0; most -= 1) answer = await sendOne();
    const refusal = () => (answer.body.rejected ?? [answer.body])[0];
    expect(refusal()).toMatchObject({ code: 'photo-bytes-full' });
    const ids = (await listed(family, album)).map(({ id }) => id);
    await done('POST', '/api/photos/delete', { ids });
    answer = await sendOne();
    expect(refusal()).toMatchObject({ code: 'photo-bytes-full' });
    expect(refusal().error).toMatch(/Please empty the bin first\.$/);
    await done('POST', '/api/bin/empty');
    expectStatus(await sendOne(), 201);
  });

  it('a restored album returns to its position, with its photos in order', async () => {
    const family = await full.server.household();
    const { done, restore } = asks(family);
    for (const name of ['Lake', 'Garden']) {
      full.server.clock.advance(DAY_MS);
      await done('POST', '/api/photo-albums', { name });
    }
    const before = await done('GET', '/api/photo-albums');
    for (const [at, { id }] of before.entries()) {
      const files = await Promise.all(Array.from({ length: at }, newPhoto));
      if (at > 0) expectStatus(await send(family, id, files), 201);
    }
    const albums = await done('GET', '/api/photo-albums');
    const { id } = albums[1];
    const photos = await listed(family, id);
    await done('DELETE', `/api/photo-albums/${id}`);
    expect(await done('GET', '/api/photo-albums')).toHaveLength(2);
    expectStatus(await restore(id), 200);
    expect(await done('GET', '/api/photo-albums')).toEqual(albums);
    expect(await listed(family, id)).toEqual(photos);
  });

  it('a deleted medication of a removed person is restored only together with the person', async () => {
    const { done, restore } = asks(await full.server.household());
    const { id: userId } = await done('POST', '/api/users', { firstName: 'Rose', lastName: 'B' });
    const { id } = await done('POST', '/api/medications', { ...MEDICATION, userId });
    await done('DELETE', `/api/medications/${id}`);
    await done('DELETE', `/api/users/${userId}`);
    expectStatus(await restore(id), 404);
    expect(await done('GET', '/api/bin')).toMatchObject([{ id: userId }]);
    expectStatus(await restore(userId), 200);
    expect(await done('GET', '/api/bin')).toMatchObject([{ id }]);
    expectStatus(await restore(id), 200);
    expect(await done('GET', '/api/medications')).toMatchObject([{ id, userId }]);
  });

  it('rows of a removed person from an earlier version are not restored to the household', async () => {
    const { done, restore } = asks(await full.server.household());
    const { id: userId } = await done('POST', '/api/users', { firstName: 'Rose', lastName: 'B' });
    const medication = await done('POST', '/api/medications', { ...MEDICATION, userId });
    const event = await done('POST', '/api/calendar-events', { ...EVENT, userId });
    await done('DELETE', `/api/medications/${medication.id}`);
    await done('DELETE', `/api/calendar-events/${event.id}`);
    await full.server.database.asSystem(async (db) => {
      await db.execute(sql`update medications set user_id = null where id = ${medication.id}`);
      await db.execute(sql`delete from users where id = ${userId}`);
    });
    expect(expectStatus(await restore(medication.id), 409).body.code).toBe('elder-has-gone');
    expect(expectStatus(await restore(event.id), 409).body.code).toBe('event-of-removed-person');
    expect(await done('GET', '/api/bin')).toHaveLength(2);
  });

  it('a medication cannot be restored while the household has the maximum number', async () => {
    const { done, restore } = asks(await full.server.household());
    const { id } = await done('POST', '/api/medications', MEDICATION);
    await done('DELETE', `/api/medications/${id}`);
    let last = '';
    for (let at = 1; at <= LIMITS.medications.most; at += 1) {
      last = (await done('POST', '/api/medications', { ...MEDICATION, name: `No. ${at}` })).id;
    }
    expect(expectStatus(await restore(id), 409).body.code).toBe('medications-full');
    await done('DELETE', `/api/medications/${last}`);
    expectStatus(await restore(id), 200);
  });
});

describe('the bin with two administrators', () => {
  async function both() {
    const family = await full.server.household();
    const [anna, ruth] = [family.as('super_admin'), family.as('admin')];
    return { family, anna, ruth };
  }

  it('a change to a deleted event gets 404, and works after the event is restored', async () => {
    const { anna, ruth } = await both();
    const event = expectStatus(await anna('POST', '/api/calendar-events', EVENT), 201).body;
    const path = `/api/calendar-events/${event.id}`;
    const change = { title: 'Later', version: event.version };
    expectStatus(await anna('DELETE', path), 204);
    expectStatus(await ruth('PUT', path, change), 404);
    expectStatus(await anna('POST', '/api/bin/restore', { ids: [event.id] }), 200);
    expect(expectStatus(await ruth('PUT', path, change), 200).body.title).toBe('Later');
  });

  it.each(['restore', 'delete'])(
    'only one of a restore and a concurrent %s succeeds',
    async (what) => {
      const { family, anna, ruth } = await both();
      const [photo] = await added(family, 1);
      const ids = [photo?.id];
      expectStatus(await anna('DELETE', `/api/photos/${photo?.id}`), 204);
      const answers = await Promise.all([
        anna('POST', '/api/bin/restore', { ids }),
        ruth('POST', `/api/bin/${what}`, { ids }),
      ]);
      const [won, lost] = answers.toSorted((one, other) => one.status - other.status);
      expect(won?.status).toBe(200);
      expect(lost).toMatchObject({
        status: 404,
        body: { code: 'not-in-bin', error: 'It is not in the bin any more.' },
      });
      const isBack = what === 'restore' || answers[0].status === 200;
      expect(await listed(family, await firstAlbum(family))).toHaveLength(isBack ? 1 : 0);
      expect((await anna('GET', '/api/bin')).body).toEqual([]);
    },
  );
});

it('a cursor in the year 0 is refused, because PostgreSQL does not support it', async () => {
  const family = await full.server.household();
  const { status, body } = await family.as('admin')('GET', '/api/bin?before=0000-01-01T00:00:00Z');
  expect([status, body.error]).toEqual([400, 'Please check the year.']);
});

it('a household whose bin cannot be erased does not block the others', async () => {
  let broken = '';
  const fails = {
    ...eventsInBin,
    erase: async (_db: unknown, accountId: string) => {
      if (accountId === broken) throw new Error('it cannot be erased');
    },
  };
  const product = await pictureServer({}, undefined, ({ store }) => [
    calendarFeature,
    binFeature([fails], store),
  ]);
  const { server } = product;
  const families = [await server.household(), await server.household(), await server.household()];
  // The household in the middle fails, so that other households run before and after it.
  broken = families.map(({ accountId }) => accountId).sort()[1] ?? '';
  for (const family of families) {
    const { done } = asks(family);
    const { id } = await done('POST', '/api/calendar-events', EVENT);
    await done('DELETE', `/api/calendar-events/${id}`);
  }
  server.clock.advance(31 * DAY_MS);
  await server.jobs('what has been in the bin for long');
  const [left, noted] = await server.database.asSystem(async (db) => [
    await db.select().from(bin),
    await db.select().from(jobs),
  ]);
  expect(left.map(({ accountId }) => accountId)).toEqual([broken]);
  expect(noted.filter(({ lastError }) => lastError !== null).map(({ key }) => key)).toEqual([
    broken,
  ]);
  await product.close();
});
