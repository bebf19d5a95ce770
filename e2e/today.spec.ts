import type { Browser, Page } from '@playwright/test';
import { tryAgain } from './support/failures.ts';
import { expectAccessible, expectLargeEnough } from './support/looks.ts';
import { addElder, anotherBrowser, pairingLink } from './support/people.ts';
import { popupOf } from './support/reminder.ts';
import { addMedication, expect, type Family, type ProductServer, test } from './support/test.ts';

const PHONE = { width: 390, height: 844 };
const SIZES = [PHONE, { width: 800, height: 1280 }, { width: 1280, height: 800 }];

/** Opens Edith's paired tablet at its home screen. */
async function openTablet(browser: Browser, family: Family, server: ProductServer): Promise<Page> {
  const link = await pairingLink(family, await addElder(family));
  const context = await anotherBrowser(browser, server);
  const tablet = await context.newPage();
  await tablet.goto(link);
  await tablet.getByRole('button', { name: 'Set up this tablet' }).click();
  await expect(tablet.getByRole('link', { name: 'Photos', exact: true })).toBeVisible();
  return tablet;
}

/** Makes the tablet report at once, independent of the clocks. */
async function seenAgain(tablet: Page): Promise<void> {
  const report = tablet.waitForResponse('**/api/auth/device');
  await tablet.reload();
  await report;
}

/**
 * Maximum time until a change that the server publishes is shown. It is shorter than the polling
 * interval of 30 seconds.
 */
const SOON = { timeout: 5_000 };

const answer = (page: Page) => page.getByRole('region', { name: 'Edith' }).getByRole('status');

test('Today answers “is she all right?” at every size, from no dose yet over an open one to taken', async ({
  page,
  family,
  server,
  browser,
}) => {
  const tablet = await openTablet(browser, family, server);
  await addMedication(family, { name: 'Metformin', times: ['08:00', '12:00', '20:00'] });
  await addMedication(family, { name: 'Lisinopril', times: ['20:00'], dosage: '10 mg' });
  const event = { title: 'Dr. Patel', eventDate: '2026-03-10', startTime: '14:00' };
  await family.request.post('/api/calendar-events', { data: event });
  await page.goto('/admin/today');
  await expect(answer(page)).toHaveText('Yes, so far.');
  await expect(page.getByText('The first dose is at 8:00 AM.')).toBeVisible();
  await expect(page.getByText('2:00 PM Dr. Patel')).toBeVisible();

  await server.setClock(new Date('2026-03-10T12:35:00Z'));
  await tablet.getByRole('link', { name: 'My Day' }).focus();
  await seenAgain(tablet);
  await page.goto('/admin/today');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect(answer(page)).toHaveText('One dose is open.');
    await expect(page.getByText('Metformin, 8:00 AM. 35 minutes late.')).toBeVisible();
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
  }
  await page.setViewportSize(PHONE);
  await page.goto('/admin/today');
  await page.getByRole('button', { name: 'It was taken: Metformin' }).click();
  await expect(page.getByText('Metformin 8:00 AM: taken.')).toBeVisible();
  await expect(answer(page)).not.toHaveText('One dose is open.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(answer(page)).toHaveText('One dose is open.');
  await tablet.context().close();
});

