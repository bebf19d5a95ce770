import type { Page } from '@playwright/test';
import {
  addArticle,
  addPlaylist,
  addVideo,
  buttonOf,
  closeOf,
  FILE,
  giveFile,
  givePlayers,
  giveText,
  openEntry,
  SITE,
  SPOTIFY,
  titleOf,
} from './support/activities.ts';
import {
  ALL_SIZES,
  expectAccessible,
  expectLargeEnough,
  expectNoOverlap,
  PHONE,
  SIZES,
  settled,
  shareOf,
  TABLET,
} from './support/looks.ts';
import { addElder } from './support/people.ts';
import { givePhotos, photosOf, printsOf, viewerOf } from './support/photos.ts';
import { expect, type Family, test } from './support/test.ts';
import { boxOf, untilHearing } from './support/touch.ts';

const TITLE = 'Gardening in late summer';
const PIXEL = 1;

/** Entries that fill the whole screen, each with the function that opens it. */
const OPENED: readonly [string, (page: Page) => Promise<void>][] = [
  ['a video', (page) => openEntry(page, 'watch', TITLE)],
  ['music', (page) => openEntry(page, 'listen', TITLE)],
  ['an article', (page) => openEntry(page, 'read', TITLE)],
  ['a photo', openPhoto],
];

async function openPhoto(page: Page): Promise<void> {
  await page.goto('/photos');
  await printsOf(page).first().getByRole('button').click();
  await expect(viewerOf(page)).toBeVisible();
}

async function fill(page: Page, family: Family): Promise<void> {
  await addVideo(family, TITLE, FILE);
  await addPlaylist(family, TITLE, SPOTIFY);
  await addArticle(family, TITLE, SITE);
  await givePlayers(page);
  await giveFile(page);
  await giveText(page);
  await givePhotos(page, photosOf(9));
}

for (const [variant, hand] of (['right', 'left'] as const).entries()) {
  test(`Close and Return to Main Screen have the same place, ${hand} hand`, async ({
    page,
    family,
  }) => {
    test.slow();
    const id = await addElder(family);
    const data = { hand };
    expect((await family.request.patch(`/api/accessibility/${id}`, { data })).status()).toBe(200);
    await fill(page, family);
    for (const size of shareOf(SIZES, { variant, of: 2 })) {
      await page.setViewportSize(size);
      await page.goto('/activity/watch');
      const set = hand === 'left' ? '[data-hand="left"]' : ':not([data-hand="left"])';
      await expect(page.locator(`html${set}`)).toBeVisible();
      const home = await boxOf(page.getByRole('link', { name: 'Return to Main Screen' }));
      for (const [what, open] of OPENED) {
        await open(page);
        const close = await boxOf(closeOf(page));
        const at = `${what} at ${size.width}x${size.height}`;
        if (hand === 'right') expect(Math.abs(close.x - home.x), at).toBeLessThanOrEqual(PIXEL);
        else {
          const end = home.x + home.width;
          expect(Math.abs(close.x + close.width - end), at).toBeLessThanOrEqual(PIXEL);
        }
        expect(close.y, at).toBeLessThanOrEqual(home.y + 4);
        expect(Math.round(close.height), at).toBe(76);
        await expectNoOverlap(page);
        await expectLargeEnough(page, 'elder');
        await expectAccessible(page, 'elder');
      }
    }
  });
}

