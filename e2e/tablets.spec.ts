import { addElder, anotherBrowser, openUsers, pairingLink } from './support/people.ts';
import { countOnlyRealPresses } from './support/sound.ts';
import { expect, test } from './support/test.ts';
import { expectNoFlaws } from './support/walk.ts';

test('the pairing screen is accessible and large enough for elders at every size', async ({
  page,
}) => {
  await page.goto('/pair');
  await expect(page.getByRole('heading', { name: 'Set up this tablet' })).toBeVisible();
  await expectNoFlaws(page, 'pairing');
});

test('an elder is added, and their tablet is paired by code, listed and signed out', {
  tag: '@main',
}, async ({ page, family, server, browser }) => {
  await openUsers(page);
  await page.getByRole('button', { name: 'Add elder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add elder' });
  await dialog.getByRole('button', { name: 'Add elder' }).click();
  await expect(dialog.getByText('Please enter the first name.')).toBeVisible();
  await dialog.getByLabel('First name').fill('Edith');
  await dialog.getByLabel('Last name').fill('Clarke');
  await dialog.getByRole('button', { name: 'Add elder' }).click();
  await expect(page.getByText('Edith was added.')).toBeVisible();
  const people = await (await family.request.get('/api/users')).json();
  expect(people).toContainEqual(expect.objectContaining({ firstName: 'Edith', role: 'user' }));
  await page.getByRole('button', { name: 'Set up tablet of Edith Clarke' }).click();
  await page.getByRole('button', { name: 'Show a code' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up the tablet of Edith Clarke' });
  const code = await setUp.getByText(/^[A-Z0-9]{4} [A-Z0-9]{4}$/).textContent();

  const context = await anotherBrowser(browser, server);
  const first = await context.newPage();
  await first.goto('/');
  await first.getByRole('link', { name: 'Set up this tablet with a code' }).click();
  const field = first.getByLabel(/^Code/);
  await field.fill('AAAA 2222');
  await first.getByRole('button', { name: 'Set up this tablet' }).click();
  await expect(first.getByRole('alert')).toContainText('Please ask your family for a new one.');
  await field.fill(` ${(code ?? '').toLowerCase().replace(' ', '-')} `);
  await first.getByRole('button', { name: 'Set up this tablet' }).click();
  await expect(first.getByRole('link', { name: 'Photos', exact: true })).toBeVisible();
  await expect(first.getByRole('link', { name: /Admin panel/ })).toBeHidden();

  await expect(setUp.getByText('The tablet of Edith is set up.')).toBeVisible();
  await expect(setUp.getByRole('button', { name: /^Sign out / })).toBeVisible();
  await expect(setUp.getByText('Sound ready'), 'the press on the button').toBeVisible();
  // Waits for the report of the closing page that it is hidden, because it must arrive before the
  // first report of the next page.
  const gone = first.waitForResponse('**/api/auth/device');
  await first.evaluate(() => dispatchEvent(new Event('pagehide')));
  await gone;
  await first.close();
  const tablet = await context.newPage();
  await countOnlyRealPresses(tablet);
  await tablet.goto('/');
  await expect(setUp.getByText('Sound blocked'), 'until it is touched again').toBeVisible();
  await tablet.locator('header').first().click();
  await expect(setUp.getByText('Sound ready')).toBeVisible();

  await setUp.getByRole('button', { name: /^Sign out / }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out device' });
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText(/was signed out\./)).toBeVisible();
  await expect(setUp.getByText('No device is signed in yet.')).toBeVisible();
  await expect(
    tablet.getByText('This tablet was signed out. Ask your family for a new code.'),
    'the tablet falls back to the pairing screen by itself',
  ).toBeVisible({ timeout: 45_000 });
  await expect(tablet).toHaveURL(/\/pair/);
  await context.close();
});

test('the link of the QR code fills in the code and works only once', async ({
  family,
  server,
  browser,
}) => {
  const link = await pairingLink(family, await addElder(family));
  const context = await anotherBrowser(browser, server);
  const tablet = await context.newPage();
  await tablet.goto(link);
  await expect(tablet.getByText('The code is filled in already.')).toBeVisible();
  await tablet.getByRole('button', { name: 'Set up this tablet' }).click();
  await expect(tablet.getByRole('link', { name: 'Photos', exact: true })).toBeVisible();
  await context.clearCookies();
  await tablet.goto(link);
  await tablet.getByRole('button', { name: 'Set up this tablet' }).click();
  await expect(tablet.getByRole('alert')).toContainText('Please ask your family for a new one.');
  await context.close();
});
