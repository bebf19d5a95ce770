import type { Page } from '@playwright/test';
import { ALL_SIZES, expectAccessible, expectLargeEnough } from './support/looks.ts';
import { expect, type Family, test } from './support/test.ts';

const BIRDS = 'https://www.youtube.com/watch?v=Qm846KdZN_c';

const rows = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function addVideos({ request }: Family, titles: readonly string[]): Promise<void> {
  for (const [at, title] of titles.entries()) {
    const data = { title, url: `https://example.org/${at}.mp4` };
    expect((await request.post('/api/videos', { data })).status()).toBe(201);
  }
}

async function openContent(page: Page): Promise<void> {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Content Management', level: 1 })).toBeVisible();
}

test('a pasted link becomes a video with title and picture, which is edited and deleted in the list', {
  tag: '@main',
}, async ({ page, family }) => {
  expect(family.email).toContain('@');
  await openContent(page);
  await expect(page.getByText('No videos yet. Add the first one above.')).toBeVisible();

  await button(page, 'Add video').click();
  await expect(page.getByRole('alert')).toContainText('Please enter a video URL');
  const url = page.getByLabel('Video URL');
  await expect(url).toBeFocused();
  await url.fill('https://example.org/');
  await url.press('Enter');
  await expect(
    page.getByRole('form').getByText('Paste a link from YouTube or Vimeo'),
  ).toBeVisible();
  await expect(url).toHaveValue('https://example.org/');

  await url.fill(BIRDS);
  await url.press('Enter');
  await expect(page.getByText('Video added successfully')).toBeVisible();
  await expect(rows(page)).toContainText(['Birds of the Garden']);
  await expect(url).toHaveValue('');
  await expect(url).toBeFocused();
  const picture = rows(page).locator('img');
  await expect
    .poll(() =>
      picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
    )
    .toBeGreaterThan(0);

  await button(page, 'Edit Birds of the Garden').press('Enter');
  const title = page.getByRole('form', { name: 'Edit Birds of the Garden' }).getByLabel('Title');
  await expect(title).toBeFocused();
  await title.fill('Nothing');
  await title.press('Escape');
  await expect(button(page, 'Edit Birds of the Garden')).toBeFocused();
  await button(page, 'Edit Birds of the Garden').press('Enter');
  await title.fill('Our birds');
  await title.press('Enter');
  await expect(page.getByText('Video updated successfully')).toBeVisible();
  await expect(button(page, 'Edit Our birds')).toBeFocused();

  await button(page, 'Delete Our birds').click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Are you sure you want to delete “Our birds”?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Video deleted successfully')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await expect(url).toBeFocused();
});

test('videos are reordered with the keyboard, and return to their places when saving fails', async ({
  page,
  family,
}) => {
  await addVideos(family, ['one', 'two', 'three']);
  await openContent(page);
  const titles = rows(page).locator('p:first-of-type');
  const down = button(page, 'Move one down');
  await down.press('Enter');
  await down.press('Enter');
  await expect(titles).toHaveText(['two', 'three', 'one']);
  await expect(down).toBeFocused();
  await expect(down).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('one, position 3 of 3')).toBeAttached();
  await expect
    .poll(async () => (await (await family.request.get('/api/videos')).json()).map(titleOf))
    .toEqual(['two', 'three', 'one']);

  await page.route('**/api/videos/*', (route) => route.abort());
  await button(page, 'Move three up').press('Enter');
  await expect(page.getByRole('alert')).toContainText('Failed to update video order');
  await expect(titles).toHaveText(['two', 'three', 'one']);
});

const titleOf = ({ title }: { title: string }) => title;

test('playlists and articles have their own messages, and a failure keeps the typed text', async ({
  page,
  family,
}) => {
  await openContent(page);
  await page.getByRole('tab', { name: /Playlists/ }).click();
  await page
    .getByLabel('Playlist URL')
    .fill('https://open.spotify.com/playlist/37i9dQZF1DXcBWIGoYBM5M');
  await button(page, 'Add playlist').click();
  await expect(page.getByText('Playlist added successfully')).toBeVisible();
  await expect(rows(page)).toContainText(['Untitled Playlist']);

  await page.getByRole('tab', { name: /Articles/ }).click();
  const url = page.getByLabel('Article URL');
  await url.fill('https://refuses.example/roses');
  await url.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Please enter an article title');
  await page.getByLabel('Title').fill('Roses');
  await page.route('**/api/articles', (route) => route.abort());
  await button(page, 'Add article').click();
  await expect(page.getByRole('alert')).toContainText('Failed to add article');
  await expect(url).toHaveValue('https://refuses.example/roses');
  await page.unroute('**/api/articles');
  await button(page, 'Add article').click();
  await expect(page.getByText('Article added successfully')).toBeVisible();
  await expect(page.getByRole('tab', { name: /Articles/ })).toContainText('1');

  const [article] = await (await family.request.get('/api/articles')).json();
  const read = await (await family.request.get(`/api/articles/${article.id}/page`)).json();
  expect(read).toMatchObject({ show: 'text', title: 'Roses in May' });
});

const SEVEN = [
  'Birds of the Garden',
  'Gentle Chair Exercises',
  'Ella’s Piano Recital',
  'Steam Trains of Vermont',
  'Grandma’s Apple Pie',
  'A title that is so long that it does not fit into one line of a telephone, whatever one does',
  'Lighthouses',
];

test('the list marks which videos the tablet shows, and is accessible and large enough at every size', async ({
  page,
  family,
}) => {
  await family.request.post('/api/videos', { data: { url: BIRDS } });
  await addVideos(family, SEVEN.slice(1));
  await openContent(page);
  for (const size of ALL_SIZES) {
    await page.setViewportSize(size);
    await expect(rows(page)).toHaveCount(7);
    await expect(rows(page).nth(5)).toContainText('The Watch screen shows the first 6 videos');
    await expectLargeEnough(page, 'family');
  }
  await button(page, 'Edit Steam Trains of Vermont').click();
  await expectLargeEnough(page, 'family');
  await expectAccessible(page, 'family');
});
