import type { Browser, Page } from '@playwright/test';
import { addMedication, expect, type Family, test } from './support/test.ts';
import { withoutTips } from './support/tips.ts';

/** What a caregiver changes is on the elder's screen within this; the polls take 30 seconds. */
const SOON = { timeout: 2000 };

/** The elder's tablet, paired with a code, beside the caregiver's browser. */
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

test('what a caregiver changes is on the tablet within two seconds', async ({
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

test('a tablet whose line was lost catches up when it has one again', async ({
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
