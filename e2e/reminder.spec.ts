import { DUE, popupOf } from './support/reminder.ts';
import { countOnlyRealPresses, listenForTones, tonesOf } from './support/sound.ts';
import { addMedication, expect, test } from './support/test.ts';
import { boxOf, Hand, untilHearing } from './support/touch.ts';

test('the heading changes from due to time to take to late, and the reminder closes after an hour', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt('2026-03-10T11:54:00Z');
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Photos', exact: true })).toBeVisible();
  const says = async (instant: string, words: string) => {
    await clock.freezeAt(instant);
    await clock.advance(1);
    await expect(popupOf(page).getByRole('heading', { name: words, exact: true })).toBeVisible();
  };
  await says('2026-03-10T11:55:10Z', 'Due in 5 minutes');
  await says('2026-03-10T11:59:10Z', 'Due in 1 minute');
  await says('2026-03-10T12:00:10Z', 'Time to take');
  await says('2026-03-10T12:15:10Z', 'Time to take');
  await says('2026-03-10T12:16:10Z', '16 minutes late');
  await says('2026-03-10T12:59:10Z', '59 minutes late');
  await clock.freezeAt('2026-03-10T13:00:05Z');
  await clock.advance(1);
  await expect(popupOf(page)).toBeHidden();
});

test('reminders open one at a time, earliest first, and a second press does not hit the next one', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Second', times: ['08:02'] });
  await addMedication(family, { name: 'First', times: ['08:00'] });
  const clock = await clockAt(DUE);
  await page.goto('/');
  await expect(popupOf(page).getByText('First')).toBeVisible();
  await expect(popupOf(page).getByText('1 more after this')).toBeVisible();
  await clock.freezeAt('2026-03-10T12:00:30Z');
  await untilHearing(page);
  const missed = await boxOf(popupOf(page).getByRole('button', { name: 'Missed' }));
  // Slows down the page's animations, so that even a slow machine presses within the 700 ms of the
  // input lock.
  await (await Hand.on(page)).hurry(0.1);
  await popupOf(page).getByRole('button', { name: 'Skip' }).click();
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(popupOf(page).getByText('Second')).toBeVisible({ timeout: 100 });
  }).toPass();
  // A second press right away: the button of the next reminder is still locked.
  await page.mouse.click(missed.x + missed.width / 2, missed.y + missed.height / 2);
  await expect(popupOf(page).getByText('Second')).toBeVisible();
  const statuses = async () =>
    (await (await family.request.get('/api/medication-logs')).json()).map(
      ({ status }: { status: string }) => status,
    );
  await expect.poll(statuses).toEqual(['skipped']);
});

test('a closed reminder stays closed for the day, also after a reload', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt(DUE);
  await page.goto('/');
  await expect(popupOf(page)).toBeVisible();
  await clock.freezeAt('2026-03-10T12:00:30Z');
  await page.keyboard.press('Escape');
  await expect(popupOf(page)).toBeHidden();
  await clock.thaw();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Photos', exact: true })).toBeVisible();
  await expect(page.getByText('Metformin')).toBeVisible();
  await expect(popupOf(page)).toBeHidden();
  await clock.freezeAt('2026-03-11T11:54:59Z');
  await clock.advance(35);
  await expect(popupOf(page)).toBeVisible();
});

test('a press outside does not close the reminder, and the screen behind is not reachable', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt(DUE);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  await expect(popupOf(page)).toBeFocused();
  await clock.freezeAt('2026-03-10T12:00:30Z');
  await page.mouse.click(10, 400);
  await expect(popupOf(page)).toBeVisible();
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    const isBehind = await page.evaluate(
      () => document.activeElement?.closest('[inert]') !== null && document.activeElement !== null,
    );
    expect(isBehind).toBe(false);
  }
});

