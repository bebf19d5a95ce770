import { readFile } from 'node:fs/promises';
import { cards, choose, photosIn, uploadedBeside } from './support/albums.ts';
import { expect, test } from './support/test.ts';

const HEIC = new URL('../src/features/photos/turned.testing.heic', import.meta.url);

test('a HEIC photo arrives upright with its date; a broken one shows advice', async ({
  page,
  family,
}) => {
  await uploadedBeside(family, ['Beach']);
  const refusedByPolicy: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refusedByPolicy.push(message.text());
  });
  await page.goto('/photo-albums');
  await expect(cards(page, 'New')).toHaveCount(1);
  const buffer = await readFile(HEIC);
  const broken = Buffer.from(buffer).fill(0, 1000);
  await choose(page, [
    { name: 'IMG_0001.HEIC', mimeType: '', buffer },
    { name: 'IMG_0002.HEIC', mimeType: '', buffer: broken },
  ]);
  await expect(page.getByText('1 photo uploaded')).toBeVisible();
  await expect(cards(page, 'New')).toHaveCount(2);
  const refused = photosIn(page, 'New').locator('..').getByText('IMG_0002.HEIC');
  await expect(refused).toBeVisible();
  await expect(page.getByText('Formats is set to Most Compatible')).toBeVisible();
  expect(refusedByPolicy).toEqual([]);

  const [album] = await (await family.request.get('/api/photo-albums')).json();
  const [, added] = await (await family.request.get(`/api/photos/${album.id}`)).json();
  expect(added).toMatchObject({
    originalName: 'IMG_0001.jpg',
    width: 48,
    height: 64,
    takenAt: '2024-07-14T16:05:09',
  });
  // The image is rotated as the HEIC container requires: its right side is at the top.
  const colours = await page.evaluate(async (url) => {
    const bitmap = await createImageBitmap(await (await fetch(url)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    canvas?.drawImage(bitmap, 0, 0);
    return [5, 58].map((y) => [...(canvas?.getImageData(24, y, 1, 1).data ?? [])]);
  }, added.url);
  const [top = [], bottom = []] = colours;
  expect(top[2]).toBeGreaterThan(200);
  expect(bottom[0]).toBeGreaterThan(200);
});
