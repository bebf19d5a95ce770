import type { Browser, Page } from '@playwright/test';
import { breakingLine } from './support/breaking-line.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';
import { withoutTips } from './support/tips.ts';

/**
 * Maximum time until a change by the family is on the elder's screen. It is shorter than the
 * polling interval of 30 seconds.
 */
const SOON = { timeout: 2000 };

/** Opens a second browser context as the elder's tablet, which is paired with a code. */
async function openTablet(browser: Browser, { request }: Family, url: string): Promise<Page> {
  const name = { firstName: 'Edith', lastName: 'Clarke' };
  const { id } = await (await request.post('/api/users', { data: name })).json();
  const { code } = await (await request.post(`/api/users/${id}/pairing-code`)).json();
  const context = await browser.newContext({ baseURL: url });
  await withoutTips(context);
  await context.request.post('/api/auth/pair', { data: { code } });
  const tablet = await context.newPage();
  const line = tablet.waitForResponse('**/api/live');
  await tablet.goto('/');
  await line;
  return tablet;
}

test('changes by the family are on the tablet within two seconds', async ({
  browser,
  family,
  server,
}) => {
  const tablet = await openTablet(browser, family, server.url);
  await expect(tablet.getByRole('heading', { name: 'Grand App' })).toBeVisible();
  await expect(tablet.getByText('No medications scheduled for today')).toBeVisible();
  await family.request.patch('/api/settings', { data: { appName: 'Our Window' } });
  await expect(tablet.getByRole('heading', { name: 'Our Window' })).toBeVisible(SOON);
  await addMedication(family, { name: 'Metformin', times: ['23:30'] });
  await expect(tablet.getByText('Metformin')).toBeVisible(SOON);
  const [button] = await (await family.request.get('/api/home-buttons')).json();
  await family.request.put(`/api/home-buttons/${button.id}`, { data: { label: 'Pictures' } });
  await expect(tablet.getByRole('link', { name: 'Pictures' })).toBeVisible(SOON);
  await tablet.context().close();
});

test('a tablet whose live connection was lost catches up after reconnecting', async ({
  browser,
  family,
  server,
}) => {
  const tablet = await openTablet(browser, family, server.url);
  await expect(tablet.getByRole('heading', { name: 'Grand App' })).toBeVisible();
  await tablet.context().setOffline(true);
  await expect(tablet.getByText('No Internet Connection')).toBeVisible();
  await family.request.patch('/api/settings', { data: { appName: 'Our Window' } });
  await tablet.context().setOffline(false);
  await expect(tablet.getByRole('heading', { name: 'Our Window' })).toBeVisible();
  await tablet.context().close();
});

test('after a long outage of the server later changes are on the screen within two seconds', async ({
  page,
  family,
  server,
  clockAt,
}) => {
  await clockAt('2026-03-10T14:42:00Z');
  const line = await breakingLine(server.url);
  const opened = page.waitForResponse('**/api/live');
  await page.goto(line.url);
  await opened;
  const [button] = await (await family.request.get('/api/home-buttons')).json();
  const rename = (label: string) =>
    family.request.put(`/api/home-buttons/${button.id}`, { data: { label } });
  line.most = 0;
  line.cutAll();
  // Seven attempts, because each failed one doubles the wait for the next one.
  for (let attempt = 0; attempt < 7; attempt += 1) {
    const failed = page.waitForEvent('requestfailed', (request) => /live$/.test(request.url()));
    await page.clock.fastForward(120_000);
    await failed;
  }
  await expect(page.getByText('No Internet Connection')).toBeVisible();
  await rename('Pictures');
  line.most = Number.POSITIVE_INFINITY;
  await page.clock.fastForward(5_000);
  await expect(page.getByRole('link', { name: 'Pictures', exact: true })).toBeVisible();
  await rename('Our pictures');
  await expect(page.getByRole('link', { name: 'Our pictures', exact: true })).toBeVisible(SOON);
  await line.close();
});
