import type { Page } from '@playwright/test';
import {
  expectAccessible,
  expectLargeEnough,
  expectNoOverlap,
  PHONE,
  PORTRAIT,
  SIZES,
  TABLET,
} from './support/looks.ts';
import { logsOf } from './support/reminder.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';
import { Hand, press } from './support/touch.ts';

/** 8:04 AM in New York. */
const AT_BREAKFAST = '2026-03-10T12:04:00Z';

/** 12:20 PM in New York: the dose of 12:00 PM is late, and its reminder was closed. */
const AT_NOON = '2026-03-10T16:20:00Z';

/** Playback rate of the page's animations, at which 800 ms take 8 s. */
const SLOWLY = 0.1;

const card = (page: Page) => page.getByRole('region', { name: 'Today’s Medications' });

async function addEvent(family: Family, title: string, startTime: string): Promise<void> {
  const data = { title, eventDate: '2026-03-10', startTime, eventType: 'appointment' };
  expect((await family.request.post('/api/calendar-events', { data })).status()).toBe(201);
}

/** Creates a day whose morning doses are all answered. */
async function spendMorning(family: Family, clockAt: (at: string) => Promise<unknown>) {
  const morning = [
    ['Levothyroxine', '08:00', 'taken'],
    ['Lisinopril', '08:00', 'taken'],
    ['Vitamin D', '08:00', 'skipped'],
  ] as const;
  for (const [name, time] of morning) await addMedication(family, { name, times: [time] });
  await clockAt(AT_BREAKFAST);
  const upcoming = await (await family.request.get('/api/upcoming-medications')).json();
  for (const [name, , status] of morning) {
    const { medicationId, scheduledTime } = upcoming.find(
      (dose: { medication: { name: string } }) => dose.medication.name === name,
    );
    const data = { medicationId, scheduledTime, status };
    expect((await family.request.post('/api/medication-logs', { data })).status()).toBe(201);
  }
  await addMedication(family, {
    name: 'Metformin',
    dosage: '500 mg, one tablet',
    instructions: 'Take with food and a full glass of water.',
    times: ['12:00'],
    reminderEnabled: false,
  });
  for (const name of ['Atorvastatin', 'Omega 3']) {
    await addMedication(family, { name, dosage: '20 mg, one tablet', times: ['20:00'] });
  }
  await addEvent(family, 'Chair exercises', '09:00');
  await addEvent(family, 'Dr. Patel, heart check-up', '14:00');
  await addEvent(family, 'Video call with Ella', '16:30');
  await clockAt(AT_NOON);
}

/** Returns these texts in their order on the screen, from the top. */
async function downwards(page: Page, words: readonly string[]): Promise<string[]> {
  const places = await Promise.all(
    words.map(async (word) => {
      const box = await card(page).getByText(word, { exact: true }).first().boundingBox();
      return { word, top: box?.y ?? Number.NaN };
    }),
  );
  return places.toSorted((one, other) => one.top - other.top).map(({ word }) => word);
}

test('the day shows when each dose was answered, and events in between', async ({
  page,
  family,
  clockAt,
}) => {
  await spendMorning(family, clockAt);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto('/my-day');
    await expect(card(page).getByText('20 minutes late')).toBeVisible();
    const woven = card(page).getByText('Dr. Patel, heart check-up');
    await expect(woven).toBeVisible({ visible: size !== TABLET });
    // The event is hidden from screen readers here, because the schedule below contains it as well.
    await expect(page.locator('[aria-hidden] strong', { hasText: 'Dr. Patel' })).toHaveCount(1);
    await expectLargeEnough(page, 'elder');
    await expectNoOverlap(page);
    await expectAccessible(page, 'elder');
  }
  await page.setViewportSize(PORTRAIT);
  const answered = card(page).getByRole('region', { name: 'Morning' }).getByRole('listitem');
  await expect(answered).toHaveText([
    /^8:00 AM.?Levothyroxine.*Taken.?8:04 AM$/,
    /^8:00 AM.?Lisinopril.*Taken.?8:04 AM$/,
    /^8:00 AM.?Vitamin D.*Skipped.?8:04 AM$/,
  ]);
  await expect(card(page).getByText('Chair exercises')).toHaveCount(0);
  expect(
    await downwards(page, [
      'Evening',
      'Video call with Ella',
      'Afternoon',
      'Dr. Patel, heart check-up',
    ]),
  ).toEqual(['Afternoon', 'Dr. Patel, heart check-up', 'Video call with Ella', 'Evening']);
});

