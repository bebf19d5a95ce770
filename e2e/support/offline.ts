import type { BrowserContext, Locator, Page, Route } from '@playwright/test';
import { knownDosesOn } from './kept.ts';
import type { SharedClock } from './shared-clock.ts';
import { expect, type Family, LONGEST_START_MS } from './test.ts';
import { untilHearing } from './touch.ts';

/** What the reminder is called, and the offline screen below it is not. */
export const REMINDER_NAME = /^(Due in|Time to take)|late$/;

export const reminderOf = (page: Page) => page.getByRole('alertdialog', { name: REMINDER_NAME });

/** The reminder there, when its presses count. */
export async function readyReminderOf(page: Page): Promise<Locator> {
  await expect(reminderOf(page)).toBeVisible();
  await untilHearing(page);
  return reminderOf(page);
}

/** Until the tablet knows a week of doses, which comes a few seconds after the screen. */
export async function untilKnown(page: Page, medications = 1): Promise<void> {
  await expect
    .poll(async () => (await knownDosesOn(page))?.medications.length, { timeout: LONGEST_START_MS })
    .toBe(medications);
}

/** Opens a screen and waits until what it shows without a connection is at hand, a moment later. */
export async function withOfflineScreen(
  page: Page,
  open: (page: Page) => Promise<void>,
): Promise<void> {
  const script = page.waitForResponse((response) => response.url().includes('OfflineScreen'));
  await open(page);
  // Loaded with everything that it imports.
  await page.evaluate((url) => import(url), (await script).url());
}

/** What stands of each dose, the earliest first, with the minute in which it was said. */
export async function standing({ request }: Family): Promise<string[]> {
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

/** Everything that people said of each dose, the earliest dose first, each in the order of its times. */
export async function saidByPeople({ request }: Family): Promise<string[][]> {
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
 * From here on the tablet gets no answer but who is signed in, as when it is started without a
 * connection from what it has. Returns what ends that.
 */
export async function cutTheServerOff(context: BrowserContext): Promise<() => Promise<void>> {
  const cut = (route: Route) => route.abort('internetdisconnected');
  const isCut = (url: URL) => url.pathname.startsWith('/api/') && url.pathname !== '/api/auth/user';
  await context.route(isCut, cut);
  return () => context.unroute(isCut, cut);
}

/** Answers the reminder that stands on a page whose clock is frozen, and waits until it is gone. */
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
