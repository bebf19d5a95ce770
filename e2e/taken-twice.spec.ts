import type { Page } from '@playwright/test';
import { expectAccessible, expectLargeEnough, SIZES } from './support/looks.ts';
import { addMedication, expect, test } from './support/test.ts';
import { untilHearing } from './support/touch.ts';

/** 10:42 AM in New York: the dose of 9:00 AM is overdue, and no reminder is open. */
const MORNING = '2026-03-10T14:42:00Z';

const card = (page: Page) => page.getByRole('region', { name: 'Today’s Medications' });

/**
 * Blocks the requests by which the tablet updates its doses, as a poor WiFi does. Answers to doses
 * are still sent.
 */
const hearNothing = (page: Page) =>
  page.route('**/api/upcoming-medications', (route) => route.fulfill({ status: 503, json: {} }));

test('a second Taken for a dose that was taken elsewhere needs a confirmation', async ({
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
  // The button is Change instead of Undo, because another device has answered the dose.
  await expect(card(page).getByRole('button', { name: 'Change: Aspirin' })).toBeVisible();
  await expect(page.getByText('Medication logged')).toHaveCount(0);
  const [log] = await (await family.request.get('/api/medication-logs')).json();
  expect(log).toMatchObject({ status: 'taken', beyondLimit: false });
  // The tablet has queued no answer: only that of the family exists.
  await expect(card(page).getByText('Kept on this tablet')).toHaveCount(0);
  const attempts = await family.request.get(`/api/medication-logs/${log.id}/attempts`);
  expect(await attempts.json()).toHaveLength(1);
});

test('a confirmed second Taken is marked for the family', async ({ page, family, clockAt }) => {
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

test('the panel shows who already marked the dose as taken', async ({ page, family, clockAt }) => {
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
