import { cards, photosIn, uploadedBeside } from './support/albums.ts';
import { ALL_SIZES, expectAccessible, expectLargeEnough } from './support/looks.ts';
import { shot } from './support/shots.ts';
import { expect, test } from './support/test.ts';

test('a photo is found by its caption and by its date, and opens in its album', async ({
  page,
  family,
}) => {
  await uploadedBeside(family, ['Rosé at the lake', 'Biscuit', 'The lake house']);
  const answer = await family.request.post('/api/photo-albums', { data: { name: 'Empty' } });
  expect(answer.status()).toBe(201);
  await page.goto('/photo-albums');
  await expect(cards(page, 'New')).toHaveCount(3);
  const field = page.getByRole('searchbox', { name: 'Find a photo' });
  const found = page.getByRole('region', { name: 'Found photos' });
  await field.fill('LAKE');
  await expect(found.getByText('2 photos found')).toBeVisible();
  await expect(found.getByRole('listitem')).toHaveCount(2);
  await expect(photosIn(page, 'New')).toHaveCount(0);
  for (const size of ALL_SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
    await shot(page, `found-${size.width}.png`);
  }
  await expectAccessible(page, 'family');
  await page.setViewportSize({ width: 1280, height: 800 });

  await field.fill('rose');
  await expect(found.getByText('1 photo found')).toBeVisible();
  // Searches by year and month of the upload, which are those of the test's clock.
  const month = new Date(await page.evaluate(() => Date.now())).toISOString().slice(0, 4);
  await field.fill(`lake ${month}`);
  await expect(found.getByText('2 photos found')).toBeVisible();
  await field.fill('grandpa');
  await expect(found.getByText('No photo has “grandpa” in its caption or its date.')).toBeVisible();
  await expectAccessible(page, 'family');
  await field.press('Escape');
  await expect(field).toHaveValue('');
  await expect(cards(page, 'New')).toHaveCount(3);

  // Opens another album first: the search result must open the album of the photo.
  await page.getByRole('button', { name: 'Manage Photos: Empty' }).click();
  await expect(photosIn(page, 'Empty')).toBeVisible();
  await field.fill('biscuit');
  await expect(found.getByText('1 photo found')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Add album' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const card = cards(page, 'New').filter({ hasText: 'Biscuit' });
  await expect(card.locator('[data-arrived]')).toBeFocused();
  await expect(field).toHaveValue('');
});
