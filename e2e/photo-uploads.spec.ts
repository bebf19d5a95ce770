import { rm, writeFile } from 'node:fs/promises';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { cards, choose, photo, uploadedBeside } from './support/albums.ts';
import { expectAccessible, expectLargeEnough } from './support/looks.ts';
import { createDeferred } from './support/photos.ts';
import { expect, test } from './support/test.ts';

/** Drags files onto an element and drops them. */
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

/** Drops photos on the album “New”. Their uploads do not continue until `letGo` is called. */
async function dropHeld(page: Page, testInfo: TestInfo, names: readonly string[]) {
  const { promise, resolve: letGo } = createDeferred();
  await page.route('**/api/photo-albums/*/photos', async (route) => {
    await promise;
    await route.continue();
  });
  const paths: string[] = [];
  for (const name of names) {
    const path = testInfo.outputPath(name);
    await writeFile(path, (await photo(name, 500 + paths.length, 300)).buffer);
    paths.push(path);
  }
  await dropOn(page, page.getByText('Drop photos for “New” here'), paths);
  return { paths, letGo };
}

test(
  'photos are dropped on the album, and each shows its progress',
  { tag: '@main' },
  async ({ page, family }, testInfo) => {
    await uploadedBeside(family, ['Beach']);
    await page.goto('/photo-albums');
    await expect(cards(page, 'New')).toHaveCount(1);
    const { letGo } = await dropHeld(page, testInfo, ['lake.jpg', 'boat.jpg', 'dog.jpg']);
    await expect(page.getByRole('progressbar', { name: 'Uploading 1 of 3…' })).toBeVisible();
    const onTheirWay = page.getByRole('list', { name: 'Photos on their way' });
    await expect(onTheirWay.getByRole('progressbar')).toHaveCount(2);
    await expectAccessible(page, 'family');
    // The browser asks before a page with running uploads is closed.
    const question = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    await (await question).dismiss();
    letGo();
    await expect(page.getByText('3 photos uploaded')).toBeVisible();
    await expect(cards(page, 'New')).toHaveCount(4);
    await expect(onTheirWay).toHaveCount(0);
  },
);

test('uploads continue on every tab, through lost connections and a reload, and arrive once', async ({
  page,
  family,
}) => {
  await uploadedBeside(family, ['Beach']);
  await page.goto('/photo-albums');
  await expect(cards(page, 'New')).toHaveCount(1);
  const UPLOADS = '**/api/photo-albums/*/photos';
  const { promise, resolve: letGo } = createDeferred();
  let cuts = 0;
  await page.route(UPLOADS, async (route) => {
    cuts += 1;
    // The server receives the first request, but its answer is lost; the second request does not
    // reach the server.
    if (cuts === 1) await route.fetch();
    if (cuts <= 2) return route.abort();
    await promise;
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
  // After the reload nothing is uploaded again, because the browser has deleted its copies of the
  // photos.
  await page.reload();
  await expect(cards(page, 'New')).toHaveCount(6);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('a file that disappears from the device is named, and the others arrive', async ({
  page,
  family,
}, testInfo) => {
  await uploadedBeside(family, ['Beach']);
  await page.goto('/photo-albums');
  await expect(cards(page, 'New')).toHaveCount(1);
  const { paths, letGo } = await dropHeld(page, testInfo, [
    'lake.jpg',
    'boat.jpg',
    'dog.jpg',
    'cat.jpg',
  ]);
  await expect(page.getByRole('progressbar', { name: 'Uploading 1 of 4…' })).toBeVisible();
  // Deletes a file before its upload, as when a memory card is removed.
  await rm(paths.at(-1) ?? '');
  letGo();
  await expect(page.getByText('This photo can no longer be read on this device.')).toBeVisible();
  await expect(page.getByText('cat.jpg')).toBeVisible();
  await expect(cards(page, 'New')).toHaveCount(4);
});

test('running uploads can be stopped; photos that have arrived stay', async ({ page, family }) => {
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
