import type { Page } from '@playwright/test';
import { addArticle, addPlaylist, addVideo, FILE, giveFile, giveText, SITE } from './activities.ts';
import { givePhotos, photosOf } from './photos.ts';
import { addMedication, expect, type Family } from './test.ts';

/** Texts that a family enters. Tests use a set of very short and a set of very long texts. */
export interface Words {
  readonly medication: { name: string; dosage: string; instructions: string };
  /** A second medication at the same time of day. */
  readonly other: { name: string; dosage: string };
  readonly event: string;
  readonly title: string;
  readonly caption: string;
  readonly appName: string;
  /** Name of the city; undefined for the city whose weather the fake weather server knows. */
  readonly city?: string;
  readonly labels: readonly string[];
}

export const SHORTEST: Words = {
  medication: { name: 'A', dosage: '1', instructions: '' },
  other: { name: 'B', dosage: '2' },
  event: 'E',
  title: 'T',
  caption: 'C',
  appName: 'G',
  labels: ['P', 'W', 'L', 'R', 'C', 'D'],
};

export const LONGEST: Words = {
  medication: {
    name: 'Carbidopa-Levodopa extended release',
    dosage: '25-100 mg, one and a half tablets',
    instructions:
      'Take with food, not with milk. Sit up for half an hour afterwards, and drink a whole glass of water with it. '.repeat(
        3,
      ),
  },
  other: { name: 'Hydroxychloroquinephosphate', dosage: '200 mg, 1 tablet in the evening' },
  event: 'Physiotherapy with Mr. Featherstonehaugh at the Rehabilitationszentrum, second floor',
  title: 'Steam Trains of Vermont and of the Hills Beyond, as they were Donaudampfschifffahrt',
  caption: 'Noah and Lily at Cape Cod on the evening of Grandfather’s seventieth birthday party',
  appName: 'The Grandparents of Featherstonehaugh',
  city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch',
  labels: [
    'Photographs of the family',
    'Watch the moving pictures',
    'Listen to music',
    'Read the articles',
    'Call the grandchildren',
    'My Day and everything in it',
  ],
};

async function ok(answer: Promise<{ ok(): boolean; text(): Promise<string> }>): Promise<void> {
  const { ok: isOk, text } = await answer.then(async (got) => ({
    ok: got.ok(),
    text: await got.text(),
  }));
  expect(isOk, text).toBe(true);
}

/** Fills a household so that every screen has content, with these texts. */
export async function furnish(page: Page, family: Family, words: Words): Promise<void> {
  const { request } = family;
  const { medication, other, title } = words;
  for (const time of ['06:00', '08:00', '18:00']) {
    await addMedication(family, { ...medication, times: [time] });
  }
  await addMedication(family, { ...other, times: ['08:00'] });
  await addMedication(family, { ...medication, frequency: 'as_needed', times: [] });
  for (const times of [
    { startTime: '07:00', endTime: '07:30' },
    { startTime: '19:30', endTime: '20:00' },
    { allDay: true },
  ]) {
    const data = { title: words.event, eventDate: '2026-03-10', ...times };
    await ok(request.post('/api/calendar-events', { data }));
  }
  const { appName, city } = words;
  const data = {
    appName,
    googleMeetRoomUrl: 'https://meet.example.org/abc-defg-hij',
    ...(city && { defaultCity: city }),
  };
  await ok(request.patch('/api/settings', { data }));
  if (city) {
    await page.route('**/api/weather?*', (route) =>
      route.fulfill({ status: 502, json: { error: 'The weather is not known just now.' } }),
    );
  }
  const buttons: { id: string }[] = await (await request.get('/api/home-buttons')).json();
  for (const [index, { id }] of buttons.entries()) {
    await ok(request.put(`/api/home-buttons/${id}`, { data: { label: words.labels[index] } }));
  }
  await addVideo(family, title, FILE);
  for (const more of [1, 2]) await addVideo(family, `${title} ${more}`, FILE);
  await addPlaylist(family, title, 'https://media.example.org/piano.mp3');
  await addPlaylist(family, `${title} 1`, 'https://media.example.org/hymns.mp3');
  await addArticle(family, title, SITE);
  await addArticle(family, `${title} 1`, SITE);
  await giveFile(page);
  await giveText(page);
  await givePhotos(
    page,
    photosOf(9).map((photo) => ({ ...photo, caption: photo.caption && words.caption })),
  );
}
