import type { Browser, Locator, Page } from '@playwright/test';
import { addElder, anotherBrowser, pairingLink } from './people.ts';
import { later } from './reminder.ts';
import { SharedClock } from './shared-clock.ts';
import { expect, type Family, type ProductServer } from './test.ts';

/** Maximum time until the home screen has loaded its remaining code, in milliseconds. */
const LOADED_MS = 8_000;

/** A paired tablet. `clock` controls the clocks of its page and of the server. */
export interface Tablet {
  readonly page: Page;
  readonly clock: SharedClock;
  /** Id of the tablet in the list of devices. */
  readonly deviceId: string;
}

interface Start {
  family: Family;
  server: ProductServer;
  browser: Browser;
  at: string;
}

/** Pairs a tablet at this instant and opens its home screen. */
export async function pairTablet({ family, server, browser, at }: Start): Promise<Tablet> {
  await server.setClock(new Date(at));
  const elderId = await addElder(family);
  const link = await pairingLink(family, elderId);
  const context = await anotherBrowser(browser, server);
  const page = await context.newPage();
  const clock = await SharedClock.start(page, server, at);
  await page.goto(link);
  await page.getByRole('button', { name: 'Set up this tablet' }).click();
  await expect(page.getByRole('link', { name: 'Photos', exact: true })).toBeVisible();
  const devices = await (await family.request.get(`/api/users/${elderId}/devices`)).json();
  return { page, clock, deviceId: devices[0].id };
}

/** Changes the frame settings of a tablet, as the panel does. */
export async function setFrame({ request }: Family, deviceId: string, data: object): Promise<void> {
  const answer = await request.patch(`/api/idle-frame/${deviceId}`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
}

/**
 * Opens a path on the tablet and waits until the code of the photo frame is loaded. Both clocks run
 * afterwards.
 */
export async function openWithFrame({ page, clock }: Tablet, path = '/'): Promise<void> {
  const loaded = page.waitForResponse(/\/IdleFrame-.+\.js$/);
  await page.goto(path);
  await clock.freezeAt(later(await pageNow(page), LOADED_MS));
  await clock.thaw();
  await loaded;
  await expect(page.locator('.weather')).toHaveCount(path === '/' ? 1 : 0);
}

/** Moves both clocks forward by `ms` without a touch, and freezes them. */
export async function leaveAlone({ page, clock }: Tablet, ms: number): Promise<void> {
  await clock.freezeAt(later(await pageNow(page), ms));
  await clock.advance(1);
}

/** Returns the time of the page's clock. */
export function pageNow(page: Page): Promise<string> {
  return page.evaluate(() => new Date().toISOString());
}

export const frameOf = (page: Page): Locator =>
  page.getByRole('button', { name: 'Photo frame. Open the home screen.' });
