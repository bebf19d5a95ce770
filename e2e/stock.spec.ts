import { expectAccessible, expectLargeEnough, SIZES } from './support/looks.ts';
import { shot } from './support/shots.ts';
import { addMedication, expect, test } from './support/test.ts';

/** 10:42 AM in New York, on a Tuesday. */
const MORNING = '2026-03-10T14:42:00Z';

test('the stock of a medication is counted, follows the log, is refilled, and its counting ends', async ({
  page,
  family,
  clockAt,
}) => {
  const id = await addMedication(family, { name: 'Lisinopril', times: ['09:30', '21:00'] });
  await clockAt(MORNING);
  await page.goto('/medications');
  const left = page.getByRole('region', { name: 'What is left' });
  const begin = page.getByRole('button', { name: 'Count what is left of a medication' });
  await expect(begin).toBeVisible();
  await expect(left).toBeHidden();

  await begin.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please choose a medication.')).toBeVisible();
  await dialog.getByLabel('Medication').selectOption(id);
  await dialog.getByLabel('How many there are now').fill('a few');
  await dialog.getByLabel('Pieces a dose').fill('½');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please enter a number from 0 to 10000.')).toBeVisible();
  await dialog.getByLabel('How many there are now').fill('5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(left.getByText('5 left. Runs out on Sunday, March 15')).toBeVisible();
  await expect(left.getByText('Running out')).toBeVisible();

  // Simulates that another device answers Taken. This page must show the new stock without a
  // reload.
  const taken = { medicationId: id, scheduledTime: '2026-03-10T13:30:00Z', status: 'taken' };
  expect((await family.request.post('/api/medication-logs', { data: taken })).ok()).toBe(true);
  await expect(left.getByText('4.5 left. Runs out on Sunday, March 15')).toBeVisible();

  await left.getByRole('button', { name: 'Refill Lisinopril' }).click();
  await dialog.getByLabel('How many have come').fill('28');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(left.getByText('32.5 left. Runs out on Sunday, April 12')).toBeVisible();
  await expect(left.getByText('Running out')).toBeHidden();

  await left.getByRole('button', { name: 'Count Lisinopril' }).click();
  await expect(dialog.getByText(/^28 came.* by /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Count it no more' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Count it no more' }).click();
  await expect(begin).toBeVisible();
  await expect(left).toBeHidden();
});

test('the stock and its dialogs are accessible and large enough at every size', async ({
  page,
  family,
  clockAt,
}) => {
  const names = ['Lisinopril', 'Carbidopa-Levodopa', 'Ibuprofen'];
  for (const [number, name] of names.entries()) {
    const isAsNeeded = name === 'Ibuprofen';
    const id = await addMedication(family, {
      name,
      times: isAsNeeded ? [] : ['09:30'],
      ...(isAsNeeded ? { frequency: 'as_needed' } : {}),
    });
    const data = { left: 5 + 40 * number, unitsPerDose: 1.5, warnBefore: 7 };
    expect((await family.request.put(`/api/stocks/${id}`, { data })).ok()).toBe(true);
  }
  await clockAt(MORNING);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto('/medications');
    const left = page.getByRole('region', { name: 'What is left' });
    await expect(left.getByRole('listitem')).toHaveCount(3);
    await left.scrollIntoViewIfNeeded();
    await shot(page, `stock-${size.width}.png`);
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
    await left.getByRole('button', { name: 'Count Lisinopril' }).click();
    await expect(page.getByRole('dialog').getByText(/^5 counted/)).toBeVisible();
    await shot(page, `stock-dialog-${size.width}.png`);
    await expectAccessible(page, 'family');
    await expectLargeEnough(page, 'family');
  }
});
