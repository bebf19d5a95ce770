import { EXAMPLE_PASSWORD, registrationForm } from '../tests/support/registration.ts';
import { OWN_FAILURE } from './support/failures.ts';
import { ALL_SIZES, expectAccessible, expectLargeEnough, SIZES } from './support/looks.ts';
import { emailOf, linkIn } from './support/people.ts';
import { shot } from './support/shots.ts';
import { expect, test } from './support/test.ts';

for (const { name, path, heading } of [
  { name: 'the forgot-password page', path: '/forgot-password', heading: 'Reset password' },
  { name: 'an invalid link for a new password', path: '/reset-password', heading: 'New password' },
]) {
  test(`${name} is accessible at every size`, async ({ page }) => {
    await page.goto(path);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
      await expectLargeEnough(page, 'family');
      await expectAccessible(page, 'family');
    }
  });
}

test('a forgotten password is reset by mail, and every session ends', { tag: '@main' }, async ({
  page,
  family,
  server,
}) => {
  await page.context().clearCookies();
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(family.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(
    page.getByText('If this email has an account here, a link is on its way.'),
  ).toBeVisible();
  const link = linkIn((await server.mailTo(family.email, /password/i)).text);

  await page.goto(link);
  await page.getByLabel('Password', { exact: true }).fill('a wider garden gate');
  await page.getByLabel('Confirm Password', { exact: true }).fill('a wider garden gate');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Please sign in with your new password.')).toBeVisible();
  await expect(page).toHaveURL(/\/auth/);
  await page.getByLabel('Email', { exact: true }).fill(family.email);
  await page.getByLabel('Password', { exact: true }).fill('a wider garden gate');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Welcome back!')).toBeVisible();

  await page.context().clearCookies();
  await page.goto(link);
  await page.getByLabel('Password', { exact: true }).fill('a third garden gate');
  await page.getByLabel('Confirm Password', { exact: true }).fill('a third garden gate');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'This link is invalid or has expired',
  );
});

test('the owner of an email that another household gave to an elder reclaims it and registers', async ({
  page,
  family,
  server,
}) => {
  const email = emailOf('taken');
  const elder = { firstName: 'Rose', lastName: 'Carter', email, password: EXAMPLE_PASSWORD };
  expect((await family.request.post('/api/users', { data: elder })).status()).toBe(201);
  await page.context().clearCookies();
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.goto(linkIn((await server.mailTo(email, /password/i)).text));
  const button = page.getByRole('button', { name: 'Take my email back' });
  await expect(button).toBeVisible();
  for (const size of ALL_SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
    await shot(page, `take-email-back-${size.width}.png`);
  }
  await expectAccessible(page, 'family');

  await page.route('**/release-email', (route) => route.fulfill(OWN_FAILURE), { times: 1 });
  await button.click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await button.click();
  await expect(page.getByText('Your email is free again')).toBeVisible();
  await expectAccessible(page, 'family');
  await shot(page, 'email-is-free.png');
  const registered = await page.request.post('/api/auth/register', {
    data: registrationForm(email),
  });
  expect(registered.status()).toBe(201);
});
