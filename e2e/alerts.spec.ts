import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

const alertSwitch = (page: Page) => page.getByRole('switch', { name: 'Alert me on this device' });

/**
 * A headless browser has no push service to subscribe at: the subscription is made up, and kept as
 * long as the page's storage. Everything else is real, the server too.
 */
async function giveSubscriptions(page: Page, answer: NotificationPermission): Promise<void> {
  await page.addInitScript((permission) => {
    const place = 'made-up-subscription';
    const made = (): PushSubscription => {
      const json = {
        endpoint: localStorage.getItem(place) ?? '',
        expirationTime: null,
        keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
      };
      const unsubscribe = async () => {
        localStorage.removeItem(place);
        return true;
      };
      return { ...json, options: {}, getKey: () => null, toJSON: () => json, unsubscribe } as never;
    };
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem(place) === null ? null : made();
    PushManager.prototype.subscribe = async (options) => {
      if (typeof options?.applicationServerKey !== 'string') throw new Error('no key');
      if (options.applicationServerKey.length < 80) throw new Error('no key of a server');
      const id = crypto.randomUUID();
      localStorage.setItem(place, `https://fcm.googleapis.com/fcm/send/${id}`);
      return made();
    };
    let now: NotificationPermission = 'default';
    const asked = localStorage.getItem('permission');
    if (asked === 'granted' || asked === 'denied') now = asked;
    Object.defineProperty(Notification, 'permission', { get: () => now });
    Notification.requestPermission = async () => {
      now = permission;
      localStorage.setItem('permission', permission);
      return permission;
    };
  }, answer);
}

async function toggle(page: Page): Promise<void> {
  await alertSwitch(page).focus();
  await page.keyboard.press('Space');
}

test('alerts are turned on for this device, stay on, and are turned off again', async ({
  page,
  family: _,
}) => {
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

test('a browser that refuses says how to allow it again', async ({ page, family: _ }) => {
  await giveSubscriptions(page, 'denied');
  await page.goto('/medications');
  await toggle(page);
  await expect(page.getByText(/set Notifications to Allow/)).toBeVisible();
  await expect(alertSwitch(page)).toBeDisabled();
  await expect(alertSwitch(page)).not.toBeChecked();
});

test('a browser that cannot says so', async ({ page, family: _ }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await page.goto('/medications');
  await expect(page.getByText(/This browser cannot show alerts here/)).toBeVisible();
  await expect(alertSwitch(page)).toBeDisabled();
});

test('a failure is said, and the switch stays off', async ({ page, family: _ }) => {
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

test('the worker is served fresh each time, with a policy of its own', async ({ family }) => {
  const answer = await family.request.get('/service-worker.js');
  expect(answer.headers()).toMatchObject({
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'self'",
  });
});

/** Hands the worker a push as a push service would. */
async function deliver(context: BrowserContext, page: Page, data: string): Promise<void> {
  const tools = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await tools.send('ServiceWorker.enable');
  await tools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registration,
    data,
  });
}

/** The notifications that stand. */
const noticesOf = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const notices = await registration.getNotifications();
    return notices.map(({ title, body, tag, data }) => ({ title, body, tag, path: data.path }));
  });

/**
 * A press on the notification that stands, as the worker hears of it. To focus and to open a window
 * needs a press by a person, which a test cannot make there: what was asked for is noted instead.
 */
const PRESS_NOTICE = `(async () => {
  const asked = [];
  WindowClient.prototype.focus = async function () {
    asked.push('focus ' + new URL(this.url).pathname);
  };
  Clients.prototype.openWindow = async (url) => void asked.push('open ' + url);
  const [notification] = await registration.getNotifications();
  const event = new NotificationEvent('notificationclick', { notification });
  const done = [];
  event.waitUntil = (promise) => done.push(promise);
  self.dispatchEvent(event);
  await Promise.all(done);
  return asked;
})()`;

function pressNotice(context: BrowserContext): Promise<unknown> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('there is no worker');
  return worker.evaluate(PRESS_NOTICE);
}

test('a push shows a notification, and a press on it leads to the medications', async ({
  page,
  context,
  family: _,
}) => {
  await context.grantPermissions(['notifications']);
  await giveSubscriptions(page, 'granted');
  await page.goto('/medications');
  await toggle(page);
  await expect(page.getByText('Alerts are on', { exact: true })).toBeVisible();
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
