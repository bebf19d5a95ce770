import type { Page } from '@playwright/test';
import { noisyPhoto } from '../tests/support/noise.ts';
import { cards, choose, uploadedBeside } from './support/albums.ts';
import { breakingLine } from './support/breaking-line.ts';
import { expect, test } from './support/test.ts';

const bar = (page: Page) => page.getByRole('progressbar', { name: 'Uploading 1 of 1…' });

const shareOf = async (page: Page) => Number(await bar(page).getAttribute('aria-valuenow'));

test('a photo of several megabytes arrives whole and once over a connection that breaks after 300 kB', async ({
  page,
  family,
  server,
}, info) => {
  await uploadedBeside(family, ['Beach']);
  const line = await breakingLine(server.url);
  // Fires the `online` event often, as a phone's browser does when the network returns.
  await page.addInitScript(() => setInterval(() => dispatchEvent(new Event('online')), 100));
  await page.goto(`${line.url}/photo-albums`);
  await expect(cards(page, 'New')).toHaveCount(1);
  const buffer = await noisyPhoto(1200);
  expect(buffer.length).toBeGreaterThan(3_000_000);
  line.most = 300_000;
  const before = line.sent();
  await choose(page, [{ name: 'lake.jpg', mimeType: 'image/jpeg', buffer }]);
  await expect.poll(() => shareOf(page), { timeout: 20_000 }).toBeGreaterThan(30);

  const reached = await shareOf(page);
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  // The upload continues after the chunks that the server already has.
  await expect.poll(() => shareOf(page)).toBeGreaterThanOrEqual(reached);
  await expect(page.getByText('1 photo uploaded')).toBeVisible({ timeout: 40_000 });
  await expect(cards(page, 'New')).toHaveCount(2);
  const albums = await (await family.request.get('/api/photo-albums')).json();
  const photos = await (await family.request.get(`/api/photos/${albums[0].id}`)).json();
  expect(photos.at(-1)).toMatchObject({ originalName: 'lake.jpg', width: 1200, height: 1200 });
  const cost = (line.sent() - before) / buffer.length;
  info.annotations.push({
    type: 'line',
    description: `${buffer.length} bytes, ${line.cuts()} cuts, ${cost.toFixed(2)} times as much sent`,
  });
  expect(line.cuts()).toBeGreaterThan(5);
  await page.goto('about:blank');
  await line.close();
});

test('a photo that is stopped half way is deleted from the server too', async ({
  page,
  family,
}) => {
  await uploadedBeside(family, ['Beach']);
  await page.goto('/photo-albums');
  await expect(cards(page, 'New')).toHaveCount(1);
  let pieces = 0;
  await page.route('**/api/photo-uploads/*/piece?*', async (route) => {
    pieces += 1;
    if (pieces === 1) await route.continue();
  });
  const buffer = await noisyPhoto(1200);
  await choose(page, [{ name: 'lake.jpg', mimeType: 'image/jpeg', buffer }]);
  await expect.poll(() => shareOf(page)).toBeGreaterThan(20);
  const gone = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('1 not sent.')).toBeVisible();
  expect((await gone).status()).toBe(204);
  await page.reload();
  await expect(cards(page, 'New')).toHaveCount(1);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('an upload over a connection that stopped responding is retried after two minutes', async ({
  page,
  family,
  clockAt,
}) => {
  await uploadedBeside(family, ['Beach']);
  await clockAt('2026-03-10T15:00:00Z');
  await page.goto('/photo-albums');
  await expect(cards(page, 'New')).toHaveCount(1);
  let pieces = 0;
  await page.route('**/api/photo-uploads/*/piece?*', async (route) => {
    pieces += 1;
    // The second chunk gets neither an answer nor an error.
    if (pieces !== 2) await route.continue();
  });
  const buffer = await noisyPhoto(1200);
  await choose(page, [{ name: 'lake.jpg', mimeType: 'image/jpeg', buffer }]);
  await expect.poll(() => pieces).toBe(2);
  await page.clock.fastForward('01:50');
  await expect(bar(page)).toBeVisible();
  expect(pieces).toBe(2);
  await page.clock.fastForward('00:15');
  await expect(cards(page, 'New')).toHaveCount(2, { timeout: 40_000 });
  expect(pieces).toBeGreaterThan(3);
});
