import type { BrowserContext, Page, Route } from '@playwright/test';
import {
  AT_ONCE_MS,
  homeOf,
  keptOn,
  pairTablet,
  registerFamily,
  untilAllIsKept,
} from './support/kept.ts';
import { anotherBrowser } from './support/people.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

/** Takes every call and answers none, until told. */
async function holdTheServer(context: BrowserContext): Promise<() => Promise<void>> {
  const held: Route[] = [];
  const hold = (route: Route) => void held.push(route);
  await context.route('**/api/**', hold);
  return async () => {
    await context.unroute('**/api/**', hold);
    await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
  };
}

/** A tablet that has been at home for a while. */
async function settledTablet(page: Page, family: Family): Promise<void> {
  await pairTablet(page, family);
  await untilAllIsKept(page, 0);
}

async function expectAtOnce(page: Page): Promise<void> {
  await expect(page.locator('main a')).toHaveCount(6);
  const sinceStart = await page.evaluate(() => performance.now());
  expect(sinceStart).toBeLessThan(AT_ONCE_MS);
}

let tablet: BrowserContext;
let page: Page;
test.beforeEach(async ({ family, browser, server }) => {
  await addMedication(family, { name: 'Metformin', times: ['12:00'] });
  tablet = await anotherBrowser(browser, server);
  page = await tablet.newPage();
  await settledTablet(page, family);
});
test.afterEach(async () => {
  await tablet.close();
});

test('while no answer comes, the six buttons of a paired tablet stand at once and lead where they should', async () => {
  const release = await holdTheServer(tablet);
  await page.reload();
  await expectAtOnce(page);
  await expect(page.getByText('Metformin'), 'no dose is told from memory').toHaveCount(0);
  await homeOf(page).click();
  await expect(page).toHaveURL('/photos');
  await release();
  await expect(page.getByText('No Photos Yet')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('link', { name: 'Return to Main Screen' }).click();
  await expect(page.getByText('Metformin one tablet')).toBeVisible({ timeout: 20_000 });
});

test('what the family has changed meanwhile is there as soon as the server has answered', async ({
  family,
}) => {
  const data = { appName: 'Our Window' };
  const release = await holdTheServer(tablet);
  expect((await family.request.patch('/api/settings', { data })).ok()).toBe(true);
  await page.reload();
  await expectAtOnce(page);
  await expect(page.getByRole('heading', { name: 'Grand App' })).toBeVisible();
  await release();
  await expect(page.getByRole('heading', { name: 'Our Window' })).toBeVisible();
});

test('when the answer comes and says that nobody is signed in, the screen follows it and what was kept is gone', async () => {
  const release = await holdTheServer(tablet);
  await tablet.clearCookies();
  await page.reload();
  await expectAtOnce(page);
  await release();
  await expect(page.getByText('This tablet was signed out.')).toBeVisible();
  await expect(homeOf(page)).toHaveCount(0);
  await expectForgotten(page);
});

test('when the answer comes and names another, the screen follows it and what was kept is gone', async ({
  browser,
  server,
}) => {
  const kept = await keptOn(page);
  expect(kept.answers).toContain('Metformin');
  const beside = await anotherBrowser(browser, server);
  const others = await registerFamily(beside.request);
  const data = { appName: 'The Others' };
  expect((await others.request.patch('/api/settings', { data })).ok()).toBe(true);
  const elsewhere = await beside.newPage();
  await pairTablet(elsewhere, others);
  const release = await holdTheServer(tablet);
  await tablet.clearCookies();
  await tablet.addCookies(await beside.cookies());
  await page.reload();
  await expectAtOnce(page);
  await expect(page.getByRole('heading', { name: 'Grand App' })).toBeVisible();
  await release();
  await expect(page.getByRole('heading', { name: 'The Others' })).toBeVisible();
  await expect.poll(async () => (await keptOn(page)).answers).not.toContain('Metformin');
  await beside.close();
});

async function expectForgotten(page: Page): Promise<void> {
  await expect
    .poll(async () => (await keptOn(page)).names.filter((name) => name.startsWith('kept-')))
    .toEqual([]);
}
