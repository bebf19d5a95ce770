import type { Page } from '@playwright/test';
import { DAY_MS, MINUTE_MS } from '../src/platform/shared/durations.ts';
import { DUE, later, logsOf, OPENS, openHome, popupOf, readyPopupOf } from './support/reminder.ts';
import { addMedication, expect, test } from './support/test.ts';

/** Simulates a device that wakes up: its timers did not run, and the page becomes visible. */
async function wakeUpAt(page: Page, instant: Date): Promise<void> {
  await page.clock.setSystemTime(instant);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

for (const [words, skew] of [
  ['7 minutes ahead', 7 * MINUTE_MS],
  ['20 minutes behind', -20 * MINUTE_MS],
  ['a year ahead', 365 * DAY_MS],
] as const) {
  test(`a tablet whose clock is ${words} shows the reminder at the real time`, async ({
    page,
    family,
    server,
  }) => {
    await addMedication(family, { name: 'Metformin', times: ['08:00'] });
    await server.setClock(later(OPENS, -2 * MINUTE_MS));
    await page.clock.install({ time: later(OPENS, skew - 2 * MINUTE_MS) });
    await openHome(page);
    await server.setClock(later(OPENS, -1000), false);
    await page.clock.pauseAt(later(OPENS, skew - 1000));
    await expect(popupOf(page)).toBeHidden();
    // One second later than the time of the reminder, because the server sends its time in whole
    // seconds.
    await server.setClock(later(OPENS, 1000), false);
    await page.clock.runFor(2000);
    await expect(popupOf(page).getByRole('heading', { name: 'Due in 5 minutes' })).toBeVisible();
    await page.clock.resume();
    await (await readyPopupOf(page)).getByRole('button', { name: 'Taken' }).click();
    await expect(popupOf(page)).toBeHidden();
    await expect
      .poll(() => logsOf(family))
      .toMatchObject([{ status: 'taken', scheduledTime: '2026-03-10T12:00:00.000Z' }]);
  });
}

for (const [words, jump] of [
  ['three hours ahead', 180 * MINUTE_MS],
  ['a day back', -DAY_MS],
] as const) {
  test(`a clock that jumps ${words} during a reminder does not lose the reminder`, async ({
    page,
    family,
    clockAt,
  }) => {
    await addMedication(family, { name: 'Metformin', times: ['08:00'] });
    const clock = await clockAt(DUE);
    await openHome(page);
    await expect(popupOf(page)).toBeVisible();
    await clock.freezeAt(later(DUE, MINUTE_MS));
    await wakeUpAt(page, later(DUE, MINUTE_MS + jump));
    await page.clock.resume();
    // The next answer corrects the clock. An answer that was pending when the clock changed is
    // ignored.
    await expect(async () => {
      await page.clock.fastForward(31_000);
      const words = popupOf(page).getByRole('heading', { name: 'Time to take' });
      await expect(words).toBeVisible({ timeout: 1000 });
    }).toPass();
  });
}

test('a tablet that was hidden for 30 minutes shows the due dose at once', async ({
  page,
  family,
  server,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  await server.setClock(later(OPENS, -7 * MINUTE_MS));
  await page.clock.install({ time: later(OPENS, -7 * MINUTE_MS) });
  await openHome(page);
  const woken = later(OPENS, 23 * MINUTE_MS);
  await server.setClock(woken);
  await wakeUpAt(page, woken);
  await expect(popupOf(page).getByRole('heading', { name: '18 minutes late' })).toBeVisible({
    timeout: 1000,
  });
});

test('a tablet that slept through the dose window shows no reminder; My Day shows Overdue', async ({
  page,
  family,
  server,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  await server.setClock(later(OPENS, -5 * MINUTE_MS));
  await page.clock.install({ time: later(OPENS, -5 * MINUTE_MS) });
  await openHome(page);
  const woken = later(DUE, 65 * MINUTE_MS);
  await server.setClock(woken);
  await wakeUpAt(page, woken);
  await page.waitForTimeout(1000);
  await expect(popupOf(page)).toBeHidden();
  await page.goto('/my-day');
  await expect(page.getByText('Overdue')).toBeVisible();
  await expect(popupOf(page)).toBeHidden();
});

test('the reminder of 11:58 PM stays open after midnight, and that of 12:02 AM follows it', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['23:58'] });
  await addMedication(family, { name: 'Aspirin', times: ['00:02'] });
  // 11:56 PM in New York, then 12:01 AM.
  const clock = await clockAt('2026-03-11T03:56:00Z');
  await openHome(page);
  await expect(popupOf(page).getByRole('heading', { name: 'Due in 2 minutes' })).toBeVisible();
  await clock.freezeAt('2026-03-11T03:57:01Z');
  await clock.thaw();
  await expect(popupOf(page).getByText('1 more after this')).toBeVisible();
  await clock.freezeAt('2026-03-11T04:01:00Z');
  await clock.thaw();
  await expect(popupOf(page).getByText('11:58 PM')).toBeVisible();
  await expect(popupOf(page).getByRole('heading', { name: 'Time to take' })).toBeVisible();
  await (await readyPopupOf(page)).getByRole('button', { name: 'Taken' }).click();
  await expect(popupOf(page).getByText('12:02 AM')).toBeVisible();
  await (await readyPopupOf(page)).getByRole('button', { name: 'Taken' }).click();
  await expect(popupOf(page)).toBeHidden();
  const logged = async () => (await logsOf(family)).map(({ scheduledTime }) => scheduledTime);
  await expect
    .poll(async () => (await logged()).sort())
    .toEqual(['2026-03-11T03:58:00.000Z', '2026-03-11T04:02:00.000Z']);
});

test('a new timezone in the middle of the day moves the open doses', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt(DUE);
  await openHome(page);
  await expect(popupOf(page)).toBeVisible();
  await family.request.patch('/api/settings', { data: { timezone: 'America/Los_Angeles' } });
  await expect(popupOf(page)).toBeHidden();
  await clock.freezeAt(later(DUE, MINUTE_MS));
  await clock.thaw();
  await expect(popupOf(page)).toBeHidden();
  // 7:55 AM in Los Angeles.
  await clock.freezeAt('2026-03-10T14:54:58Z');
  await expect(popupOf(page)).toBeHidden();
  await clock.advance(3);
  await expect(popupOf(page).getByText('8:00 AM')).toBeVisible();
});
