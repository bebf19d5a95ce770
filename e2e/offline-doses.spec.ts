import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { MINUTE_MS } from '../src/platform/shared/durations.ts';
import { registrationForm } from '../tests/support/registration.ts';
import {
  answerFrozen,
  answersByPeople,
  currentAnswers,
  cutTheServerOff,
  readyReminderOf,
  reminderOf,
  untilKnown,
  withOfflineScreen,
} from './support/offline.ts';
import { emailOf } from './support/people.ts';
import { later, openHome } from './support/reminder.ts';
import { listenForTones, tonesOf } from './support/sound.ts';
import { addMedication, expect, test } from './support/test.ts';
import { withoutTips } from './support/tips.ts';

/** 7:54 AM in New York: the reminder for 8:00 AM is not open yet. */
const START = '2026-03-10T11:54:00Z';
const OPENS = '2026-03-10T11:55:00Z';
const DUE = '2026-03-10T12:00:00Z';

const offlineScreen = (page: Page) => page.getByText('No Internet Connection');

/** Returns a function that returns the number of answers that the page has sent to the server. */
function countPosts(page: Page): () => number {
  let posts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/medication-logs')) posts += 1;
  });
  return () => posts;
}

test('six days without a connection: every dose rings and is answered, also over the time change', async ({
  page,
  family,
  clockAt,
  context,
}) => {
  test.setTimeout(180_000);
  await listenForTones(page);
  // Thursday; daylight saving time begins on Sunday, March 8.
  const clock = await clockAt('2026-03-05T14:00:00Z');
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  await withOfflineScreen(page, async () => {
    await page.goto('/');
    // The first dose is that of tomorrow.
    await expect(page.getByText('No medications scheduled for today')).toBeVisible();
  });
  await page.mouse.click(4, 4);
  await untilKnown(page);
  await context.setOffline(true);
  await expect(offlineScreen(page)).toBeVisible();
  const days = [
    ['2026-03-06T13:00:00Z', 'Taken'],
    ['2026-03-07T13:00:00Z', 'Skip'],
    ['2026-03-08T12:00:00Z', 'Missed'],
    ['2026-03-09T12:00:00Z', 'Taken'],
    ['2026-03-10T12:00:00Z', 'Taken'],
    ['2026-03-11T12:00:00Z', 'Taken'],
  ] as const;
  for (const [due, answer] of days) {
    await clock.freezeAt(later(due, -5 * MINUTE_MS - 1000));
    await expect(reminderOf(page)).toBeHidden();
    const before = (await tonesOf(page)).length;
    await clock.advance(1);
    await expect(reminderOf(page).getByRole('heading', { name: 'Due in 5 minutes' })).toBeVisible();
    await clock.advance(6);
    expect((await tonesOf(page)).length - before).toBe(3);
    await answerFrozen(page, clock, answer);
    await expect(offlineScreen(page)).toBeVisible();
  }
  await expect(page.getByText('6 answers are saved on this tablet.')).toBeVisible();
  expect((await answersByPeople(family)).flat()).toEqual([]);
  await context.setOffline(false);
  await clock.advance(10);
  await clock.thaw();
  await expect(offlineScreen(page)).toBeHidden();
  await expect
    .poll(() => currentAnswers(family))
    .toEqual([
      '03-06T13:00 taken at 03-06T12:55',
      '03-07T13:00 skipped at 03-07T12:55',
      '03-08T12:00 missed at 03-08T11:55',
      '03-09T12:00 taken at 03-09T11:55',
      '03-10T12:00 taken at 03-10T11:55',
      '03-11T12:00 taken at 03-11T11:55',
    ]);
  expect(await answersByPeople(family)).toEqual(
    days.map(([, answer]) => [{ Taken: 'taken', Skip: 'skipped', Missed: 'missed' }[answer]]),
  );
});

