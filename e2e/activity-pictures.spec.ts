import type { Page } from '@playwright/test';
import { addArticle, addPlaylist, buttonOf } from './support/activities.ts';
import { expectAccessible, expectLargeEnough, SIZES, TABLET } from './support/looks.ts';
import { expect, type Family, test } from './support/test.ts';

const DEEZER = 'https://www.deezer.com/us/playlist/1313621735';

/**
 * For each kind of entry: how to add one with a picture and one without, and the sizes of its row
 * and its picture in pixels.
 */
const KINDS = [
  {
    type: 'listen',
    with: 'Morning piano',
    without: 'Evening',
    says: '18 tracks',
    row: 175,
    picture: [136, 147],
    async fill(family: Family) {
      await addPlaylist(family, 'Morning piano', DEEZER);
      await addPlaylist(family, 'Evening', 'https://example.org/evening.mp3');
    },
  },
  {
    type: 'read',
    with: 'Roses in May',
    without: 'Letters from readers',
    says: 'Garden Weekly',
    row: 209,
    picture: [136, 181],
    async fill(family: Family) {
      await addArticle(family, 'Roses in May', 'https://allows.example/roses');
      await addArticle(family, 'Letters from readers', 'https://letters.example/');
    },
  },
] as const;

const pictureOf = (page: Page, title: string) => buttonOf(page, new RegExp(title)).locator('img');

for (const { type, row, picture, says, fill, ...titles } of KINDS) {
  test(`the ${type} list shows an entry's own picture, or a plate without one`, async ({
    page,
    family,
  }) => {
    await fill(family);
    await page.goto(`/activity/${type}`);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expect(buttonOf(page, new RegExp(titles.with))).toContainText(says);
      await expect(pictureOf(page, titles.without)).toHaveCount(0);
      await expectLargeEnough(page, 'elder');
      await expectAccessible(page, 'elder');
      if (size !== TABLET) continue;
      const shown = pictureOf(page, titles.with);
      await expect
        .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      const box = await shown.boundingBox();
      expect([box?.width, box?.height].map((side) => Math.round(side ?? 0))).toEqual(picture);
      const whole = await buttonOf(page, new RegExp(titles.with)).boundingBox();
      expect(Math.round(whole?.height ?? 0)).toBe(row);
    }
    await page.setViewportSize(TABLET);
    await page.route('**/uploads/**', (route) => route.abort());
    await page.reload();
    await expect(buttonOf(page, new RegExp(titles.with))).toBeVisible();
    await expect(pictureOf(page, titles.with)).toHaveCount(0);
    const letter = buttonOf(page, new RegExp(titles.with)).locator('text');
    await expect(letter).toHaveText(titles.with.charAt(0));
    await expect(letter).toBeVisible();
  });
}

test('the lists in the panel show the pictures', async ({ page, family }) => {
  for (const { fill } of KINDS) await fill(family);
  await page.goto('/admin');
  const pictures = page.getByRole('tabpanel').getByRole('listitem').locator('img');
  for (const name of [/Playlists/, /Articles/]) {
    await page.getByRole('tab', { name }).click();
    await expect(pictures).toHaveCount(1);
  }
});
