import type { BrowserContext, Page } from '@playwright/test';
import {
  AT_ONCE_MS,
  homeOf,
  pairTablet,
  readCachedData,
  registerFamily,
  untilAllIsKept,
} from './support/cached-data.ts';
import { openWithFirstAnswers } from './support/first-answers.ts';
import { type HoldingLine, openHoldingLine } from './support/holding-line.ts';
import { anotherBrowser } from './support/people.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';
import { withoutTips } from './support/tips.ts';

test.use({ serviceWorkers: 'allow' });

/**
 * Makes this page an elder's tablet that has been used for a while, so that its cache is filled.
 */
async function settledTablet(page: Page, family: Family): Promise<void> {
  await pairTablet(page, family);
  await untilAllIsKept(page, 0);
}

async function expectAtOnce(page: Page): Promise<void> {
  await expect(page.locator('main a')).toHaveCount(6);
  const sinceStart = await page.evaluate(() => performance.now());
  expect(sinceStart).toBeLessThan(AT_ONCE_MS);
}

let line: HoldingLine;
let tablet: BrowserContext;
let page: Page;
test.beforeEach(async ({ family, browser, server }) => {
  await addMedication(family, { name: 'Metformin', times: ['12:00'] });
  line = await openHoldingLine(server.url);
  tablet = await anotherBrowser(browser, line);
  page = await tablet.newPage();
  await settledTablet(page, family);
});
test.afterEach(async () => {
  await tablet.close();
  line.close();
});

test('a paired tablet shows its six buttons at once while the server does not answer', async () => {
  line.hold();
  await page.reload({ waitUntil: 'commit' });
  await expectAtOnce(page);
  await expect(page.getByText('Metformin'), 'no dose is told from memory').toHaveCount(0);
  await homeOf(page).click();
  await expect(page).toHaveURL('/photos');
  line.release();
  await expect(page.getByText('No Photos Yet')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('link', { name: 'Return to Main Screen' }).click();
  await expect(page.getByText('Metformin one tablet')).toBeVisible({ timeout: 20_000 });
});

/** Paths of the requests whose answers are embedded in the page. */
const BROUGHT = [
  'auth/user',
  'settings',
  'home-buttons',
  'accessibility',
  'away',
  'upcoming-medications',
].map((path) => `/api/${path}`);

test('answers embedded in the page are not requested again and are not cached by the service worker', async ({
  browser,
  server,
}) => {
  // A context without a service worker, which could answer with a cached page.
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
  await context.addCookies(await tablet.cookies());
  const first = await context.newPage();
  await withoutTips(first);
  const asked = await openWithFirstAnswers(first);
  await expect(first.locator('main a')).toHaveCount(6);
  await expect(first.getByText('Metformin one tablet')).toBeVisible();
  expect(asked.filter((path) => BROUGHT.includes(path))).toEqual([]);
  await context.close();

  const shell = await page.evaluate(async () => {
    const name = (await caches.keys()).find((one) => one.startsWith('shell-')) ?? '';
    return (await (await caches.open(name)).match('/', { ignoreVary: true }))?.text();
  });
  expect(shell).toContain('<div id="root">');
  expect(shell).not.toContain('first-answers');
});

test('every page is requested once, also while a service worker is installed', async () => {
  for (const path of ['/', '/photos', '/admin', '/api/docs', '/nowhere']) {
    const before = line.asked.length;
    await page.goto(path);
    await expect(page.locator('body')).not.toBeEmpty();
    const times = line.asked.slice(before).filter((address) => address === path);
    expect(times, path).toEqual([path]);
  }
});

test('a change by the family is shown as soon as the server has answered', async ({ family }) => {
  const data = { appName: 'Our Window' };
  line.hold();
  expect((await family.request.patch('/api/settings', { data })).ok()).toBe(true);
  await page.reload({ waitUntil: 'commit' });
  await expectAtOnce(page);
  await expect(page.getByRole('heading', { name: 'Grand App' })).toBeVisible();
  line.release();
  await expect(page.getByRole('heading', { name: 'Our Window' })).toBeVisible();
});

test('an answer that the session has ended signs the tablet out and deletes its cache', async () => {
  line.hold();
  await tablet.clearCookies();
  await page.reload({ waitUntil: 'commit' });
  await expectAtOnce(page);
  line.release();
  await expect(page.getByText('This tablet was signed out.')).toBeVisible();
  await expect(homeOf(page)).toHaveCount(0);
  await expectForgotten(page);
});

test('an answer for another household replaces the screen and deletes the cache', async ({
  browser,
  server,
}) => {
  const kept = await readCachedData(page);
  expect(kept.answers).toContain('Metformin');
  const beside = await anotherBrowser(browser, server);
  const others = await registerFamily(beside.request);
  const data = { appName: 'The Others' };
  expect((await others.request.patch('/api/settings', { data })).ok()).toBe(true);
  const elsewhere = await beside.newPage();
  await pairTablet(elsewhere, others);
  line.hold();
  await tablet.clearCookies();
  await tablet.addCookies(await beside.cookies());
  await page.reload({ waitUntil: 'commit' });
  await expectAtOnce(page);
  await expect(page.getByRole('heading', { name: 'Grand App' })).toBeVisible();
  line.release();
  await expect(page.getByRole('heading', { name: 'The Others' })).toBeVisible();
  await expect.poll(async () => (await readCachedData(page)).answers).not.toContain('Metformin');
  await beside.close();
});

async function expectForgotten(page: Page): Promise<void> {
  await expect
    .poll(async () => (await readCachedData(page)).names.filter((name) => name.startsWith('kept-')))
    .toEqual([]);
}
