import { expectAccessible, expectLargeEnough, SIZES } from './support/looks.ts';
import {
  addElder,
  anotherBrowser,
  emailOf,
  linkIn,
  openUsers,
  pairingLink,
} from './support/people.ts';
import { expect, test } from './support/test.ts';

test('the tab of the people is accessible and large enough at every size', async ({
  page,
  family,
}) => {
  await addElder(family);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await openUsers(page);
    await expect(page.getByText('Edith Clarke', { exact: true })).toBeVisible();
    await expect(page.getByText('No pending invitations...')).toBeVisible();
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
  }
});

test('the dialogs of a person and of a tablet are accessible at every size', async ({
  page,
  family,
}) => {
  await addElder(family);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await openUsers(page);
    await page.getByRole('button', { name: 'Add elder' }).click();
    await expect(page.getByRole('dialog', { name: 'Add elder' })).toBeVisible();
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Set up tablet of Edith Clarke' }).click();
    await page.getByRole('button', { name: 'Show a code' }).click();
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
    await page.keyboard.press('Escape');
  }
});

test('a removed person is signed out at once', async ({ page, family, server, browser }) => {
  const link = await pairingLink(family, await addElder(family));
  const context = await anotherBrowser(browser, server);
  const tablet = await context.newPage();
  await tablet.goto(link);
  await tablet.getByRole('button', { name: 'Set up this tablet' }).click();
  await expect(tablet.getByRole('link', { name: 'Photos', exact: true })).toBeVisible();
  await openUsers(page);
  await page.getByRole('button', { name: 'Remove Edith Clarke' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove person' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Edith Clarke was removed.')).toBeVisible();
  expect((await context.request.get('/api/settings')).status()).toBe(401);
  await expect(tablet).toHaveURL(/\/pair/, { timeout: 45_000 });
  await context.close();
});

test('the super admin hands the role over, and what happened is in the audit trail', async ({
  page,
  family,
  server,
  browser,
}) => {
  const email = emailOf('heir');
  const sent = await family.request.post('/api/admin/invitations', {
    data: { email, firstName: 'Ruth', lastName: 'Clarke', password: family.password },
  });
  expect(sent.status()).toBe(201);
  const token = linkIn((await server.mailTo(email, /invites you/)).text).split('token=')[1];
  const context = await anotherBrowser(browser, server);
  const accepted = await context.request.post('/api/admin/signup', {
    data: { token, password: 'a garden gate' },
  });
  expect(accepted.status()).toBe(201);

  await openUsers(page);
  await page.getByRole('button', { name: 'Make super admin: Ruth Clarke' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Make super admin' }).click();
  await expect(question.getByText('Please enter your password.')).toBeVisible();
  await expectAccessible(page, 'family');
  await question.getByLabel('Your password', { exact: true }).fill(family.password);
  await question.getByRole('button', { name: 'Make super admin' }).click();
  await expect(page.getByText('Ruth Clarke is the super admin now.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Admin Invitations' })).toBeHidden();

  const theirs = await context.newPage();
  await openUsers(theirs);
  await expect(theirs.getByRole('heading', { name: 'Audit trail' })).toBeVisible();
  const entries = theirs.getByRole('list', { name: 'What happened, newest first' });
  await expect(entries.getByRole('listitem').first()).toContainText('Ruth');
  const action = theirs.getByLabel('Action');
  const changed = action.getByRole('option', { name: /role/i });
  await action.selectOption({ label: (await changed.textContent()) ?? '' });
  await expect(entries.getByRole('listitem')).not.toHaveCount(0);
  await context.close();
});

test('signing out everywhere ends every session of the person', async ({
  page,
  family,
  server,
  browser,
}) => {
  const context = await anotherBrowser(browser, server);
  const { email, password } = family;
  const signedIn = await context.request.post('/api/auth/login', { data: { email, password } });
  expect(signedIn.status()).toBe(200);
  await openUsers(page);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/auth/);
  expect((await context.request.get('/api/auth/user')).status()).toBe(401);
  await context.close();
});

test('a new email needs the password, which is asked for as soon as it is typed', async ({
  page,
  family,
  server,
}) => {
  await openUsers(page);
  await page.getByRole('button', { name: 'Edit Maria Carter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit person' });
  await expect(dialog.getByLabel('Your password', { exact: true })).toHaveCount(0);
  const email = emailOf('maria-now');
  await dialog.getByLabel('Email', { exact: true }).fill(email);
  await expect(dialog.getByLabel('Your password', { exact: true })).toBeVisible();
  await expectAccessible(page, 'family');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please enter your password.')).toBeVisible();
  await dialog.getByLabel('Your password', { exact: true }).fill('is it this one');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The password is not right.')).toBeVisible();
  await dialog.getByLabel('Your password', { exact: true }).fill(family.password);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Maria was updated.')).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  const told = await server.mailTo(family.email, /Your email was changed/);
  expect(told.text).toContain('Changed by: Maria Carter');
});
