import {
  alertSwitch,
  deliver,
  giveSubscriptions,
  noticesOf,
  pressNotice,
  toggle,
  turnOnAlerts,
} from './support/notices.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('alerts are turned on for this device, stay on, and are turned off again', {
  tag: '@main',
}, async ({ page, family: _ }) => {
  await giveSubscriptions(page, 'granted');
  const calls: string[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/push-subscriptions')) return;
    calls.push(`${response.request().method()} ${response.status()}`);
  });
  await page.goto('/medications');
  await expect(alertSwitch(page)).not.toBeChecked();
  await expect(
    page.getByText(/You also get an email after 60 minutes, if it arrives/),
  ).toBeVisible();
  const workers = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  expect(await workers(), 'nothing is installed that nobody asked for').toBe(0);
  await toggle(page);
  await expect(page.getByText('Alerts are on', { exact: true })).toBeVisible();
  await expect(alertSwitch(page)).toBeChecked();
  expect(await workers()).toBe(1);
  await page.reload();
  await expect(alertSwitch(page)).toBeChecked();
  await toggle(page);
  await expect(page.getByText('Alerts are off on this device')).toBeVisible();
  await expect(alertSwitch(page)).not.toBeChecked();
  expect(calls).toEqual(['POST 201', 'DELETE 204']);
});

test('a browser that blocks notifications shows how to allow them', async ({ page, family: _ }) => {
  await giveSubscriptions(page, 'denied');
  await page.goto('/medications');
  await toggle(page);
  await expect(page.getByText(/set Notifications to Allow/)).toBeVisible();
  await expect(alertSwitch(page)).toBeDisabled();
  await expect(alertSwitch(page)).not.toBeChecked();
});

test('a browser without push support shows that it cannot receive alerts', async ({
  page,
  family: _,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await page.goto('/medications');
  await expect(page.getByText(/This browser cannot show alerts here/)).toBeVisible();
  await expect(alertSwitch(page)).toBeDisabled();
});

test('a failure to turn alerts on shows an error, and the switch stays off', async ({
  page,
  family: _,
}) => {
  await giveSubscriptions(page, 'granted');
  await page.route('**/api/push-subscriptions', (route) =>
    route.fulfill({ status: 503, json: { error: 'The server is not ready.' } }),
  );
  await page.goto('/medications');
  await toggle(page);
  await expect(page.getByText('Alerts could not be turned on. Please try again.')).toBeVisible();
  await expect(alertSwitch(page)).not.toBeChecked();
  await page.unroute('**/api/push-subscriptions');
  await toggle(page);
  await expect(alertSwitch(page)).toBeChecked();
});

test('the service worker is never served from the cache and has its own security policy', async ({
  family,
}) => {
  const answer = await family.request.get('/service-worker.js');
  expect(answer.headers()).toMatchObject({
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'self'",
  });
});

test('a push shows a notification, and a press on it opens the medications', {
  tag: '@whole-browser',
}, async ({ page, context, family: _ }) => {
  await turnOnAlerts(context, page);
  const notice = {
    title: 'A dose has not been confirmed',
    body: 'Due at 8:00 AM.',
    tag: 'dose-1',
    path: '/medications',
  };
  await deliver(context, page, JSON.stringify(notice));
  await expect.poll(() => noticesOf(page)).toEqual([notice]);
  expect(await pressNotice(context)).toEqual(['focus /medications']);
  await expect.poll(() => noticesOf(page)).toEqual([]);
  await page.goto('/');
  await deliver(context, page, JSON.stringify(notice));
  await expect.poll(() => noticesOf(page)).toEqual([notice]);
  expect(await pressNotice(context)).toEqual(['open /medications']);
});
