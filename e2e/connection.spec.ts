import type { Page, Route } from '@playwright/test';
import {
  AT_ONCE_MS,
  homeOf,
  pairTablet,
  registerFamily,
  untilAllIsKept,
} from './support/cached-data.ts';
import { TABLET } from './support/looks.ts';
import { anotherBrowser } from './support/people.ts';
import { expect, startServer, test } from './support/test.ts';

const noConnection = (page: Page) => page.getByText('No Internet Connection');

/** Requests that the elder's screens poll; their answers decide whether there is a connection. */
const POLLED = ['settings', 'upcoming-medications'];

/** Sets the online state that the browser reports, whether the connection really works or not. */
async function browserSays(page: Page, isOnline: boolean): Promise<void> {
  await page.evaluate((online) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => online });
    window.dispatchEvent(new Event(online ? 'online' : 'offline'));
  }, isOnline);
}

test('a browser that reports offline while the server answers is treated as online', async ({
  page,
  family: _,
}) => {
  await page.goto('/');
  await expect(homeOf(page)).toBeVisible();
  const asked = Promise.all(POLLED.map((path) => page.waitForResponse(`**/api/${path}`)));
  await browserSays(page, false);
  await asked;
  await expect(noConnection(page)).toBeHidden();
  await expect(page.getByRole('link', { name: 'Admin panel, online' })).toBeVisible();
});

test("a connection that was lost before an elder's screen opened is detected at once", async ({
  page,
  family: _,
  clockAt,
}) => {
  await clockAt('2026-03-10T14:42:00Z');
  // The panel has read the polled answers, and it does not react to the browser's online events.
  await page.goto('/medications');
  await expect(page.getByText('No medications scheduled for today')).toBeVisible();
  await page.route('**/api/**', (route) => route.abort());
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false }),
  );
  await page.getByRole('link', { name: 'Preview Mode' }).first().click();
  await expect(homeOf(page)).toBeVisible();
  // Shown at once, although the next poll would be sent only half a minute later.
  await expect(noConnection(page)).toBeVisible();
});

const PORTAL = '<!doctype html><title>Welcome to the WiFi</title><p>Please sign in.</p>';

/** Answers that do not come from the server, while the browser reports to be online. */
const IN_PLACE: readonly { what: string; answer: (route: Route) => Promise<void> }[] = [
  { what: 'no server', answer: (route) => route.abort() },
  {
    what: "a WiFi's sign-in page, whose clock is wrong",
    answer: (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { date: 'Thu, 01 Jan 1970 00:00:00 GMT' },
        body: PORTAL,
      }),
  },
  { what: 'another server with an empty object', answer: (route) => route.fulfill({ json: {} }) },
  {
    what: 'a sign-in page with 401',
    answer: (route) => route.fulfill({ status: 401, contentType: 'text/html', body: PORTAL }),
  },
  {
    what: 'a proxy with 502',
    answer: (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }),
  },
];

for (const { what, answer } of IN_PLACE) {
  test(`the offline screen is shown while ${what} answers, until the server answers again`, async ({
    page,
    family: _,
    clockAt,
  }) => {
    await clockAt('2026-03-10T14:42:00Z');
    // Waits until the first requests are answered: a later read would join a pending request and
    // still get its answer.
    const polled = POLLED.map(async (path) =>
      (await page.waitForResponse(`**/api/${path}`)).finished(),
    );
    await page.goto('/');
    await Promise.all(polled);
    await expect(homeOf(page)).toBeVisible();
    await page.route('**/api/**', answer);
    // An online event makes the page send requests again; the browser reports to be online in any
    // case.
    await browserSays(page, true);
    await expect(noConnection(page)).toBeVisible();
    await expect(page.getByText(/It is/)).toContainText('10:4');
    await page.unroute('**/api/**');
    await expect(noConnection(page)).toBeHidden();
  });
}

test.describe('pages with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a server that accepts requests but never answers counts as offline, until it answers again', async ({
    browser,
  }) => {
    // Longer, because a second server is started, and a tablet reports a missing connection only
    // after a timeout.
    test.setTimeout(120_000);
    const { server, child } = await startServer();
    await server.setClock(new Date('2026-03-10T14:42:00Z'));
    const family = await registerFamily((await anotherBrowser(browser, server)).request);
    const tablet = await anotherBrowser(browser, server);
    const page = await tablet.newPage();
    await pairTablet(page, family);
    await untilAllIsKept(page, 0);
    child.kill('SIGSTOP');
    try {
      await page.goto('/', { waitUntil: 'commit' });
      // The home screen opens from cached data, without waiting for the server.
      await expect(homeOf(page)).toBeVisible();
      expect(await page.evaluate(() => performance.now())).toBeLessThan(AT_ONCE_MS);
      await expect(noConnection(page)).toBeVisible({ timeout: 30_000 });
    } finally {
      child.kill('SIGCONT');
    }
    await expect(noConnection(page)).toBeHidden({ timeout: 20_000 });
    await expect(homeOf(page)).toBeVisible();
    await tablet.close();
    child.disconnect();
  });
});

test('the screen wake lock is held, and requested again after the browser released it', {
  tag: '@whole-browser',
}, async ({ family, server, browser }) => {
  const tablet = await anotherBrowser(browser, server);
  const page = await tablet.newPage();
  await page.setViewportSize(TABLET);
  await server.setClock(new Date('2026-03-10T14:42:00Z'));
  await page.clock.install({ time: new Date('2026-03-10T14:42:00Z') });
  await page.addInitScript(() => {
    const locks: WakeLockSentinel[] = [];
    const request = navigator.wakeLock.request.bind(navigator.wakeLock);
    navigator.wakeLock.request = async (type) => {
      const lock = await request(type);
      locks.push(lock);
      return lock;
    };
    Object.assign(window, { locks });
  });
  const held = () =>
    page.evaluate(() => {
      const locks: unknown = Reflect.get(window, 'locks');
      return Array.isArray(locks) ? locks.map(({ released }) => !released) : [];
    });
  const letGo = () =>
    page.evaluate(async () => {
      const locks: unknown = Reflect.get(window, 'locks');
      if (Array.isArray(locks)) await locks.at(-1).release();
    });
  await pairTablet(page, family);
  await expect.poll(held).toEqual([true]);
  await letGo();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(held, 'when the page is seen again').toEqual([false, true]);
  await letGo();
  await page.clock.fastForward(61_000);
  await expect.poll(held, 'and while it is seen').toEqual([false, false, true]);
  await tablet.close();
});

test('a screen that crashed returns to the home screen, so that reminders continue', async ({
  family,
  server,
  browser,
}) => {
  const tablet = await anotherBrowser(browser, server);
  const page = await tablet.newPage();
  await page.clock.install({ time: server.now });
  await pairTablet(page, family);
  await page.route('**/api/home-buttons', (route) => route.fulfill({ json: null }));
  await page.reload();
  await expect(page.getByText('This screen could not be shown')).toBeVisible();
  await page.unroute('**/api/home-buttons');
  await page.clock.fastForward(61_000);
  await expect(homeOf(page)).toBeVisible();
  await tablet.close();
});
