import type { Locator, Page } from '@playwright/test';
import { expect, type Family } from './test.ts';
import { untilHearing } from './touch.ts';

/** `DUE` is 8:00 AM in New York; `OPENS` is five minutes earlier, when the reminder opens. */
export const DUE = '2026-03-10T12:00:00Z';
export const OPENS = '2026-03-10T11:55:00Z';

export const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms);

/**
 * Returns the open reminder. The filter excludes the offline screen, which appears briefly if a
 * busy machine answers only after a test has moved the clock.
 */
export const popupOf = (page: Page) =>
  page.getByRole('alertdialog').filter({ hasNotText: 'No Internet Connection' });

/** Returns the open reminder after its input lock has ended. */
export async function readyPopupOf(page: Page): Promise<Locator> {
  await expect(popupOf(page)).toBeVisible();
  await untilHearing(page);
  return popupOf(page);
}

/** Opens the home screen and waits for the doses of the day. */
export async function openHome(page: Page): Promise<void> {
  await openWholeHome(page);
  await expect(page.getByText('Metformin').first()).toBeVisible();
}

/**
 * Opens the home screen and waits until all its content is loaded. Content that appears later would
 * lock the input again, and an answer that is pending while the test moves the clocks would have a
 * wrong time.
 */
export async function openWholeHome(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByText(/°F/)).toBeVisible();
  await expect(page.getByText('No events scheduled for today')).toBeVisible();
}

export async function logsOf({
  request,
}: Family): Promise<{ status: string; scheduledTime: string }[]> {
  return (await request.get('/api/medication-logs')).json();
}
