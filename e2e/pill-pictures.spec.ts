import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { pillPicture } from '../tests/support/hostile-pictures.ts';
import { ALL_SIZES, expectAccessible, expectLargeEnough, PHONE, TABLET } from './support/looks.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';

/** 11:58 AM in New York, two minutes before the dose. */
const BEFORE_NOON = '2026-03-10T15:58:00Z';

const photo = async () => ({
  name: 'pill.jpg',
  mimeType: 'image/jpeg',
  buffer: await pillPicture(1600, 1200).jpeg().toBuffer(),
});

type Chosen = { name: string; mimeType: string; buffer: Buffer };

async function choose(page: Page, button: RegExp | string, file: Chosen): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(file);
}

const CHOOSE = /choose a file/;
const preview = (page: Page) => page.getByRole('dialog').getByAltText('Photo of the pill');

/** Expects that the picture is visible and has loaded. */
async function expectShown(picture: ReturnType<Page['locator']>): Promise<void> {
  await expect(picture).toBeVisible();
  await expect
    .poll(() =>
      picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
    )
    .toBeGreaterThan(0);
}

async function uploadedBeside(family: Family): Promise<string> {
  const answer = await family.request.post('/api/upload-pill-image', {
    multipart: { 'pill-image': await photo() },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).imageUrl;
}

test('a photo added to a medication in the panel is shown in its reminder', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, {
    name: 'Metformin',
    dosage: '500 mg, one tablet',
    times: ['12:00'],
  });
  await clockAt(BEFORE_NOON);
  await page.goto('/medications');
  await page.getByRole('button', { name: 'Edit Metformin' }).click();
  await choose(page, CHOOSE, await photo());
  await expect(page.getByText('Photo uploaded')).toBeVisible();
  await expectShown(preview(page));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Medication updated successfully.')).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: 'Metformin' });
  await expectShown(row.locator('img'));

  await page.goto('/');
  const popup = page.getByRole('alertdialog', { name: 'Due in 2 minutes' });
  await expectShown(popup.getByAltText('Photo of the pill'));
  for (const size of ALL_SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'elder');
    await expectAccessible(page, 'elder');
  }
});

test('a photo is replaced and removed, with the keyboard alone', async ({ page, family }) => {
  const pillImageUrl = await uploadedBeside(family);
  await addMedication(family, { name: 'Aspirin', times: ['09:30'], pillImageUrl });
  await page.goto('/medications');
  await page.getByRole('button', { name: 'Edit Aspirin' }).press('Enter');
  await expectShown(preview(page));
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Replace photo' }).press('Enter');
  await (await chooser).setFiles({
    name: 'other.png',
    mimeType: 'image/png',
    buffer: await pillPicture(400, 400).png().toBuffer(),
  });
  await expect(page.getByText('Photo uploaded')).toBeVisible();
  await expect(preview(page)).not.toHaveAttribute('src', pillImageUrl);
  await page.getByRole('button', { name: 'Remove photo' }).press('Enter');
  await expect(preview(page)).toBeHidden();
  await expect(page.getByRole('button', { name: CHOOSE })).toBeFocused();
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('Medication updated successfully.')).toBeVisible();
  const [aspirin] = await (await family.request.get('/api/medications')).json();
  expect(aspirin.pillImageUrl).toBeNull();
});

test('a file that is no image, too large or broken shows a specific error', async ({
  page,
  family: _,
}) => {
  await page.goto('/medications');
  await page.getByRole('button', { name: 'Add Medication' }).click();
  const said = page.getByRole('alert');
  const text = { name: 'pill.txt', mimeType: 'text/plain', buffer: Buffer.from('a pill') };
  await choose(page, CHOOSE, text);
  await expect(said).toContainText('Invalid file type');
  await expect(said).toContainText('Please upload an image file.');
  const large = { ...(await photo()), buffer: Buffer.alloc(5 * 1024 * 1024 + 1) };
  await choose(page, CHOOSE, large);
  await expect(said).toContainText('File too large');
  await expect(said).toContainText('Please upload an image smaller than 5MB.');
  await choose(page, CHOOSE, { ...(await photo()), buffer: Buffer.from('only the name says so') });
  await expect(said).toContainText('Invalid file type');
  await page.route('**/api/upload-pill-image', (route) => route.abort());
  await choose(page, CHOOSE, await photo());
  await expect(said).toContainText('Upload failed');
  await expect(said).toContainText('Failed to upload photo. Please try again.');
  await expect(page.getByRole('button', { name: CHOOSE })).toBeVisible();
});

