import type { Page } from '@playwright/test';
import {
  addArticle,
  addPlaylist,
  addVideo,
  buttonOf,
  giveFile,
  givePlayers,
  giveText,
  giveVideos,
  openEntry,
  SITE,
  SPOTIFY,
  YOUTUBE,
} from './support/activities.ts';
import { expectAccessible } from './support/looks.ts';
import { popupOf } from './support/reminder.ts';
import { expect, type Family, test } from './support/test.ts';
import { press } from './support/touch.ts';
import { expectNoFlaws } from './support/walk.ts';
import { WINDOWS_OF_HOMES } from './support/windows.ts';

interface Look {
  readonly name: string;
  prepare(page: Page, family: Family): Promise<unknown>;
  open(page: Page): Promise<unknown>;
}

const PLAYLISTS = ['Frank Sinatra favourites', 'Morning piano', 'Hymns and choirs'];

async function addPlaylists(_page: Page, family: Family): Promise<void> {
  for (const name of PLAYLISTS) await addPlaylist(family, name, SPOTIFY);
}

const LOOKS: readonly Look[] = [
  {
    name: 'music in its player',
    async prepare(page, family) {
      await givePlayers(page);
      await addPlaylist(family, 'Morning piano', 'https://media.example.org/piano.mp3');
      await giveFile(page);
    },
    async open(page) {
      await openEntry(page, 'listen', 'Morning piano');
      await expect(buttonOf(page, 'Ahead')).toBeVisible();
    },
  },
  {
    name: 'an article in large type',
    async prepare(page, family) {
      await addArticle(family, 'Gardening in late summer', SITE);
      await giveText(page);
    },
    async open(page) {
      await openEntry(page, 'read', 'Gardening in late summer');
      await expect(page.getByText('What to sow')).toBeVisible();
    },
  },
  {
    name: 'an empty section',
    prepare: async () => undefined,
    async open(page) {
      await page.goto('/activity/read');
      await expect(page.getByText('No content available')).toBeVisible();
    },
  },
  {
    name: 'the error of a section',
    prepare: (page) =>
      page.route('**/api/videos', (route) =>
        route.fulfill({ status: 500, json: { error: 'No.' } }),
      ),
    async open(page) {
      await page.goto('/activity/watch');
      await expect(popupOf(page)).toBeFocused();
    },
  },
];

for (const { name, prepare, open } of LOOKS) {
  test(`${name} is accessible and large enough at every size`, async ({ page, family }) => {
    await prepare(page, family);
    await open(page);
    await expectNoFlaws(page, name);
  });
}

/** Titles that take one line or two lines of a card. */
const TITLES = [
  'Birds of the garden',
  'Morning piano',
  'Frank Sinatra favourites',
  'Steam trains of Vermont',
  'Grandma’s apple pie',
  'Letters from the lighthouse',
];

/**
 * Windows that show six entries at once. A phone, and a tablet with a width of 533 pixels, show
 * fewer, and the Show more button.
 */
const WINDOWS_OF_SIX = WINDOWS_OF_HOMES.filter(
  ({ width, height }) => height >= 600 && width >= 600,
);

test('Watch, Listen and Read show six whole entries on every tablet', async ({ page, family }) => {
  test.slow();
  for (const title of TITLES) {
    await addVideo(family, title, YOUTUBE);
    await addPlaylist(family, title, SPOTIFY);
    await addArticle(family, title, SITE);
  }
  for (const type of ['watch', 'listen', 'read']) {
    await page.goto(`/activity/${type}`);
    const cards = page.getByRole('main').getByRole('listitem');
    await expect(cards).toHaveCount(6);
    for (const size of WINDOWS_OF_SIX) {
      await page.setViewportSize(size);
      const at = `${type} at ${size.width}x${size.height}`;
      for (const card of await cards.all()) await expect(card, at).toBeInViewport({ ratio: 1 });
      await expect(buttonOf(page, 'Show more'), at).toBeHidden();
    }
  }
});

test('a plate with the first letter is shown while a picture loads and when it fails', async ({
  page,
  family: _,
}) => {
  let answerPicture = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answerPicture = resolve;
  });
  await giveVideos(page);
  await page.route('**/uploads/test-video-0*', async (route) => {
    await isAnswered;
    await route.abort();
  });
  await page.goto('/activity/watch');
  const plate = page.getByRole('listitem').filter({ hasText: 'Birds of the Garden' });
  await expect(plate.locator('text')).toHaveText('B');
  await expect(plate.locator('img')).toHaveCount(1);
  answerPicture();
  await expect(plate.locator('img')).toHaveCount(0);
  await expect(plate.locator('text')).toHaveText('B');
  const unpictured = page.getByRole('listitem').filter({ hasText: 'Grandma’s Apple Pie' });
  await expect(unpictured.locator('text')).toHaveText('G');
});

test('without a connection an entry that needs the internet opens an explanation instead of an error', async ({
  page,
  family,
}) => {
  await addPlaylists(page, family);
  await page.goto('/activity/listen');
  const entry = buttonOf(page, /Morning piano/);
  await expect(entry).toBeVisible();
  await page.route('**/api/**', (route) => route.abort());
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await buttonOf(page, 'Show what is on this tablet').click();
  await expect(entry).toContainText('Needs the internet');
  await press(entry);
  await expect(page.getByText('It comes back by itself.')).toBeVisible();
  await expect(entry).toBeVisible();
  await expectAccessible(page, 'elder');
});
