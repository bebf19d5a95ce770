import { existsSync, readFileSync, statSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { neverAtRest } from './support/never-at-rest.ts';
import { addElder, anotherBrowser, pairingLink } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** What an elder's tablet may download of JavaScript to show its home screen, in bytes. */
const MOST_BYTES = 95 * 1024;

function compressedSize(path: string): number {
  const file = `dist/web${path}`;
  if (existsSync(`${file}.br`)) return statSync(`${file}.br`).size;
  return brotliCompressSync(readFileSync(file)).length;
}

test("the home screen's JavaScript is at most 95 KiB, and nothing of the admin panel is in it", async ({
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
  expect(total, sizes.join('\n')).toBeLessThanOrEqual(MOST_BYTES);
  expect(scripts.join(' ')).not.toMatch(/AdminPanel|Auth/);
});

/** What opening a tab of the admin panel may cost beyond the home screen, in bytes. */
const MOST_BYTES_OF_A_TAB = 90 * 1024;

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

test('no tab of the admin panel costs more than 90 KiB beyond the home screen', async ({
  page,
  family,
  server,
  browser,
}, info) => {
  // A household that is in use: into an empty one everything of another server can be brought in.
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
    expect(cost, own.join('\n')).toBeLessThanOrEqual(MOST_BYTES_OF_A_TAB);
  }
  await tablet.close();
});
