import type { Browser, Page } from '@playwright/test';
import { DAY_MS } from '../src/platform/shared/durations.ts';
import { OWN_FAILURE } from './support/failures.ts';
import { ALL_SIZES, expectAccessible, expectLargeEnough, SIZES, TABLET } from './support/looks.ts';
import { addElder, anotherBrowser, confirmCancel, pairingLink } from './support/people.ts';
import {
  addMedication,
  DEFAULT_START,
  expect,
  type Family,
  type ProductServer,
  test,
} from './support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const plan = (page: Page) => page.getByRole('region', { name: 'Current plan' });

async function openSubscription(page: Page): Promise<void> {
  await page.goto('/subscription');
  await expect(page.getByRole('heading', { name: 'Subscription', exact: true })).toBeVisible();
}

const move = ({ request }: Family, name: string, data?: object) =>
  request.post(`/api/subscription/${name}`, data === undefined ? {} : { data });

async function signIn(page: Page, { email, password }: Family): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign In').click();
}

/** Opens the elder's tablet, which is paired with a code, at its home screen. */
async function openTablet(browser: Browser, family: Family, server: ProductServer): Promise<Page> {
  const context = await anotherBrowser(browser, server);
  const link = new URL(await pairingLink(family, await addElder(family)));
  const tablet = await context.newPage();
  const line = tablet.waitForResponse('**/api/live');
  await tablet.goto(link.pathname + link.search);
  await button(tablet, 'Set up this tablet').click();
  await expect(tablet.locator('main .tile-label')).toHaveCount(6);
  await line;
  return tablet;
}

test('the super admin pauses, resumes, cancels at the period end and reactivates', {
  tag: '@main',
}, async ({ page, family: _ }) => {
  await openSubscription(page);
  await expect(plan(page)).toContainText('Monthly');
  await expect(plan(page)).toContainText('$25 per month, billed monthly');
  await expect(plan(page)).toContainText('Next renewalApril 10, 2026');
  await expect(plan(page)).toContainText('Active');

  await button(page, 'Pause subscription').click();
  await expect(page.getByRole('status')).toContainText(['Paused']);
  await expect(plan(page)).toContainText('Paid untilApril 10, 2026');
  await expect(button(page, 'Cancel at period end')).toHaveCount(0);
  await expect(button(page, 'Cancel immediately')).toHaveCount(0);

  await button(page, 'Resume subscription').click();
  await expect(page.getByText('Your subscription renews on April 10, 2026.')).toBeVisible();
  await expect(plan(page)).toContainText('Active');

  await button(page, 'Cancel at period end').click();
  await confirmCancel(page, 'Cancel at period end');
  await expect(page.getByText('Your subscription ends on April 10, 2026.')).toBeVisible();
  await expect(plan(page)).toContainText('Ends onApril 10, 2026');

  await button(page, 'Reactivate subscription').click();
  await expect(plan(page)).toContainText('Next renewalApril 10, 2026');
});

test('a pause that another screen has already made is refused with the reason', async ({
  page,
  family,
}) => {
  await openSubscription(page);
  await expect(button(page, 'Pause subscription')).toBeVisible();
  await page.route('**/api/live', (route) => route.abort());
  await page.route('**/api/subscription/pause', async (route) => {
    await move(family, 'pause');
    await route.continue();
  });
  await button(page, 'Pause subscription').click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Error');
  await expect(alert).toContainText('The subscription is already paused.');
  await expect(button(page, 'Resume subscription')).toBeVisible();
});

test('an immediate cancellation is confirmed and closes everything; Renew now opens it again', async ({
  page,
  family: _,
}) => {
  await openSubscription(page);
  await button(page, 'Cancel immediately').click();
  const dialog = page.getByRole('alertdialog', { name: 'Cancel the subscription today?' });
  await expect(dialog).toContainText('There is no refund.');
  await expectAccessible(page, 'family');
  await button(page, 'Keep subscription').click();
  await expect(dialog).toHaveCount(0);
  await expect(plan(page)).toContainText('Active');

  await button(page, 'Cancel immediately').click();
  await confirmCancel(page, 'Cancel immediately');
  await expect(page).toHaveURL('/subscription-expired');
  await expect(page.getByText('Subscription Expired')).toBeVisible();
  await expect(button(page, 'Renew now')).toBeVisible();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
  }
  await button(page, 'Renew now').click();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('heading', { name: 'Content Management' })).toBeVisible();
});

