import type { BrowserContext, Page } from '@playwright/test';
import { expect } from './test.ts';

export const alertSwitch = (page: Page) =>
  page.getByRole('switch', { name: 'Alert me on this device' });

/**
 * Replaces push subscriptions by fake ones, because a headless browser has no push service. A fake
 * subscription lasts as long as the page's storage. Everything else is real, including the server.
 */
export async function giveSubscriptions(page: Page, answer: NotificationPermission): Promise<void> {
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

/** Presses the switch that turns alerts on this device on or off. */
export async function toggle(page: Page): Promise<void> {
  await alertSwitch(page).focus();
  await page.keyboard.press('Space');
}

/** Turns alerts on for this device, which also registers its service worker. */
export async function turnOnAlerts(context: BrowserContext, page: Page): Promise<void> {
  await context.grantPermissions(['notifications']);
  await giveSubscriptions(page, 'granted');
  await page.goto('/medications');
  await toggle(page);
  await expect(page.getByText('Alerts are on', { exact: true })).toBeVisible();
}

/** Delivers a push message to the service worker, as a push service would. */
export async function deliver(context: BrowserContext, page: Page, data: string): Promise<void> {
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

/** Returns the notifications that are shown. */
export const noticesOf = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const notices = await registration.getNotifications();
    return notices.map(({ title, body, tag, data }) => ({ title, body, tag, path: data.path }));
  });

/**
 * Simulates a press on a notification, in the service worker. Focusing and opening windows require
 * a user gesture, which a test cannot create there; therefore these calls are only recorded.
 * `action` is the pressed button of the notification, or empty.
 */
const pressing = (action: string) => `(async () => {
  const asked = [];
  WindowClient.prototype.focus = async function () {
    asked.push('focus ' + new URL(this.url).pathname);
  };
  Clients.prototype.openWindow = async (url) => void asked.push('open ' + url);
  const [notification] = await registration.getNotifications();
  const event = new NotificationEvent('notificationclick', { notification, action: '${action}' });
  const done = [];
  event.waitUntil = (promise) => done.push(promise);
  self.dispatchEvent(event);
  await Promise.all(done);
  return asked;
})()`;

export function pressNotice(context: BrowserContext, action = ''): Promise<unknown> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('there is no worker');
  return worker.evaluate(pressing(action));
}