test('sign-in leads to Today on a phone and to the main screen on other devices', async ({
  page,
  family,
}) => {
  await addElder(family);
  const signIn = async (path: string) => {
    await page.context().clearCookies();
    await page.goto(path);
    await page.getByLabel('Email', { exact: true }).fill(family.email);
    await page.getByLabel('Password', { exact: true }).fill(family.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
  };
  await page.setViewportSize(PHONE);
  for (const path of ['/', '/auth']) {
    await signIn(path);
    await expect(page).toHaveURL(/\/admin\/today$/);
    await expect(answer(page)).toHaveText('No tablet is set up yet.');
  }
  const toast = await page.getByText('Welcome back!').boundingBox();
  expect(toast?.y).toBeGreaterThan(PHONE.height / 2);
  await signIn('/auth?next=%2Fsettings');
  await expect(page).toHaveURL(/\/settings$/);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn('/auth');
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Content Management', level: 1 })).toBeVisible();
});

test('an answer by one administrator reaches the other, and overdue doses are shown above every tab', {
  tag: '@main',
}, async ({ page, family, server, browser }) => {
  await addElder(family);
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  await server.setClock(new Date('2026-03-10T13:00:30Z'));
  const { email, password } = family;
  const other = await anotherBrowser(browser, server);
  const signedIn = await other.request.post('/api/auth/login', { data: { email, password } });
  expect(signedIn.status()).toBe(200);
  const theirs = await other.newPage();
  const line = theirs.waitForResponse('**/api/live');
  await theirs.goto('/admin/today');
  await line;
  await expect(answer(theirs)).toHaveText('One dose is overdue.');
  // The background is plain red, because axe cannot measure the contrast on a gradient.
  const hero = theirs.locator('[data-tone="alarm"]');
  await expect(hero).toHaveCSS('background-image', 'none');
  await expect(hero).toHaveCSS('color', 'rgb(255, 255, 255)');
  await expectAccessible(theirs, 'family');

  await page.setViewportSize(PHONE);
  const strip = page.getByRole('link', { name: /^Edith: one dose is overdue\./ });
  for (const path of ['/admin', '/settings', '/medications']) {
    await page.goto(path);
    await expect(strip).toBeVisible();
  }
  await expectAccessible(page, 'family');
  await strip.click();
  await expect(page).toHaveURL(/\/admin\/today$/);
  await page.getByRole('button', { name: 'It was taken: Metformin' }).click();
  await expect(answer(theirs)).toHaveText('No tablet is set up yet.', SOON);
  await expect(theirs.getByText('Maria Carter, 9:0')).toBeVisible();
  await other.close();
});

test('a new household is guided by first steps until these are hidden', async ({
  page,
  family,
}) => {
  const household = page.getByRole('region', { name: 'Household' }).getByRole('status');
  await page.goto('/admin/today');
  await expect(household).toHaveText('Nobody is here yet.');
  await expect(page.getByRole('link', { name: 'Add the person' })).toBeVisible();
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByText('0 of 8 done')).toBeVisible();
  await expect(steps.getByText('After the tablet')).toHaveCount(3);
  await expectAccessible(page, 'family');
  await addElder(family);
  await expect(answer(page)).toHaveText('No tablet is set up yet.', SOON);
  await addMedication(family, { name: 'Metformin', times: ['20:00'] });
  await expect(steps.getByText('1 of 8 done')).toBeVisible(SOON);
  await expect(steps.getByRole('button', { name: 'I know my way' })).toBeHidden();
  await page.goto('/admin/tablets');
  await expect(page.getByText('No tablet is set up yet.').last()).toBeVisible();
  await page.goto('/admin/today');
  await family.request.patch('/api/settings', { data: { showFirstSteps: false } });
  await expect(steps).toBeHidden(SOON);
});

test('a failed load shows an error, and older data shows its time', async ({ page, family }) => {
  await addElder(family);
  let fails = true;
  await page.route('**/api/today', (route) => (fails ? route.abort() : route.continue()));
  await page.goto('/admin/today');
  await expect(page.getByText('How it is today could not be loaded.')).toBeVisible();
  await expectAccessible(page, 'family');
  fails = false;
  await tryAgain(page.getByRole('button', { name: 'Try again' }));
  await expect(answer(page)).toHaveText('No tablet is set up yet.');
  fails = true;
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText(/^No connection\. As of 7:5\d AM\.$/)).toBeVisible();
  await expect(answer(page)).toHaveText('No tablet is set up yet.');
  fails = false;
  await tryAgain(page.getByRole('button', { name: 'Try again' }));
  await expect(page.getByText(/^No connection/)).toBeHidden();
});

test('a tablet shows what it needs to ring, and changes are listed at once', async ({
  page,
  family,
  server,
  browser,
}) => {
  const tablet = await openTablet(browser, family, server);
  await seenAgain(tablet);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const line = page.waitForResponse('**/api/live');
    await page.goto('/admin/tablets');
    await line;
    await expect(page.getByText('Blocked by its browser')).toBeVisible();
    await expect(page.getByText('Never tried')).toBeVisible();
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
  }
  await tablet.mouse.click(5, 5);
  await expect(page.getByText('Unlocked by a touch')).toBeVisible(SOON);
  await page.getByRole('button', { name: /^Try the alarm on / }).click();
  await expect(page.getByText('Sounded just now')).toBeVisible({ timeout: 30_000 });
  await tablet.context().close();
});

test('an administrator’s phone shows a silent message while a tablet rings', async ({
  page,
  family,
  server,
  browser,
}) => {
  const tablet = await openTablet(browser, family, server);
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  await server.setClock(new Date('2026-03-10T12:35:00Z'));
  await seenAgain(tablet);
  await expect(popupOf(tablet)).toBeVisible();
  const told = page.getByRole('region', { name: 'A dose rings on the tablet' });
  for (const size of [
    { width: 390, height: 844 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(size);
    await page.goto('/');
    await expect(told).toContainText('Metformin is 35 minutes late. Mark as taken?');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page.locator('html')).not.toHaveAttribute('data-sounding');
    await expectAccessible(page, 'elder');
    await expectLargeEnough(page, 'elder');
  }
  // A larger screen rings even if an administrator is signed in, because it may be a tablet on the
  // wall.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expect(told).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Mark as taken' }).click();
  await expect(told).toBeHidden();
  await expect(popupOf(tablet)).toBeHidden(SOON);
  await tablet.context().close();
});
