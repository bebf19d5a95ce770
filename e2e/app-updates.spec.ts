import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { homeOf, keptOn, pairTablet, registerFamily } from './support/kept.ts';
import { anotherBrowser } from './support/people.ts';
import { SharedClock } from './support/shared-clock.ts';
import { expect, type ProductServer, startServer, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

/** 10 PM in New York, when the new build comes. */
const EVENING = '2026-03-11T02:00:00Z';

/** A server of its own, whose built files the test exchanges. */
let web: string;
let server: ProductServer;
let child: ChildProcess;
let tablet: BrowserContext;
let page: Page;
let clock: SharedClock;

test.beforeEach(async ({ browser }) => {
  web = mkdtempSync(join(tmpdir(), 'grand-web-'));
  cpSync('dist/web', web, { recursive: true });
  for (const packed of ['br', 'gz']) rmSync(join(web, `service-worker.js.${packed}`));
  ({ server, child } = await startServer({ env: { WEB_ROOT: web } }));
  await server.setClock(new Date(EVENING));
  const family = await registerFamily((await anotherBrowser(browser, server)).request);
  tablet = await anotherBrowser(browser, server);
  page = await tablet.newPage();
  clock = await SharedClock.start(page, server, EVENING);
  await pairTablet(page, family);
  await page.evaluate(() => navigator.serviceWorker.ready);
  // As on any later day: the worker was there before the page.
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

/** Puts a new build on the server: the same files, under another version. */
function release(version: string): void {
  const file = join(web, 'service-worker.js');
  const worker = readFileSync(file, 'utf8').replace(/version:"\w+"/, `version:"${version}"`);
  writeFileSync(file, worker);
}

const shellsOn = async (page: Page) =>
  (await keptOn(page)).names.filter((name) => name.startsWith('shell-'));

/** The page that stands there now, as long as it is not loaded anew. */
async function markPage(): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', 'the same'));
  return () => page.evaluate(() => document.documentElement.hasAttribute('data-mark'));
}

const hasWaiting = () =>
  page.evaluate(async () => {
    const { waiting } = await navigator.serviceWorker.ready;
    return waiting !== null;
  });

test('an update waits for the night and for a home screen that nobody uses, and is there in the morning', async () => {
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
  // What was read in this moment is answered before the worker is told.
  await clock.freezeAt('2026-03-11T06:50:09Z');
  await clock.advance(2);
  await expect(async () => expect(await isTheSame()).toBe(false)).toPass();
  expect(await shellsOn(page)).toContain('shell-aaaa');
  await clock.thaw();
  await expect(homeOf(page)).toBeVisible();
});

test('an update is there at the next start', async () => {
  release('bbbb');
  // Asked for every hour, from the moment when the page's upkeep has begun.
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

test('a page of another build than its worker is not kept', async () => {
  const [before] = await shellsOn(page);
  const worker = readFileSync(join(web, 'service-worker.js'), 'utf8');
  const other = worker.replace(/entry:"[^"]+"/, 'entry:"/assets/index-other.js"');
  writeFileSync(join(web, 'service-worker.js'), other);
  release('cccc');
  const outcome = await page.evaluate(async () => {
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
  expect(outcome).toBe('redundant');
  expect(await shellsOn(page)).toContain(before);
});