test('the line of an event stays while the screen is open, even after the event began', async ({
  page,
  family,
  clockAt,
}) => {
  await spendMorning(family, clockAt);
  await page.setViewportSize(PORTRAIT);
  const clock = await clockAt('2026-03-10T17:59:30Z');
  await page.goto('/my-day');
  const woven = card(page).getByText('Dr. Patel, heart check-up');
  await expect(woven).toBeVisible();
  await clock.freezeAt('2026-03-10T18:05:00Z');
  await clock.thaw();
  await expect(page.getByText('2:05 PM')).toBeAttached();
  await expect(woven).toBeVisible();
  await page.reload();
  await expect(card(page).getByText('Video call with Ella')).toBeVisible();
  await expect(woven).toHaveCount(0);
});

test('on a phone answered doses are folded while a dose is due, so that it is fully visible', async ({
  page,
  family,
  clockAt,
}) => {
  await spendMorning(family, clockAt);
  await page.setViewportSize(PHONE);
  await page.goto('/my-day');
  const fold = card(page).getByRole('button', { name: 'Morning, answered' });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  expect((await fold.boundingBox())?.height).toBe(76);
  await expect(card(page).getByText('Lisinopril')).toBeHidden();
  const showMore = await page.getByRole('button', { name: 'Show more' }).boundingBox();
  const skip = await card(page).getByRole('button', { name: 'Skip: Metformin' }).boundingBox();
  expect((skip?.y ?? 0) + (skip?.height ?? 0)).toBeLessThanOrEqual(showMore?.y ?? 0);
  await press(fold);
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expect(card(page).getByText('Lisinopril')).toBeVisible();
  await expectLargeEnough(page, 'elder');
  await expectNoOverlap(page);
  await expectAccessible(page, 'elder');
  await press(card(page).getByRole('button', { name: 'Taken: Metformin' }));
  await expect(card(page).getByRole('button', { name: 'Undo: Metformin' })).toBeVisible();
  await expect(card(page).getByText('Lisinopril')).toBeVisible();
  // No dose is due any more, so no part of the day is collapsed.
  await expect.poll(async () => (await logsOf(family)).length).toBe(4);
  await page.reload();
  await expect(card(page).getByText('Lisinopril')).toBeVisible();
  await expect(fold).toBeHidden();
});

test('answered doses are not folded while the screen is open', async ({
  page,
  family,
  clockAt,
}) => {
  await spendMorning(family, clockAt);
  await page.setViewportSize(PHONE);
  const clock = await clockAt('2026-03-10T15:54:30Z');
  await page.goto('/my-day');
  await expect(card(page).getByText('Lisinopril')).toBeVisible();
  await clock.freezeAt('2026-03-10T16:01:00Z');
  await clock.thaw();
  await expect(card(page).getByText('Time to take')).toBeVisible();
  await expect(card(page).getByText('Lisinopril')).toBeVisible();
});

test('the keyboard focus stays on an answered dose, then moves to the next one', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Aspirin', times: ['09:00'] });
  await addMedication(family, { name: 'Vitamin D', times: ['09:00'] });
  await addMedication(family, { name: 'Metformin', times: ['11:30'] });
  const clock = await clockAt('2026-03-10T14:42:00Z');
  await page.goto('/my-day');
  const button = (name: string) => card(page).getByRole('button', { name });
  await button('Taken: Aspirin').focus();
  await page.keyboard.press('Enter');
  await expect(button('Undo: Aspirin')).toBeFocused();
  await expect(page.getByRole('status').getByText('Aspirin: taken. 10:42 AM.')).toBeAttached();
  // Slows down the animation that is the input lock, so that even a busy machine presses Enter
  // within it.
  const hand = await Hand.on(page);
  await hand.hurry(SLOWLY);
  await clock.freezeAt('2026-03-10T14:43:30Z');
  await expect(button('Taken: Vitamin D')).toBeFocused();
  await expect(button('Change: Aspirin')).toBeVisible();
  // Presses Enter for Undo shortly after the focus has moved: this must not log another medication.
  await page.keyboard.press('Enter');
  await clock.thaw();
  await expect(button('Taken: Vitamin D')).toBeVisible();
  await hand.hurry(1);
  await page.keyboard.press('Shift+Tab');
  await expect(button('Change: Aspirin')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button('Taken: Aspirin')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(button('Taken: Aspirin')).toBeFocused();
  // If several doses have the same time, their common button stays and keeps the focus.
  await button('Take all 2 of 9:00 AM').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(button('Undo: 2 of 9:00 AM')).toBeFocused();
});
