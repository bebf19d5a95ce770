import type { Page, TestInfo } from '@playwright/test';
import { registrationForm } from '../tests/support/registration.ts';
import { expectAccessible, expectLargeEnough, PHONE, SIZES, TABLET } from './support/looks.ts';
import { proveEmail } from './support/prove-email.ts';
import { shot } from './support/shots.ts';
import { DEFAULT_START, expect, type ProductServer, test } from './support/test.ts';

/** Registers one of the server's operator emails, without confirming it. */
async function registerOperator(page: Page, server: ProductServer, place: number, info: TestInfo) {
  await server.setClock(new Date(DEFAULT_START));
  // A retry of the test uses another email, because the first one is already registered.
  const email = `operator-${place + info.retry}@example.org`;
  const answer = await page.request.post('/api/auth/register', { data: registrationForm(email) });
  expect(answer.status(), await answer.text()).toBe(201);
  return email;
}

const link = (page: Page) => page.getByRole('link', { name: 'Health of this server' }).first();

test('an operator with a confirmed email sees the health page and can run the checks again', async ({
  page,
  server,
}, info) => {
  const email = await registerOperator(page, server, 0, info);
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible();
  await expect(link(page)).toHaveCount(0);
  await page.goto('/server-health');
  await expect(page.getByText('Page Not Found')).toBeVisible();

  await proveEmail(page.request, server, email);
  await page.goto('/admin');
  await link(page).click();
  await expect(page.getByRole('heading', { name: 'Health of this server' })).toBeVisible();
  const all = page.getByRole('list', { name: 'What was looked at' });
  await expect(
    all.getByRole('listitem').filter({ has: page.getByText('Database', { exact: true }) }),
  ).toContainText('All right');
  await expect(page.getByText(/^Grand App \d+\.\d+\.\d+, looked at just now$/)).toBeVisible();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
    await shot(page, `health-${size.width}.png`, { fullPage: true });
  }
  await page.setViewportSize(TABLET);
  const asked = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Look again' }).press('Enter');
  expect((await asked).url()).toMatch(/\/api\/server-health$/);
  await expect(page.getByRole('button', { name: 'Look again' })).toBeEnabled();

  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Look again' }).press('Enter');
  await expect(page.getByText(/^The server could not be asked\./)).toBeVisible();
  await expect(all).toBeVisible();
});

test('problems and newer versions are announced on every tab of an operator', async ({
  page,
  server,
}, info) => {
  const email = await registerOperator(page, server, 5, info);
  await proveEmail(page.request, server, email);
  const version = { what: 'Version', state: 'note', sentence: 'Version 9.0.0 is there.' };
  const findings: object[] = [{ ...version, newer: { version: '9.0.0' } }];
  await page.route('**/api/server-health', (route) =>
    route.fulfill({ json: { version: '0.1.0', checkedAt: server.now.toISOString(), findings } }),
  );
  const notice = page.getByRole('region', { name: 'This server' });
  await page.goto('/medications');
  await expect(notice).toContainText("Version 9.0.0 of this server's software is there.");
  findings.push({ what: 'Backups', state: 'bad', sentence: 'The newest backup is old.' });
  await page.goto('/calendar');
  await expect(notice).toContainText('This server needs attention: Backups.');
  for (const size of [TABLET, PHONE]) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
    await shot(page, `notice-${size.width}.png`);
  }
  await notice.getByRole('link', { name: 'Health of this server' }).click();
  const first = page
    .getByRole('list', { name: 'What was looked at' })
    .getByRole('listitem')
    .first();
  await expect(first).toContainText('The newest backup is old.');
  await expect(first).toContainText('Needs attention');
});

test('a family without an operator sees nothing of the server health', async ({ page, family }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible();
  await expect(link(page)).toHaveCount(0);
  expect(asked.filter((url) => url.includes('server-health'))).toEqual([]);
  expect((await family.request.get('/api/server-health')).status()).toBe(404);
});
