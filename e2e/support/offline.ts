import type { BrowserContext, Locator, Page, Route } from '@playwright/test';
import { knownDosesOn } from './cached-data.ts';
import type { SharedClock } from './shared-clock.ts';
import { expect, type Family, MAX_START_MS } from './test.ts';
import { untilHearing } from './touch.ts';

/**
 * Matches the accessible name of a reminder, but not that of the offline screen, which may be below
 * it.
 */
export const REMINDER_NAME = /^(Due in|Time to take)|late$/;

export const reminderOf = (page: Page) => page.getByRole('alertdialog', { name: REMINDER_NAME });

/** Returns the open reminder after its input lock has ended. */
export async function readyReminderOf(page: Page): Promise<Locator> {
  await expect(reminderOf(page)).toBeVisible();
  await untilHearing(page);
  return reminderOf(page);
}

/**
 * Waits until the tablet has cached the doses of a week, which happens a few seconds after the
 * screen is shown.
 */
export async function untilKnown(page: Page, medications = 1): Promise<void> {
  await expect
    .poll(async () => (await knownDosesOn(page))?.medications.length, { timeout: MAX_START_MS })
    .toBe(medications);
}

/**
 * Opens a screen and waits until the code of the offline screen is loaded, which happens shortly
 * after the screen is shown.
 */
export async function withOfflineScreen(
  page: Page,
  open: (page: Page) => Promise<void>,
): Promise<void> {
  const script = page.waitForResponse((response) => response.url().includes('OfflineScreen'));
  await open(page);
  // Imports the module, which also loads the modules that it imports.
  await page.evaluate((url) => import(url), (await script).url());
}

/**
 * Returns the current answer of each dose and the minute of the answer; the earliest dose first.
 */
export async function currentAnswers({ request }: Family): Promise<string[]> {
  const logs: { scheduledTime: string; status: string; loggedAt: string; late: boolean }[] = await (
    await request.get('/api/medication-logs?limit=1000')
  ).json();
  return logs
    .map(
      ({ scheduledTime, status, loggedAt, late }) =>
        `${minute(scheduledTime)} ${status}${late ? ' late' : ''} at ${minute(loggedAt)}`,
    )
    .sort();
}

const minute = (instant: string) => instant.slice(5, 16);

/** Returns all answers of people to each dose, ordered by time; the earliest dose first. */
export async function answersByPeople({ request }: Family): Promise<string[][]> {
  const logs: { id: string; scheduledTime: string }[] = await (
    await request.get('/api/medication-logs?limit=1000')
  ).json();
  logs.sort((one, other) => (one.scheduledTime < other.scheduledTime ? -1 : 1));
  const said: string[][] = [];
  for (const { id } of logs) {
    const attempts: { status: string; by: string | null }[] = await (
      await request.get(`/api/medication-logs/${id}/attempts`)
    ).json();
    said.push(attempts.filter(({ by }) => by !== null).map(({ status }) => status));
  }
  return said;
}

/**
 * Blocks all requests of the tablet to the API except the one for its user. This is the state after
 * a start from cached data without a connection. Returns a function that removes the block.
 */
export async function cutTheServerOff(context: BrowserContext): Promise<() => Promise<void>> {
  const cut = (route: Route) => route.abort('internetdisconnected');
  const isCut = (url: URL) => url.pathname.startsWith('/api/') && url.pathname !== '/api/auth/user';
  await context.route(isCut, cut);
  return () => context.unroute(isCut, cut);
}

/** Answers the open reminder on a page with a frozen clock, and waits until it closes. */
export async function answerFrozen(
  page: Page,
  clock: SharedClock,
  name: 'Taken' | 'Skip' | 'Missed',
): Promise<void> {
  await clock.advance(1);
  await reminderOf(page).getByRole('button', { name }).click();
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(reminderOf(page).getByRole('button', { name })).toBeHidden({ timeout: 100 });
  }).toPass();
}