test('an upload shows its progress, blocks saving, and can be stopped', async ({
  page,
  family: _,
}) => {
  await page.route('**/api/upload-pill-image', () => undefined);
  await page.goto('/medications');
  await page.getByRole('button', { name: 'Add Medication' }).click();
  await page.getByLabel('Name').fill('Ibuprofen');
  await choose(page, CHOOSE, await photo());
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('progressbar', { name: 'Uploading' })).toBeVisible();
  await expectShown(preview(page));
  const save = dialog.getByRole('button', { name: 'Add Medication' });
  await expect(save).toBeDisabled();
  await expect(save).toHaveAccessibleDescription('You can save when the photo is uploaded.');
  await page.getByLabel(/^Dosage/).fill('200 mg');
  await dialog.getByRole('button', { name: 'Stop the upload' }).click();
  await expect(save).toBeEnabled();
  await expect(dialog.getByRole('button', { name: CHOOSE })).toBeVisible();
  await expect(page.getByLabel(/^Dosage/)).toHaveValue('200 mg');
});

test('a photo is dropped on the photo field', async ({ page, family: _ }, info) => {
  const path = info.outputPath('pill.jpg');
  await writeFile(path, (await photo()).buffer);
  await page.goto('/medications');
  await page.getByRole('button', { name: 'Add Medication' }).click();
  const place = await page.getByRole('button', { name: CHOOSE }).boundingBox();
  const at = { x: (place?.x ?? 0) + 40, y: (place?.y ?? 0) + 40 };
  const browser = await page.context().newCDPSession(page);
  const COPY = 1;
  const data = { items: [], files: [path], dragOperationsMask: COPY };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await expect(page.getByText('Photo uploaded')).toBeVisible();
  await expectShown(preview(page));
});

test('a reminder whose photo is missing gives the space to the text', async ({
  page,
  family,
  clockAt,
}) => {
  const pillImageUrl = await uploadedBeside(family);
  await addMedication(family, { name: 'Metformin', times: ['12:00'], pillImageUrl });
  await page.route('**/uploads/*', (route) => route.fulfill({ status: 404 }));
  await clockAt(BEFORE_NOON);
  await page.goto('/');
  const popup = page.getByRole('alertdialog', { name: 'Due in 2 minutes' });
  await expect(popup.getByText('Metformin')).toBeVisible();
  await expect(popup.locator('.dose-picture')).toHaveCount(0);
});

test('the dialog with and without a photo is accessible and large enough at every size', async ({
  page,
  family,
}) => {
  const pillImageUrl = await uploadedBeside(family);
  await addMedication(family, {
    name: 'Metformin',
    times: ['08:00', '12:00'],
    frequency: 'twice_daily',
    pillImageUrl,
  });
  await addMedication(family, { name: 'Aspirin', times: ['09:30'] });
  await page.goto('/medications');
  for (const name of ['Metformin', 'Aspirin']) {
    await page.setViewportSize(TABLET);
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await expect(page.getByRole('dialog', { name: 'Edit Medication' })).toBeVisible();
    for (const size of [TABLET, PHONE, { width: 320, height: 640 }, { width: 640, height: 400 }]) {
      await page.setViewportSize(size);
      await expectLargeEnough(page, 'family');
      await expectAccessible(page, 'family');
    }
    await page.keyboard.press('Escape');
  }
});
