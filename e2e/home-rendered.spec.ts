import type { Browser, BrowserContext, Page } from '@playwright/test';
import { homeOf, pairTablet } from './support/cached-data.ts';
import { openWithFirstAnswers } from './support/first-answers.ts';
import { anotherBrowser } from './support/people.ts';
import { OPENS, popupOf } from './support/reminder.ts';
import { addMedication, expect, type ProductServer, test } from './support/test.ts';

/**
 * Browser context of an elder's tablet, for which the server renders the home screen into the page.
 */
let tablet: BrowserContext;
let page: Page;
test.beforeEach(async ({ family, browser, server }) => {
  await addMedication(family, { name: 'Metformin', times: ['20:00'] });
  tablet = await anotherBrowser(browser, server, { serviceWorkers: 'block' });
  page = await tablet.newPage();
  await pairTablet(page, family);
});
test.afterEach(() => tablet.close());

const SIZES = [
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
  { width: 390, height: 844 },
];

const SCRIPT = /\/assets\/index-.*\.js$/;

/** Opens the home screen that the server has rendered. */
async function openRendered(where: Page): Promise<void> {
  await expect(async () => {
    await openWithFirstAnswers(where);
    await expect(where.locator('.home')).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** Opens the home screen, but delays its script. The returned function lets the script load. */
async function openWithoutScript(where: Page): Promise<() => void> {
  let send: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  await where.route(SCRIPT, async (route) => {
    await held;
    // The request has ended already if the page was opened again.
    await route.continue().catch(() => undefined);
  });
  await openRendered(where);
  return send;
}

/** Returns the bounding box and all computed styles of every element on the home screen. */
const looksOf = (where: Page) =>
  where.locator('html, body, .home, .home *').evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const styles = getComputedStyle(one);
      // Sorted, because the browser lists custom properties in random order.
      const drawn = [...styles].map((name) => `${name}: ${styles.getPropertyValue(name)}`).sort();
      return [one.tagName, x, y, width, height, ...drawn].join(' ');
    }),
  );

/** Opens the same tablet in a browser without JavaScript. */
async function withoutScripts(browser: Browser, server: ProductServer) {
  const bare = await anotherBrowser(browser, server, { javaScriptEnabled: false });
  await bare.addCookies(await tablet.cookies());
  return { bare, still: await bare.newPage() };
}

const boxesOf = (where: Page) =>
  where.locator('.home-clock, .home-day, .tile, .tile-label, .home-row').evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x, y, width, height].map((each) => Math.round(each));
    }),
  );

test('the home screen works without its script: each button leads to its section', async ({
  browser,
  server,
}) => {
  const { bare, still } = await withoutScripts(browser, server);
  await openRendered(still);
  await expect(still.getByText('Metformin one tablet')).toBeVisible();
  await expect(still.locator('.home-clock')).toBeVisible();
  await expect(still.locator('main a')).toHaveCount(6);
  await homeOf(still).click();
  await expect(still).toHaveURL('/photos');
  await bare.close();
});

test('the home screen looks the same before its external style sheets load, at every size', async ({
  browser,
  server,
}) => {
  const { bare, still } = await withoutScripts(browser, server);
  for (const size of SIZES) {
    await still.setViewportSize(size);
    await openRendered(still);
    await still.waitForLoadState();
    const whole = await looksOf(still);
    expect(whole.length).toBeGreaterThan(60);
    await still.route(/\.css$/, (route) => route.abort());
    await openRendered(still);
    await still.waitForLoadState();
    expect(await looksOf(still)).toEqual(whole);
    await still.unroute(/\.css$/);
  }
  await bare.close();
});

