import type { Page } from '@playwright/test';

/** Whatever waits so long waits for the screen to be at rest; in milliseconds. */
const REST_MS = 2000;

/** What pages load when they are at rest, two seconds after they were opened and later, is never begun. */
export async function neverAtRest(page: Page): Promise<void> {
  await page.addInitScript((restMs) => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => (ms < restMs ? setTimeout(run, ms) : 0),
    });
  }, REST_MS);
}
