import {
  type Browser,
  chromium,
  expect,
  type Locator,
  type Page,
  selectors,
} from '@playwright/test';
import { type OldChromium, oldChromium } from '../../scripts/testing/old-chromium.ts';
import { BARE_BROWSER } from './chromium.ts';
import { middleOf } from './touch.ts';

/**
 * Adds `checkVisibility`, which Playwright calls on every element and Chromium supports only from
 * version 105 on.
 */
function addCheckVisibility(): void {
  Element.prototype.checkVisibility ??= function isSeen(this: Element) {
    return this.getClientRects().length > 0;
  };
}

/**
 * Resolves when the selector engine is registered, which Playwright allows only once per process.
 */
let registered: Promise<void> | undefined;

/** Starts an old Chromium, without sandbox and without zygote process. */
export async function startOldChromium(version: OldChromium): Promise<Browser> {
  registered ??= selectors.register('page', () => ({
    query: (root: Element, selector: string) => root.querySelector(selector),
    queryAll: (root: Element, selector: string) => [...root.querySelectorAll(selector)],
  }));
  await registered;
  return chromium.launch({
    executablePath: await oldChromium(version),
    args: [...BARE_BROWSER.args, '--no-zygote', '--disable-dev-shm-usage'],
  });
}

/**
 * Returns a locator for the whole page. Playwright's own selectors run in a separate JavaScript
 * world, where an old browser lacks functions that they need. A registered selector engine runs in
 * the page's own world.
 */
export async function contentOf(page: Page): Promise<Locator> {
  await page.addInitScript(addCheckVisibility);
  return page.locator('page=html');
}

/**
 * Expects that the target is visible. `toBeVisible` cannot be used, because while it waits, it
 * inspects the page in Playwright's own JavaScript world.
 */
export async function expectShown(target: Locator, what?: string): Promise<void> {
  await expect.poll(() => target.isVisible(), what ?? String(target)).toBe(true);
}

export async function expectGone(target: Locator): Promise<void> {
  await expect.poll(() => target.isVisible(), String(target)).toBe(false);
}

/**
 * Presses the target with the mouse, after the input lock has ended. Playwright's `click` cannot be
 * used, because it checks the target in its own JavaScript world first.
 */
export async function pressAt(page: Page, target: Locator): Promise<void> {
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expectGone(page.locator('page=.touch-shield'));
  const { x, y } = await middleOf(target);
  await page.mouse.click(x, y);
}

export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await pressAt(page, field);
  await page.keyboard.type(text);
}
