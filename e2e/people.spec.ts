import { MINUTE_MS } from '../src/platform/shared/durations.ts';
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

test('the User Management tab is accessible and large enough at every size', async ({
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

test('the dialogs for a person and for a tablet are accessible at every size', async ({
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

test('a removed person is signed out at once', { tag: '@main' }, async ({
  page,
  family,
  server,
  browser,
}) => {
  const edith = await addElder(family);
  const medication = { name: 'Bisoprolol', frequency: 'daily', times: ['08:00'], userId: edith };
  const added = await family.request.post('/api/medications', {
    data: { ...medication, startDate: '2026-03-01' },
  });
  expect(added.status(), await added.text()).toBe(201);
  const link = await pairingLink(family, edith);
  const context = await anotherBrowser(browser, server);
  const tablet = await context.newPage();
  const fetchedAhead = tablet.waitForResponse(/\/api\/photos\?limit/);
  await tablet.goto(link);
  await tablet.getByRole('button', { name: 'Set up this tablet' }).click();
  await expect(tablet.getByRole('link', { name: 'Photos', exact: true })).toBeVisible();
  // The tablet has prefetched everything, so it notices the removal only through its event stream.
  await fetchedAhead;
  await openUsers(page);
  await page.getByRole('button', { name: 'Remove Edith Clarke' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove person' });
  await expect(question).toContainText(/1 medication stops\..*from the bin for 30 days\./);
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Edith Clarke was removed.')).toBeVisible();
  expect((await context.request.get('/api/settings')).status()).toBe(401);
  await expect(tablet).toHaveURL(/\/pair/);
  await context.close();
});

test('tablets that a removed administrator set up are signed out too, and Undo restores them', async ({
  page,
  family,
  server,
  browser,
}) => {
  const email = emailOf('helper');
  const person = { firstName: 'Ruth', lastName: 'Clarke', password: family.password };
  await family.request.post('/api/admin/invitations', { data: { ...person, email } });
  const token = linkIn((await server.mailTo(email, /invites you/)).text).split('token=')[1];
  const context = await anotherBrowser(browser, server);
  await context.request.post('/api/admin/signup', { data: { token, password: 'a garden gate' } });
  const edith = await addElder(family);
  const link = await pairingLink({ ...family, request: context.request }, edith);
  const tablets = await anotherBrowser(browser, server);
  const tablet = await tablets.newPage();
  await tablet.goto(link);
  await tablet.getByRole('button', { name: 'Set up this tablet' }).click();
  await expect(tablet.getByRole('link', { name: 'Photos', exact: true })).toBeVisible();
  const sign = { email: emailOf('elder'), password: 'a quiet blue harbour' };
  await context.request.post('/api/users', {
    data: { firstName: 'Albert', lastName: 'Clarke', ...sign },
  });

  const question = page.getByRole('alertdialog', { name: 'Remove person' });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await openUsers(page);
    await page.getByRole('button', { name: 'Remove Ruth Clarke' }).click();
    await expect(question).toContainText('Ruth Clarke set these up for others:');
    await expect(question).toContainText('nobody can sign in with these emails and passwords');
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'Remove Ruth Clarke' }).click();
  await question.getByText('Sign these out too').click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(tablet).toHaveURL(/\/pair/, { timeout: 45_000 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Ruth Clarke is back.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove Ruth Clarke' })).toBeVisible();
  await context.close();
  await tablets.close();
});

test('the super admin transfers the role, and the audit trail records it', async ({
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
  await expect(question).toBeVisible();
  await expectAccessible(page, 'family');
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

test('a new email asks for the password 15 minutes after sign-in and keeps the typed values', async ({
  page,
  family,
  server,
}) => {
  await openUsers(page);
  await page.getByRole('button', { name: 'Edit Maria Carter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit person' });
  const email = emailOf('maria-now');
  await dialog.getByLabel('Email', { exact: true }).fill(email);
  await server.setClock(new Date(server.now.getTime() + 15 * MINUTE_MS));
  await dialog.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm it is you' });
  await expect(question.getByLabel('Your password', { exact: true })).toBeFocused();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
  }
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveText('');
  await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue(email);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await question.getByLabel('Your password', { exact: true }).fill('is it this one');
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(question.getByText('The password is not right.')).toBeVisible();
  await question.getByLabel('Your password', { exact: true }).fill(family.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Maria was updated.')).toBeVisible();
  await expect(page.getByText('Waiting for confirmation of')).toContainText(email);
  const told = await server.mailTo(family.email, /Your email is going to be changed/);
  expect(told.text).toContain('Changed by: Maria Carter');
});
