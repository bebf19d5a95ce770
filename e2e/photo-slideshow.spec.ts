import type { Page } from '@playwright/test';
import {
  expectShown,
  givePhotos,
  openPhotos,
  openViewer,
  photosOf,
  viewerOf,
} from './support/photos.ts';
import { popupOf } from './support/reminder.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';
import { lastWordsOf, listenForWords, wordsOf } from './support/voice.ts';

/** 10:42 AM in New York. */
const MORNING = '2026-03-10T14:42:00Z';

const buttonOf = (page: Page, name: string) => viewerOf(page).getByRole('button', { name });
const counterOf = (page: Page) => viewerOf(page).getByText(/^\d+ \/ \d+$/);

const change = ({ request }: Family, data: Record<string, unknown>) =>
  request.patch('/api/settings', { data });

test.describe('the slideshow of photos', () => {
  test('the slideshow starts with the first photo, advances by the set duration and wraps at the end', async ({
    page,
    family,
    clockAt,
  }) => {
    await change(family, { slideshowDisplayDuration: 4 });
    await givePhotos(page, photosOf(3));
    const clock = await clockAt(MORNING);
    await openPhotos(page);
    await clock.freezeAt('2026-03-10T14:43:00Z');
    await page.getByRole('button', { name: 'Start Slideshow' }).click();
    await expect(counterOf(page)).toBeVisible();
    await clock.advance(3);
    await expect(counterOf(page)).toHaveText('1 / 3');
    for (const counter of ['2 / 3', '3 / 3', '1 / 3']) {
      await clock.advance(counter === '2 / 3' ? 1 : 4);
      await expect(counterOf(page)).toHaveText(counter);
    }
    await buttonOf(page, 'Next photo').click();
    await buttonOf(page, 'Next photo').click();
    await expect(counterOf(page)).toHaveText('3 / 3');
    await buttonOf(page, 'Next photo').click();
    await expect(counterOf(page)).toHaveText('1 / 3');
  });

  test('Pause and Resume work, and a slideshow from the viewer starts with the open photo', async ({
    page,
    family: _,
    clockAt,
  }) => {
    await givePhotos(page, photosOf(4));
    const clock = await clockAt(MORNING);
    await openViewer(page, 1);
    await clock.freezeAt('2026-03-10T14:43:00Z');
    await buttonOf(page, 'Start Slideshow').click();
    await expect(counterOf(page)).toHaveText('2 / 4');
    await clock.advance(9);
    await buttonOf(page, 'Pause').click();
    await clock.advance(25);
    await expect(counterOf(page)).toHaveText('2 / 4');
    await buttonOf(page, 'Resume').click();
    await expect(buttonOf(page, 'Pause')).toBeFocused();
    await clock.advance(10);
    await expect(counterOf(page)).toHaveText('3 / 4');
  });

  test('a slideshow starts on opening if that is set, but not again after it was closed', async ({
    page,
    family,
    clockAt,
  }) => {
    await change(family, { defaultToSlideshow: true });
    await givePhotos(page, photosOf(3));
    const clock = await clockAt(MORNING);
    await page.goto('/photos');
    await expect(counterOf(page)).toHaveText('1 / 3');
    await buttonOf(page, 'Close').click();
    await expect(viewerOf(page)).toBeHidden();
    await clock.freezeAt('2026-03-10T14:44:00Z');
    await clock.advance(65);
    await expect(viewerOf(page)).toBeHidden();
    await page.getByRole('button', { name: 'Start Slideshow' }).click();
    await expect(counterOf(page)).toHaveText('1 / 3');
  });

  test('the slideshow waits while the page is hidden', async ({ page, family: _, clockAt }) => {
    await givePhotos(page, photosOf(3));
    const clock = await clockAt(MORNING);
    await openPhotos(page);
    await clock.freezeAt('2026-03-10T14:43:00Z');
    await page.getByRole('button', { name: 'Start Slideshow' }).click();
    await expect(counterOf(page)).toBeVisible();
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await clock.advance(30);
    await expect(counterOf(page)).toHaveText('1 / 3');
    await page.evaluate(() => {
      Reflect.deleteProperty(document, 'visibilityState');
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await clock.advance(10);
    await expect(counterOf(page)).toHaveText('2 / 3');
  });

  test('the slideshow cuts instead of fading when the browser asks for reduced motion', async ({
    page,
    family: _,
  }) => {
    await givePhotos(page, photosOf(3));
    for (const [reducedMotion, duration] of [
      ['no-preference', '0.2s'],
      ['reduce', '0s'],
    ] as const) {
      await page.emulateMedia({ reducedMotion });
      await openViewer(page, 0);
      await expect(viewerOf(page).locator('figure').first()).toHaveCSS(
        'transition-duration',
        duration,
      );
    }
  });

  test('a reminder opens over the slideshow and pauses it', async ({ page, family, clockAt }) => {
    await addMedication(family, { name: 'Metformin', times: ['12:00'] });
    await givePhotos(page, photosOf(5));
    const clock = await clockAt('2026-03-10T15:54:00Z');
    await openPhotos(page);
    await page.getByRole('button', { name: 'Start Slideshow' }).click();
    await clock.freezeAt('2026-03-10T15:54:52Z');
    await buttonOf(page, 'Pause').click();
    await buttonOf(page, 'Resume').click();
    const before = await counterOf(page).textContent();
    await clock.advance(8);
    await expect(popupOf(page)).toBeFocused();
    await clock.advance(60);
    await popupOf(page).getByRole('button', { name: 'Close' }).click();
    await expect(popupOf(page)).toBeHidden();
    await expect(counterOf(page)).toHaveText(before ?? '');
    await expect(buttonOf(page, 'Pause'), 'has the focus again').toBeFocused();
    await clock.advance(9);
    await expect(counterOf(page)).toHaveText(before ?? '');
    await clock.advance(1);
    await expect(counterOf(page)).not.toHaveText(before ?? '');
  });

  test('Escape closes only the reminder, not the viewer', async ({ page, family, clockAt }) => {
    await addMedication(family, { name: 'Metformin', times: ['12:00'] });
    await givePhotos(page, photosOf(2));
    const clock = await clockAt('2026-03-10T15:54:00Z');
    await openViewer(page, 0);
    await clock.freezeAt('2026-03-10T15:54:58Z');
    await clock.advance(4);
    await expect(popupOf(page)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(popupOf(page)).toBeHidden();
    await expectShown(page, 'Evening at the lake house');
  });
});

test.describe('voice guidance for photos', () => {
  // Turns spoken labels off; captions have a separate setting.
  test.beforeEach(async ({ page, family }) => {
    await change(family, { voiceGuidanceEnabled: false });
    await listenForWords(page);
  });

  test('captions are spoken, but not after Close and not during a reminder', async ({
    page,
    family,
    clockAt,
  }) => {
    await addMedication(family, { name: 'Metformin', times: ['12:00'] });
    await givePhotos(page, photosOf(3));
    const clock = await clockAt('2026-03-10T15:54:00Z');
    await openViewer(page, 0);
    await page.keyboard.press('ArrowRight');
    const captions = ['Evening at the lake house', 'Noah and Lily at Cape Cod'];
    await expect.poll(() => wordsOf(page)).toEqual(captions);
    await clock.freezeAt('2026-03-10T15:54:58Z');
    await clock.advance(4);
    await expect(popupOf(page)).toBeVisible();
    expect(await lastWordsOf(page)).toBe('');
    await popupOf(page).getByRole('button', { name: 'Close' }).click();
    await expect(popupOf(page)).toBeHidden();
    await buttonOf(page, 'Close').click();
    await expect(viewerOf(page)).toBeHidden();
    expect(await lastWordsOf(page)).toBe('');
  });

  test('captions are not spoken when their voice guidance is off', async ({ page, family }) => {
    await change(family, { photoVoiceGuidanceEnabled: false });
    await givePhotos(page, photosOf(3));
    await openViewer(page, 0);
    await page.keyboard.press('ArrowRight');
    await expectShown(page, 'Noah and Lily at Cape Cod');
    expect(await wordsOf(page)).toEqual([]);
  });
});
