import type { Page } from '@playwright/test';
import { ALL_SIZES, expectAccessible, expectLargeEnough } from './support/looks.ts';
import { shot } from './support/shots.ts';
import { expect, test } from './support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function deleteVideo(page: Page, title: string): Promise<void> {
  await button(page, `Delete ${title}`).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Video deleted successfully')).toBeVisible();
  await expect(page.getByText(`“${title}” is in the bin.`)).toBeVisible();
}

test('a deleted video is restored by Undo or from the bin, until the bin is emptied', {
  tag: '@main',
}, async ({ page, family }) => {
  for (const title of ['Garden', 'Lake']) {
    const data = { title, url: `https://example.org/${title}.mp4` };
    expect((await family.request.post('/api/videos', { data })).status()).toBe(201);
  }
  await page.goto('/admin');
  const rows = page.getByRole('tabpanel').getByRole('listitem');
  await deleteVideo(page, 'Garden');
  await expect(rows).toHaveCount(1);
  await button(page, 'Undo').click();
  await expect(page.getByText('“Garden” is back.')).toBeVisible();
  await expect(rows.locator('p:first-of-type')).toHaveText(['Garden', 'Lake']);

  await deleteVideo(page, 'Garden');
  await deleteVideo(page, 'Lake');
  await page.goto('/settings');
  const bin = page.getByRole('list', { name: 'Deleted things, newest first' });
  await expect(bin.getByRole('listitem')).toHaveCount(2);
  await expect(bin).toContainText('Video · 30 days left');
  for (const viewport of ALL_SIZES) {
    await page.setViewportSize(viewport);
    await bin.scrollIntoViewIfNeeded();
    await expectLargeEnough(page, 'family');
    await shot(page, `bin-${viewport.width}.png`);
  }
  await expectAccessible(page, 'family');

  await button(page, 'Restore Garden').press('Enter');
  await expect(page.getByText('“Garden” is back.')).toBeVisible();
  await expect(bin.getByRole('listitem')).toHaveCount(1);
  await button(page, 'Delete Lake forever').click();
  await expect(page.getByRole('alertdialog')).toContainText('“Lake” for good');
  await button(page, 'Cancel').click();
  await button(page, 'Empty the bin').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty the bin' }).click();
  await expect(page.getByText('The bin is empty.').first()).toBeVisible();
  const left = await (await family.request.get('/api/videos')).json();
  expect(left).toMatchObject([{ title: 'Garden' }]);
});
