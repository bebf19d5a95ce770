import type { Page } from '@playwright/test';
import { expectAccessible, expectLargeEnough, SIZES } from './support/looks.ts';
import { popupOf } from './support/reminder.ts';
import { listenForTones, tonesOf } from './support/sound.ts';
import { addMedication, expect, test } from './support/test.ts';
import { press, untilHearing } from './support/touch.ts';

/** 10:42 AM in New York: the doses of 9:00 AM are overdue, and no reminder is open. */
const MORNING = '2026-03-10T14:42:00Z';

const card = (page: Page) => page.getByRole('region', { name: 'Today’s Medications' });

test('both cards show a message when they are empty', async ({ page, family: _ }) => {
  await page.goto('/my-day');
  await expect(page.getByText('No medications scheduled for today')).toBeVisible();
  await expect(page.getByText('No events scheduled for today')).toBeVisible();
});

test('an answered dose stays in its place, is undone by Undo, and can be changed all day', {
  tag: '@main',
}, async ({ page, family, clockAt }) => {
  await addMedication(family, { name: 'Aspirin', times: ['09:00'] });
  await addMedication(family, { name: 'Metformin', times: ['12:00'] });
  const clock = await clockAt(MORNING);
  await page.goto('/my-day');
  const names = card(page).locator('li strong');
  await expect(names).toHaveText(['Aspirin', 'Metformin']);
  const places = () =>
    card(page)
      .locator('li')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  await untilHearing(page);
  const before = await places();
  await card(page).getByRole('button', { name: 'Skip: Aspirin' }).click();
  await expect(page.getByText('Aspirin: skipped. 10:42 AM.')).toBeVisible();
  await expect(card(page).getByText('Skipped')).toBeVisible();
  await expect(names).toHaveText(['Aspirin', 'Metformin']);
  expect(await places()).toEqual(before);
  await expect(card(page).getByRole('button', { name: 'Undo: Aspirin' })).toBeFocused();
  await card(page).getByRole('button', { name: 'Undo: Aspirin' }).click();
  await expect(card(page).getByRole('button', { name: 'Taken: Aspirin' })).toBeFocused();
  await card(page).getByRole('button', { name: 'Taken: Aspirin' }).click();
  await expect(card(page).getByRole('button', { name: 'Undo: Aspirin' })).toBeVisible();
  await clock.freezeAt('2026-03-10T14:43:30Z');
  await clock.thaw();
  // After 30 seconds the Undo button becomes Change. After a reload, the dose is one line in its
  // part of the day.
  await expect(card(page).getByRole('button', { name: 'Change: Aspirin' })).toBeVisible();
  await page.reload();
  await expect(names).toHaveText(['Metformin']);
  const morning = card(page).getByRole('region', { name: 'Morning' });
  await expect(morning.getByRole('listitem')).toHaveText(/^9:00 AM.?Aspirin.*Taken.?10:4[23] AM$/);
  await morning.getByRole('button', { name: 'Change: Morning' }).click();
  await expect(card(page).getByRole('button', { name: 'Taken: Aspirin' })).toBeFocused();
  await card(page).getByRole('button', { name: 'Not answered: Aspirin' }).click();
  await expect(page.getByText('Aspirin: not answered.')).toBeVisible();
  await expect(card(page).getByRole('button', { name: 'Taken: Aspirin' })).toBeFocused();
});

test('a dose hours ahead needs a confirmation before it is logged, with Not yet first', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Atorvastatin', times: ['20:00'] });
  await clockAt(MORNING);
  await page.goto('/my-day');
  const taken = card(page).getByRole('button', { name: 'Taken: Atorvastatin' });
  await taken.click();
  const question = page.getByRole('alertdialog', { name: 'It is for 8:00 PM. Taken already?' });
  await expect(question.getByRole('button')).toHaveText(['Not yet', 'Yes, taken']);
  await expect(question.getByRole('button', { name: 'Not yet' })).toBeFocused();
  await expectLargeEnough(page, 'elder');
  await expectAccessible(page, 'elder');
  await page.keyboard.press('Shift+Tab');
  await expect(question.getByRole('button', { name: 'Yes, taken' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(taken).toBeFocused();
  expect(await (await family.request.get('/api/medication-logs')).json()).toEqual([]);
  await taken.click();
  await question.getByRole('button', { name: 'Yes, taken' }).click();
  await expect(card(page).getByRole('button', { name: 'Undo: Atorvastatin' })).toBeVisible();
});

test('all doses of one time are taken with one press', async ({ page, family, clockAt }) => {
  await addMedication(family, { name: 'Aspirin', times: ['09:00'] });
  await addMedication(family, { name: 'Vitamin D', times: ['09:00'] });
  await clockAt(MORNING);
  await page.goto('/my-day');
  await card(page).getByRole('button', { name: 'Take all 2 of 9:00 AM' }).click();
  await expect(card(page).getByText('Taken', { exact: true })).toHaveCount(2);
  const logged = async (): Promise<string[]> => {
    const logs = await (await family.request.get('/api/medication-logs')).json();
    return logs.map(({ status }: { status: string }) => status);
  };
  await expect.poll(logged).toEqual(['taken', 'taken']);
});

/** Makes the server answer every press with this refusal. */
async function answerPresses(
  page: Page,
  status: number,
  refusal: { readonly error: string; readonly code: string },
): Promise<void> {
  await page.route('**/api/medication-logs', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status, json: refusal })
      : route.continue(),
  );
}

