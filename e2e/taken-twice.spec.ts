import type { Page } from '@playwright/test';
import { expectAccessible, expectLargeEnough, SIZES } from './support/looks.ts';
import { addMedication, expect, test } from './support/test.ts';
import { untilHearing } from './support/touch.ts';

/** 10:42 AM in New York: what was due at 9:00 is overdue, and no reminder stands. */
const MORNING = '2026-03-10T14:42:00Z';

const card = (page: Page) => page.getByRole('region', { name: 'Today’s Medications' });

/** The page hears nothing more of doses, as with a poor WiFi: only what is pressed gets through. */
const hearNothing = (page: Page) =>
  page.route('**/api/upcoming-medications', (route) => route.fulfill({ status: 503, json: {} }));

test('a dose that somebody else said Taken of is asked about before it counts twice', async ({
  page,
  family,
  clockAt,
}) => {
  const medicationId = await addMedication(family, { name: 'Aspirin', times: ['09:00'] });
  await clockAt(MORNING);
  await page.goto('/my-day');
  await untilHearing(page);
  const taken = card(page).getByRole('button', { name: 'Taken: Aspirin' });
  await expect(taken).toBeVisible();
  await hearNothing(page);
  await family.request.post('/api/medication-logs', {
    data: { medicationId, scheduledTime: '2026-03-10T13:00:00Z', status: 'taken' },
  });
  await taken.click();
  const question = page.getByRole('alertdialog', {
    name: 'Taken already at 10:42 AM. Did you take it twice?',
  });
  await expect(question.getByRole('button', { name: 'No, once' })).toBeFocused();
  await expect(question.getByText('Aspirin')).toBeVisible();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'elder');
    await expectAccessible(page, 'elder');
  }
  await question.getByRole('button', { name: 'No, once' }).click();
  await expect(question).toHaveCount(0);
  // It is answered, and not by this tablet: nothing here takes it back in passing.
  await expect(card(page).getByRole('button', { name: 'Change: Aspirin' })).toBeVisible();
  await expect(page.getByText('Medication logged')).toHaveCount(0);
  const [log] = await (await family.request.get('/api/medication-logs')).json();
  expect(log).toMatchObject({ status: 'taken', beyondLimit: false });
  // Nothing waits to be sent again: what the caregiver said is all there is.
  await expect(card(page).getByText('Kept on this tablet')).toHaveCount(0);
  const attempts = await family.request.get(`/api/medication-logs/${log.id}/attempts`);
  expect(await attempts.json()).toHaveLength(1);
});

test('a second one that was taken is marked for the family', async ({ page, family, clockAt }) => {
  const medicationId = await addMedication(family, { name: 'Aspirin', times: ['09:00'] });
  await clockAt(MORNING);
  await page.goto('/my-day');
  await untilHearing(page);
  const taken = card(page).getByRole('button', { name: 'Taken: Aspirin' });
  await expect(taken).toBeVisible();
  await hearNothing(page);
  await family.request.post('/api/medication-logs', {
    data: { medicationId, scheduledTime: '2026-03-10T13:00:00Z', status: 'taken' },
  });
  await taken.click();
  await page.getByRole('button', { name: 'Yes, twice' }).click();
  await expect(page.getByText('Medication logged')).toBeVisible();
  const logs = () => family.request.get('/api/medication-logs');
  expect(await (await logs()).json()).toMatchObject([{ status: 'taken', beyondLimit: true }]);
});

test('the panel says who took it before, and shows it', async ({ page, family, clockAt }) => {
  const medicationId = await addMedication(family, { name: 'Aspirin', times: ['09:00'] });
  await clockAt(MORNING);
  await page.goto('/medications');
  const reminders = page.getByRole('region', { name: /Today.s reminders/ });
  const taken = reminders.getByRole('button', { name: /^Taken: Aspirin/ });
  await expect(taken).toBeVisible();
  await hearNothing(page);
  await family.request.post('/api/medication-logs', {
    data: { medicationId, scheduledTime: '2026-03-10T13:00:00Z', status: 'taken' },
  });
  await taken.click();
  await expect(page.getByText('Taken already')).toBeVisible();
  await expect(page.getByText(/said so at 10:42 AM\.$/)).toBeVisible();
  await page.unroute('**/api/upcoming-medications');
  await page.reload();
  await expect(reminders.getByText('Aspirin')).toBeVisible();
  await expect(taken).toHaveCount(0);
});