test("a press survives a reload, and the next reminder uses the household's timezone", {
  tag: '@main',
}, async ({ page, family, clockAt, context }) => {
  const changed = await family.request.patch('/api/settings', {
    data: { timezone: 'America/Los_Angeles' },
  });
  expect(changed.ok(), await changed.text()).toBe(true);
  await addMedication(family, { name: 'Metformin', times: ['05:00', '07:00'] });
  const clock = await clockAt(START);
  await openHome(page);
  await untilKnown(page);
  const connect = await cutTheServerOff(context);
  await clock.freezeAt(OPENS);
  await clock.thaw();
  await (await readyReminderOf(page)).getByRole('button', { name: 'Taken' }).click();
  await expect(page.getByText('Kept here.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('One answer is saved on this tablet.')).toBeVisible();
  await expect(page.getByText(/Next medication:/)).toContainText('Metformin at 7:00 AM');
  await clock.freezeAt('2026-03-10T13:55:00Z');
  await clock.thaw();
  await (await readyReminderOf(page)).getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByText('2 answers are saved on this tablet.')).toBeVisible();
  await clock.freezeAt('2026-03-10T14:10:00Z');
  await connect();
  await clock.thaw();
  await expect(offlineScreen(page)).toBeHidden({ timeout: 20_000 });
  await expect
    .poll(() => currentAnswers(family))
    .toEqual(['03-10T12:00 taken at 03-10T11:55', '03-10T14:00 skipped at 03-10T13:55']);
  expect(await answersByPeople(family)).toEqual([['taken'], ['skipped']]);
});

test("a tablet that starts without a connection reminds of today's and tomorrow's doses", async ({
  page,
  family,
  clockAt,
  context,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt(START);
  await openHome(page);
  await untilKnown(page);
  await cutTheServerOff(context);
  await page.reload();
  await expect(page.getByText(/Next medication:/)).toContainText('Metformin at 8:00 AM');
  for (const opens of [OPENS, '2026-03-11T11:55:00Z']) {
    await clock.freezeAt(opens);
    await answerFrozen(page, clock, 'Taken');
    await clock.advance(1);
  }
  await expect(page.getByText('2 answers are saved on this tablet.')).toBeVisible();
});

test('a press survives a restart of the browser and is delivered once', async ({
  playwright,
  launchOptions,
  server,
  family,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const profile = mkdtempSync(join(tmpdir(), 'grand-profile-'));
  const start = () =>
    playwright.chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: server.url });
  const open = async (context: Awaited<ReturnType<typeof start>>, at: string) => {
    await server.setClock(new Date(at));
    const page = context.pages()[0] ?? (await context.newPage());
    await withoutTips(page);
    await page.clock.install({ time: new Date(at) });
    return page;
  };
  try {
    const first = await start();
    await first.addCookies((await family.request.storageState()).cookies);
    const page = await open(first, later(OPENS, 30_000).toISOString());
    await withOfflineScreen(page, openHome);
    await untilKnown(page);
    await first.setOffline(true);
    await (await readyReminderOf(page)).getByRole('button', { name: 'Taken' }).click();
    await expect(page.getByText('One answer is saved on this tablet.')).toBeVisible();
    await first.close();
    const second = await start();
    await second.addCookies((await family.request.storageState()).cookies);
    const again = await open(second, '2026-03-10T19:00:00Z');
    const posts = countPosts(again);
    await openHome(again).catch(() => undefined);
    await expect.poll(() => currentAnswers(family)).toEqual(['03-10T12:00 taken at 03-10T11:55']);
    await again.reload();
    await expect(again.getByText('No more today')).toBeVisible();
    expect(posts()).toBe(1);
    await second.close();
    expect(await answersByPeople(family)).toEqual([['taken']]);
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
});

test('Undo removes an undelivered answer from the queue, and another answer replaces it', async ({
  page,
  family,
  clockAt,
  context,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt(START);
  await withOfflineScreen(page, openHome);
  await untilKnown(page);
  await context.setOffline(true);
  await clock.freezeAt(OPENS);
  await clock.thaw();
  await (await readyReminderOf(page)).getByRole('button', { name: 'Taken' }).click();
  await expect(reminderOf(page)).toBeHidden();
  await expect(page.getByText('One answer is saved on this tablet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('One answer is saved on this tablet.')).toBeHidden();
  await (await readyReminderOf(page)).getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByText('One answer is saved on this tablet.')).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => currentAnswers(family)).toEqual(['03-10T12:00 skipped at 03-10T11:55']);
  expect(await answersByPeople(family)).toEqual([['skipped']]);
});

test('only one of two tabs delivers a press, and both show the delivery', async ({
  page,
  family,
  clockAt,
  context,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  await clockAt(later(OPENS, 2000).toISOString());
  const second = await context.newPage();
  await second.clock.install({ time: later(OPENS, 2000) });
  await withoutTips(second);
  const posts = [countPosts(page), countPosts(second)];
  for (const tab of [page, second]) {
    const loaded = tab.waitForResponse(/assets\/answer-doses/);
    await withOfflineScreen(tab, openHome);
    await loaded;
  }
  await untilKnown(page);
  await context.setOffline(true);
  await (await readyReminderOf(second)).getByRole('button', { name: 'Taken' }).click();
  for (const tab of [page, second]) {
    await expect(tab.getByText('One answer is saved on this tablet.')).toBeVisible();
  }
  await context.setOffline(false);
  for (const tab of [page, second]) {
    await expect(offlineScreen(tab)).toBeHidden();
    await expect(tab.getByText('No more today')).toBeVisible();
  }
  await expect.poll(() => answersByPeople(family)).toEqual([['taken']]);
  expect(posts.reduce((sum, count) => sum + count(), 0)).toBe(1);
});

test('a press waits for the same user and is never sent to another household', async ({
  page,
  family,
  clockAt,
  context,
  playwright,
  server,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const own = await context.storageState();
  const request = await playwright.request.newContext({ baseURL: server.url, storageState: own });
  const clock = await clockAt(START);
  await openHome(page);
  await untilKnown(page);
  const connect = await cutTheServerOff(context);
  await clock.freezeAt(OPENS);
  await clock.thaw();
  await (await readyReminderOf(page)).getByRole('button', { name: 'Taken' }).click();
  await expect(page.getByText('Kept here.')).toBeVisible();
  await connect();
  // Ends the session, and registers another person in this browser.
  await context.clearCookies();
  const answer = await context.request.post('/api/auth/register', {
    data: registrationForm(emailOf('other')),
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const posts = countPosts(page);
  const polled = page.waitForResponse('**/api/upcoming-medications');
  await page.goto('/');
  await polled;
  await expect(page.getByText('No medications scheduled for today')).toBeVisible();
  const polledAgain = page.waitForResponse('**/api/upcoming-medications');
  await clock.freezeAt(later(DUE, MINUTE_MS));
  await clock.thaw();
  await polledAgain;
  expect(posts()).toBe(0);
  expect(await currentAnswers({ ...family, request })).toEqual([]);
  await context.clearCookies();
  await context.addCookies(own.cookies);
  await page.goto('/');
  await expect
    .poll(() => currentAnswers({ ...family, request }))
    .toEqual(['03-10T12:00 taken at 03-10T11:55']);
  expect(posts()).toBe(1);
});
