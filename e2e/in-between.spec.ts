import type { Page, Route } from '@playwright/test';
import { MINUTE_MS } from '../src/platform/shared/durations.ts';
import {
  answersByPeople,
  currentAnswers,
  readyReminderOf,
  reminderOf,
  untilKnown,
  withOfflineScreen,
} from './support/offline.ts';
import { DUE, later, OPENS, openHome, popupOf, readyPopupOf } from './support/reminder.ts';
import { addMedication, expect, test } from './support/test.ts';

const HTML = '<!doctype html><title>Away</title><p>Back soon.</p>';

/**
 * Simulates a proxy between the tablet and the server, which answers the presses instead of the
 * server.
 */
async function answerPresses(page: Page, answer: Parameters<Route['fulfill']>[0]) {
  const reply = (route: Route) =>
    route.request().method() === 'POST' ? route.fulfill(answer) : route.fallback();
  await page.route('**/api/medication-logs', reply);
  return () => page.unroute('**/api/medication-logs', reply);
}

for (const [name, answer] of [
  ['404 as text', { status: 404, body: '404 page not found' }],
  ['405 as a page', { status: 405, contentType: 'text/html', body: HTML }],
  ['an empty 200', { status: 200, body: '' }],
  ['{}', { status: 200, json: {} }],
  ['a page with 200', { status: 200, contentType: 'text/html', body: HTML }],
] as const) {
  test(`a press that a proxy answers with ${name} waits, and is delivered once`, async ({
    page,
    family,
    clockAt,
  }) => {
    await addMedication(family, { name: 'Metformin', times: ['08:00'] });
    const clock = await clockAt(later(OPENS, 2000).toISOString());
    await openHome(page);
    const pass = await answerPresses(page, answer);
    await (await readyReminderOf(page)).getByRole('button', { name: 'Taken' }).click();
    await expect(page.getByText('Kept here.')).toBeVisible();
    await expect(page.getByText('Medication logged')).toHaveCount(0);
    await expect(reminderOf(page)).toBeHidden();
    expect(await currentAnswers(family)).toEqual([]);
    await pass();
    await clock.freezeAt(later(OPENS, 2 * MINUTE_MS));
    await clock.thaw();
    await expect.poll(() => currentAnswers(family)).toEqual(['03-10T12:00 taken at 03-10T11:55']);
    expect(await answersByPeople(family)).toEqual([['taken']]);
  });
}

for (const [name, answer] of [
  ['404 as text', { status: 404, body: '404 page not found' }],
  ['{}', { status: 200, json: {} }],
  ['502 as a page', { status: 502, contentType: 'text/html', body: HTML }],
  ['401 of a sign-in page', { status: 401, contentType: 'text/html', body: HTML }],
  ['503 of a proxy', { status: 503, contentType: 'text/html', body: HTML }],
] as const) {
  test(`a press that met ${name} is delivered once, although the tablet's database stopped answering`, async ({
    page,
    family,
    clockAt,
  }) => {
    test.setTimeout(90_000);
    await addMedication(family, { name: 'Metformin', times: ['08:00'] });
    // Makes reading from the database fail as soon as the press is stored.
    await page.addInitScript(() => {
      const { add, getAll } = IDBObjectStore.prototype;
      let isWritten = false;
      IDBObjectStore.prototype.add = function (value) {
        isWritten = true;
        return add.call(this, value);
      };
      IDBObjectStore.prototype.getAll = function (...options) {
        if (isWritten) throw new Error('the store does not answer');
        return getAll.apply(this, options);
      };
    });
    const clock = await clockAt(later(OPENS, 2000).toISOString());
    await openHome(page);
    const cpu = await page.context().newCDPSession(page);
    await cpu.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    const pass = await answerPresses(page, answer);
    await (await readyReminderOf(page)).getByRole('button', { name: 'Taken' }).click();
    await expect(page.getByText('Kept here.')).toBeVisible();
    await expect(page.getByText('Medication logged')).toHaveCount(0);
    expect(await currentAnswers(family)).toEqual([]);
    await pass();
    await clock.freezeAt(later(OPENS, 2 * MINUTE_MS));
    await clock.thaw();
    await expect.poll(() => currentAnswers(family)).toEqual(['03-10T12:00 taken at 03-10T11:55']);
    await expect(reminderOf(page)).toBeHidden();
    expect(await answersByPeople(family)).toEqual([['taken']]);
  });
}

