import { cards, choose, photo, photosIn, uploadedBeside } from './support/albums.ts';
import { ALL_SIZES, expectAccessible, expectLargeEnough } from './support/looks.ts';
import { shot } from './support/shots.ts';
import { expect, test } from './support/test.ts';

const NO_PHOTO = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('only words') };

test('an album is created and filled; a file that is no photo is named, the others are uploaded', async ({
  page,
  family,
}) => {
  expect(family.email).toContain('@');
  await page.goto('/photo-albums');
  await expect(page.getByRole('heading', { name: 'Photo Albums' })).toBeVisible();
  await choose(page, [await photo('a.jpg')]);
  await expect(page.getByText('Please select an album first')).toBeVisible();
  const waiting = page.getByRole('region', { name: 'Photos without an album' });
  await expect(waiting).toContainText('1 photo waits for an album');
  await expectAccessible(page, 'family');

  await page.getByRole('button', { name: 'Add album' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add album' }).click();
  await expect(dialog.getByText('Please enter a name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Family');
  await dialog.getByLabel('Description').fill('Birthdays, visits and holidays');
  await dialog.getByRole('button', { name: 'Add album' }).click();
  await expect(page.getByText('Album created successfully')).toBeVisible();
  await expect(page.getByText('No photos in this album yet')).toBeVisible();
  await expect(page.getByText('Drop photos for “Family” here')).toBeVisible();

  for (const viewport of ALL_SIZES) {
    await page.setViewportSize(viewport);
    await waiting.scrollIntoViewIfNeeded();
    await expectLargeEnough(page, 'family');
    await shot(page, `waiting-${viewport.width}.png`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Put 1 photo into “Family”' }).press('Enter');
  await expect(page.getByText('1 photo uploaded')).toBeVisible();
  await expect(waiting).toHaveCount(0);
  await expect(cards(page, 'Family')).toHaveCount(1);

  await choose(page, [NO_PHOTO, await photo('b.jpg', 1000, 800), await photo('c.jpg', 900, 800)]);
  await expect(page.getByText('2 photos uploaded')).toBeVisible();
  await expect(page.getByText('notes.jpg: Please choose a JPG, PNG, GIF or WebP')).toBeVisible();
  await expect(cards(page, 'Family')).toHaveCount(3);
  const first = cards(page, 'Family').first().getByRole('img');
  await expect
    .poll(() => first.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBeGreaterThan(0);

  await choose(page, [await photo('again.jpg')]);
  await expect(page.getByText('1 is already there.')).toBeVisible();
  await expect(page.getByText('Upload Failed')).toHaveCount(0);
  await expect(page.getByText('again.jpg: This photo is already there.')).toBeVisible();
  await expectAccessible(page, 'family');

  await page.getByRole('button', { name: 'Delete album Family' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('“Family” with its 3 photos');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Album deleted successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: /Family/ })).toHaveCount(0);
});

test('captions and order are changed in the album, with the keyboard alone', async ({
  page,
  family,
}) => {
  await uploadedBeside(family, ['Beach', 'Biscuit', 'Roses']);
  await page.goto('/photo-albums');
  // If the album named New has photos, it is open from the start.
  await expect(cards(page, 'New')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Close Album: New' })).toBeVisible();

  const down = page.getByRole('button', { name: 'Move Beach down' });
  await down.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Photo order updated')).toBeVisible();
  await expect(page.getByText('Beach is now 2 of 3.')).toBeVisible();
  await expect(down).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Beach is now 3 of 3.')).toBeVisible();
  await expect(down).toBeFocused();
  await expect(down).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await page.reload();
  await expect(cards(page, 'New')).toContainText(['Biscuit', 'Roses', 'Beach']);

  const pencil = page.getByRole('button', { name: 'Edit the caption of Roses' });
  await pencil.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Grandma’s roses');
  await page.keyboard.press('Escape');
  await expect(pencil).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Grandma’s roses');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Photo description updated')).toBeVisible();
  await expect(cards(page, 'New').nth(1)).toContainText('Grandma’s roses');

  await page.getByRole('button', { name: 'Delete Biscuit' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Photo deleted successfully')).toBeVisible();
  await expect(cards(page, 'New')).toHaveCount(2);

  await page.getByRole('button', { name: 'Close Album: New' }).click();
  await expect(photosIn(page, 'New')).toHaveCount(0);
  await page.getByRole('button', { name: 'Manage Photos: New' }).click();
  await expect(cards(page, 'New')).toHaveCount(2);
});

test('several photos are selected by Shift and keyboard, moved, undone, reordered and deleted', async ({
  page,
  family,
}) => {
  await uploadedBeside(family, ['Beach', 'Biscuit', 'Roses', 'Tom', 'Lake']);
  await family.request.post('/api/photo-albums', { data: { name: 'Places' } });
  await page.goto('/photo-albums');
  await expect(cards(page, 'New')).toHaveCount(5);
  const box = (name: string) => page.getByRole('checkbox', { name: `Choose ${name}` });
  const bar = page.getByRole('region', { name: 'Chosen photos' });

  await box('Biscuit').focus();
  await page.keyboard.press('Space');
  await expect(bar.getByRole('status')).toHaveText('1 chosen');
  await box('Tom').click({ modifiers: ['Shift'] });
  await expect(bar.getByRole('status')).toHaveText('3 chosen');
  await box('Roses').click();
  await expect(bar.getByRole('status')).toHaveText('2 chosen');
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  await bar.getByLabel('Move to album').selectOption('Places');
  await expect(page.getByText('2 photos moved to “Places”.')).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(cards(page, 'New')).toContainText(['Beach', 'Roses', 'Lake']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 photos back in “New”.')).toBeVisible();
  const asBefore = ['Beach', 'Biscuit', 'Roses', 'Tom', 'Lake'];
  await expect(cards(page, 'New')).toContainText(asBefore);

  await box('Lake').click();
  await bar.getByRole('button', { name: 'To the top' }).click();
  await expect(cards(page, 'New')).toContainText(['Lake', 'Beach', 'Biscuit', 'Roses', 'Tom']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards(page, 'New')).toContainText(asBefore);
  await page.getByLabel('Order by date').selectOption('Newest first');
  await expect(page.getByText('Newest first: “New”.')).toBeVisible();

  await bar.getByRole('button', { name: 'Choose all 5' }).click();
  await expect(bar.getByRole('status')).toHaveText('5 chosen');
  await bar.getByRole('button', { name: 'Choose none' }).click();
  await expect(bar).toHaveCount(0);
  await box('Tom').click();
  await box('Beach').click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('delete 2 photos of “New”');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('2 photos deleted')).toBeVisible();
  await expect(cards(page, 'New')).toHaveCount(3);

  await page.getByRole('button', { name: 'Edit album New' }).click();
  await page.getByLabel('Name').fill('Summer');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Album updated successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Summer' })).toBeVisible();
});

test('an order that the server refuses is reverted', async ({ page, family }) => {
  await uploadedBeside(family, ['Beach', 'Biscuit']);
  await page.goto('/photo-albums');
  await expect(cards(page, 'New')).toHaveCount(2);
  await page.route('**/api/photo-albums/*/places', (route) =>
    route.fulfill({ status: 500, body: '{}' }),
  );
  await page.getByRole('button', { name: 'Move Beach down' }).click();
  await expect(page.getByText('Failed to update photo order. Please try again.')).toBeVisible();
  await expect(cards(page, 'New')).toContainText(['Beach', 'Biscuit']);
});

test('the Photo Albums tab is accessible and large enough at every size', async ({
  page,
  family,
}) => {
  await uploadedBeside(family, ['Noah and Lily at Cape Cod', '', 'Tom’s 70th birthday', 'Lake']);
  await family.request.post('/api/photo-albums', {
    data: { name: 'Places', description: 'Trips and the lake house' },
  });
  await page.goto('/photo-albums');
  await expect(cards(page, 'New')).toHaveCount(4);
  await page.getByRole('button', { name: /^Edit the caption of Photo 2/ }).click();
  await choose(page, [NO_PHOTO]);
  await expect(page.getByText('1 is not a picture that can be taken.')).toBeVisible();
  for (const size of ALL_SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
  }
});
