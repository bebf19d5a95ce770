import type { Page } from '@playwright/test';

/** Timers of this length or more wait until the screen is idle; in milliseconds. */
const REST_MS = 2000;

/**
 * Prevents the loading that pages start when they are idle, two seconds after the start or later.
 */
export async function neverAtRest(page: Page): Promise<void> {
  await page.addInitScript((restMs) => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => (ms < restMs ? setTimeout(run, ms) : 0),
    });
  }, REST_MS);
}
