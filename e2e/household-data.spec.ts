import type { Page } from '@playwright/test';
import { registrationForm } from '../tests/support/registration.ts';
import { expectAccessible, expectLargeEnough, SIZES } from './support/looks.ts';
import { addElder, anotherBrowser, pairingLink } from './support/people.ts';
import { uploadPhoto } from './support/photos.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';

async function openYourData(page: Page): Promise<void> {
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible();
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const customerIdOf = async ({ request }: Family): Promise<string> =>
  (await (await request.get('/api/auth/user')).json()).accountNumber;

/** Downloads the household's data and returns the path of the file. */
async function downloaded(page: Page): Promise<string> {
  await button(page, 'Download everything').click();
  const download = page.waitForEvent('download');
  await button(page, 'Download').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('household-2026-03-10.zip');
  await expect(page.getByText('The download has begun')).toBeVisible();
  return file.path();
}

test('a family exports everything, deletes its household and imports everything into a new one', async ({
  page,
  family,
  browser,
  server,
}) => {
  await addMedication(family, { name: 'Lisinopril', times: ['08:00'] });
  await uploadPhoto(family, 1);
  const tablet = await anotherBrowser(browser, server);
  const onTablet = await tablet.newPage();
  await onTablet.goto(await pairingLink(family, await addElder(family)));
  await button(onTablet, 'Set up this tablet').click();
  await expect(onTablet.getByRole('link', { name: 'Photos', exact: true })).toBeVisible();

  await openYourData(page);
  await expect(page.getByText('This household is still empty')).toBeHidden();
  await button(page, 'Download everything').click();
  await button(page, 'Download').click();
  await page.keyboard.press('Escape');
  const path = await downloaded(page);

  const customerId = await customerIdOf(family);
  await button(page, 'Delete this household').click();
  await expect(page.getByText('Tablets that are set up stop at once')).toBeVisible();
  await button(page, 'Delete for good').click();
  await expect(page.getByText(`Please type ${customerId}.`)).toBeVisible();
  await expect(page.getByLabel('Customer ID')).toBeFocused();
  await page.getByLabel('Customer ID').fill(customerId.toLowerCase());
  await button(page, 'Delete for good').click();
  await expect(page).toHaveURL(/\/auth$/);
  expect((await tablet.request.get('/api/settings')).status()).toBe(401);
  await tablet.close();

  const data = registrationForm(family.email);
  const registered = await family.request.post('/api/auth/register', { data });
  expect(registered.status(), await registered.text()).toBe(201);
  await openYourData(page);
  await expect(page.getByText('This household is still empty')).toBeVisible();
  const letter = { name: 'letter.zip', mimeType: 'application/zip', buffer: Buffer.from('Dear') };
  await page.locator('input[type=file]').setInputFiles(letter);
  await expect(page.getByRole('alert').getByText('Nothing was brought in.')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(path);
  await expect(page.getByText('Everything is here')).toBeVisible();
  await expect(page.getByText('2 people, 1 medication and 1 photo.')).toBeVisible();
  await expect(page.getByText('This household is still empty')).toBeHidden();
  await page.goto('/medications');
  await expect(page.getByText('Lisinopril').first()).toBeVisible();
  await page.goto('/users');
  await expect(page.getByText('Edith Clarke').first()).toBeVisible();
});

test('a household is not deleted while the payment service or the server does not answer', async ({
  page,
  family,
}) => {
  const sentence = 'The payment service cannot be reached at the moment. Nothing was changed.';
  await page.route('**/api/account', (route) =>
    route.fulfill({ status: 503, json: { error: sentence } }),
  );
  await openYourData(page);
  await button(page, 'Delete this household').click();
  await page.getByLabel('Customer ID').fill(await customerIdOf(family));
  await button(page, 'Delete for good').click();
  await expect(page.getByRole('alert').getByText(sentence)).toBeVisible();
  await button(page, 'Keep everything').click();
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible();
});

test('export, import and deletion are accessible and large enough at every size', async ({
  page,
  family: _,
}) => {
  await openYourData(page);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect(page.getByText('This household is still empty')).toBeVisible();
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
    for (const name of ['Download everything', 'Delete this household']) {
      await button(page, name).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectLargeEnough(page, 'family');
      await expectAccessible(page, 'family');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  }
});
