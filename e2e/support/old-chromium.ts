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

/** Playwright calls it on every element; Chromium supports it from version 105 on. */
function addCheckVisibility(): void {
  Element.prototype.checkVisibility ??= function isSeen(this: Element) {
    return this.getClientRects().length > 0;
  };
}

/** Playwright allows a selector engine to be registered once per process. */
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
 * Returns the whole page. Playwright's own selectors run in a separate JavaScript world, where an
 * old browser lacks what they need; a registered engine runs in the page's world.
 */
export async function contentOf(page: Page): Promise<Locator> {
  await page.addInitScript(addCheckVisibility);
  return page.locator('page=html');
}

/** Playwright's `toBeVisible` would inspect the page in its own world while it waits. */
export async function expectShown(target: Locator, what?: string): Promise<void> {
  await expect.poll(() => target.isVisible(), what ?? String(target)).toBe(true);
}

export async function expectGone(target: Locator): Promise<void> {
  await expect.poll(() => target.isVisible(), String(target)).toBe(false);
}

/**
 * Presses with the mouse once presses count. Playwright's `click` would check the target in its own
 * world first.
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
