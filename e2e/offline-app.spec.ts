import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { DAY_MS } from '../src/platform/shared/durations.ts';
import {
  homeOf,
  lookPast,
  pairTablet,
  readCachedData,
  registerFamily,
  untilAllIsKept,
} from './support/cached-data.ts';
import { TABLET } from './support/looks.ts';
import { anotherBrowser } from './support/people.ts';
import { uploadPhoto } from './support/photos.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';
import { expectNoFlaws } from './support/walk.ts';

test.use({ serviceWorkers: 'allow' });

/** 10:42 AM in New York. */
const MORNING = new Date('2026-03-10T14:42:00Z');

/**
 * Number of cached files for one photo with a width of 800 pixels: the picture and its thumbnails.
 */
const PICTURES_OF_A_PHOTO = 3;

async function fillHousehold(family: Family): Promise<void> {
  await addMedication(family, { name: 'Metformin', times: ['12:00'] });
  await uploadPhoto(family, 1);
  const event = { title: 'Tea with Ruth', eventDate: '2026-03-10', startTime: '15:00' };
  const later = { title: 'Choir', eventDate: '2026-03-12', startTime: '16:00' };
  const video = {
    title: 'Birds of the Garden',
    url: 'https://www.youtube.com/watch?v=9bZkp7q19f0',
  };
  for (const [path, data] of [
    ['calendar-events', event],
    ['calendar-events', later],
    ['videos', video],
  ] as const) {
    const answer = await family.request.post(`/api/${path}`, { data });
    expect(answer.status(), await answer.text()).toBe(201);
  }
}

/**
 * Requests blood pressure from the family's only elder, and waits until the tablet has cached the
 * request.
 */
async function askForPressure(page: Page, { request }: Family): Promise<void> {
  const people: { id: string; role: string }[] = await (await request.get('/api/users')).json();
  const elder = people.find(({ role }) => role === 'user');
  const data = { kinds: ['blood-pressure'], weightUnit: 'kg', glucoseUnit: 'mg/dL' };
  expect((await request.put(`/api/measures/${elder?.id}`, { data })).ok()).toBe(true);
  await expect.poll(async () => (await readCachedData(page)).answers).toContain('blood-pressure');
}

