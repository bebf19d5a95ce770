import { cards, uploadedBeside } from './support/albums.ts';
import { ALL_SIZES, expectAccessible, expectLargeEnough } from './support/looks.ts';
import { shot } from './support/shots.ts';
import { expect, test } from './support/test.ts';

const ALL = ['Beach', 'Biscuit', 'Roses', 'Tom', 'Lake'];

test('a photo is moved by keys to its place with one request, and back by Undo', async ({
  page,
  family,
}) => {
  await uploadedBeside(family, ALL);
  await page.goto('/photo-albums');
  await expect(cards(page, 'New')).toContainText(ALL);
  let calls = 0;
  await page.route('**/api/photo-albums/*/places', (route) => {
    calls += 1;
    return route.continue();
  });
  const handle = page.getByRole('button', { name: 'Move Beach', exact: true });
  const status = page.getByRole('region', { name: 'Moving photos' }).getByRole('status');
  await handle.focus();
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('Beach: place 1 of 5');
  await page.keyboard.press('ArrowRight');
  await expect(status).toHaveText('Beach: place 2 of 5');
  await expect(cards(page, 'New')).toContainText(['Biscuit', 'Beach', 'Roses', 'Tom', 'Lake']);
  await expect(handle).toBeFocused();
  for (const size of ALL_SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
    await shot(page, `moving-${size.width}.png`);
  }
  await expectAccessible(page, 'family');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('End');
  await expect(status).toHaveText('Beach: place 5 of 5');
  await page.keyboard.press('ArrowUp');
  await expect(status).toHaveText('Beach: place 2 of 5');
  await page.keyboard.press('Escape');
  await expect(status).toHaveCount(0);
  await expect(cards(page, 'New')).toContainText(ALL);
  await expect(handle).toBeFocused();
  expect(calls).toBe(0);

  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Beach is now 3 of 5.')).toBeVisible();
  await expect(handle).toBeFocused();
  expect(calls).toBe(1);
  await page.reload();
  await expect(cards(page, 'New')).toContainText(['Biscuit', 'Roses', 'Beach', 'Tom', 'Lake']);

  // Clicks move the photo as keys do.
  await handle.click();
  await page.getByRole('button', { name: 'Earlier' }).click();
  await page.getByRole('button', { name: 'Put here' }).click();
  await expect(page.getByText('Beach is now 2 of 5.')).toBeVisible();
  await expect(handle).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('As it was before.')).toBeVisible();
  await expect(cards(page, 'New')).toContainText(['Biscuit', 'Roses', 'Beach', 'Tom', 'Lake']);
});

test('photos are dragged to their place, alone or together with other selected ones', async ({
  page,
  family,
}) => {
  await uploadedBeside(family, ALL);
  await page.goto('/photo-albums');
  await expect(cards(page, 'New')).toContainText(ALL);
  const picture = (caption: string) =>
    cards(page, 'New').filter({ hasText: caption }).getByRole('img');
  const left = { targetPosition: { x: 20, y: 60 } };
  await picture('Lake').dragTo(picture('Biscuit'), left);
  await expect(page.getByText('Lake is now 2 of 5.')).toBeVisible();
  await expect(cards(page, 'New')).toContainText(['Beach', 'Lake', 'Biscuit', 'Roses', 'Tom']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards(page, 'New')).toContainText(ALL);

  for (const name of ['Biscuit', 'Tom']) {
    await page.getByRole('checkbox', { name: `Choose ${name}` }).click();
  }
  await picture('Tom').dragTo(picture('Beach'), left);
  await expect(page.getByText('2 photos are now 1 to 2 of 5.')).toBeVisible();
  await expect(cards(page, 'New')).toContainText(['Biscuit', 'Tom', 'Beach', 'Roses', 'Lake']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('As it was before.')).toBeVisible();
  await expect(cards(page, 'New')).toContainText(ALL);

  // Simulates that another administrator has changed the order, which this page has not received
  // yet.
  await page.route('**/api/photo-albums/*/places', async (route) => {
    const [first, second, third] = await (
      await family.request.get(`/api/photos/${route.request().url().split('/').at(-2)}`)
    ).json();
    const placing = { ids: [first.id], after: second.id, before: third.id };
    await family.request.put(route.request().url(), { data: { placings: [placing] } });
    await route.continue();
  });
  await picture('Lake').dragTo(picture('Beach'), left);
  await expect(page.getByText('The list has changed meanwhile.')).toBeVisible();
  await expect(cards(page, 'New')).toContainText(['Biscuit', 'Beach', 'Roses', 'Tom', 'Lake']);
});
