import type { Locator } from '@playwright/test';

/** Answer of the server after an internal error, which the page does not retry automatically. */
export const OWN_FAILURE = {
  status: 500,
  json: { error: 'Something went wrong. Please try again.', code: 'server-failed' },
} as const;

/**
 * Presses the button for another attempt. The button may be gone, because the list was loaded again
 * in the meantime.
 */
export async function tryAgain(button: Locator): Promise<void> {
  await button.click({ timeout: 2_000 }).catch(() => undefined);
}
