import type { Locator } from '@playwright/test';

/** An internal server error. The page does not repeat the call by itself. */
export const OWN_FAILURE = {
  status: 500,
  json: { error: 'Something went wrong. Please try again.', code: 'server-failed' },
} as const;

/** Presses the button, unless the connection came back and the list was read again meanwhile. */
export async function tryAgain(button: Locator): Promise<void> {
  await button.click({ timeout: 2_000 }).catch(() => undefined);
}
