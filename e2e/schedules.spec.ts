import type { Page } from '@playwright/test';
import { MINUTE_MS } from '../src/platform/shared/durations.ts';
import {
  expectAccessible,
  expectLargeEnough,
  PHONE,
  PORTRAIT,
  SIZES,
  shareOf,
  TABLET,
} from './support/looks.ts';
import { reminderOf, untilKnown, withOfflineScreen } from './support/offline.ts';
import { later, openWholeHome, popupOf } from './support/reminder.ts';
import { shot } from './support/shots.ts';
import { addMedication, expect, test } from './support/test.ts';
import { press } from './support/touch.ts';

/** 10:42 AM in New York, on a Tuesday. */
const MORNING = '2026-03-10T14:42:00Z';

const PREDNISONE = {
  name: 'Prednisone',
  dosage: '',
  frequency: 'taper',
  startDate: '2026-03-09',
  endDate: '2026-03-19',
  times: [],
  pattern: {
    kind: 'taper',
    unit: 'tablet',
    steps: [
      { from: '2026-03-09', amount: 2, times: ['08:00'] },
      { from: '2026-03-13', amount: 1, times: ['08:00'] },
      { from: '2026-03-16', amount: 0.5, times: ['08:00'] },
    ],
  },
};

async function openForm(page: Page) {
  await page.goto('/medications');
  await press(page.getByRole('button', { name: 'Add Medication' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Prednisone');
  return dialog;
}

/** Returns the list entries of the next seven days. */
const nextDays = (page: Page) =>
  page.getByRole('region', { name: 'The next seven days' }).getByRole('listitem');

test('a taper shows its next seven days before it is saved, and the tablet rings with its amount', async ({
  page,
  family: _,
  clockAt,
}) => {
  const clock = await clockAt(MORNING);
  const dialog = await openForm(page);
  await dialog.getByLabel('Frequency').selectOption('Less and less (taper)');
  await dialog.getByLabel('Step 1, amount').selectOption('4 tablets');
  await dialog.getByLabel('End date').fill('2026-03-20');
  await dialog.getByRole('button', { name: 'Add a step' }).click();
  await expect(dialog.getByLabel('Step 2 from')).toHaveValue('2026-03-14');
  await expect(dialog.getByLabel('Step 2, amount')).toHaveValue('2');
  await dialog.getByLabel('Step 2 from').fill('2026-03-10');
  await dialog.getByRole('button', { name: 'Add Medication' }).click();
  await expect(dialog.getByText('Each step must begin after the one before.')).toBeVisible();
  await dialog.getByLabel('Step 2 from').fill('2026-03-12');
  // Today has no entry, because 8:00 AM is in the past.
  await expect(nextDays(page)).toHaveText([
    /^Tuesday, March 10: none/,
    /^Wednesday, March 11: 4 tablets at 8:00 AM/,
    /^Thursday, March 12: 2 tablets at 8:00 AM, a change/,
    /^Friday, March 13: 2 tablets at 8:00 AM/,
    /^Saturday, March 14: 2 tablets/,
    /^Sunday, March 15: 2 tablets/,
    /^Monday, March 16: 2 tablets/,
  ]);
  await expect(
    dialog.getByText('At 8:00 AM each day. A darker edge marks a change of the amount.'),
  ).toBeVisible();
  await expect(dialog.getByText('“Prednisone, 4 tablets”')).toBeVisible();
  await shot(page, 'taper.png');
  await dialog.getByRole('button', { name: 'Add Medication' }).click();
  await expect(page.getByText('Medication added successfully.')).toBeVisible();
  await expect(page.getByText('4 tablets from Mar 10, 2 from Mar 12, at 8:00 AM')).toBeVisible();

  await openWholeHome(page);
  await clock.freezeAt('2026-03-12T12:00:00Z');
  await clock.advance(1);
  const reminder = popupOf(page);
  await expect(reminder.getByText('Prednisone')).toBeVisible();
  await expect(reminder.getByText('2 tablets')).toBeVisible();
});

test('a medication for chosen weekdays rings only on those, and My Day shows the amount of each time', async ({
  page,
  family: _,
  clockAt,
}) => {
  const clock = await clockAt(MORNING);
  const dialog = await openForm(page);
  await dialog.getByLabel('Frequency').selectOption('Chosen weekdays');
  const weekdays = dialog.getByRole('toolbar', { name: 'Weekdays' });
  await weekdays.getByRole('button', { name: 'Tuesday' }).click();
  await dialog.getByRole('button', { name: 'Add Medication' }).click();
  await expect(dialog.getByText('Please choose at least one weekday.')).toBeVisible();
  // Uses the keyboard: the group of weekdays is one tab stop, and the arrow keys move between the
  // days.
  await weekdays.getByRole('button', { name: 'Monday' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await dialog.getByText('Say how much at each time').click();
  await dialog.getByLabel('Amount at 8:00 AM').selectOption('1½ tablets');
  await expect(nextDays(page)).toHaveText([
    /^Tuesday, March 10: none/,
    /^Wednesday, March 11: 1½ tablets at 8:00 AM/,
    ...['Thursday, March 12', 'Friday, March 13', 'Saturday, March 14', 'Sunday, March 15'].map(
      (day) => new RegExp(`^${day}: none`),
    ),
    /^Monday, March 16: 1½ tablets at 8:00 AM/,
  ]);
  await dialog.getByRole('button', { name: 'Add Medication' }).click();
  await expect(page.getByText('Monday and Wednesday at 8:00 AM (1½ tablets)')).toBeVisible();

  await page.goto('/my-day');
  await expect(page.getByText('No medications scheduled for today')).toBeVisible();
  await clock.freezeAt('2026-03-11T16:00:00Z');
  await clock.advance(1);
  await expect(page.getByText('1½ tablets')).toBeVisible();
  await clock.freezeAt('2026-03-12T16:00:00Z');
  await clock.advance(1);
  await expect(page.getByText('No medications scheduled for today')).toBeVisible();
});

const KINDS = [
  'Chosen weekdays',
  'Every few days',
  'Every few hours',
  'Days of the month',
  'On and off',
  'Less and less (taper)',
];

test('every kind of schedule is accessible and large enough at every size', async ({
  page,
  family,
  clockAt,
}) => {
  test.setTimeout(180_000);
  await addMedication(family, PREDNISONE);
  await clockAt(MORNING);
  for (const [variant, size] of SIZES.entries()) {
    await page.setViewportSize(size);
    const dialog = await openForm(page);
    // Checks all kinds of schedules on a phone, because it has the least space.
    const kinds = size === PHONE ? KINDS : shareOf(KINDS, { variant, of: 2 });
    for (const kind of kinds) {
      await dialog.getByLabel('Frequency').selectOption(kind);
      await expect(nextDays(page)).toHaveCount(7);
      await expectLargeEnough(page, 'family');
      await expectAccessible(page, 'family');
      const name = kind.split(' ')[0]?.toLowerCase();
      await shot(page, `${kind.length}-${name}-${size.width}.png`);
      await nextDays(page).first().scrollIntoViewIfNeeded();
      await shot(page, `${kind.length}-${name}-days-${size.width}.png`);
      await dialog.getByLabel('Name').scrollIntoViewIfNeeded();
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Edit Prednisone' }).click();
    await page.getByRole('region', { name: 'The next seven days' }).scrollIntoViewIfNeeded();
    await expectAccessible(page, 'family');
    await shot(page, `prednisone-${size.width}.png`);
  }
});

for (const size of [TABLET, PORTRAIT]) {
  test(`a tablet without a connection rings with the amount of each day, width ${size.width}`, async ({
    page,
    family,
    clockAt,
    context,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize(size);
    const clock = await clockAt('2026-03-10T14:00:00Z');
    await addMedication(family, PREDNISONE);
    await withOfflineScreen(page, () => page.goto('/').then(() => undefined));
    await page.mouse.click(4, 4);
    await untilKnown(page);
    await context.setOffline(true);
    await expect(page.getByText('No Internet Connection')).toBeVisible();
    for (const [due, words] of [
      ['2026-03-11T12:00:00Z', '2 tablets'],
      ['2026-03-13T12:00:00Z', '1 tablet'],
      ['2026-03-16T12:00:00Z', '½ tablet'],
    ] as const) {
      await clock.freezeAt(later(due, -5 * MINUTE_MS - 1000));
      await expect(reminderOf(page)).toBeHidden();
      await clock.freezeAt(due);
      await clock.advance(1);
      await expect(reminderOf(page).getByText('Prednisone')).toBeVisible();
      await expect(reminderOf(page).getByText(words, { exact: true })).toBeVisible();
      await shot(page, `${words}-${size.width}.png`);
      await clock.freezeAt(later(due, 61 * MINUTE_MS));
      await clock.advance(1);
    }
    await context.setOffline(false);
  });
}
