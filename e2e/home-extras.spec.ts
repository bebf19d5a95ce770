import type { Page } from '@playwright/test';
import { expectAccessible, expectLargeEnough, PORTRAIT, SIZES, TABLET } from './support/looks.ts';
import { givePhotos, openPhotos, openViewer, photosOf } from './support/photos.ts';
import { expect, test } from './support/test.ts';
import { expectNoFlaws } from './support/walk.ts';

/** 10:42 AM in New York. */
const MORNING = '2026-03-10T14:42:00Z';

const withoutWeather = (page: Page) =>
  page.route('**/api/weather?*', (route) =>
    route.fulfill({ status: 502, json: { error: 'The weather is not known just now.' } }),
  );

test("the elder's screens block pull-to-reload and swipe navigation, the panel does not", async ({
  page,
  family: _,
}) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'HOME SCREEN' })).toBeVisible();
  await expect(page.locator(':root')).toHaveCSS('overscroll-behavior', 'none');
  await page.goto('/admin');
  await expect(page.getByRole('link', { name: 'Medications' }).first()).toBeVisible();
  await expect(page.locator(':root')).toHaveCSS('overscroll-behavior', 'auto');
});

test.describe('the weather in the header', () => {
  test('the header shows the weather in the unit of the household', async ({
    page,
    family,
    clockAt,
  }) => {
    await clockAt(MORNING);
    await page.goto('/');
    await expect(page.getByText('41°F')).toBeVisible();
    await expect(page.getByText('Partly Cloudy')).toBeVisible();
    await expect(page.getByText('Weather may be out of date')).toBeHidden();
    await family.request.patch('/api/settings', { data: { temperatureUnit: 'celsius' } });
    await expect(page.getByText('5°C')).toBeVisible();
  });

  test('a fallback with a warning is shown at every size when the weather is unknown', async ({
    page,
    family: _,
    clockAt,
  }) => {
    await clockAt(MORNING);
    await withoutWeather(page);
    await page.goto('/');
    await expect(page.getByText('72°F')).toBeVisible();
    await expect(page.getByText('Weather may be out of date')).toBeVisible();
    await expectNoFlaws(page, 'home with old weather');
  });
});

test.describe("tips on the elder's screens", () => {
  test.use({ withTips: true });

  test('the tip does not cover the warning of outdated weather', async ({
    page,
    family: _,
    clockAt,
  }) => {
    await clockAt(MORNING);
    await withoutWeather(page);
    // On a phone and in a low window the tip replaces the weather.
    for (const size of [TABLET, PORTRAIT, { width: 1024, height: 768 }]) {
      await page.setViewportSize(size);
      await page.goto('/');
      const tip = page.getByRole('status').filter({ hasText: 'Tip' });
      await expect(tip).toBeVisible();
      const above = await tip.locator(':scope > *').boundingBox();
      // The name is checked only in wide windows, because a phone has space only for the logo.
      const name =
        size.width >= 1024 &&
        (await page.getByRole('heading', { name: 'Grand App' }).boundingBox());
      if (name) expect(name.width, 'the name beside it').toBeGreaterThan(90);
      for (const words of ['72°F', 'Weather may be out of date']) {
        const box = await page.getByText(words).boundingBox();
        expect(box?.y, words).toBeGreaterThanOrEqual(0);
        expect((box?.y ?? 0) + (box?.height ?? 0), words).toBeLessThanOrEqual(above?.y ?? 0);
      }
    }
  });

  test('the tip of the home screen is shown once and hides after 8 seconds', async ({
    page,
    family: _,
    clockAt,
  }) => {
    const clock = await clockAt(MORNING);
    await page.goto('/');
    const tip = page.getByRole('status').filter({ hasText: 'Tip' });
    await expect(tip).toBeVisible();
    await clock.freezeAt('2026-03-10T14:45:00Z');
    await expect(tip).toBeHidden();
    await clock.thaw();
    await page.getByRole('link', { name: 'My Day', exact: true }).click();
    await page.getByRole('link', { name: 'Return to Main Screen' }).click();
    await expect(page.getByRole('link', { name: 'HOME SCREEN' })).toBeVisible();
    await expect(tip).toBeHidden();
    await page.reload();
    await expect(tip).toBeVisible();
  });

  test('a tip stays while it is touched, and is closed by its button or HOME SCREEN', async ({
    page,
    family: _,
    clockAt,
  }) => {
    const clock = await clockAt(MORNING);
    await page.goto('/');
    const tip = page.getByRole('status').filter({ hasText: 'Tip' });
    await tip.getByText('Tip').hover();
    await clock.freezeAt('2026-03-10T14:45:00Z');
    await expect(tip).toBeVisible();
    await clock.thaw();
    await tip.getByRole('button', { name: 'Close' }).click();
    await expect(tip).toBeHidden();
    await page.reload();
    await expect(tip).toBeVisible();
    await page.getByRole('link', { name: 'HOME SCREEN' }).click();
    await expect(tip).toBeHidden();
    await expect(page.getByText('No events scheduled for today')).toBeVisible();
  });

  test('the tips of the home screen and of the photos are accessible and large enough at every size', async ({
    page,
    family: _,
    clockAt,
  }) => {
    await clockAt(MORNING);
    await givePhotos(page, photosOf(8));
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Close' })).toBeVisible();
    await expectNoFlaws(page, 'home with a tip');
    // The tip of the photos lies over them, so overlaps are not checked.
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await openPhotos(page);
      await page.getByRole('button', { name: 'Help' }).click();
      await expect(page.getByRole('button', { name: 'Close' })).toBeVisible();
      await expectLargeEnough(page, 'elder');
      await expectAccessible(page, 'elder');
    }
  });

  test('the tip of the photos opens with Help, stays open, and returns the focus', async ({
    page,
    family: _,
  }) => {
    await givePhotos(page, photosOf(3));
    await openPhotos(page);
    await page.getByRole('button', { name: 'Help' }).press('Enter');
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: 'Help' })).toBeFocused();
    await expect(page.getByText('Tip', { exact: true })).toBeHidden();
    await openViewer(page, 0);
    await expect(page.getByRole('button', { name: 'Help' })).toBeHidden();
  });
});
