import { type Browser, expect as expecting, type Page } from '@playwright/test';
import { registerFamily } from './support/cached-data.ts';
import { expectAccessible, expectLargeEnough, PHONE, SIZES, TABLET } from './support/looks.ts';
import { addElder, anotherBrowser, linkIn } from './support/people.ts';
import { shot } from './support/shots.ts';
import { agree, fillInPlace } from './support/sign-up.ts';
import { expect, type Family, type ProductServer, test } from './support/test.ts';

/**
 * Registers a second household with an elder of this name. The second household invites the
 * administrator of the first.
 */
async function invitedBy(
  family: Family,
  { server, browser, elder }: { server: ProductServer; browser: Browser; elder: string },
) {
  const { request } = await anotherBrowser(browser, server);
  const other = await registerFamily(request);
  const added = await request.post('/api/users', { data: { firstName: elder, lastName: 'Hill' } });
  expecting(added.status()).toBe(201);
  const guest = { email: family.email, firstName: 'Ada', lastName: 'Carter' };
  const invited = await request.post('/api/admin/invitations', {
    data: { ...guest, password: other.password },
  });
  expecting(invited.status(), await invited.text()).toBe(201);
  const mail = await server.mailTo(family.email, /invites you/);
  return { other, link: linkIn(mail.text) };
}

const switcher = (page: Page, name: string) =>
  page.getByRole('button', { name: `Household: ${name}` });

test('a nurse joins a second household, switches between both, and sees no data of the other one', async ({
  page,
  family,
  server,
  browser,
}) => {
  await addElder(family);
  const { link } = await invitedBy(family, { server, browser, elder: 'Bruno' });
  await page.goto('/users');
  await expect(page.getByText('Edith Clarke', { exact: true })).toBeVisible();
  const tab = await page.context().newPage();
  await tab.goto('/users');
  await expect(tab.getByText('Edith Clarke', { exact: true })).toBeVisible();

  await page.goto(link);
  await page.getByRole('button', { name: 'Join this household' }).click();
  await expect(switcher(page, 'Bruno')).toBeVisible();
  await page.getByRole('link', { name: 'User Management' }).click();
  await expect(page.getByText('Bruno Hill', { exact: true })).toBeVisible();
  await expect(page.getByText('Edith')).toHaveCount(0);
  // The other tab showed the first household. It must follow the switch and show no data of the
  // first household.
  await expect(tab.getByText('Bruno Hill', { exact: true })).toBeVisible();
  await expect(tab.getByText('Edith Clarke')).toHaveCount(0);

  await switcher(page, 'Bruno').press('Enter');
  await page.getByRole('menuitem', { name: /Edith/ }).press('Enter');
  await expect(switcher(page, 'Edith')).toBeVisible();
  await expect(page.getByText('Is Edith all right today?')).toBeVisible();
  await expect(page.getByText('Bruno')).toHaveCount(0);
});

test('an invited person who has an account joins with their password', async ({
  page,
  family,
  server,
  browser,
}) => {
  await addElder(family);
  const { link } = await invitedBy(family, { server, browser, elder: 'Bruno' });
  await page.context().clearCookies();
  await page.goto(link);
  const form = page.getByRole('form', { name: 'Join this household' });
  await expect(form).toBeVisible();
  await form.getByLabel('Password', { exact: true }).fill('not the password');
  await form.getByRole('button', { name: 'Join this household' }).click();
  await expect(page.getByText('Invalid credentials').first()).toBeVisible();
  await expectAccessible(page, 'family');
  await form.getByLabel('Password', { exact: true }).fill(family.password);
  await form.getByRole('button', { name: 'Join this household' }).click();
  await expect(switcher(page, 'Bruno')).toBeVisible();
});

test('a person with several households gets an overview after sign-in and switches between them', async ({
  page,
  family,
  server,
  browser,
}) => {
  await addElder(family);
  const { link } = await invitedBy(family, { server, browser, elder: 'Bruno' });
  await page.goto(link);
  await page.getByRole('button', { name: 'Join this household' }).click();
  await expect(switcher(page, 'Bruno')).toBeVisible();
  await page.context().clearCookies();
  await page.setViewportSize(PHONE);
  await page.goto('/auth');
  await page.getByLabel('Email').fill(family.email);
  await page.getByLabel('Password', { exact: true }).fill(family.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Your households' })).toBeVisible();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect(page.getByRole('list', { name: 'Households' }).getByRole('listitem')).toHaveCount(
      2,
    );
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
    await shot(page, `overview-${size.width}.png`);
  }
  await page.setViewportSize(TABLET);
  await page.getByRole('button', { name: /Edith/ }).click();
  await expect(page.getByText('Is Edith all right today?')).toBeVisible();
  await switcher(page, 'Edith').click();
  await expect(page.getByRole('menuitem', { name: /Bruno/ })).toBeVisible();
  await shot(page, 'switcher.png');
  await page.getByRole('menuitem', { name: 'All households' }).click();
  await expect(page.getByRole('heading', { name: 'Your households' })).toBeVisible();
});

test('a signed-in administrator adds another household, which then becomes the current one', async ({
  page,
  family,
}) => {
  await addElder(family);
  await page.goto('/subscription');
  await page.getByRole('link', { name: 'Add another household' }).click();
  const form = page.getByRole('form', { name: 'Add a household' });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect(form.getByText('No card needed on this server.')).toBeVisible();
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
    await shot(page, `add-${size.width}.png`, { fullPage: true });
  }
  await page.setViewportSize(TABLET);
  await agree(page);
  const add = form.getByRole('button', { name: 'Add this household' });
  await add.click();
  await expect(form.getByText('Please enter your phone number.')).toBeVisible();
  await expect(form.getByLabel('Phone', { exact: true })).toBeFocused();
  await fillInPlace(page);
  await page.route('**/api/households', (route) => route.abort(), { times: 1 });
  await add.click();
  await expect(page.getByText('Not added')).toBeVisible();
  await expect(form.getByLabel('City', { exact: true })).toHaveValue('Troy');
  await add.click();
  await expect(page).toHaveURL('/admin');
  const menu = page.getByRole('button', { name: /^Household: GA-/ });
  await expect(menu).toBeVisible();
  await page.goto('/users');
  await expect(page.getByText('Edith')).toHaveCount(0);
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Add another household' }).press('Enter');
  await expect(form).toBeVisible();

  await page.goto('/households');
  await expect(page.getByRole('list', { name: 'Households' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Add another household' })).toBeVisible();
  await page.getByRole('button', { name: /Edith/ }).click();
  await expect(page.getByText('Is Edith all right today?')).toBeVisible();
});
