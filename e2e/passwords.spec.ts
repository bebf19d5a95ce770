import { expectAccessible, expectLargeEnough, SIZES } from './support/looks.ts';
import { linkIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

for (const { name, path, heading } of [
  { name: 'forgot password', path: '/forgot-password', heading: 'Reset password' },
  { name: 'a dead link for a new password', path: '/reset-password', heading: 'New password' },
]) {
  test(`${name} is accessible at every size`, async ({ page }) => {
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
      await expectLargeEnough(page, 'family');
      await expectAccessible(page, 'family');
    }
  });
}

test('a forgotten password is replaced by mail, and every session ends', async ({
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
