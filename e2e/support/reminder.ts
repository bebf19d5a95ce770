import type { Locator, Page } from '@playwright/test';
import { expect, type Family } from './test.ts';
import { untilHearing } from './touch.ts';

/** 8:00 AM in New York, and five minutes before it, when the reminder opens. */
export const DUE = '2026-03-10T12:00:00Z';
export const OPENS = '2026-03-10T11:55:00Z';

export const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms);

/**
 * The reminder: not what says that there is no connection, which comes for a moment where a test moves
 * the clock on and a busy machine answers later than that.
 */
export const popupOf = (page: Page) =>
  page.getByRole('alertdialog').filter({ hasNotText: 'No Internet Connection' });

/** The reminder there, when its presses count. */
export async function readyPopupOf(page: Page): Promise<Locator> {
  await expect(popupOf(page)).toBeVisible();
  await untilHearing(page);
  return popupOf(page);
}

/** The home screen, once it knows the day's doses. */
export async function openHome(page: Page): Promise<void> {
  await openWholeHome(page);
  await expect(page.getByText('Metformin').first()).toBeVisible();
}

/**
 * The home screen when all of it is there. What comes last leaves the page deaf anew, and an answer
 * on its way would be of another time when the test moves the clocks.
 */
export async function openWholeHome(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByText(/°F/)).toBeVisible();
  await expect(page.getByText('No events scheduled for today')).toBeVisible();
}

/** What stands in the household's log. */
export async function logsOf({
  request,
}: Family): Promise<{ status: string; scheduledTime: string }[]> {
  return (await request.get('/api/medication-logs')).json();
}
