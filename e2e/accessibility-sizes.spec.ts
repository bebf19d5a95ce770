import type { Page } from '@playwright/test';
import { addArticle, addPlaylist, giveVideos, SITE, SPOTIFY } from './support/activities.ts';
import {
  expectAccessible,
  expectLargeEnough,
  expectNoOverlap,
  SIZES,
  shareOf,
} from './support/looks.ts';
import { addElder } from './support/people.ts';
import { givePhotos, photosOf } from './support/photos.ts';
import { popupOf } from './support/reminder.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';

const NAME = 'Carbidopa-Levodopa extended release';
const DOSAGE = '25-100 mg, one and a half tablets';

/** 7:56 AM in New York: the reminder for 8:00 AM is open until it is closed. */
const MORNING = '2026-03-10T11:56:00Z';

const SCREENS = [
  ['/', 'Photos'],
  ['/my-day', 'My Day'],
  ['/photos', 'Evening at the lake house'],
  ['/activity/watch', 'Birds of the Garden'],
  ['/activity/listen', 'Morning piano'],
  ['/activity/read', 'Gardening in late summer'],
  ['/activity/call', 'Return to Main Screen'],
] as const;

const ALL = [...SIZES, { width: 320, height: 640 }];

/**
 * Expects that texts with a medication's name are shown completely, without an ellipsis or a cut.
 */
async function expectNamesWhole(page: Page): Promise<void> {
  const cut = await page
    .getByText(/Carbidopa|25-100/)
    .locator('visible=true')
    .evaluateAll((elements) =>
      elements
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
    );
  expect(cut, `at ${JSON.stringify(page.viewportSize())}`).toEqual([]);
}

async function prepare(page: Page, family: Family): Promise<void> {
  await giveVideos(page);
  await givePhotos(page, photosOf(9));
  await addPlaylist(family, 'Morning piano', SPOTIFY);
  await addArticle(family, 'Gardening in late summer', SITE);
  for (const times of [['08:00'], ['18:00']]) {
    await addMedication(family, {
      name: NAME,
      times,
      dosage: DOSAGE,
      instructions: 'Take with food, not with milk. Sit up for half an hour afterwards.',
    });
  }
}

for (const [variant, [contrast, hand]] of [
  ['normal', 'right'] as const,
  ['more', 'left'] as const,
].entries()) {
  const windows = shareOf(ALL, { variant, of: 2 });

  test(`every elder screen fits at every size with the largest text, contrast ${contrast}, ${hand} hand`, async ({
    page,
    family,
    clockAt,
  }) => {
    test.slow();
    const id = await addElder(family);
    const data = { textSize: 160, contrast, hand };
    const answer = await family.request.patch(`/api/accessibility/${id}`, { data });
    expect(answer.status(), await answer.text()).toBe(200);
    await prepare(page, family);
    await clockAt(MORNING);
    const look = async (size: { width: number; height: number }) => {
      await expect(page.locator(`html[data-hand="${hand}"]`)).toBeVisible();
      await expectLargeEnough(page, 'elder');
      await expectNoOverlap(page);
      await expectNamesWhole(page);
      if (SIZES.includes(size)) await expectAccessible(page, 'elder');
    };
    await page.goto('/');
    for (const size of windows) {
      await page.setViewportSize(size);
      await expect(popupOf(page)).toBeVisible();
      await look(size);
    }
    await popupOf(page).getByRole('button', { name: 'Close' }).press('Enter');
    for (const [path, words] of SCREENS) {
      await page.goto(path);
      for (const size of windows) {
        await page.setViewportSize(size);
        await expect(page.getByText(words).locator('visible=true').first()).toBeVisible();
        await look(size);
      }
    }
  });
}