test('a refusal by the server is shown, and the buttons stay', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Aspirin', times: ['09:00'] });
  await clockAt(MORNING);
  await answerPresses(page, 400, { error: 'This cannot be logged.', code: 'invalid-input' });
  await page.goto('/my-day');
  await press(card(page).getByRole('button', { name: 'Taken: Aspirin' }));
  await expect(page.getByRole('alert').getByText('Failed to log medication')).toBeVisible();
  await expect(card(page).getByText('Failed to log medication')).toBeVisible();
  await expect(card(page).getByText('This cannot be logged.')).toBeVisible();
  await expectAccessible(page, 'elder');
  await expect(card(page).getByRole('button', { name: 'Taken: Aspirin' })).toBeEnabled();
  await page.unroute('**/api/medication-logs');
  await press(card(page).getByRole('button', { name: 'Taken: Aspirin' }));
  await expect(card(page).getByRole('button', { name: 'Undo: Aspirin' })).toBeVisible();
  await expect(card(page).getByText('Failed to log medication')).toBeHidden();
});

test('a press that the server cannot accept yet is stored on the tablet and shown until delivery', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Aspirin', times: ['09:00'] });
  await addMedication(family, { name: 'Eye drops', frequency: 'as_needed', times: [] });
  const clock = await clockAt(MORNING);
  await answerPresses(page, 503, { error: 'The server is not ready.', code: 'not-ready' });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto('/my-day');
    if (size === SIZES[0]) {
      await press(card(page).getByRole('button', { name: 'Taken: Aspirin' }));
      // Waits until the longer message has moved the button, because a button that moves under a
      // finger ignores the press.
      await expect(card(page).getByText(/Kept on this tablet\. It is sent/)).toHaveCount(1);
      await press(card(page).getByRole('button', { name: 'Taken: Eye drops' }));
    }
    await expect(card(page).getByText('Taken', { exact: true }).first()).toBeVisible();
    await expect(card(page).getByText('Taken today at 10:42 AM')).toBeVisible();
    await expect(card(page).getByText(/Kept on this tablet\. It is sent/)).toHaveCount(2);
    await expectLargeEnough(page, 'elder');
    await expectAccessible(page, 'elder');
  }
  expect(await (await family.request.get('/api/medication-logs')).json()).toEqual([]);
  await page.unroute('**/api/medication-logs');
  await clock.freezeAt('2026-03-10T14:44:00Z');
  await clock.thaw();
  await expect(card(page).getByText(/Kept on this tablet/)).toHaveCount(0);
  const logs = await (await family.request.get('/api/medication-logs')).json();
  expect(logs).toHaveLength(2);
  for (const { loggedAt } of logs) expect(loggedAt).toMatch(/^2026-03-10T14:42:/);
});

test('the alert of My Day is 800 Hz, at most every 2 minutes, and silent during a reminder', async ({
  page,
  family,
  clockAt,
}) => {
  await listenForTones(page);
  await addMedication(family, { name: 'Aspirin', times: ['11:00'] });
  const clock = await clockAt(MORNING);
  await page.goto('/my-day');
  await page.getByRole('heading', { name: 'My Day' }).click();
  await expect(card(page).getByText('Due in 18 minutes')).toBeVisible();
  await clock.freezeAt('2026-03-10T14:54:59Z');
  await clock.advance(30);
  const pitches = async () => (await tonesOf(page)).map(({ hertz }) => hertz);
  expect(await pitches()).toEqual(Array(5).fill(523.25));
  await page.keyboard.press('Escape');
  await expect(popupOf(page)).toBeHidden();
  expect((await pitches()).slice(5)).toEqual([800]);
  const first = clock.now.getTime();
  await clock.advance(600);
  const alerts = (await tonesOf(page))
    .slice(5)
    .map(({ startedAt }) => Math.round((startedAt - first) / 1000));
  expect(alerts).toHaveLength(5);
  // An alert is never early, and on a busy machine at most ten seconds late.
  alerts.forEach((at, index) => {
    expect(at - (alerts[index - 1] ?? -120)).toBeGreaterThanOrEqual(120);
    expect(at - 120 * index).toBeLessThan(10);
  });
});

test('Show more leads to the end and is hidden there', async ({ page, family, clockAt }) => {
  for (const hour of ['11', '12', '13', '14', '15']) {
    await addMedication(family, { name: `Medicine ${hour}`, times: [`${hour}:50`] });
  }
  await clockAt(MORNING);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/my-day');
  const more = page.getByRole('button', { name: 'Show more' });
  await expect(more).toBeVisible();
  await expect(async () => {
    if (await more.isVisible()) await more.click({ timeout: 1000 });
    await expect(more).toBeHidden({ timeout: 1000 });
  }).toPass();
  await expect(card(page).getByRole('button', { name: 'Taken: Medicine 15' })).toBeInViewport();
});
