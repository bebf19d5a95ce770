import type { Locator } from '@playwright/test';

/** An internal server error, which the page does not retry on its own. */
export const OWN_FAILURE = {
  status: 500,
  json: { error: 'Something went wrong. Please try again.', code: 'server-failed' },
} as const;

/** Presses the button, unless the list was loaded again in the meantime. */
export async function tryAgain(button: Locator): Promise<void> {
  await button.click({ timeout: 2_000 }).catch(() => undefined);
}
