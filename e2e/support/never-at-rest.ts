import type { Page } from '@playwright/test';

/** Minimum delay, in milliseconds, of the timers with which a page waits until it is idle. */
const REST_MS = 2000;

/**
 * Prevents the loading that a page starts when it is idle, two seconds or more after its start:
 * timers of that length never fire.
 */
export async function neverAtRest(page: Page): Promise<void> {
  await page.addInitScript((restMs) => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => (ms < restMs ? setTimeout(run, ms) : 0),
    });
  }, REST_MS);
}
