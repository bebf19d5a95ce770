import type { Browser, BrowserContext, Page } from '@playwright/test';
import { openWithFirstAnswers } from './support/first-answers.ts';
import { homeOf, pairTablet } from './support/kept.ts';
import { anotherBrowser } from './support/people.ts';
import { OPENS, popupOf } from './support/reminder.ts';
import { addMedication, expect, type ProductServer, test } from './support/test.ts';

/** Of an elder whose page comes with its screen. */
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

/** Opens the home screen, whose script comes when what this returns is called. */
async function openWithoutScript(where: Page): Promise<() => void> {
  let send: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  await where.route(SCRIPT, async (route) => {
    await held;
    // The request of a page that was opened again has ended.
    await route.continue().catch(() => undefined);
  });
  await openRendered(where);
  return send;
}

/** Where everything on the screen is, and how it is drawn. */
const looksOf = (where: Page) =>
  where.locator('html, body, .home, .home *').evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const styles = getComputedStyle(one);
      // The browser names custom properties in no order.
      const drawn = [...styles].map((name) => `${name}: ${styles.getPropertyValue(name)}`).sort();
      return [one.tagName, x, y, width, height, ...drawn].join(' ');
    }),
  );

/** The same tablet in a browser that runs no script. */
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

test('without its script the home screen is there, and each button leads to its place', async ({
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

test('it needs no style sheet to stand as it does with one, at every size', async ({
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

test('it stands where the script’s screen stands, and in between there is no other', async () => {
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

test('a finger that is on a button when the script comes has pressed it', async () => {
  const send = await openWithoutScript(page);
  const box = await homeOf(page).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await page.mouse.down();
  send();
  // It runs, and would have drawn its screen by now.
  await page.locator('#first-answers').waitFor({ state: 'detached' });
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await page.mouse.up();
  await expect(page).toHaveURL('/photos');
});

test('where the script does not come, a clock that stands is not shown for long', async () => {
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

test('for whom text is larger, nothing stands there in the usual size', async ({ family }) => {
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

/** The names of the page's style sheets, in the order in which they apply. */
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
