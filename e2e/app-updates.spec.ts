import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { homeOf, pairTablet, readCachedData, registerFamily } from './support/cached-data.ts';
import { anotherBrowser } from './support/people.ts';
import { logsOf, popupOf } from './support/reminder.ts';
import { SharedClock } from './support/shared-clock.ts';
import {
  addMedication,
  expect,
  type Family,
  type ProductServer,
  startServer,
  test,
} from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

/** 10 PM in New York, when the new build is released. */
const EVENING = '2026-03-11T02:00:00Z';

/** Folder with the built files of this server. The tests replace files in it. */
let web: string;
let server: ProductServer;
let child: ChildProcess;
let family: Family;
let tablet: BrowserContext;
let page: Page;
let clock: SharedClock;

test.beforeEach(async ({ browser }) => {
  web = mkdtempSync(join(tmpdir(), 'grand-web-'));
  cpSync('dist/web', web, { recursive: true });
  for (const packed of ['br', 'gz']) rmSync(join(web, `service-worker.js.${packed}`));
  ({ server, child } = await startServer({ env: { WEB_ROOT: web } }));
  await server.setClock(new Date(EVENING));
  family = await registerFamily((await anotherBrowser(browser, server)).request);
  tablet = await anotherBrowser(browser, server);
  page = await tablet.newPage();
  clock = await SharedClock.start(page, server, EVENING);
  await pairTablet(page, family);
  await page.evaluate(() => navigator.serviceWorker.ready);
  // Reloads, so that the service worker is already installed when the page loads, as on any day
  // after the first.
  const upkeep = page.waitForResponse(/\/tablet-data-/);
  await page.reload();
  await expect(homeOf(page)).toBeVisible();
  await upkeep;
});

test.afterEach(async () => {
  await tablet.close();
  child.disconnect();
  rmSync(web, { recursive: true, force: true });
});

/** Releases a new build on the server: the same files under another version. */
function release(version: string): void {
  const file = join(web, 'service-worker.js');
  const worker = readFileSync(file, 'utf8').replace(/version:"\w+"/, `version:"${version}"`);
  writeFileSync(file, worker);
}

const shellsOn = async (page: Page) =>
  (await readCachedData(page)).names.filter((name) => name.startsWith('shell-'));

/** Marks the current page. The returned function returns true until the page is reloaded. */
async function markPage(): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', 'the same'));
  return () => page.evaluate(() => document.documentElement.hasAttribute('data-mark'));
}

const hasWaiting = () =>
  page.evaluate(async () => {
    const { waiting } = await navigator.serviceWorker.ready;
    return waiting !== null;
  });

/** Checks for an update and returns the state that the new service worker reaches. */
const outcomeOfUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const found = new Promise<string>((resolve) => {
      registration.addEventListener('updatefound', () => {
        const { installing } = registration;
        installing?.addEventListener('statechange', () => {
          if (installing.state !== 'installing') resolve(installing.state);
        });
      });
    });
    await registration.update();
    return found;
  });

/** Releases a build that requires a DOM method that no earlier build requires. */
async function releaseWithNeed(version: string): Promise<void> {
  const [page, worker] = ['index.html', 'service-worker.js'].map((name) => join(web, name));
  const replaceIn = (file = '', before: string, after: string) => {
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(before);
    writeFileSync(file, text.replace(before, after));
  };
  replaceIn(page, "('inert' in", "('showPopover' in HTMLElement.prototype && 'inert' in");
  replaceIn(worker, 'needs:[', 'needs:["HTMLElement.prototype.showPopover",');
  release(version);
  await server.restart();
}

/** True if the current page is that of the build with the new requirement. */
const isOfNewBuild = async (page: Page) =>
  (await page.locator('script').first().innerHTML()).includes('showPopover');

test('an update waits for the night and an idle home screen, and is active in the morning', async () => {
  test.setTimeout(150_000);
  const isTheSame = await markPage();
  release('aaaa');
  await clock.freezeAt('2026-03-11T03:30:00Z');
  await expect.poll(hasWaiting, 'at 11:30 PM it is on the tablet').toBe(true);
  await clock.advance(61);
  expect(await isTheSame(), 'and the evening goes on').toBe(true);

  await page.getByRole('link', { name: 'My Day', exact: true }).click();
  await expect(page).toHaveURL('/my-day');
  await clock.freezeAt('2026-03-11T06:30:00Z');
  await clock.advance(61);
  expect(await isTheSame(), 'at 2:30 AM somebody left My Day open').toBe(true);

  await page.getByRole('link', { name: 'Return to Main Screen' }).click();
  await expect(homeOf(page)).toBeVisible();
  await clock.advance(61);
  expect(await isTheSame(), 'a minute after a touch').toBe(true);

  await clock.freezeAt('2026-03-11T06:50:00Z');
  // Moves the clock in two steps, so that answers to the page's current requests arrive before the
  // worker is asked to activate.
  await clock.freezeAt('2026-03-11T06:50:09Z');
  await clock.advance(2);
  await expect(async () => expect(await isTheSame()).toBe(false)).toPass();
  expect(await shellsOn(page)).toContain('shell-aaaa');
  await clock.thaw();
  await expect(homeOf(page)).toBeVisible();
});

