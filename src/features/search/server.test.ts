import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { photoAlbums, photos } from '#database/schema/photos.ts';
import { calendarFeature } from '#features/calendar/server.ts';
import { medicationsFeature } from '#features/medications/server.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { MAX_PER_KIND } from './contract.ts';
import { searchFeature } from './server.ts';

let server: TestServer;
let household: TestHousehold;
beforeAll(async () => {
  server = await testServer([searchFeature, calendarFeature, medicationsFeature]);
});
afterAll(() => server.close());
beforeEach(async () => {
  household = await server.household();
});

const addEvent = async (title: string, by = household) => {
  const body = { title, eventDate: '2026-03-10' };
  expectStatus(await by.as('admin')('POST', '/api/calendar-events', body), 201);
};

async function find(typed: string, by = household): Promise<{ kind: string; title: string }[]> {
  const address = `/api/search?q=${encodeURIComponent(typed)}`;
  return expectStatus(await by.as('admin')('GET', address), 200).body.found;
}

const titles = async (typed: string, by = household) =>
  (await find(typed, by)).map(({ title }) => title);

describe('GET /api/search with typed text', () => {
  it.each([
    ['cafe', 'Café with Zoë'],
    ['ZOE', 'Café with Zoë'],
    ['zoë café', 'Café with Zoë'],
    ['jose\u0301', 'José'],
    ['обед', 'ОБЕД у Лены'],
    ['елена', 'Ёлена'],
    ['fé wi', 'Café with Zoë'],
  ])('typing %s finds %s', async (typed, title) => {
    await addEvent(title);
    await addEvent('Something else');
    expect(await titles(typed)).toEqual([title]);
  });

  it.each(['%', '_', '\\', '100%_', "'; drop table users; --"])(
    'typing %s matches only these characters',
    async (sign) => {
      const events = async () =>
        (await find(sign)).filter(({ kind }) => kind === 'event').map(({ title }) => title);
      await addEvent('Dentist');
      expect(await events()).toEqual([]);
      await addEvent(`Sale ${sign} off`);
      expect(await events()).toEqual([`Sale ${sign} off`]);
    },
  );

  it('an empty or too long search is refused', async () => {
    const ask = household.as('admin');
    for (const query of ['', '?q=', '?q=%20', '?q=a%00b', `?q=${'a'.repeat(101)}`]) {
      expectStatus(await ask('GET', `/api/search${query}`), 400);
    }
  });
});

it('a search with more than 8 different words is refused, and a repeated word counts once', async () => {
  await addEvent('One two three four five six seven eight');
  const words = 'one two three four five six seven eight';
  expect(await titles(`${words} ONE two`)).toEqual(['One two three four five six seven eight']);
  const nine = encodeURIComponent(`${words} nine`);
  const answer = await household.as('admin')('GET', `/api/search?q=${nine}`);
  expectStatus(answer, 400);
  expect(JSON.stringify(answer.body)).toContain('Please type at most 8 different words.');
});

it('a search finds the new text and not the old one after a change', async () => {
  const created = await household.as('admin')('POST', '/api/calendar-events', {
    title: 'Café',
    eventDate: '2026-03-10',
  });
  const path = `/api/calendar-events/${created.body.id}`;
  expectStatus(await household.as('admin')('PUT', path, { title: 'Zoë' }), 200);
  expect(await titles('cafe')).toEqual([]);
  expect(await titles('zoe')).toEqual(['Zoë']);
});

it('a sixth concurrent search of one household is refused', async () => {
  await addEvent('Dentist');
  const ask = household.as('admin');
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ask('GET', '/api/search?q=dentist')),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 503]);
});

it('a search finds things of each kind with their details', async () => {
  const medication = {
    name: 'Rose hip',
    dosage: '10 mg',
    frequency: 'daily',
    times: ['08:00'],
    startDate: '2026-03-01',
  };
  expectStatus(await household.as('admin')('POST', '/api/medications', medication), 201);
  await addEvent('Rose garden');
  await addPhoto(household, 'Rose at the lake');
  expect(await find('rose')).toEqual([
    expect.objectContaining({ kind: 'medication', title: 'Rose hip', detail: '10 mg' }),
    expect.objectContaining({ kind: 'event', title: 'Rose garden', date: '2026-03-10' }),
    expect.objectContaining({
      kind: 'photo',
      title: 'Rose at the lake',
      detail: 'Summer',
      albumId: expect.any(String),
    }),
  ]);
});

it('a search returns a limited number of results of each kind', async () => {
  for (let at = 0; at < MAX_PER_KIND + 3; at += 1) await addEvent(`Walk ${at}`);
  expect(await find('walk')).toHaveLength(MAX_PER_KIND);
});

it('a search finds nothing of another household, and elders cannot search', async () => {
  await addEvent('Dentist');
  await addPhoto(household, 'Dentist with her dog');
  const other = await server.household();
  expect(await find('dentist', other)).toEqual([]);
  expectStatus(await household.as('user')('GET', '/api/search?q=dentist'), 403);
});

async function addPhoto({ accountId }: TestHousehold, caption: string): Promise<void> {
  const albumId = randomUUID();
  const at = new Date('2026-03-10T14:00:00Z');
  await server.database.asSystem(async (db) => {
    await db.insert(photoAlbums).values({ id: albumId, accountId, name: 'Summer', createdAt: at });
    await db.insert(photos).values({
      id: randomUUID(),
      accountId,
      albumId,
      caption,
      filename: 'a.webp',
      thumbnails: [],
      original: 'a.jpg',
      originalHash: randomUUID(),
      originalName: 'a.jpg',
      originalType: 'image/jpeg',
      originalBytes: 1,
      width: 1,
      height: 1,
      order: 0,
      uploadedAt: at,
    });
  });
}
