import { addElder } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** Paths of panel tabs that show at least one list. */
const TABS = [
  '/admin/today',
  '/admin/tablets',
  '/admin',
  '/users',
  '/calendar',
  '/medications',
  '/photo-albums',
  '/home-buttons',
  '/settings',
  '/admin/analytics',
  '/subscription',
];

const ELDER_SCREENS = ['/', '/my-day', '/photos', '/activity/watch', '/activity/listen'];

/** Requests without whose answers the panel is not shown; they are not blocked. */
const OF_THE_PAGE = /\/api\/(auth\/user|settings)$/;

test('every tab with failed lists shows them when the server answers again', async ({
  page,
  family,
}) => {
  test.setTimeout(180_000);
  await addElder(family);
  for (const path of TABS) {
    await page.route('**/api/**', (route) =>
      OF_THE_PAGE.test(route.request().url()) ? route.fallback() : route.abort(),
    );
    await page.goto(path);
    const failed = page.getByText(/could not be loaded/);
    await expect(failed.first(), path).toBeVisible();
    await page.unroute('**/api/**');
    await expect(failed, path).toHaveCount(0, { timeout: 10_000 });
  }
});

test('a tab whose code failed to load is loaded when the connection returns', async ({
  context,
  family: _,
}) => {
  // A page without the usual console check, because the browser logs the missing file.
  const page = await context.newPage();
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.route('**/assets/PhotoAlbums*', (route) => route.abort());
  await page.getByRole('link', { name: 'Photo Albums' }).first().click();
  await expect(page.getByText('This page could not be loaded.')).toBeVisible();
  await context.setOffline(true);
  await page.unroute('**/assets/PhotoAlbums*');
  await context.setOffline(false);
  await expect(page.getByText('This page could not be loaded.')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Photo Albums' })).toBeVisible();
});

test('every elder screen with failed answers shows them when the server answers again', async ({
  page,
  family: _,
}) => {
  test.setTimeout(120_000);
  for (const path of ELDER_SCREENS) {
    await page.route('**/api/**', (route) =>
      /auth\/user$/.test(route.request().url()) ? route.fallback() : route.abort(),
    );
    await page.goto(path);
    // Makes the page send requests: its first answers are embedded in it, so only later requests
    // fail.
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(page.getByText('No Internet Connection'), path).toBeVisible();
    await page.unroute('**/api/**');
    await expect(page.getByText('No Internet Connection'), path).toBeHidden({ timeout: 15_000 });
    await expect(page.getByText(/could not be loaded/), path).toHaveCount(0);
  }
});