test("the rendered home screen has the same layout as the script's, and no other content appears between", async () => {
  await page.addInitScript(() => {
    const seen: number[] = [];
    new MutationObserver(() => seen.push(document.querySelectorAll('main a').length)).observe(
      document,
      { childList: true, subtree: true },
    );
    Object.assign(window, { seen });
  });
  const send = await openWithoutScript(page);
  await expect(page.locator('main a')).toHaveCount(6);
  await page.evaluate(() => document.fonts.ready);
  const served = await boxesOf(page);
  const first = await page.locator('.home').elementHandle();
  send();
  await page.waitForFunction((one) => !one?.isConnected, first);
  expect(await boxesOf(page)).toEqual(served);
  const counts = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  expect(counts.slice(counts.indexOf(6)).every((count) => count === 6)).toBe(true);
});

test('a press that began before the script loaded still opens its section', async () => {
  const send = await openWithoutScript(page);
  const box = await homeOf(page).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await page.mouse.down();
  send();
  // Waits until the script has run and has had time to draw its screen.
  await page.locator('#first-answers').waitFor({ state: 'detached' });
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await page.mouse.up();
  await expect(page).toHaveURL('/photos');
});

test('a clock that no script updates is hidden after 30 seconds', async () => {
  await page.route(SCRIPT, (route) => route.abort());
  await openRendered(page);
  await expect(page.locator('.home-clock')).toBeVisible();
  const waits = await page.evaluate(() =>
    document.getAnimations().map((each) => {
      const waited = each.effect?.getComputedTiming().delay;
      each.finish();
      return waited;
    }),
  );
  expect(waits).toEqual([30_000, 30_000]);
  await expect(page.locator('.home-clock')).toBeHidden();
  await expect(page.getByText('Metformin')).toBeHidden();
  await expect(homeOf(page)).toBeVisible();
});

test('an elder with larger text never sees the home screen in the usual size', async ({
  family,
}) => {
  const [own] = await (await family.request.get('/api/accessibility')).json();
  const data = { textSize: 150, version: own.version };
  const changed = await family.request.patch(`/api/accessibility/${own.userId}`, { data });
  expect(changed.ok(), await changed.text()).toBe(true);
  await page.addInitScript(() => {
    const sizes = new Set<string>();
    const look = () => {
      const { style } = document.documentElement;
      if (document.querySelector('.tile')) sizes.add(style.getPropertyValue('--text-factor'));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Object.assign(window, { sizes });
  });
  await openWithFirstAnswers(page);
  await expect(page.locator('html[data-text="large"]')).toBeVisible();
  await expect(homeOf(page)).toBeVisible();
  const sizes = await page.evaluate(() => [...(window as unknown as { sizes: Set<string> }).sizes]);
  expect(sizes).toEqual(['1.5']);
});

/** Returns the names of the page's style sheets, in the order in which they apply. */
const sheetsOf = (where: Page) =>
  where.evaluate(() =>
    [...document.styleSheets].flatMap(
      ({ href }) => /([^/]+)-.{8}\.css$/.exec(href ?? '')?.[1] ?? [],
    ),
  );

test('style sheets of later screens apply after the main one', async ({ family, server }) => {
  for (const name of ['Atorvastatin', 'Metformin', 'Omega 3']) {
    await addMedication(family, { name, times: ['08:00'] });
  }
  const data = { remindersOfOneTime: 'together' };
  expect((await family.request.patch('/api/settings', { data })).ok()).toBe(true);
  await server.setClock(new Date(OPENS));
  await page.clock.install({ time: OPENS });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openRendered(page);
  const popup = popupOf(page);
  await expect(popup.getByRole('heading', { name: '8:00 AM, 3 medications' })).toBeVisible();
  const [main, ...later] = await sheetsOf(page);
  expect(main).toBe('home');
  expect(later).toContain('DoseGroup');
  expect(later).not.toContain('home');
  const [taken = 0, other = 0, ...none] = await popup
    .locator('.dose-group-answers > button')
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().width));
  expect(none).toEqual([]);
  expect(taken / other, 'how much wider All taken is than the other answer').toBeCloseTo(1.9, 1);
});
