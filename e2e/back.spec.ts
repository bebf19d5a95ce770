import type { Page } from '@playwright/test';
import {
  addArticle,
  becomeElder,
  closeOf,
  giveText,
  openEntry,
  SITE,
} from './support/activities.ts';
import { untilKeptUp } from './support/cached-data.ts';
import { givePhotos, photosOf, printsOf, viewerOf } from './support/photos.ts';
import { DUE, logsOf, popupOf } from './support/reminder.ts';
import { addMedication, expect, test } from './support/test.ts';
import { untilHearing } from './support/touch.ts';

const home = (page: Page) => page.getByRole('link', { name: 'Photos', exact: true });

/** Opens an elder's home screen and waits until its background tasks have started. */
async function openTablet(page: Page): Promise<void> {
  await page.goto('/');
  await expect(home(page)).toBeVisible();
  await untilKeptUp(page);
  await untilHearing(page);
}

/** Presses the Back key of the device, which goes back in the history. */
async function pressBack(page: Page): Promise<void> {
  const came = page.evaluate(() =>
    new Promise((resolve) => addEventListener('popstate', resolve, { once: true })).then(() => {}),
  );
  await page.evaluate(() => history.back());
  await came;
}

test('Back closes an open photo, then leads home, and does nothing on the home screen', async ({
  page,
  family,
}) => {
  await becomeElder(family);
  await givePhotos(page, photosOf(3));
  await openTablet(page);
  await home(page).click();
  await printsOf(page).nth(1).getByRole('button').click();
  await expect(viewerOf(page)).toBeVisible();
  await pressBack(page);
  await expect(viewerOf(page)).toBeHidden();
  await expect(page).toHaveURL('/photos');
  await expect(printsOf(page).nth(1).getByRole('button')).toBeFocused();
  await pressBack(page);
  await expect(page).toHaveURL('/');
  await expect(home(page)).toBeVisible();
  for (let times = 0; times < 3; times += 1) {
    await pressBack(page);
    await expect.poll(() => page.evaluate(() => history.state?.isGuard)).toBeUndefined();
    await expect(home(page)).toBeVisible();
    await expect(page).toHaveURL('/');
  }
});

test('Return to Main Screen and Close leave no entries in the history', async ({
  page,
  family,
}) => {
  await becomeElder(family);
  await givePhotos(page, photosOf(3));
  await openTablet(page);
  const entries = () => page.evaluate(() => history.length);
  await home(page).click();
  await printsOf(page).first().getByRole('button').click();
  await closeOf(page).click();
  await expect(viewerOf(page)).toBeHidden();
  const before = await entries();
  for (let times = 0; times < 3; times += 1) {
    await untilHearing(page);
    await page.getByRole('link', { name: 'Return to Main Screen' }).click();
    await expect(page).toHaveURL('/');
    await untilHearing(page);
    await home(page).click();
    await expect(page).toHaveURL('/photos');
    await printsOf(page).first().getByRole('button').click();
    await expect(viewerOf(page)).toBeVisible();
    await untilHearing(page);
    await closeOf(page).click();
    await expect(viewerOf(page)).toBeHidden();
  }
  expect(await entries()).toBe(before);
});

test('Back leads from an article to its list, and from the list to the home screen', async ({
  page,
  family,
}) => {
  await addArticle(family, 'Gardening in late summer', SITE);
  await becomeElder(family);
  await giveText(page);
  await openEntry(page, 'read', 'Gardening in late summer');
  await untilKeptUp(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gardening in late summer');
  await pressBack(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Read' })).toBeVisible();
  await pressBack(page);
  await expect(home(page)).toBeVisible();
});

test('Back on a question chooses its first answer', async ({ page, family, clockAt }) => {
  await addMedication(family, { name: 'Metformin', times: ['20:00'] });
  await clockAt(DUE);
  await page.goto('/my-day');
  await untilHearing(page);
  await page.getByRole('button', { name: 'Taken: Metformin' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: /Taken already/ });
  await expect(question).toBeVisible();
  await pressBack(page);
  await expect(question).toBeHidden();
  await expect(page).toHaveURL('/my-day');
  expect(await logsOf(family)).toEqual([]);
});

test('Back neither answers nor closes a reminder', async ({ page, family, clockAt }) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  await becomeElder(family);
  await clockAt(DUE);
  await page.goto('/');
  await expect(popupOf(page)).toBeVisible();
  await untilKeptUp(page);
  await pressBack(page);
  await expect.poll(() => page.evaluate(() => history.state?.isGuard)).toBeUndefined();
  await expect(popupOf(page).getByRole('button', { name: 'Taken' })).toBeVisible();
});
