import { existsSync, readFileSync, statSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { neverAtRest } from './support/never-at-rest.ts';
import { addElder, anotherBrowser, pairingLink } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** Maximum size of the JavaScript that a tablet downloads for its home screen, in bytes. */
const MAX_BYTES = 95 * 1024;

function compressedSize(path: string): number {
  const file = `dist/web${path}`;
  if (existsSync(`${file}.br`)) return statSync(`${file}.br`).size;
  return brotliCompressSync(readFileSync(file)).length;
}

test("the home screen's JavaScript is at most 95 KiB and contains no code of the admin panel", async ({
  page,
  family: _,
}, info) => {
  const scripts: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.push(pathname);
  });
  await neverAtRest(page);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Photos' })).toBeVisible();
  await expect(page.getByText('No medications scheduled for today')).toBeVisible();
  await expect(page.getByText('No events scheduled for today')).toBeVisible();
  await expect(page.getByText(/°F/)).toBeVisible();
  await expect(page.locator('.weather-icon path').first(), 'the sky has come').toBeAttached();
  const sizes = scripts.map((path) => `${path} ${compressedSize(path)}`);
  const total = scripts.reduce((sum, path) => sum + compressedSize(path), 0);
  info.annotations.push({ type: 'home', description: `${total} bytes: ${sizes.join(', ')}` });
  expect(total, sizes.join('\n')).toBeLessThanOrEqual(MAX_BYTES);
  expect(scripts.join(' ')).not.toMatch(/AdminPanel|Auth/);
});

/**
 * Maximum size of the JavaScript that a tab of the admin panel adds to the home screen, in bytes.
 */
const MAX_TAB_BYTES = 90 * 1024;

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

test('each tab of the admin panel adds at most 90 KiB to the home screen', async ({
  page,
  family,
  server,
  browser,
}, info) => {
  // Adds data, because in an empty household a tab would also load the code of the import.
  const event = { title: 'Walk', eventDate: '2020-01-01' };
  expect((await family.request.post('/api/calendar-events', { data: event })).status()).toBe(201);
  const code = new URL(await pairingLink(family, await addElder(family))).searchParams.get('code');
  const tablet = await anotherBrowser(browser, server);
  expect((await tablet.request.post('/api/auth/pair', { data: { code } })).status()).toBe(200);
  const scripts = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  await page.goto('/');
  await expect(page.getByText('No medications scheduled for today')).toBeVisible();
  const home = new Set(scripts);
  for (const tab of TABS) {
    scripts.clear();
    await page.goto(tab);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    const own = [...scripts].filter((path) => !home.has(path));
    const cost = own.reduce((sum, path) => sum + compressedSize(path), 0);
    info.annotations.push({ type: 'tab', description: `${tab} ${cost} bytes` });
    expect(cost, own.join('\n')).toBeGreaterThan(10_000);
    expect(cost, own.join('\n')).toBeLessThanOrEqual(MAX_TAB_BYTES);
  }
  await tablet.close();
});
