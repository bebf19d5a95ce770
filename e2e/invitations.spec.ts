import type { Page } from '@playwright/test';
import { registrationForm } from '../tests/support/registration.ts';
import { expectAccessible, expectLargeEnough, SIZES, TABLET } from './support/looks.ts';
import { anotherBrowser, emailOf, linkIn, openUsers } from './support/people.ts';
import { expect, test } from './support/test.ts';

const WORDS_OF_SENT =
  /^Invitation sent to .+\. They will receive an email with signup instructions\.$/;

async function invite(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite administrator' }).click();
  const form = page.getByRole('form', { name: 'Send Invitation' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('First name').fill('Zoë');
  await form.getByLabel('Last name').fill("O'Neill <b>");
  await form.getByRole('button', { name: 'Send Invitation' }).click();
}

test('an administrator is invited by email, signs up and adds a medication', {
  tag: '@main',
}, async ({ page, family, server, browser }) => {
  const email = emailOf('zoe');
  await openUsers(page);
  await invite(page, email);
  await expect(page.getByText(WORDS_OF_SENT)).toBeVisible();
  await expect(page.getByRole('form', { name: 'Send Invitation' })).toBeHidden();
  await expect(page.getByText('2 of 9 administrators')).toBeVisible();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();

  const mail = await server.mailTo(email, /invites you/);
  expect(mail.html).toContain('Hello Zoë');
  expect(mail.html, 'names are escaped').not.toContain('<b>');
  const link = linkIn(mail.text);

  const context = await anotherBrowser(browser, server);
  const theirs = await context.newPage();
  for (const size of SIZES) {
    await theirs.setViewportSize(size);
    await theirs.goto(link);
    await expect(
      theirs.getByRole('heading', { name: 'Complete Admin Registration' }),
    ).toBeVisible();
    await expectLargeEnough(theirs, 'family');
    await expectAccessible(theirs, 'family');
  }
  await theirs.setViewportSize(TABLET);
  await expect(theirs.getByText('Create your password to access the admin panel.')).toBeVisible();
  await expect(theirs.getByLabel('Email')).toHaveValue(email);
  await expect(theirs.getByLabel('Email')).toHaveAttribute('readonly');
  const password = theirs.getByLabel('Password', { exact: true });
  const confirmation = theirs.getByLabel('Confirm Password', { exact: true });
  const submit = theirs.getByRole('button', { name: 'Complete Registration' });
  await password.fill('a garden gate');
  await confirmation.fill('another gate');
  await submit.click();
  await expect(theirs.getByText('Passwords do not match').first()).toBeVisible();
  await password.fill('short');
  await confirmation.fill('short');
  await submit.click();
  await expect(
    theirs.getByText('Password must be at least 8 characters long').first(),
  ).toBeVisible();
  await password.fill('a garden gate');
  await confirmation.fill('a garden gate');
  await theirs.evaluate(() => {
    Object.defineProperty(document, 'cookie', { configurable: true, get: () => '', set: () => {} });
  });
  await submit.click();
  await expect(theirs.getByText(/This browser does not keep cookies/).first()).toBeVisible();
  // After the failure the invitation is still valid, so the form is sent again.
  await theirs.evaluate(() => Reflect.deleteProperty(document, 'cookie'));
  await submit.click();
  await expect(
    theirs.getByText('Admin account created successfully! You are now logged in.'),
  ).toBeVisible();
  await expect(theirs).toHaveURL('/admin');
  await expect(theirs.getByRole('link', { name: 'User Management' })).toBeVisible();

  const added = await context.request.post('/api/medications', {
    data: { name: 'Aspirin', frequency: 'daily', times: ['08:00'], startDate: '2026-01-01' },
  });
  expect(added.status()).toBe(201);
  await theirs.goto('/users');
  await expect(theirs.getByText('Admin Invitations')).toBeHidden();
  await expect(theirs.getByRole('heading', { name: 'Audit trail' })).toBeHidden();
  // An administrator who has no Subscription tab finds the link to another household here.
  const another = theirs.getByRole('link', { name: 'Add another household' });
  await expect(another).toHaveAttribute('href', '/households/new');
  await expectLargeEnough(theirs, 'family');
  await expectAccessible(theirs, 'family');

  await page.reload();
  await expect(page.getByText('No pending invitations...')).toBeVisible();
  await expect(page.getByText('Aspirin')).toBeVisible();
  const seen = await (await family.request.get('/api/medications')).json();
  expect(seen).toMatchObject([{ name: 'Aspirin' }]);

  await theirs.goto(link);
  await expect(theirs.getByText('Invalid or expired invitation')).toBeHidden();
  await context.clearCookies();
  await theirs.goto(link);
  await expect(theirs.getByText('Invalid or expired invitation')).toBeVisible();
  await expect(theirs).toHaveURL(/\/auth/);
  await context.close();
});

test('without mail the link is shown and can be copied; a deleted invitation is invalid', async ({
  mailless,
  browser,
}) => {
  await mailless.setClock(new Date('2026-03-10T11:58:00Z'));
  const context = await anotherBrowser(browser, mailless);
  const registered = await context.request.post('/api/auth/register', {
    data: registrationForm(emailOf('mailless')),
  });
  expect(registered.status()).toBe(201);
  const page = await context.newPage();
  await openUsers(page);
  await invite(page, emailOf('copied'));
  await expect(page.getByText('This invitation was not emailed.')).toBeVisible();
  const link = await page.getByLabel('Invitation link', { exact: true }).last().inputValue();
  expect(link).toMatch(/\/admin-signup\?token=[\w-]{43}$/);
  await page.getByRole('button', { name: /^Delete invitation of/ }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Are you sure you want to delete this invitation?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Invitation deleted successfully')).toBeVisible();
  await expect(page.getByText('No pending invitations...')).toBeVisible();
  await context.clearCookies();
  await page.goto(link);
  await expect(page.getByText('Invalid or expired invitation')).toBeVisible();
  await context.close();
});

test('an incomplete invitation shows an error, and a sign-up without a token leads to sign-in', async ({
  page,
  family,
}) => {
  await openUsers(page);
  await page.getByRole('button', { name: 'Invite administrator' }).click();
  const form = page.getByRole('form', { name: 'Send Invitation' });
  await form.getByLabel('First name').fill('Zoë');
  await form.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText('Please fill in all fields')).toBeVisible();
  await expect(form.getByLabel('First name')).toHaveValue('Zoë');
  await form.getByLabel('Email').fill(family.email);
  await form.getByLabel('Last name').fill('Clarke');
  await form.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(
    page.getByText('A person with this email already has an account.').first(),
  ).toBeVisible();
  await page.context().clearCookies();
  await page.goto('/admin-signup');
  await expect(page.getByText('No invitation token found')).toBeVisible();
  await expect(page).toHaveURL(/\/auth/);
});
