import type { Page } from '@playwright/test';
import { TABLET } from './support/looks.ts';
import {
  createDeferred,
  expectShown,
  givePhotos,
  openPhotos,
  openViewer,
  photosOf,
  printsOf,
  viewerOf,
} from './support/photos.ts';
import { expect, test } from './support/test.ts';
import { boxOf, untilHearing } from './support/touch.ts';

const buttonOf = (page: Page, name: string) => viewerOf(page).getByRole('button', { name });
const counterOf = (page: Page) => viewerOf(page).getByText(/^\d+ \/ \d+$/);

test.describe('the photo viewer', () => {
  test('the viewer opens with the pressed photo, and its arrows lead from the first photo to the last', async ({
    page,
    family: _,
  }) => {
    await givePhotos(page, photosOf(3));
    await openViewer(page, 0);
    await expectShown(page, 'Evening at the lake house');
    await expect(viewerOf(page).getByText('Evening at the lake house').first()).toBeVisible();
    await expect(counterOf(page)).toBeHidden();
    await expect(buttonOf(page, 'Previous photo')).toBeHidden();
    const place = await buttonOf(page, 'Next photo').boundingBox();
    await buttonOf(page, 'Next photo').click();
    await expectShown(page, 'Noah and Lily at Cape Cod');
    expect(await buttonOf(page, 'Next photo').boundingBox(), 'stays in its place').toEqual(place);
    await expect(buttonOf(page, 'Previous photo')).toBeVisible();
    await untilHearing(page);
    await buttonOf(page, 'Next photo').press('Enter');
    await expectShown(page, 'Biscuit wants his walk');
    await expect(buttonOf(page, 'Next photo')).toBeHidden();
    await expect(buttonOf(page, 'Previous photo'), 'takes the focus').toBeFocused();
    await expect(
      viewerOf(page)
        .getByRole('status')
        .filter({ hasText: 'Photo 3 of 3: Biscuit wants his walk' }),
    ).toBeAttached();
    await buttonOf(page, 'Previous photo').click();
    await expectShown(page, 'Noah and Lily at Cape Cod');
  });

  test('the arrow keys change the photo, Escape closes, and the focus returns to the thumbnail', async ({
    page,
    family: _,
  }) => {
    await givePhotos(page, photosOf(8));
    await openViewer(page, 6);
    await expectShown(page, 'Photo 7 of 8');
    await page.keyboard.press('ArrowLeft');
    await expectShown(page, 'Mount Greylock in October');
    await page.keyboard.press('ArrowRight');
    await expectShown(page, 'Photo 7 of 8');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expectShown(page, 'Evening at the lake house');
    await page.keyboard.press('Escape');
    await expect(viewerOf(page)).toBeHidden();
    await expect(printsOf(page).nth(6).getByRole('button')).toBeFocused();
  });

  test('the page behind the viewer cannot be reached by keyboard', async ({ page, family: _ }) => {
    await givePhotos(page, photosOf(3));
    await openViewer(page, 1);
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab');
      const isBehind = await page.evaluate(
        () => document.activeElement?.closest('main, header') !== null,
      );
      expect(isBehind).toBe(false);
    }
  });

  test('Close closes the viewer, and a single photo has no arrows and no slideshow', async ({
    page,
    family: _,
  }) => {
    await givePhotos(page, photosOf(1));
    await openViewer(page, 0);
    await expect(viewerOf(page).getByRole('button')).toHaveText(['Close']);
    await buttonOf(page, 'Close').click();
    await expect(viewerOf(page)).toBeHidden();
  });

  test('a press on the dark background closes, but not on the photo, after a drag or near a control', async ({
    page,
    family: _,
  }) => {
    await page.setViewportSize(TABLET);
    await givePhotos(page, photosOf(3));
    await openViewer(page, 1);
    await page.mouse.click(640, 300);
    const close = await boxOf(buttonOf(page, 'Close'));
    await page.mouse.click(close.x + 40, close.y + close.height + 23);
    await page.mouse.move(150, 600);
    await page.mouse.down();
    await page.mouse.move(150, 612, { steps: 3 });
    await page.mouse.up();
    await expect(viewerOf(page)).toBeVisible();
    await page.mouse.click(150, 600);
    await expect(viewerOf(page)).toBeHidden();
  });

  test('the previous photo stays until the next one has loaded', async ({ page, family: _ }) => {
    const third = createDeferred();
    await givePhotos(page, photosOf(4), {
      wait: (path) => (path.includes('test-2-1600') ? third.promise : Promise.resolve()),
    });
    await openViewer(page, 0);
    const read = page.waitForRequest(/test-2-1600/);
    await page.keyboard.press('ArrowRight');
    await expectShown(page, 'Noah and Lily at Cape Cod');
    await read;
    await page.keyboard.press('ArrowRight');
    await expect(viewerOf(page).getByText('Loading...')).toBeAttached();
    await expectShown(page, 'Noah and Lily at Cape Cod');
    third.resolve();
    await expectShown(page, 'Biscuit wants his walk');
    await expect(viewerOf(page).getByText('Loading...')).toBeHidden();
  });

  test('a photo that cannot be loaded shows a message and keeps its caption', async ({
    page,
    family: _,
  }) => {
    await givePhotos(page, photosOf(3), { broken: /test-1-/ });
    await openPhotos(page);
    await printsOf(page).nth(1).getByRole('button').click();
    const shown = viewerOf(page).locator('[data-shown="true"]');
    await expect(shown.getByText('This photo cannot be shown right now.')).toBeVisible();
    await expect(shown.getByText('Noah and Lily at Cape Cod')).toBeVisible();
  });
});
