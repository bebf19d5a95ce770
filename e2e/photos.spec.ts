import type { Page } from '@playwright/test';
import { ALL_SIZES, expectAccessible, expectLargeEnough, SIZES, TABLET } from './support/looks.ts';
import { neverAtRest } from './support/never-at-rest.ts';
import {
  createDeferred,
  expectShown,
  givePhotos,
  openPhotos,
  photosOf,
  printsOf,
  shownOf,
  uploadPhoto,
} from './support/photos.ts';
import { expect, test } from './support/test.ts';

test.describe('the photo grid', () => {
  test('an empty grid shows a message and offers no slideshow', async ({ page, family: _ }) => {
    await givePhotos(page, []);
    await openPhotos(page);
    await expect(page.getByRole('heading', { name: 'No Photos Yet' })).toBeVisible();
    await expect(
      page.getByText('Photos will appear here once they are added by your care team.'),
    ).toBeVisible();
    await expect(page.getByText('Browse through your photo memories')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start Slideshow' })).toBeHidden();
    await page.getByRole('link', { name: 'Return to Main Screen' }).click();
    await expect(page).toHaveURL('/');
  });

  test('code and first photos of the grid are requested when the finger comes down', async ({
    page,
    family: _,
  }) => {
    await givePhotos(page, photosOf(3));
    // Prevents the prefetch five seconds after the start, which would also request these pictures.
    await neverAtRest(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/');
    await page.getByRole('link', { name: 'Photos' }).hover();
    const ofPhotos = () => asked.filter((url) => /\/api\/photos\?|\/Photos-[^/]+\.js$/.test(url));
    expect(ofPhotos()).toEqual([]);
    await page.mouse.down();
    await expect.poll(ofPhotos).toHaveLength(2);
    await expect(page).toHaveURL('/');
    await page.mouse.up();
    await expect(printsOf(page)).toHaveCount(3);
  });

  test('the grid shows 18 placeholders while the photos load', async ({ page, family: _ }) => {
    await givePhotos(page, photosOf(3));
    const answer = createDeferred();
    await page.route(/\/api\/photos\?/, async (route) => {
      await answer.promise;
      await route.fallback();
    });
    await page.goto('/photos');
    await expect(page.locator('.print-skeleton')).toHaveCount(18);
    await expect(page.getByRole('button', { name: 'Start Slideshow' })).toBeHidden();
    answer.resolve();
    await expect(printsOf(page)).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Start Slideshow' })).toBeVisible();
  });

  test('the grid shows the newest upload first, with captions, in 2, 3, 4 or 6 columns', async ({
    page,
    family: _,
  }) => {
    await givePhotos(page, photosOf(13).toReversed());
    for (const [width, columns] of [
      [390, 2],
      [800, 3],
      [1280, 4],
      [1600, 6],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await openPhotos(page);
      await expect(printsOf(page).first()).toContainText('Evening at the lake house');
      await expect(printsOf(page).nth(1)).toContainText('Noah and Lily at Cape Cod');
      await expect(printsOf(page).nth(6)).toContainText('Photo 7 of 13');
      const tops = await printsOf(page).evaluateAll((prints) =>
        prints.map((print) => print.getBoundingClientRect().top),
      );
      expect(tops.filter((top) => top === tops[0])).toHaveLength(columns);
    }
  });

  test('the grid falls back to the full photo, and to an icon if that is missing too', async ({
    page,
    family: _,
  }) => {
    await givePhotos(page, photosOf(3), { broken: /test-1-(240|480|960)|test-2-/ });
    await openPhotos(page);
    const pictures = page.locator('.print-picture');
    await expect(pictures.nth(0)).toHaveAttribute('src', '/uploads/test-0-480.jpg');
    await expect(pictures.nth(0)).toHaveAttribute('srcset', /test-0-240\.jpg 240w, .* 960w/);
    await expect(pictures.nth(1)).toHaveAttribute('src', '/uploads/test-1-1600.jpg');
    await expect(page.locator('.print-broken')).toHaveCount(1);
    await expect(printsOf(page).nth(2)).toContainText('Biscuit wants his walk');
  });

  test('photos uploaded since the last visit are marked as new', async ({ page, family: _ }) => {
    const photos = photosOf(6);
    await givePhotos(page, photos, { seenUntil: photos[2]?.uploadedAt ?? null });
    await openPhotos(page);
    await expect(page.getByText('New', { exact: true })).toHaveCount(2);
    await expect(printsOf(page).nth(1)).toContainText('New');
    await expect(printsOf(page).nth(2)).not.toContainText('New');
  });

  test('the grid shows uploads of the family and marks those after the last visit as new', async ({
    page,
    family,
  }) => {
    await uploadPhoto(family, 1);
    await openPhotos(page);
    await expect(printsOf(page)).toHaveCount(1);
    await expect(page.getByText('New', { exact: true })).toBeHidden();
    await uploadPhoto(family, 3);
    await openPhotos(page);
    await expect(printsOf(page)).toHaveCount(2);
    await expect(printsOf(page).first()).toContainText('New');
    await expect(printsOf(page).nth(1)).not.toContainText('New');
    await printsOf(page).first().getByRole('button').click();
    await expectShown(page, 'Photo 1 of 2');
    await expect(shownOf(page)).toHaveJSProperty('naturalHeight', 800);
    await page.getByRole('button', { name: 'Next photo' }).click();
    await expectShown(page, 'Photo 2 of 2');
    await expect(shownOf(page)).toHaveJSProperty('naturalWidth', 800);
  });

  test('only a few of 10,000 photos are in the document, and all can be reached', async ({
    page,
    family: _,
  }) => {
    await page.setViewportSize(TABLET);
    await givePhotos(page, photosOf(10_000));
    await openPhotos(page);
    const few = async () => expect(await printsOf(page).count()).toBeLessThanOrEqual(72);
    await expect(printsOf(page).first()).toHaveAttribute('aria-setsize', '10000');
    await few();
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(400);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
    await expect(page.locator('[aria-posinset="10000"]')).toBeInViewport();
    await few();
    await page.locator('[aria-posinset="10000"] button').click();
    await expectShown(page, 'Your roses, in full bloom');
    await page.keyboard.press('Escape');
    await expect(page.locator('[aria-posinset="10000"] button')).toBeFocused();
  });

  test('the grid keeps the focus while it scrolls, and Tab reaches all photos', async ({
    page,
    family: _,
  }) => {
    await givePhotos(page, photosOf(400));
    await openPhotos(page);
    await printsOf(page).first().getByRole('button').focus();
    const place = (position: number) => page.locator(`[aria-posinset="${position}"] button`);
    for (let position = 2; position <= 61; position += 1) {
      await page.keyboard.press('Tab');
      await expect(place(position)).toBeFocused();
    }
    const sixtyFirst = place(61);
    await expect(sixtyFirst).toBeInViewport();
    await page.evaluate(() => window.scrollTo(0, 20_000));
    await expect(page.locator('[aria-posinset="61"]')).not.toBeInViewport();
    await expect(sixtyFirst).toBeFocused();
  });
});

const LOOKS: readonly { name: string; count: number; open(page: Page): Promise<void> }[] = [
  { name: 'the grid', count: 30, open: openPhotos },
  { name: 'the empty screen', count: 0, open: openPhotos },
  {
    name: 'the slideshow',
    count: 5,
    async open(page) {
      await openPhotos(page);
      await page.getByRole('button', { name: 'Start Slideshow' }).click();
      await expect(shownOf(page)).toBeVisible();
    },
  },
];

for (const { name, count, open } of LOOKS) {
  test(`${name} is accessible and large enough at every size`, async ({ page, family: _ }) => {
    const photos = photosOf(count);
    await givePhotos(page, photos, { seenUntil: photos[2]?.uploadedAt ?? null });
    for (const size of ALL_SIZES) {
      await page.setViewportSize(size);
      await open(page);
      await expectLargeEnough(page, 'elder');
      if (SIZES.includes(size)) await expectAccessible(page, 'elder');
    }
  });
}
