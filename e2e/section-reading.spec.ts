import type { Page } from '@playwright/test';
import {
  addArticle,
  addPlaylist,
  addVideo,
  buttonOf,
  FILE,
  giveFile,
  giveText,
  openEntry,
  SITE,
} from './support/activities.ts';
import { givePhotos, openPhotos, openViewer, photosOf, viewerOf } from './support/photos.ts';
import { expect, test } from './support/test.ts';

/** 7:56 AM in New York. */
const MORNING = '2026-03-10T11:56:00Z';

/**
 * Checks the bar and the main content separately, because the position of Close within the bar
 * differs between designs.
 */
async function expectOpened(page: Page, title: string, main: string): Promise<void> {
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(bar.getByRole('button', { name: 'Close' })).toHaveCount(1);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(main);
}

test('each section lists its entries, and an opened entry is named once', async ({
  page,
  family,
  clockAt,
}) => {
  await addVideo(family, 'Birds of the Garden', FILE);
  await addVideo(family, 'Grandma’s Apple Pie', FILE);
  await addPlaylist(family, 'Morning piano', 'https://media.example.org/piano.mp3');
  await addArticle(family, 'Gardening in late summer', SITE);
  await giveFile(page);
  await giveText(page);
  await clockAt(MORNING);
  for (const [type, title, names] of [
    ['watch', 'Watch', [/^Birds of the Garden/, /^Grandma’s Apple Pie/]],
    ['listen', 'Listen', [/^Morning piano/]],
    ['read', 'Read', [/^Gardening in late summer/]],
  ] as const) {
    await page.goto(`/activity/${type}`);
    await expect(buttonOf(page, names[0])).toBeVisible();
    await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
      - link "Return to Main Screen"
      - heading "${title}" [level=1]
      - paragraph: 7:56 AM
    `);
    const entries = page.getByRole('main').getByRole('list').getByRole('listitem');
    await expect(entries).toHaveCount(names.length);
    for (const [index, name] of names.entries()) {
      await expect(entries.nth(index).getByRole('button', { name })).toHaveCount(1);
    }
  }
  const player = `
    - main:
      - button /Play|Pause/
      - button "Back 30 seconds"
      - button "Ahead 30 seconds"
      - paragraph: /\\d:\\d\\d of 10:00/
  `;
  await openEntry(page, 'watch', 'Birds of the Garden');
  await expectOpened(page, 'Birds of the Garden', player);
  await openEntry(page, 'listen', 'Morning piano');
  await expectOpened(page, 'Morning piano', player);
  await openEntry(page, 'read', 'Gardening in late summer');
  await expectOpened(
    page,
    'Gardening in late summer',
    `
    - main:
      - article:
        - paragraph: By Rose Fielding
        - paragraph: /Roses that are cut back now/
        - heading "What to sow" [level=2]
        - list:
          - listitem: Spinach
          - listitem: Winter lettuce
        - blockquote:
          - paragraph: A garden is never finished.
  `,
  );
  await expect(page.getByRole('heading', { name: 'Gardening in late summer' })).toHaveCount(1);
});

test('photos, call and tablet setup are read in a sensible order', async ({
  page,
  family,
  browser,
  server,
  clockAt,
}) => {
  const data = { googleMeetRoomUrl: 'https://meet.example.org/abc-defg-hij' };
  await family.request.patch('/api/settings', { data });
  await givePhotos(page, photosOf(3));
  await clockAt(MORNING);
  await openPhotos(page);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Photos" [level=1]
      - paragraph: Browse through your photo memories
      - button "Start Slideshow"
      - list "Photos":
        - listitem:
          - button "Evening at the lake house"
        - listitem:
          - button "Noah and Lily at Cape Cod"
        - listitem:
          - button "Biscuit wants his walk"
  `);
  await openViewer(page, 1);
  const viewer = viewerOf(page);
  for (const name of ['Close', 'Start Slideshow', 'Previous photo', 'Next photo']) {
    await expect(viewer.getByRole('button', { name, exact: true })).toHaveCount(1);
  }
  await expect(viewer.getByRole('figure')).toMatchAriaSnapshot(`
    - figure:
      - img "Noah and Lily at Cape Cod"
  `);
  await expect(viewer.getByRole('figure')).toHaveCount(1);
  await page.goto('/activity/call');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Video Call Ready" [level=2]
      - status: The call opens in a new window. To come back, close that window.
      - link "Join Call"
  `);
  const context = await browser.newContext({ baseURL: server.url });
  const tablet = await context.newPage();
  await tablet.goto('/pair');
  await expect(tablet.locator('body')).toMatchAriaSnapshot(`
    - main:
      - heading "Set up this tablet" [level=1]
      - paragraph: Type the code that your family sees in User Management under Set up tablet.
      - form "Set up this tablet":
        - textbox "Code, like ABCD 2345"
        - alert
        - button "Set up this tablet"
      - link "Sign in with an email"
  `);
  await context.close();
});
