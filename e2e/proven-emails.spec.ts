import { EXAMPLE_PASSWORD, registrationForm } from '../tests/support/registration.ts';
import { expectAccessible, expectLargeEnough, SIZES } from './support/looks.ts';
import { anotherBrowser, emailOf, linkIn, openUsers } from './support/people.ts';
import { proveEmail } from './support/prove-email.ts';
import { DEFAULT_START, expect, test } from './support/test.ts';

const CONFIRMATION = /^Please confirm your email$/;
const CHANGING = /^Your email is going to be changed$/;

test('a person with an unconfirmed email is warned about missing alerts until it is confirmed', async ({
  server,
  browser,
}) => {
  await server.setClock(new Date(DEFAULT_START));
  const email = emailOf('unconfirmed');
  const context = await anotherBrowser(browser, server);
  const registered = await context.request.post('/api/auth/register', {
    data: registrationForm(email),
  });
  expect(registered.status()).toBe(201);
  await server.mailTo(email, CONFIRMATION);

  const page = await context.newPage();
  const notice = page.getByRole('region', { name: 'Your email is not confirmed' });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await openUsers(page);
    await expect(notice).toContainText('alerts cannot be sent to it');
    await expect(page.getByText(/no administrator has confirmed their email yet/)).toBeVisible();
    await expect(page.getByText('Email not confirmed yet: alerts cannot')).toBeVisible();
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
  }
  await page.getByRole('button', { name: 'Send a confirmation email to Maria Carter' }).click();
  await server.mailTo(email, CONFIRMATION);
  await page.goto('/medications');
  await expect(
    page.getByText(/^Your email is not confirmed yet, so alerts cannot be sent to it. Check/),
  ).toBeVisible();
  await notice.getByRole('button', { name: 'Send a confirmation email' }).click();
  const { text } = await server.mailTo(email, CONFIRMATION);

  const reader = await (await anotherBrowser(browser, server)).newPage();
  await reader.goto(linkIn(text));
  await expect(reader.getByText('Is this your email?')).toBeVisible();
  await expectAccessible(reader, 'family');
  // Opens the link again, to prove that opening its page does not confirm the email.
  await reader.reload();
  await reader.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(reader.getByText('Your email is confirmed')).toBeVisible();
  await expectAccessible(reader, 'family');
  await expect(notice).toBeHidden();
  await expect(page.getByText(/You also get an email .* if it arrives/)).toBeVisible();

  await reader.goto(linkIn(text));
  await reader.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(reader.getByText('The email was not confirmed')).toBeVisible();
  await reader.context().close();
  await context.close();
});

test('a new email takes effect when it is confirmed, and the old address can cancel the change', async ({
  server,
  browser,
}) => {
  await server.setClock(new Date(DEFAULT_START));
  const email = emailOf('before');
  const context = await anotherBrowser(browser, server);
  const data = registrationForm(email);
  expect((await context.request.post('/api/auth/register', { data })).status()).toBe(201);
  await proveEmail(context.request, server, email);

  const page = await context.newPage();
  const changeTo = async (next: string) => {
    await page.getByRole('button', { name: 'Edit Maria Carter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit person' });
    await dialog.getByLabel('Email', { exact: true }).fill(next);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(
      page.getByText(`Waiting for confirmation of ${next}`, { exact: true }),
    ).toBeVisible();
  };
  await openUsers(page);
  const first = emailOf('first');
  await changeTo(first);
  await expect(page.getByText(email).first()).toBeVisible();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
  }
  await server.mailTo(first, CONFIRMATION);
  await page.getByRole('button', { name: 'Send a confirmation email to Maria Carter' }).click();
  await server.mailTo(first, CONFIRMATION);

  const reader = await (await anotherBrowser(browser, server)).newPage();
  await reader.goto(linkIn((await server.mailTo(email, CHANGING)).text));
  await expect(reader.getByText('Keep your present email?')).toBeVisible();
  await expectAccessible(reader, 'family');
  await reader.getByRole('button', { name: 'Cancel the change' }).click();
  await expect(reader.getByText('The change was cancelled')).toBeVisible();
  await expectAccessible(reader, 'family');
  await expect(page.getByText('Waiting for confirmation of')).toBeHidden();

  await changeTo(emailOf('second'));
  await page.getByRole('button', { name: 'Cancel the email change of Maria Carter' }).click();
  await expect(page.getByText('The email of Maria stays as it is.')).toBeVisible();
  await expect(page.getByText('Waiting for confirmation of')).toBeHidden();

  const third = emailOf('third');
  await changeTo(third);
  await reader.goto(linkIn((await server.mailTo(third, CONFIRMATION)).text));
  await reader.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(reader.getByText('Your email is confirmed')).toBeVisible();
  // The session has ended. A page that sends no requests notices that only after a reload.
  await page.reload();
  await expect(page).toHaveURL(/\/auth/);
  const signedIn = await reader.request.post('/api/auth/login', {
    data: { email: third, password: EXAMPLE_PASSWORD },
  });
  expect(signedIn.status()).toBe(200);
  await reader.context().close();
  await context.close();
});

test('a server without mail does not ask for a confirmation', async ({ mailless, browser }) => {
  const context = await anotherBrowser(browser, mailless);
  const data = registrationForm(emailOf('mailless'));
  expect((await context.request.post('/api/auth/register', { data })).status()).toBe(201);
  const page = await context.newPage();
  await openUsers(page);
  await expect(page.getByText(/no mail server is set up/).first()).toBeVisible();
  await expect(page.getByText(/not confirmed|confirmation/i)).toHaveCount(0);
  await context.close();
});

test('the calendar tab shows who created the address of the calendar', async ({ page, family }) => {
  const made = await family.request.post('/api/calendar-feed');
  expect(made.status()).toBe(201);
  await page.goto('/calendar');
  await expect(page.getByText(/^Maria Carter made it\. It ends when/)).toBeVisible();
  const body = { currentPassword: family.password, password: 'the new garden gate' };
  const changed = await family.request.post('/api/auth/change-password', { data: body });
  expect(changed.status()).toBe(200);
  await page.reload();
  await expect(page.getByText(/^Maria Carter has chosen a new password/)).toBeVisible();
  await expectLargeEnough(page, 'family');
  await expectAccessible(page, 'family');
});