test('Undo reopens a taken dose', { tag: '@main' }, async ({ page, family, clockAt }) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt(DUE);
  await page.goto('/');
  await expect(popupOf(page)).toBeVisible();
  await clock.freezeAt('2026-03-10T12:00:30Z');
  await clock.thaw();
  await popupOf(page).getByRole('button', { name: 'Taken' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(popupOf(page).getByText('Metformin')).toBeVisible();
  const standing = async () =>
    (await (await family.request.get('/api/medication-logs')).json())[0].status;
  await expect.poll(standing).toBe('pending');
});

test('a refusal by the server is shown, and the reminder opens again', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt(DUE);
  await page.route('**/api/medication-logs', (route) =>
    route.fulfill({
      status: 400,
      json: { error: 'This cannot be logged.', code: 'not-understood' },
    }),
  );
  await page.goto('/');
  await expect(popupOf(page)).toBeVisible();
  await clock.freezeAt('2026-03-10T12:00:30Z');
  await clock.thaw();
  await popupOf(page).getByRole('button', { name: 'Taken' }).click();
  await expect(page.getByText('Failed to log medication')).toBeVisible();
  await expect(page.getByText(/400:/)).toBeHidden();
  await expect(popupOf(page).getByRole('button', { name: 'Taken' })).toBeEnabled();
  await page.unroute('**/api/medication-logs');
  await clock.freezeAt('2026-03-10T12:00:50Z');
  await clock.thaw();
  await popupOf(page).getByRole('button', { name: 'Taken' }).click();
  await expect(popupOf(page)).toBeHidden();
});

test('a reminder is silent until the screen is touched, and asks for that touch', async ({
  page,
  family,
  clockAt,
}) => {
  await listenForTones(page);
  await countOnlyRealPresses(page);
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt(DUE);
  await page.goto('/');
  const strip = page.getByText('Touch the screen to turn on the alarm sound');
  await expect(strip).toBeVisible();
  await clock.freezeAt('2026-03-10T12:00:45Z');
  await clock.advance(3);
  expect(await tonesOf(page)).toEqual([]);
  await clock.thaw();
  await popupOf(page).getByText('Metformin').click();
  await expect(strip).toBeHidden();
  await expect.poll(async () => (await tonesOf(page)).length).toBeGreaterThan(0);
});

test('a reminder whose sound is allowed after a minute rings at once, then at its repeats', async ({
  page,
  family,
  clockAt,
}) => {
  await listenForTones(page);
  await countOnlyRealPresses(page);
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt(DUE);
  await page.goto('/');
  await expect(page.getByText('Touch the screen to turn on the alarm sound')).toBeVisible();
  await clock.freezeAt('2026-03-10T12:01:00Z');
  await clock.thaw();
  await popupOf(page).getByText('Metformin').click();
  await expect.poll(async () => (await tonesOf(page)).length).toBeGreaterThan(0);
  const [first] = await tonesOf(page);
  const soundsAt = (first?.startedAt ?? 0) + 5 * 60_000;
  await clock.freezeAt(new Date(soundsAt - 5_000));
  const before = (await tonesOf(page)).length;
  await clock.advance(10);
  expect((await tonesOf(page))[before]?.startedAt).toBeGreaterThan(soundsAt - 5_000);
});

test('reminders are silent for a silent medication, and for all when the alarm is off', async ({
  page,
  family,
  clockAt,
}) => {
  await listenForTones(page);
  await addMedication(family, { name: 'Silent', times: ['08:00'], soundEnabled: false });
  await addMedication(family, { name: 'Hidden', times: ['08:00'], reminderEnabled: false });
  const clock = await clockAt('2026-03-10T11:54:00Z');
  await page.goto('/');
  await page.getByRole('link', { name: /HOME SCREEN/ }).click();
  await clock.freezeAt('2026-03-10T11:54:59Z');
  await clock.advance(20);
  await expect(popupOf(page).getByText('Silent')).toBeVisible();
  await expect(popupOf(page).getByText(/more after this/)).toBeHidden();
  expect(await tonesOf(page)).toEqual([]);
});
