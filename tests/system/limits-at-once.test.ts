import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '#platform/shared/zoned-time.ts';
import { pillPicture } from '#testing/hostile-pictures.ts';
import { type Answer, TEST_PASSWORD, type TestHousehold } from '#testing/test-server.ts';
import { type FullServer, openFullServer } from '../support/household.ts';

const AT_ONCE = 20;

let full: FullServer;
beforeAll(async () => {
  full = await openFullServer(undefined, {
    MAX_ADMINISTRATORS_PER_HOUSEHOLD: '5',
    MAX_ALBUMS_PER_HOUSEHOLD: '5',
    MAX_CONTENT_PER_HOUSEHOLD: '5',
    MAX_ELDERS_PER_HOUSEHOLD: '5',
    MAX_EVENTS_PER_HOUSEHOLD: '5',
    MAX_MEDICATIONS_PER_HOUSEHOLD: '5',
    MAX_PHOTOS_PER_HOUSEHOLD: '5',
  });
});
afterAll(() => full.close());

interface Limited {
  readonly name: string;
  /** Number of rows that can still be added before the limit is reached. */
  readonly free: number;
  /** Number of rows that are added before the parallel calls, as part of `free`. */
  readonly before?: number;
  /** Code of the refusal that every call above the limit gets. */
  readonly code: string;
  /** Adds the row with that number. */
  add(household: TestHousehold, at: number): Promise<Answer>;
}

const posting =
  (path: string, bodyOf: (household: TestHousehold, at: number) => object) =>
  (household: TestHousehold, at: number) =>
    household.as('super_admin')('POST', path, bodyOf(household, at));

async function uploadedPhoto(household: TestHousehold, at: number): Promise<Answer> {
  const ask = household.as('admin');
  const [album] = (await ask('GET', '/api/photo-albums')).body;
  const form = new FormData();
  form.append(
    'photos',
    new Blob([
      await pillPicture(100 + at, 60)
        .jpeg()
        .toBuffer(),
    ]),
    'a.jpg',
  );
  const answer = await ask('POST', `/api/photo-albums/${album.id}/photos`, form);
  const { code } = answer.body.rejected?.[0] ?? answer.body;
  return { ...answer, body: { code } };
}

async function begunUpload(household: TestHousehold, at: number): Promise<Answer> {
  const ask = household.as('admin');
  const [album] = (await ask('GET', '/api/photo-albums')).body;
  const sha256 = at.toString(16).padStart(64, '0');
  const body = { key: `key-${at}`, name: 'lake.jpg', bytes: 100, sha256 };
  return ask('POST', `/api/photo-albums/${album.id}/uploads`, body);
}

const LIMITED: readonly Limited[] = [
  {
    ...{ name: 'elders', free: 4, code: 'elders-full' },
    add: posting('/api/users', (_, at) => ({ firstName: 'Rose', lastName: `${at}` })),
  },
  {
    ...{ name: 'administrators', free: 3, code: 'administrators-full' },
    add: posting('/api/admin/invitations', ({ accountId }, at) => ({
      ...{ firstName: 'Edith', lastName: `${at}` },
      email: `edith-${at}@${accountId}.example`,
    })),
  },
  {
    ...{ name: 'medications', free: 5, code: 'medications-full' },
    add: posting('/api/medications', (_, at) => ({
      ...{ name: `Aspirin ${at}`, dosage: '', frequency: 'daily', times: ['08:00'] },
      startDate: '2026-03-01',
    })),
  },
  {
    ...{ name: 'events', free: 5, code: 'calendar-full' },
    add: posting('/api/calendar-events', (_, at) => ({
      title: `Visit ${at}`,
      eventDate: '2026-03-12',
    })),
  },
  {
    ...{ name: 'albums', free: 4, code: 'albums-full' },
    add: posting('/api/photo-albums', (_, at) => ({ name: `Lake ${at}` })),
  },
  {
    ...{ name: 'videos', free: 5, code: 'content-full' },
    add: posting('/api/videos', (_, at) => ({
      ...{ title: `Roses ${at}`, url: `https://example.org/${at}.mp4` },
    })),
  },
  { name: 'photos', free: 5, code: 'photos-full', add: uploadedPhoto },
  { name: 'unfinished photos', free: 100, before: 90, code: 'uploads-full', add: begunUpload },
  {
    ...{ name: "doctor's links", free: 20, before: 15, code: 'doctor-links-full' },
    add: posting('/api/doctor-links', ({ userIds }) => ({ userId: userIds.user, days: 1 })),
  },
  {
    ...{ name: 'measured values of a day', free: 200, before: 195, code: 'measures-of-day-full' },
    add: posting('/api/measure-values', ({ userIds }) => ({
      ...{ id: randomUUID(), userId: userIds.user, kind: 'weight', unit: 'kg' },
      ...{ first: 80, second: null },
    })),
  },
  {
    ...{ name: 'notes of a day', free: 20, before: 15, code: 'notes-of-day-full' },
    add: posting('/api/day-notes', ({ userIds }, at) => ({
      ...{ userId: userIds.user, date: '2026-03-09', text: `Dizzy ${at}` },
    })),
  },
  {
    ...{ name: 'times away', free: 100, before: 95, code: 'times-away-full' },
    add: posting('/api/away', (_, at) => ({
      ...{ startDate: addDays('2026-03-12', at), startTime: '09:00' },
      ...{ endDate: addDays('2026-03-12', at), endTime: '10:00' },
    })),
  },
  {
    ...{ name: 'test alerts of an hour', free: 30, before: 25, code: 'too-many-test-alerts' },
    add: posting('/api/alerts/tests', () => ({})),
  },
];

it.each(LIMITED)('the limit of $name holds for 20 concurrent calls', async (limited) => {
  const { free, before = 0, code, add } = limited;
  const household = await full.server.household();
  await household.as('super_admin')('POST', '/api/auth/confirm-password', {
    password: TEST_PASSWORD,
  });
  for (let at = 0; at < before; at += 1) {
    const { status, body } = await add(household, at);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
  }
  const calls = Array.from({ length: AT_ONCE }, (_, at) => add(household, before + at));
  const answers = await Promise.all(calls);
  const refused = answers.filter(({ status }) => status >= 300);
  expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => code));
  expect(before + AT_ONCE - refused.length).toBe(free);
});
