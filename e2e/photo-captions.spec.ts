import { cards, choose, photo, uploadedBeside } from './support/albums.ts';
import { ALL_SIZES, expectAccessible, expectLargeEnough } from './support/looks.ts';
import { createDeferred } from './support/photos.ts';
import { shot } from './support/shots.ts';
import { expect, test } from './support/test.ts';

test('captions are written during the upload and survive a reload, also half-typed ones', async ({
  page,
  family,
}) => {
  await uploadedBeside(family, ['Beach']);
  await page.goto('/photo-albums');
  await expect(cards(page, 'New')).toHaveCount(1);
  const { promise, resolve: letGo } = createDeferred();
  await page.route('**/api/photo-albums/*/photos', async (route) => {
    await promise;
    await route.continue().catch(() => undefined);
  });
  const names = ['lake.jpg', 'boat.jpg', 'dog.jpg', 'oak.jpg'];
  await choose(page, await Promise.all(names.map((name, at) => photo(name, 600 + at, 400))));
  await page.getByRole('button', { name: 'Add captions' }).click();
  const caption = (name: string) => page.getByRole('textbox', { name: `Caption of ${name}` });
  await expect(caption('lake.jpg')).toBeFocused();
  await page.keyboard.type('At the lake');
  await page.keyboard.press('Enter');
  await expect(caption('boat.jpg')).toBeFocused();
  await caption('oak.jpg').fill('The old oak');
  for (const size of ALL_SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
    await shot(page, `captions-${size.width}.png`);
  }
  await expectAccessible(page, 'family');
  await page.setViewportSize({ width: 1280, height: 800 });

  // The caption fields are shown on every tab. Text is stored even if its field still has the
  // focus.
  await page.getByRole('link', { name: 'Calendar & Events' }).click();
  const card = page.getByRole('region', { name: 'Photos on their way' });
  await expect(card.getByRole('textbox', { name: 'Caption of oak.jpg' })).toHaveValue(
    'The old oak',
  );
  await card.getByRole('textbox', { name: 'Caption of dog.jpg' }).fill('Bisc');
  await expectAccessible(page, 'family');
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await card.getByRole('button', { name: 'Add captions' }).click();
  await expect(caption('lake.jpg')).toHaveValue('At the lake');
  await expect(caption('dog.jpg')).toHaveValue('Bisc');
  await caption('dog.jpg').fill('Biscuit');
  letGo();
  await expect(page.getByText('4 photos uploaded')).toBeVisible();
  await expect(card.getByText('Uploaded with its caption')).toHaveCount(2);
  // Captions can be written after the upload as well.
  await caption('boat.jpg').fill('Our boat');
  await caption('boat.jpg').press('Enter');
  await expect(card.getByText('Uploaded with its caption')).toHaveCount(4);
  await card.getByRole('button', { name: 'Done with captions' }).click();
  await expect(card).toHaveCount(0);

  await page.goto('/photo-albums');
  for (const words of ['At the lake', 'Our boat', 'Biscuit', 'The old oak']) {
    await expect(cards(page, 'New').getByText(words, { exact: true })).toBeVisible();
  }
});