test('an update is active at the next start', async () => {
  release('bbbb');
  // The page checks for updates every hour, counted from its own start, so it may take more than
  // one of these hours.
  const hours = ['03:30', '04:30', '05:30'].values();
  await expect(async () => {
    await clock.freezeAt(`2026-03-11T${hours.next().value}:00Z`);
    await expect.poll(hasWaiting, { timeout: 3_000 }).toBe(true);
  }).toPass({ timeout: 12_000 });
  await clock.thaw();
  await page.close();
  const next = await tablet.newPage();
  await next.goto('/');
  await expect(homeOf(next)).toBeVisible();
  await expect.poll(() => shellsOn(next)).toEqual(['shell-bbbb']);
});

test('a page of another build than its service worker is not cached', async () => {
  const [before] = await shellsOn(page);
  const worker = readFileSync(join(web, 'service-worker.js'), 'utf8');
  const other = worker.replace(/entry:"[^"]+"/, 'entry:"/assets/index-other.js"');
  writeFileSync(join(web, 'service-worker.js'), other);
  release('cccc');
  expect(await outcomeOfUpdate(page)).toBe('redundant');
  expect(await shellsOn(page)).toContain(before);
});

test("a browser that lacks a new build's requirement keeps its old build over restarts, and still rings", async ({
  browser,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const context = await anotherBrowser(browser, server);
  await context.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, 'showPopover'));
  const old = await context.newPage();
  await pairTablet(old, family);
  await old.evaluate(() => navigator.serviceWorker.ready);
  const [before] = await shellsOn(old);
  await releaseWithNeed('dddd');

  await old.reload();
  await expect(homeOf(old)).toBeVisible();
  expect(await outcomeOfUpdate(old)).toBe('redundant');
  await old.close();
  const next = await context.newPage();
  await next.goto('/');
  await expect(homeOf(next)).toBeVisible();
  expect(await isOfNewBuild(next)).toBe(false);
  expect(await shellsOn(next)).toEqual([before]);

  await server.setClock(new Date('2026-03-11T11:59:00Z'));
  await next.reload();
  await popupOf(next).getByRole('button', { name: 'Taken' }).click();
  await expect(popupOf(next)).toBeHidden();
  await expect
    .poll(async () => (await logsOf(family)).map(({ status }) => status))
    .toEqual(['taken']);
  expect(await isOfNewBuild(next)).toBe(false);

  await test.step('the page of the new build shows its message in a browser that cannot run it', async () => {
    await next.goto('/auth', { waitUntil: 'commit' });
    await expect(next.locator('body')).toContainText('too old');
    expect(await outcomeOfUpdate(next)).toBe('redundant');
    await next.goto('/');
    await expect(homeOf(next)).toBeVisible();
  });
  await context.close();
});

test('a browser that meets the requirement shows the new build once its worker is installed', async () => {
  await releaseWithNeed('eeee');
  await page.reload();
  await expect(homeOf(page)).toBeVisible();
  await expect.poll(hasWaiting).toBe(true);
  await page.reload();
  await expect(homeOf(page)).toBeVisible();
  expect(await isOfNewBuild(page)).toBe(true);
  await page.close();
  const next = await tablet.newPage();
  await next.goto('/');
  await expect(homeOf(next)).toBeVisible();
  expect(await isOfNewBuild(next)).toBe(true);
  await expect.poll(() => shellsOn(next)).toEqual(['shell-eeee']);
});

test('a server that returns to an older build is followed at once', async () => {
  const [original] = await shellsOn(page);
  const files = ['index.html', 'service-worker.js'].map((name) => join(web, name));
  const older = files.map((file) => readFileSync(file, 'utf8'));
  await releaseWithNeed('ffff');
  await page.reload();
  await expect.poll(hasWaiting).toBe(true);
  await page.close();
  page = await tablet.newPage();
  await page.goto('/');
  await expect.poll(() => shellsOn(page)).toEqual(['shell-ffff']);

  for (const [at, file] of files.entries()) writeFileSync(file, older[at] ?? '');
  await server.restart();
  await page.reload();
  await expect(homeOf(page)).toBeVisible();
  expect(await isOfNewBuild(page)).toBe(false);
  await expect.poll(hasWaiting).toBe(true);
  await page.close();
  page = await tablet.newPage();
  await page.goto('/');
  await expect.poll(() => shellsOn(page)).toEqual([original]);
});
