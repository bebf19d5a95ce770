import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { pillPicture } from '../src/testing/hostile-pictures.ts';
import { ALL_SIZES, expectAccessible, expectLargeEnough } from './support/looks.ts';
import { expect, type Family, test } from './support/test.ts';

// The recorder reads the pictures that a page makes, which the page's policy forbids.
test.use({ trace: 'off' });

interface Chosen {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const photo = async (name: string, width = 1600, height = 1200): Promise<Chosen> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await pillPicture(width, height).jpeg().toBuffer(),
});

const NO_PHOTO = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('only words') };

async function choose(page: Page, files: Chosen[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose photos' }).click();
  await (await chooser).setFiles(files);
}

/** Drags files from the desktop over a place and lets them go there. */
async function dropOn(page: Page, place: Locator, files: string[]): Promise<void> {
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  const at = { x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5 };
  const devTools = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devTools.send('Input.dispatchDragEvent', { type, ...at, data });
  }
}

/** What waits until it is let go. */
function gate() {
  const waiting: (() => void)[] = [];
  const promise = new Promise<void>((go) => waiting.push(go));
  const letGo = () => {
    for (const go of waiting) go();
  };
  return { promise, letGo };
}

const photosIn = (page: Page, album: string) =>
  page.getByRole('region', { name: `Photos in ${album}` });

const cards = (page: Page, album: string) => photosIn(page, album).getByRole('listitem');

async function albumId({ request }: Family, name: string): Promise<string> {
  const albums: { id: string; name: string }[] = await (
    await request.get('/api/photo-albums')
  ).json();
  return albums.find((album) => album.name === name)?.id ?? '';
}

/** Photos that are there already, each of another size, with their captions. */
async function uploadedBeside(family: Family, captions: string[]): Promise<void> {
  const id = await albumId(family, 'New');
  for (const [at, caption] of captions.entries()) {
    const answer = await family.request.post(`/api/photo-albums/${id}/photos`, {
      multipart: { photos: await photo(`${at}.jpg`, 900 + at, 700) },
    });
    expect(answer.status(), await answer.text()).toBe(201);
    const added = (await answer.json()).photos[0];
    await family.request.put(`/api/photos/${added.id}`, { data: { caption } });
  }
}

test('a caregiver makes an album and fills it; what is no photo is named, the rest goes in', async ({
  page,
  family,
}) => {
  expect(family.email).toContain('@');
  await page.goto('/photo-albums');
  await expect(page.getByRole('heading', { name: 'Photo Albums' })).toBeVisible();
  await choose(page, [await photo('a.jpg')]);
  await expect(page.getByText('Please select an album first')).toBeVisible();

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

  await choose(page, [await photo('a.jpg'), NO_PHOTO, await photo('b.jpg', 1000, 800)]);
  await expect(page.getByText('2 photos uploaded')).toBeVisible();
  await expect(page.getByText('notes.jpg: Please choose a JPG, PNG, GIF or WebP')).toBeVisible();
  await expect(cards(page, 'Family')).toHaveCount(2);
  const first = cards(page, 'Family').first().getByRole('img');
  await expect
    .poll(() => first.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBeGreaterThan(0);

  await choose(page, [await photo('again.jpg')]);
  await expect(page.getByText('Failed to upload photos')).toBeVisible();
  await expect(page.getByText('again.jpg: This photo is already there.')).toBeVisible();
  await expectAccessible(page, 'family');

  await page.getByRole('button', { name: 'Delete album Family' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('“Family” with its 2 photos');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Album deleted successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: /Family/ })).toHaveCount(0);
});

