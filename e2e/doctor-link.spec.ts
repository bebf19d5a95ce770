import { readFileSync } from 'node:fs';
import { pillPicture } from '../tests/support/hostile-pictures.ts';
import { expectAccessible, expectLargeEnough, PHONE, SIZES } from './support/looks.ts';
import { addElder, anotherBrowser } from './support/people.ts';
import { shot } from './support/shots.ts';
import { addMedication, expect, test } from './support/test.ts';

/** 10:42 AM in New York, on a Tuesday. */
const MORNING = '2026-03-10T14:42:00Z';

test('a doctor reads the page by its link, the visit is counted, and an ended link shows nothing', async ({
  page,
  family,
  server,
  browser,
  clockAt,
}) => {
  await addElder(family);
  const buffer = await pillPicture(60, 40).png().toBuffer();
  const file = { name: 'pill.png', mimeType: 'image/png', buffer };
  const uploaded = await family.request.post('/api/upload-pill-image', {
    multipart: { 'pill-image': file },
  });
  const { imageUrl: pillImageUrl } = await uploaded.json();
  const id = await addMedication(family, { name: 'Lisinopril', times: ['09:30'], pillImageUrl });
  const taken = { medicationId: id, scheduledTime: '2026-03-10T13:30:00Z', status: 'taken' };
  await clockAt(MORNING);
  expect((await family.request.post('/api/medication-logs', { data: taken })).ok()).toBe(true);
  await page.goto('/medications');
  await page.getByRole('tab', { name: 'For the doctor' }).click();
  await page.getByRole('button', { name: 'Share by a link' }).click();
  const dialog = page.getByRole('dialog', { name: /A link to the page of Edith/ });
  await expect(dialog.getByText('There is none.')).toBeVisible();
  await dialog.getByLabel('It ends after').selectOption('1 day');
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const url = await dialog.getByRole('textbox', { name: 'The link' }).inputValue();
  expect(url).toContain('/for-the-doctor?token=');
  await expect(dialog.getByText(/Not opened yet/)).toBeVisible();
  await expectLargeEnough(page, 'family');
  await expectAccessible(page, 'family');
  await shot(page, 'dialog.png');

  // Opens the link in a browser without a session, as a doctor does.
  const elsewhere = await (await anotherBrowser(browser, server)).newPage();
  await elsewhere.clock.install({ time: new Date(MORNING) });
  const { pathname, search } = new URL(url);
  await elsewhere.goto(`${pathname}${search}`);
  const sheet = elsewhere.getByRole('article', { name: 'For the doctor' });
  await expect(sheet.getByText('Lisinopril').first()).toBeVisible();
  await expect(sheet.getByRole('heading', { name: /Edith/ })).toBeVisible();
  await expect(elsewhere.getByRole('link')).toHaveCount(0);
  const width = () => sheet.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth);
  await expect.poll(width, 'the photo of the pill').toBe(60);
  for (const size of SIZES) {
    await elsewhere.setViewportSize(size);
    await expectLargeEnough(elsewhere, 'family');
    await expectAccessible(elsewhere, 'family');
    await shot(elsewhere, `shared-${size.width}.png`);
  }

  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Share by a link' }).click();
  await expect(dialog.getByText(/Opened once/)).toBeVisible();
  await dialog.getByRole('button', { name: /^End the link/ }).click();
  await expect(dialog.getByText('There is none.')).toBeVisible();
  await elsewhere.reload();
  await expect(
    elsewhere.getByText('This link is over. Please ask the family for a new one.'),
  ).toBeVisible();
  await elsewhere.setViewportSize(PHONE);
  await expectAccessible(elsewhere, 'family');
});

test('the export for a health record contains each dose and each measured value', async ({
  page,
  family,
  clockAt,
}) => {
  const elder = await addElder(family);
  const id = await addMedication(family, { name: 'Lisinopril', times: ['09:30'] });
  const taken = { medicationId: id, scheduledTime: '2026-03-10T13:30:00Z', status: 'taken' };
  await clockAt(MORNING);
  expect((await family.request.post('/api/medication-logs', { data: taken })).ok()).toBe(true);
  const weight = { userId: elder, kind: 'weight', unit: 'kg', first: 71.4 };
  const data = { ...weight, id: '0190a3b4-5c6d-4e7f-8a9b-0c1d2e3f4a5b' };
  const measured = await family.request.post('/api/measure-values', { data });
  expect(measured.ok(), await measured.text()).toBe(true);
  await page.goto('/medications');
  await page.getByRole('tab', { name: 'For the doctor' }).click();
  await page.setViewportSize(PHONE);
  const save = page.getByRole('button', { name: 'Save for a health record (FHIR)' });
  await expectLargeEnough(page, 'family');
  const saving = page.waitForEvent('download');
  await save.click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('medications-2026-03-10.fhir.json');
  const bundle = JSON.parse(readFileSync(await file.path(), 'utf8'));
  const kinds = bundle.entry.map(
    ({ resource }: { resource: { resourceType: string } }) => resource.resourceType,
  );
  expect(kinds).toEqual([
    'Patient',
    'MedicationStatement',
    'MedicationAdministration',
    'Observation',
  ]);
});