test('a queued answer that the server refuses is shown with the reason, and the reminder returns', async ({
  page,
  family,
  clockAt,
  context,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  await clockAt(later(OPENS, 2000).toISOString());
  await withOfflineScreen(page, openHome);
  await untilKnown(page);
  await context.setOffline(true);
  await (await readyReminderOf(page)).getByRole('button', { name: 'Taken' }).click();
  await expect(page.getByText('One answer is saved on this tablet.')).toBeVisible();
  const pass = await answerPresses(page, {
    status: 404,
    json: { error: 'This medication is not there any more.', code: 'not-found' },
  });
  await context.setOffline(false);
  await expect(page.getByText('Metformin: This medication is not there any more.')).toBeVisible();
  await pass();
  await (await readyReminderOf(page)).getByRole('button', { name: 'Skip' }).click();
  await expect.poll(() => currentAnswers(family)).toEqual(['03-10T12:00 skipped at 03-10T11:55']);
});

test('a tablet without a working database still sends a press and shows the next reminder', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  await addMedication(family, { name: 'Aspirin', times: ['08:01'] });
  await page.addInitScript(() => {
    Object.defineProperty(IDBFactory.prototype, 'open', { value: () => ({}) });
  });
  await clockAt(DUE);
  await openHome(page);
  await (await readyPopupOf(page)).getByRole('button', { name: 'Taken' }).click();
  await expect(popupOf(page).getByText('Aspirin')).toBeVisible();
  await expect
    .poll(() => currentAnswers(family))
    .toEqual([expect.stringMatching(/^03-10T12:00 taken at 03-10T12:00$/)]);
  await (await readyPopupOf(page)).getByRole('button', { name: 'Taken' }).click();
  await expect(popupOf(page)).toBeHidden();
  await expect.poll(async () => (await currentAnswers(family)).length).toBe(2);
});

test('a hidden page closes the reminder of a deleted medication and opens the next one', async ({
  page,
  family,
  clockAt,
}) => {
  const id = await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  await addMedication(family, { name: 'Aspirin', times: ['08:01'] });
  const clock = await clockAt(DUE);
  await openHome(page);
  await expect(popupOf(page).getByText('Metformin')).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    Object.defineProperty(document, 'hidden', { get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await family.request.delete(`/api/medications/${id}`);
  await clock.freezeAt(later(DUE, 31_000));
  await clock.thaw();
  await expect(popupOf(page).getByText('Aspirin')).toBeVisible();
});

test('after a week without a connection the reminders continue and show their age', async ({
  page,
  family,
  clockAt,
  context,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt(later(OPENS, -MINUTE_MS).toISOString());
  await withOfflineScreen(page, openHome);
  await untilKnown(page);
  await context.setOffline(true);
  await clock.freezeAt('2026-03-17T14:00:00Z');
  await clock.thaw();
  const old = page.getByText('Reminders are from Tuesday, March 10. Connect the tablet.');
  await expect(old.last()).toBeVisible();
  await page.getByRole('button', { name: 'Show what is on this tablet' }).click();
  await expect(old).toBeVisible();
  await expect(page.getByText('No medications scheduled for today')).toHaveCount(0);
  await page.getByRole('link', { name: 'My Day' }).click();
  await expect(old).toBeVisible();
  await clock.freezeAt('2026-03-18T11:55:01Z');
  await clock.thaw();
  await (await readyReminderOf(page)).getByRole('button', { name: 'Taken' }).click();
  await expect(page.getByText('Kept here.')).toBeVisible();
  await expect(reminderOf(page)).toBeHidden();
});

test('no times in a wrong timezone are shown while the settings cannot be read', async ({
  page,
  family,
  clockAt,
}) => {
  await family.request.patch('/api/settings', { data: { timezone: 'Europe/London' } });
  await addMedication(family, { name: 'Metformin', times: ['12:00'] });
  await clockAt(DUE);
  await page.route('**/api/settings', (route) =>
    route.fulfill({ status: 500, json: { error: 'It failed.' } }),
  );
  const times = page.getByText(/\d:\d\d\s?(AM|PM)?/);
  await page.goto('/');
  await expect(popupOf(page).getByText('Metformin')).toBeVisible();
  for (const path of ['/', '/my-day', '/activity/watch', '/photos']) {
    await page.goto(path);
    await expect(popupOf(page).getByText('Metformin')).toBeVisible();
    await expect(times).toHaveCount(0);
  }
  await page.unroute('**/api/settings');
  await page.goto('/');
  await expect(popupOf(page).getByText('12:00 PM')).toBeVisible();
  await page.route('**/api/settings', (route) => route.fulfill({ status: 500 }));
  await page.goto('/my-day');
  await expect(popupOf(page).getByText('12:00 PM')).toBeVisible();
});
