import type { Page } from '@playwright/test';
import { expectAccessible, expectLargeEnough, SIZES } from './support/looks.ts';
import { addMedication, expect, test } from './support/test.ts';
import { press } from './support/touch.ts';

/** 10:42 AM in New York. */
const MORNING = '2026-03-10T14:42:00Z';

const ACETAMINOPHEN = { name: 'Acetaminophen', frequency: 'as_needed', times: [] };

const LIMITS = { shortestIntervalMinutes: 360, mostIn24Hours: 4 };

const card = (page: Page) => page.getByRole('region', { name: 'Today’s Medications' });

test('an as-needed medication is listed separately and logged at the current time', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, ACETAMINOPHEN);
  await clockAt(MORNING);
  await page.goto('/my-day');
  await expect(card(page).getByRole('heading', { name: 'When needed' })).toBeVisible();
  await expect(card(page).getByText('Not taken today')).toBeVisible();
  await press(card(page).getByRole('button', { name: 'Taken: Acetaminophen' }));
  await expect(card(page).getByText('Taken today at 10:42 AM')).toBeVisible();
});

test('a dose beyond the limit needs a confirmation, is logged at its time and marked for the family', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { ...ACETAMINOPHEN, ...LIMITS });
  const clock = await clockAt(MORNING);
  await page.goto('/my-day');
  const taken = card(page).getByRole('button', { name: 'Taken: Acetaminophen' });
  await press(taken);
  await expect(card(page).getByText('Taken today at 10:42 AM')).toBeVisible();
  await expect(card(page).getByText('Next one: 4:42 PM or later')).toBeVisible();
  await clock.freezeAt('2026-03-10T15:30:00Z');
  await clock.thaw();
  await press(taken);
  const question = page.getByRole('alertdialog', {
    name: 'The next one is at 4:42 PM. Take it now?',
  });
  await expect(question).toContainText('You took one at 10:42 AM. It is 11:30 AM now.');
  await expect(question.getByRole('button', { name: 'Not now' })).toBeFocused();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const name of ['Not now', 'Yes, taken'])
      await expect(question.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    await expectLargeEnough(page, 'elder');
    await expectAccessible(page, 'elder');
  }
  await press(question.getByRole('button', { name: 'Not now' }));
  await expect(taken).toBeVisible();
  await expect(card(page).getByText('Taken today at 10:42 AM', { exact: true })).toBeVisible();
  await press(taken);
  await press(question.getByRole('button', { name: 'Yes, taken' }));
  await expect(card(page).getByText('Taken today at 10:42 AM, 11:30 AM')).toBeVisible();
  await expect(card(page).getByText('Next one: 5:30 PM or later')).toBeVisible();
  const logs = async () => (await (await family.request.get('/api/medication-logs')).json()) ?? [];
  await expect
    .poll(async () => (await logs()).map((log: { beyondLimit: boolean }) => log.beyondLimit))
    .toEqual([true, false]);
});

test('the limit still applies to a dose that was just logged while the log cannot be read', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { ...ACETAMINOPHEN, ...LIMITS });
  await clockAt(MORNING);
  await page.goto('/my-day');
  await expect(card(page).getByText('Not taken today')).toBeVisible();
  await page.route('**/api/medication-logs?*', (route) => route.abort());
  const taken = card(page).getByRole('button', { name: 'Taken: Acetaminophen' });
  await press(taken);
  await expect(page.getByText('Medication logged')).toBeVisible();
  await expect(card(page).getByText('Taken today at 10:42 AM')).toBeVisible();
  await expect(card(page).getByText('Next one: 4:42 PM or later')).toBeVisible();
  await press(taken);
  await expect(page.getByRole('alertdialog', { name: /^The next one is/ })).toBeVisible();
});

test('the card does not claim "not taken" while the log cannot be read', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, ACETAMINOPHEN);
  await clockAt(MORNING);
  await page.route('**/api/medication-logs?*', (route) => route.abort());
  await page.goto('/my-day');
  await expect(
    card(page).getByText('When it was last taken is not known at the moment.'),
  ).toBeVisible();
  await expect(card(page).getByText('Not taken today')).toHaveCount(0);
  await expect(card(page).getByRole('button', { name: 'Taken: Acetaminophen' })).toBeVisible();
});
