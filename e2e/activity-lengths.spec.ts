import type { Page } from '@playwright/test';
import {
  addPlaylist,
  addVideo,
  becomeElder,
  buttonOf,
  closeOf,
  FILE,
  frameOf,
  giveFile,
  givePlayers,
  openEntry,
  SPOTIFY,
  stateOf,
  VIMEO,
  YOUTUBE,
} from './support/activities.ts';
import { expectAccessible, expectLargeEnough, SIZES } from './support/looks.ts';
import { expect, type Family, test } from './support/test.ts';

const TITLE = 'Birds of the Garden';

/** Returns a list to which the lengths of videos that the tablet reports are added, in order. */
function toldOf(page: Page): number[] {
  const told: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/duration')) told.push(request.postDataJSON().seconds);
  });
  return told;
}

const lengthsOf = async ({ request }: Family): Promise<unknown[]> =>
  (await (await request.get('/api/videos')).json()).map(
    ({ duration }: { duration: unknown }) => duration,
  );

for (const [provider, url, length] of [
  ['YouTube', YOUTUBE, '12:40'],
  ['Vimeo', VIMEO, '18:05'],
  ['a file', FILE, '10:00'],
] as const) {
  test(`the length of a ${provider} video is on its card after it was played once`, async ({
    page,
    family,
  }) => {
    await addVideo(family, TITLE, url);
    await becomeElder(family);
    await givePlayers(page);
    await giveFile(page);
    const told = toldOf(page);
    await page.goto('/activity/watch');
    await expect(buttonOf(page, TITLE)).toHaveAccessibleName(TITLE);
    await openEntry(page, 'watch', TITLE);
    await expect.poll(() => lengthsOf(family)).toEqual([length]);
    await closeOf(page).click();
    await expect(buttonOf(page, new RegExp(TITLE))).toHaveAccessibleName(`${TITLE} ${length}`);
    await openEntry(page, 'watch', TITLE);
    await expect(page.locator('iframe, video')).toBeVisible();
    expect(told, 'is told once').toHaveLength(1);
  });
}

test('a length that cannot be sent causes no error and is sent with the next play', async ({
  page,
  family,
}) => {
  await addVideo(family, TITLE, YOUTUBE);
  await becomeElder(family);
  await givePlayers(page);
  await page.route('**/duration', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await openEntry(page, 'watch', TITLE);
  await failed;
  await expect(stateOf(page)).toHaveText('playing');
  await expect(page.getByRole('alert')).toBeEmpty();
  await frameOf(page).getByRole('button', { name: 'Play' }).click();
  await expect(stateOf(page)).toHaveText('still');
  await page.unroute('**/duration');
  expect(await lengthsOf(family)).toEqual([null]);
  await openEntry(page, 'watch', TITLE);
  await expect.poll(() => lengthsOf(family)).toEqual(['12:40']);
});

test('the panel shows reported lengths, and the family can enter lengths and track counts', async ({
  page,
  family,
}) => {
  await addVideo(family, TITLE, FILE);
  await addPlaylist(family, 'Evening', SPOTIFY);
  const rows = page.getByRole('tabpanel').getByRole('listitem');
  await page.goto('/admin');
  await expect(rows).toContainText([TITLE]);
  await expect(rows).not.toContainText(['Length']);
  const [{ id }] = await (await family.request.get('/api/videos')).json();
  const data = { url: FILE, seconds: 588 };
  expect((await family.request.put(`/api/videos/${id}/duration`, { data })).status()).toBe(204);
  await expect(rows).toContainText(['Length 9:48']);

  await buttonOf(page, `Edit ${TITLE}`).click();
  const form = page.getByRole('form', { name: `Edit ${TITLE}` });
  await form.getByLabel('Length').fill('twelve');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/Please write the length as minutes and seconds/)).toBeVisible();
  await expect(form.getByLabel('Length')).toBeFocused();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
  }
  await form.getByLabel('Length').fill('12:40');
  await form.getByLabel('Length').press('Enter');
  await expect(rows).toContainText(['Length 12:40']);

  await page.getByRole('tab', { name: /Playlists/ }).click();
  await buttonOf(page, 'Edit Evening').click();
  const tracks = page.getByRole('form', { name: 'Edit Evening' }).getByLabel('Number of tracks');
  await tracks.fill('many');
  await tracks.press('Enter');
  await expect(page.getByText(/Please write the number of tracks in digits/)).toBeVisible();
  await tracks.fill('24');
  await tracks.press('Enter');
  await expect(rows).toContainText(['24 tracks']);

  await becomeElder(family);
  await page.goto('/activity/listen');
  await expect(buttonOf(page, /Evening/)).toContainText('24 tracks');
});