test.describe('a restarted browser without a network, after one visit', () => {
  let folder: string;
  let tablet: BrowserContext;

  test.beforeEach(async ({ family, server, launchOptions }) => {
    await fillHousehold(family);
    await server.setClock(MORNING);
    folder = mkdtempSync(join(tmpdir(), 'grand-tablet-'));
    const open = async (offline: boolean) => {
      const context = await chromium.launchPersistentContext(folder, {
        ...launchOptions,
        baseURL: server.url,
        viewport: TABLET,
        offline,
      });
      await context.clock.install({ time: MORNING });
      return context;
    };
    const first = await open(false);
    const page = await first.newPage();
    await pairTablet(page, family);
    await expect(page.getByText('Tea with Ruth')).toBeVisible();
    await askForPressure(page, family);
    await untilAllIsKept(page, PICTURES_OF_A_PHOTO);
    await first.close();
    tablet = await open(true);
  });

  test.afterEach(async () => {
    await tablet.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('every elder screen opens with cached content', async () => {
    const page = await tablet.newPage();
    await page.goto('/');
    await expect(page.getByText(/Next medication:/)).toContainText('Metformin at 12:00 PM');
    await lookPast(page);
    await expect(homeOf(page)).toBeVisible();
    await expect(page.getByText('Tea with Ruth')).toBeVisible();
    await expect(page.getByText('Metformin one tablet')).toBeVisible();
    await expect(page.getByText('°F')).toBeVisible();

    await page.goto('/my-day');
    await lookPast(page);
    await expect(page.getByText('Metformin', { exact: true })).toBeVisible();
    const schedule = page.getByRole('region', { name: 'Today’s Schedule' });
    await expect(schedule.getByText('Tea with Ruth')).toBeVisible();
    const measures = page.getByRole('region', { name: 'To Measure' });
    await measures.getByRole('button', { name: /^Blood pressure Not measured/ }).click();
    const dialog = page.getByRole('dialog');
    for (const digit of '12879') await dialog.getByRole('button', { name: digit }).click();
    await dialog.getByRole('button', { name: 'Save: Blood pressure' }).click();
    await expect(measures.getByText('128 over 79, at 10:4')).toBeVisible();
    await expect(measures.getByText('Kept on this tablet.')).toBeVisible();

    await page.goto('/watch');
    await lookPast(page);
    await expect(page.getByText('Birds of the Garden')).toBeVisible();
    await expect(page).toHaveURL('/activity/watch');

    await page.goto('/photos');
    await lookPast(page);
    const isDrawn = (picture: HTMLElement | SVGElement) =>
      picture instanceof HTMLImageElement && picture.complete && picture.naturalWidth > 0;
    const print = page.locator('.print-picture').first();
    await expect.poll(() => print.evaluate(isDrawn)).toBe(true);
    await page.getByRole('button', { name: /^Photo 1/ }).click();
    const whole = page.getByRole('dialog').locator('img').first();
    await expect.poll(() => whole.evaluate(isDrawn)).toBe(true);
  });

  test('the following days show their own events and doses', async () => {
    await tablet.clock.setSystemTime(new Date(MORNING.getTime() + 2 * DAY_MS));
    const page = await tablet.newPage();
    await page.goto('/');
    await lookPast(page);
    await expect(page.getByText('Choir')).toBeVisible();
    await expect(page.getByText('Tea with Ruth')).toHaveCount(0);
    await expect(page.getByText('Metformin one tablet')).toBeVisible();
  });

  test('cached screens are accessible and large enough for elders at every size', async () => {
    const page = await tablet.newPage();
    await page.goto('/');
    await expect(page.getByText('No Internet Connection')).toBeVisible();
    await expectNoFlaws(page, 'offline');
    await lookPast(page);
    await expectNoFlaws(page, 'cached home', { names: ['Metformin'] });
    await page.setViewportSize(TABLET);
    const tall = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(tall, 'the home screen fits below the strip').toBeLessThanOrEqual(TABLET.height);
  });
});

test('a tablet that moves to another household deletes all data of the first', async ({
  family,
  server,
  browser,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['12:00'] });
  await uploadPhoto(family, 1);
  const beside = await anotherBrowser(browser, server);
  const others = await registerFamily(beside.request);
  await addMedication(others, { name: 'Lisinopril', times: ['13:00'] });
  await uploadPhoto(others, 2);

  const tablet = await anotherBrowser(browser, server);
  const page = await tablet.newPage();
  await pairTablet(page, family);
  await untilAllIsKept(page, PICTURES_OF_A_PHOTO);
  const first = await readCachedData(page);
  expect(first.answers).toContain('Metformin');
  const second = await tablet.newPage();
  await second.goto('/photos');
  await expect(second.getByRole('button', { name: /^Photo 1/ })).toBeVisible();

  await test.step('a tablet whose session ended shows a message and deletes its cache', async () => {
    await tablet.clearCookies();
    await page.reload();
    await expect(
      page.getByText('This tablet was signed out. Ask your family for a new code.'),
    ).toBeVisible();
    await expect.poll(() => namesKept(page)).toEqual([]);
  });

  await test.step('the tablet has only data of the other household, despite an open tab of the first', async () => {
    await pairTablet(page, others);
    await untilAllIsKept(page, PICTURES_OF_A_PHOTO);
    const now = await readCachedData(page);
    expect(now.answers).toContain('Lisinopril');
    expect(now.answers).not.toContain('Metformin');
    expect(now.answers).not.toContain(accountIn(first.answers));
    expect(now.pictures.filter((picture) => first.pictures.includes(picture))).toEqual([]);
    await second.close();
    await tablet.setOffline(true);
    await page.reload();
    await lookPast(page);
    await page.getByRole('link', { name: 'My Day', exact: true }).click();
    await expect(page.getByText('Lisinopril').first()).toBeVisible();
    await expect(page.getByText('Metformin')).toHaveCount(0);
  });
  await tablet.close();
  await beside.close();
});

test('signing out deletes all cached data, and the next person finds nothing', async ({
  page,
  family,
  server,
  browser,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['12:00'] });
  await page.goto('/');
  await untilAllIsKept(page, 0);
  const account = accountIn((await readCachedData(page)).answers);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/auth');
  await expect.poll(() => namesKept(page)).toEqual([]);

  const beside = await anotherBrowser(browser, server);
  const others = await registerFamily(beside.request);
  await page.getByLabel('Email').fill(others.email);
  await page.getByLabel('Password', { exact: true }).fill(others.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(homeOf(page)).toBeVisible();
  await untilAllIsKept(page, 0);
  const { answers } = await readCachedData(page);
  expect(answers).not.toContain('Metformin');
  expect(answers).not.toContain(account);
  await beside.close();
});

test('the app can be installed, and its files have the right content types', async ({
  page,
  request,
}) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await request.get(address ?? '');
  expect(answer.headers()).toMatchObject({
    'content-type': expect.stringContaining('application/manifest+json'),
    'cache-control': 'no-cache',
  });
  const { name, start_url, display, icons } = await answer.json();
  expect({ name, start_url, display }).toEqual({
    name: 'Grand App',
    start_url: '/',
    display: 'standalone',
  });
  expect(icons.map(({ purpose = 'any' }) => purpose)).toContain('maskable');
  for (const { src, type } of icons) {
    const icon = await request.get(src);
    expect(icon.status()).toBe(200);
    expect(icon.headers()['content-type']).toBe(type);
  }
  const script = await page.locator('script[type=module]').getAttribute('src');
  const { 'cache-control': lifetime } = (await request.get(script ?? '')).headers();
  expect(lifetime).toBe('public, max-age=31536000, immutable');
});

async function namesKept(page: Page): Promise<string[]> {
  const { names } = await readCachedData(page);
  return names.filter((name) => name.startsWith('kept-'));
}

function accountIn(answers: string): string {
  const [account] = /GA-\d+/.exec(answers) ?? [];
  if (account === undefined) throw new Error('nobody is kept');
  return account;
}