test('captions and order are changed where the photos stand, with the keyboard alone', async ({
  page,
  family,
}) => {
  await uploadedBeside(family, ['Beach', 'Biscuit', 'Roses']);
  await page.goto('/photo-albums');
  // The album named New opens by itself when it has photos.
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

test('photos are dropped on the album, and each shows how far it is', async ({
  page,
  family,
}, testInfo) => {
  await uploadedBeside(family, ['Beach']);
  await page.goto('/photo-albums');
  await expect(cards(page, 'New')).toHaveCount(1);
  const { promise: held, letGo } = gate();
  await page.route('**/api/photo-albums/*/photos', async (route) => {
    await held;
    await route.continue();
  });
  const paths: string[] = [];
  for (const name of ['lake.jpg', 'boat.jpg', 'dog.jpg']) {
    const path = testInfo.outputPath(name);
    await writeFile(path, (await photo(name, 500 + paths.length, 300)).buffer);
    paths.push(path);
  }
  await dropOn(page, page.getByText('Drop photos for “New” here'), paths);
  await expect(page.getByRole('progressbar', { name: 'Uploading 1 of 3…' })).toBeVisible();
  const onTheirWay = page.getByRole('list', { name: 'Photos on their way' });
  await expect(onTheirWay.getByRole('progressbar')).toHaveCount(2);
  await expectAccessible(page, 'family');
  // The browser asks before the photos that are on their way are given up.
  const question = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  await (await question).dismiss();
  letGo();
  await expect(page.getByText('3 photos uploaded')).toBeVisible();
  await expect(cards(page, 'New')).toHaveCount(4);
  await expect(onTheirWay).toHaveCount(0);
});

test('photos go on through every tab, broken lines and a new page, and arrive once', async ({
  page,
  family,
}) => {
  await uploadedBeside(family, ['Beach']);
  await page.goto('/photo-albums');
  await expect(cards(page, 'New')).toHaveCount(1);
  const UPLOADS = '**/api/photo-albums/*/photos';
  const { promise: held, letGo } = gate();
  let cuts = 0;
  await page.route(UPLOADS, async (route) => {
    cuts += 1;
    // Of the first the server has everything, and its answer is lost; the second never gets there.
    if (cuts === 1) await route.fetch();
    if (cuts <= 2) return route.abort();
    await held;
    await route.continue().catch(() => undefined);
  });
  const names = ['lake.jpg', 'boat.jpg', 'dog.jpg', 'oak.jpg', 'sea.jpg'];
  await choose(page, await Promise.all(names.map((name, at) => photo(name, 600 + at, 400))));
  await page.getByRole('link', { name: 'Calendar & Events' }).click();
  const card = page.getByRole('region', { name: 'Photos on their way' });
  await expect(card.getByRole('progressbar', { name: 'Uploading 1 of 5…' })).toBeVisible();
  await expect(card).toContainText('The server cannot be reached. It goes on by itself');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectLargeEnough(page, 'family');
  await expectAccessible(page, 'family');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => cuts).toBe(4);
  await expect(card.getByText('It goes on by itself')).toHaveCount(0);

  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(card.getByRole('progressbar', { name: 'Uploading 1 of 5…' })).toBeVisible();
  letGo();
  await expect(page.getByText('5 photos uploaded')).toBeVisible();
  await expect(card).toHaveCount(0);
  await page.goto('/photo-albums');
  await expect(cards(page, 'New')).toHaveCount(6);
  // Nothing of them stays behind in the browser.
  await page.reload();
  await expect(cards(page, 'New')).toHaveCount(6);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('photos on their way can be stopped; those that are there stay', async ({ page, family }) => {
  expect(family.email).toContain('@');
  await uploadedBeside(family, ['Beach']);
  await page.goto('/photo-albums');
  await expect(cards(page, 'New')).toHaveCount(1);
  let sent = 0;
  await page.route('**/api/photo-albums/*/photos', async (route) => {
    sent += 1;
    if (sent === 1) await route.continue();
  });
  await choose(page, [await photo('a.jpg', 500, 400), await photo('b.jpg', 501, 400)]);
  await expect(page.getByRole('progressbar', { name: 'Uploading 2 of 2…' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('1 photo uploaded, 1 not sent.')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(cards(page, 'New')).toHaveCount(2);
  await page.reload();
  await expect(cards(page, 'New')).toHaveCount(2);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('an order that the server does not take is taken back', async ({ page, family }) => {
  await uploadedBeside(family, ['Beach', 'Biscuit']);
  await page.goto('/photo-albums');
  await expect(cards(page, 'New')).toHaveCount(2);
  await page.route('**/api/photos/*/order', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.getByRole('button', { name: 'Move Beach down' }).click();
  await expect(page.getByText('Failed to update photo order. Please try again.')).toBeVisible();
  await expect(cards(page, 'New')).toContainText(['Beach', 'Biscuit']);
});

test('the tab can be used by everybody at every size', async ({ page, family }) => {
  await uploadedBeside(family, ['Noah and Lily at Cape Cod', '', 'Tom’s 70th birthday', 'Lake']);
  await family.request.post('/api/photo-albums', {
    data: { name: 'Places', description: 'Trips and the lake house' },
  });
  await page.goto('/photo-albums');
  await expect(cards(page, 'New')).toHaveCount(4);
  await page.getByRole('button', { name: /^Edit the caption of Photo 2/ }).click();
  await choose(page, [NO_PHOTO]);
  await expect(page.getByText('Failed to upload photos')).toBeVisible();
  for (const size of ALL_SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
  }
});