test('the title is centered between the way back and the clock and overlaps neither', async ({
  page,
  family,
  clockAt,
}) => {
  await fill(page, family);
  await clockAt('2026-03-10T14:42:00Z');
  for (const path of ['/activity/watch', '/activity/listen', '/activity/read', '/my-day']) {
    await page.goto(path);
    for (const size of ALL_SIZES) {
      await page.setViewportSize(size);
      await settled(page);
      const title = page.getByRole('banner').locator('div', { has: page.locator('h1') });
      const words = await boxOf(title.first());
      const back = await boxOf(page.getByRole('link', { name: 'Return to Main Screen' }));
      const isBeside = words.x >= back.x + back.width;
      expect(isBeside || words.y >= back.y + back.height, `${path} ${size.width}`).toBe(true);
      if (size !== TABLET) continue;
      expect(Math.abs(words.x + words.width / 2 - 640), path).toBeLessThan(10);
      const clock = await boxOf(clockOf(page));
      expect(clock.x, path).toBeGreaterThan(words.x + words.width);
      expect(Math.round(clock.x + clock.width), path).toBe(1248);
    }
  }
  await page.setViewportSize(TABLET);
  await openEntry(page, 'watch', TITLE);
  const bar = page.getByRole('banner');
  await expect(bar).toHaveCSS('background-color', 'rgb(18, 21, 31)');
  expect(Math.round((await boxOf(bar)).height)).toBe(104);
  await expect(titleOf(page, TITLE)).toHaveCSS('font-size', '36px');
  await expect(clockOf(page)).toBeVisible();
});

/**
 * Returns the clock in the bar. The time is matched by a pattern, because it continues during the
 * test.
 */
const clockOf = (page: Page) => page.getByRole('banner').getByText(/^10:4\d AM$/);

test('Show more works above the Continue / End bar and leads to the end', async ({
  page,
  family,
}) => {
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
    await addPlaylist(family, name, SPOTIFY);
  }
  await page.clock.install({ time: new Date('2026-03-10T15:00:00Z') });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto('/activity/listen');
    await expect(buttonOf(page, 'One')).toBeVisible();
    await page.clock.fastForward(21_000);
    const bar = buttonOf(page, 'Continue');
    await expect(bar).toBeInViewport({ ratio: 1 });
    const before = await boxOf(bar);
    await expectNoOverlap(page);
    const more = buttonOf(page, 'Show more');
    for (let presses = 0; presses < 9; presses += 1) {
      await untilHearing(page);
      if (!(await more.isVisible())) break;
      const from = await page.evaluate(() => window.scrollY);
      await more.click();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(from);
    }
    await expect(more).toBeHidden();
    const note = await boxOf(page.getByText('After the music player opens'));
    const question = await boxOf(page.getByText('Would you like to keep listening?'));
    expect(note.y + note.height, 'nothing is left below the bar').toBeLessThanOrEqual(question.y);
    expect(await boxOf(bar), 'nothing moves under a finger').toEqual(before);
    await expectAccessible(page, 'elder');
  }
});

test('the viewer has Close on the left, the slideshow on the right, and the date of the photo', async ({
  page,
  family: _,
  clockAt,
}) => {
  await givePhotos(page, photosOf(9));
  await clockAt('2026-03-10T14:42:00Z');
  await openPhoto(page);
  const slideshow = viewerOf(page).getByRole('button', { name: 'Start Slideshow' });
  expect((await boxOf(slideshow)).x).toBeGreaterThan(640);
  const { width, height } = await boxOf(buttonOf(page, 'Next photo'));
  expect([Math.round(width), Math.round(height)]).toEqual([104, 160]);
  const shown = viewerOf(page).locator('[data-shown="true"] figcaption');
  await expect(shown).toHaveText('Evening at the lake houseAugust 12, 2019');
  expect(Math.round((await boxOf(shown)).height)).toBe(124);
  await page.keyboard.press('ArrowRight');
  await expect(shown, 'a photo of which nobody knows it').toHaveText('Noah and Lily at Cape Cod');
});

test('Help and Show more do not overlap', async ({ page, family: _ }) => {
  await givePhotos(page, photosOf(30));
  for (const size of ALL_SIZES) {
    await page.setViewportSize(size);
    await page.goto('/photos');
    await expect(printsOf(page).first()).toBeVisible();
    await expect(buttonOf(page, 'Show more')).toBeVisible();
    if (size.height < 560) continue;
    const help = await boxOf(buttonOf(page, 'Help'));
    const more = await boxOf(buttonOf(page, 'Show more'));
    const apart = help.x + help.width <= more.x || more.y + more.height <= help.y;
    expect(apart, `at ${size.width}x${size.height}`).toBe(true);
  }
  await page.setViewportSize(PHONE);
  await expectAccessible(page, 'elder');
});
