import { registrationForm } from '../tests/support/registration.ts';
import { expectAccessible, expectLargeEnough } from './support/looks.ts';
import {
  addElder,
  anotherBrowser,
  emailOf,
  linkIn,
  openUsers,
  pairingLink,
} from './support/people.ts';
import { expect, test } from './support/test.ts';

/**
 * Maximum time until an alert arrives, in milliseconds. The server looks for overdue doses every 20
 * seconds of real time and sends alerts every 5.
 */
const A_ROUND_MS = 45_000;

test('a test alert by email is marked as received on the page that sent it', async ({
  page,
  family,
  server,
  browser,
}) => {
  await page.goto('/medications');
  await expect(page.getByText(/You also get an email .* if it arrives/)).toBeVisible();
  await page.getByRole('button', { name: 'Send a test alert' }).click();
  const mail = await server.mailTo(family.email, /^A test alert$/);
  await expect(page.getByText(/^Email: sent at 7:5\d AM\./)).toBeVisible();
  await expect(page.getByText('The last email to you was sent.')).toBeVisible();

  const reader = await (await anotherBrowser(browser, server)).newPage();
  await reader.goto(linkIn(mail.text));
  await expect(reader.getByText('The test alert was received')).toBeVisible();
  await expect(page.getByText(/^Email: received at 7:5\d AM\.$/)).toBeVisible();
  await expectAccessible(page, 'family');
  await reader.goto('/alert-received?token=nothing');
  await expect(reader.getByText('The test alert was not found')).toBeVisible();
  await reader.context().close();
});

test('without a mail server every tab warns, and a lost alert is shown until it is marked as seen', async ({
  mailless,
  browser,
}) => {
  test.setTimeout(120_000);
  await mailless.setClock(new Date('2026-03-10T11:58:00Z'));
  const context = await anotherBrowser(browser, mailless);
  const { request } = context;
  const registered = await request.post('/api/auth/register', {
    data: registrationForm(emailOf('unreached')),
  });
  expect(registered.status()).toBe(201);
  const added = await request.post('/api/medications', {
    data: { name: 'Metformin', frequency: 'daily', times: ['08:00'], startDate: '2026-01-01' },
  });
  expect(added.status()).toBe(201);
  const { id: medicationId } = await added.json();

  const page = await context.newPage();
  for (const path of ['/admin', '/users', '/medications', '/settings']) {
    await page.goto(path);
    await expect(page.getByText(/^No alert can reach anybody yet: no mail server/)).toBeVisible();
  }
  await page.goto('/medications');
  await expect(page.getByText(/^No email comes: no mail server is set up/)).toBeVisible();
  await expectLargeEnough(page, 'family');
  await expectAccessible(page, 'family');

  await page.goto('/admin');
  await mailless.setClock(new Date('2026-03-10T13:00:30Z'));
  const lost = page.getByRole('region', { name: 'Alerts that could not be sent' });
  await expect(lost).toContainText(
    'An alert could not be sent: Metformin, 8:00 AM on Tuesday, March 10. Nobody has said',
    { timeout: A_ROUND_MS },
  );
  const said = { medicationId, scheduledTime: '2026-03-10T12:00:00.000Z', status: 'taken' };
  const taken = await request.post('/api/medication-logs', { data: { ...said, notes: '' } });
  expect(taken.status()).toBe(201);
  await expect(lost).toContainText(/It was taken at 9:0\d AM\./);
  await page.goto('/settings');
  await lost.getByRole('button', { name: 'Seen' }).click();
  await expect(lost).toBeHidden();
  await context.close();
});

test('a server without mail does not offer a link for a new password', async ({
  mailless,
  browser,
}) => {
  const context = await anotherBrowser(browser, mailless);
  const page = await context.newPage();
  await page.goto('/forgot-password');
  await expect(page.getByText('This server cannot send mail, so no link can come')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send link' })).toBeHidden();
  await expectAccessible(page, 'family');
  await context.close();
});

test("a remote test of a tablet's alarm shows whether the alarm sounded", async ({
  page,
  family,
  server,
  browser,
}) => {
  const link = await pairingLink(family, await addElder(family));
  const context = await anotherBrowser(browser, server);
  const tablet = await context.newPage();
  await tablet.goto(link);
  await tablet.getByRole('button', { name: 'Set up this tablet' }).click();
  await expect(tablet.getByRole('link', { name: 'Photos', exact: true })).toBeVisible();
  // Waits for the code that answers alarm tests, which the tablet loads after its first screen.
  await tablet.waitForResponse('**/api/alarm-tests');

  await openUsers(page);
  const codes: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/pairing-code')) codes.push(request.url());
  });
  await page.getByRole('button', { name: 'Set up tablet of Edith Clarke' }).click();
  await page.getByRole('button', { name: /^Try the alarm on / }).click();
  const strip = tablet.getByRole('alert', { name: 'Test of the alarm' });
  await expect(strip).toContainText('This is a test of the alarm. ');
  await expect(strip).toContainText('is trying it.');
  await expectLargeEnough(tablet, 'elder');
  await expectAccessible(tablet, 'elder');
  await expect(page.getByText(/^It sounded at 7:5\d AM\.$/)).toBeVisible();
  await strip.getByRole('button', { name: 'Stop' }).click();
  await expect(strip).toBeHidden();
  expect(codes, 'to look at the devices makes no code').toEqual([]);

  await context.close();
  await page.getByRole('button', { name: /^Try the alarm on / }).click();
  await expect(page.getByText('No answer yet.')).toBeVisible();
  await server.setClock(new Date('2026-03-10T12:05:00Z'));
  await expect(page.getByText('No answer: the tablet is off or has no connection.')).toBeVisible({
    timeout: 20_000,
  });
});