test('a canceled subscription ends on its day, and the next sign-in offers a renewal', async ({
  page,
  family,
  server,
}) => {
  expect((await move(family, 'cancel', { immediate: false })).status()).toBe(200);
  const start = new Date(DEFAULT_START).getTime();
  await server.setClock(new Date(start + 31 * DAY_MS));
  await signIn(page, family);
  await expect(page).toHaveURL('/subscription-expired');
  await button(page, 'Renew now').click();
  await expect(page).toHaveURL('/admin');
});

test('a tablet keeps My Day and reminders during the 14-day grace period, and reopens after renewal', async ({
  page,
  browser,
  family,
  server,
}) => {
  await addMedication(family, { name: 'Lisinopril', times: ['20:00'] });
  const tablet = await openTablet(browser, family, server);
  expect((await move(family, 'cancel', { immediate: true })).status()).toBe(200);
  const note = tablet.getByText('This opens again when the subscription is renewed.');
  await expect(note).toBeVisible();
  await expect(tablet.getByRole('link', { name: 'My Day' })).toBeVisible();
  await expect(tablet.getByRole('link', { name: 'Photos' })).toHaveCount(0);
  for (const size of SIZES) {
    await tablet.setViewportSize(size);
    await expectLargeEnough(tablet, 'elder');
    await expectAccessible(tablet, 'elder');
  }
  await tablet.setViewportSize(TABLET);
  const night = new Date('2026-03-11T02:30:00Z');
  await server.setClock(night);
  await tablet.reload();
  await expect(tablet.locator('[data-sky=night]')).toBeVisible();
  await expect(note).toBeVisible();
  await expectAccessible(tablet, 'elder');
  await tablet.goto('/photos');
  await expect(note).toBeVisible();
  await tablet.getByRole('link', { name: 'My Day' }).click();
  await expect(tablet.getByText('Lisinopril')).toBeVisible();

  await tablet.getByRole('link', { name: 'Return to Main Screen' }).click();
  await expect(note).toBeVisible();
  expect((await move(family, 'reactivate')).status()).toBe(200);
  await expect(tablet.getByRole('link', { name: 'Photos' })).toBeVisible();

  // The password is sent, because the call requires it this long after the sign-in.
  const cancel = { immediate: true, password: family.password };
  expect((await move(family, 'cancel', cancel)).status()).toBe(200);
  await server.setClock(new Date(new Date(DEFAULT_START).getTime() + 15 * DAY_MS));
  await tablet.reload();
  await expect(tablet).toHaveURL('/subscription-expired');
  await expect(tablet.getByText('Please renew your subscription')).toBeVisible();
  await expect(button(tablet, 'Renew now')).toHaveCount(0);
  await tablet.context().close();
  await page.close();
});

test('the tab is large enough at every size, and only a super admin can open it', async ({
  page,
  family: _,
}) => {
  await openSubscription(page);
  for (const size of ALL_SIZES) {
    await page.setViewportSize(size);
    await expect(plan(page)).toBeVisible();
    await expectLargeEnough(page, 'family');
  }
  await expectAccessible(page, 'family');
  await page.route('**/api/auth/user', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), role: 'admin' } });
  });
  await page.setViewportSize(TABLET);
  await page.goto('/subscription');
  await expect(page.getByRole('heading', { name: 'Content Management' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Subscription' })).toHaveCount(0);
  // Waits for pending requests before the test ends, because the page may send this request again.
  await page.unrouteAll({ behavior: 'wait' });
});

test('a missing and an unreadable subscription each show their error', async ({
  page,
  family: _,
}) => {
  const none = {
    status: 404,
    json: { error: 'No subscription information found', code: 'no-subscription' },
  };
  await page.route('**/api/subscription/status', (route) => route.fulfill(none));
  await openSubscription(page);
  await expect(page.getByText('No subscription information found')).toBeVisible();
  await page.unroute('**/api/subscription/status');
  await page.route('**/api/subscription/status', (route) => route.fulfill(OWN_FAILURE));
  await page.reload();
  await expect(page.getByText('The subscription could not be loaded.')).toBeVisible();
  await page.unroute('**/api/subscription/status');
  await button(page, 'Try again').click();
  await expect(plan(page)).toContainText('Active');
});
