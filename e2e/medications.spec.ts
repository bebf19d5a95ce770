import { OWN_FAILURE } from './support/failures.ts';
import { expectAccessible, expectLargeEnough, PHONE, SIZES } from './support/looks.ts';
import { logsOf } from './support/reminder.ts';
import { shot } from './support/shots.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';

/** 10:42 AM in New York. */
const MORNING = '2026-03-10T14:42:00Z';

const statusesOf = async (family: Family) => (await logsOf(family)).map(({ status }) => status);

test('the tab and its dialog are accessible and large enough at every size', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Aspirin', times: ['09:30'] });
  await addMedication(family, { name: 'Carbidopa-Levodopa', times: ['10:45'] });
  await clockAt(MORNING);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto('/medications');
    await expect(page.getByText('Overdue', { exact: true })).toBeVisible();
    await expect(page.getByText('Due in 3 minutes')).toBeVisible();
    const name = await page.getByText('Carbidopa-Levodopa', { exact: true }).first().boundingBox();
    expect(name?.height, 'a name has room for its words').toBeLessThan(60);
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
    await page.getByRole('button', { name: 'Add Medication' }).click();
    await expect(page.getByRole('dialog', { name: 'Add Medication' })).toBeVisible();
    await expectAccessible(page, 'family');
  }
});

test('open doses come first, later ones are one line, and Add stays visible on a phone', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Aspirin', times: ['09:30'] });
  const vitamin = await addMedication(family, { name: 'Vitamin D', times: ['10:40'] });
  for (const name of ['Atorvastatin', 'Metformin', 'Losartan']) {
    await addMedication(family, { name, times: ['15:07'] });
  }
  await clockAt(MORNING);
  const taken = { medicationId: vitamin, scheduledTime: '2026-03-10T14:40:00Z', status: 'taken' };
  expect((await family.request.post('/api/medication-logs', { data: taken })).ok()).toBe(true);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto('/medications');
    const reminders = page.getByRole('region', { name: /Today.s reminders/ });
    const lists = reminders.getByRole('list');
    await expect(lists).toHaveCount(2);
    await expect(lists.first()).toContainText('Overdue');
    await expect(lists.last()).toContainText('Taken');
    const later = reminders.getByRole('button', { name: '3 later today, next at 3:07 PM' });
    await expect(later).toHaveAttribute('aria-expanded', 'false');
    if (size === PHONE) {
      const add = page.getByRole('button', { name: 'Add Medication' });
      await expect(add).toBeInViewport();
      const skip = reminders.getByRole('button', { name: /^Skip/ }).first();
      const [left, right] = [await skip.boundingBox(), await add.boundingBox()];
      expect((left?.x ?? 0) + (left?.width ?? 0), 'it covers no button of a dose').toBeLessThan(
        right?.x ?? 0,
      );
    }
    await shot(page, `today-${size.width}.png`);
    await later.click();
    await expect(reminders.getByText('in 4 h 25 min')).toHaveCount(3);
    const row = await reminders.getByRole('listitem').first().boundingBox();
    expect(row?.height, 'a dose is one line, or two on a phone').toBeLessThan(
      size.width > PHONE.width ? 66 : 120,
    );
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
    await shot(page, `open-${size.width}.png`, { fullPage: true });
  }
});

test('a dose that was just answered stays in its place, so that a second press hits no other dose', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Aspirin', times: ['09:30'] });
  await addMedication(family, { name: 'Metformin', times: ['09:31'] });
  await clockAt(MORNING);
  await page.goto('/medications');
  const next = page.getByRole('button', { name: 'Taken: Metformin' });
  const before = await next.boundingBox();
  await page.getByRole('button', { name: 'Taken: Aspirin' }).click();
  await expect(page.getByRole('button', { name: 'Taken: Aspirin' })).toBeHidden();
  const after = await next.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(4);
});

test('a tab without medications shows a message', async ({ page, family: _ }) => {
  await page.goto('/medications');
  await expect(page.getByText('No medications scheduled for today')).toBeVisible();
});

test('a missing field shows an error at the field, and keeps the typed values', async ({
  page,
  family: _,
}) => {
  await page.goto('/medications');
  await page.getByRole('button', { name: 'Add Medication' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Medication' });
  await dialog.getByLabel(/^Dosage/).fill('500 mg');
  await dialog.getByRole('button', { name: 'Add Medication' }).click();
  await expect(page.getByText('Validation Error')).toBeVisible();
  await expect(page.getByText('Please fill in all required fields.')).toBeVisible();
  await expect(dialog.getByText('Enter the name of the medication.')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expect(dialog.getByLabel(/^Dosage/)).toHaveValue('500 mg');
});

test('a medication is added twice daily, edited and deleted', async ({ page, family: _ }) => {
  await page.goto('/medications');
  await page.getByRole('button', { name: 'Add Medication' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Metformin');
  await dialog.getByLabel('Frequency').selectOption('Twice Daily');
  await dialog.getByRole('button', { name: 'Remove time 2' }).click();
  await expect(dialog.getByRole('button', { name: /Remove time/ })).toBeHidden();
  await dialog.getByRole('button', { name: 'Add time' }).click();
  await dialog.getByRole('button', { name: 'Add Medication' }).click();
  await expect(page.getByText('Medication added successfully.')).toBeVisible();
  await expect(page.getByText('Twice Daily at 8:00 AM, 12:00 PM')).toBeVisible();

  await page.getByRole('button', { name: 'Edit Metformin' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Metformin XR');
  await page.getByRole('dialog').getByRole('button', { name: /Save/ }).click();
  await expect(page.getByText('Medication updated successfully.')).toBeVisible();

  await page.getByRole('button', { name: 'Delete Metformin XR' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    'Are you sure you want to delete the medication "Metformin XR"? This action cannot be undone. You can restore it from the bin for 30 days.',
  );
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Delete Metformin XR' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Metformin XR' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Medication deleted successfully.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete Metformin XR' })).toBeHidden();
});

test('a dose that is marked as taken in the panel leaves the list of open doses', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Aspirin', times: ['09:30'] });
  await clockAt(MORNING);
  await page.goto('/medications');
  await page.getByRole('button', { name: 'Taken: Aspirin' }).click();
  await expect(page.getByText('Medication status updated successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Taken: Aspirin' })).toBeHidden();
});

test('a dose hours ahead needs a confirmation, and its answer is undone with one press', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Atorvastatin', times: ['20:00'] });
  await clockAt(MORNING);
  await page.goto('/medications');
  const taken = page.getByRole('button', { name: 'Taken: Atorvastatin' });
  await taken.click();
  const question = page.getByRole('alertdialog', { name: 'It is for 8:00 PM. Taken already?' });
  await expect(question.getByRole('button')).toHaveText(['Not yet', 'Yes, taken']);
  await expectAccessible(page, 'family');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect(await statusesOf(family)).toEqual([]);
  await taken.click();
  await question.getByRole('button', { name: 'Yes, taken' }).click();
  await expect(page.getByText('Atorvastatin 8:00 PM: taken.')).toBeVisible();
  await expect.poll(() => statusesOf(family)).toEqual(['taken']);
  await expect(taken).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(taken).toBeVisible();
  await expect.poll(() => statusesOf(family)).toEqual(['pending']);
});

test('the alarm of the tablet is switched off in the panel', async ({ page, family }) => {
  await page.goto('/medications');
  const alarm = page.getByRole('switch', { name: 'Medication alarm' });
  await expect(alarm).toBeChecked();
  await expect(alarm).toBeEnabled();
  await alarm.focus();
  await page.keyboard.press('Space');
  await expect
    .poll(
      async () => (await (await family.request.get('/api/settings')).json()).medicationAlarmEnabled,
    )
    .toBe(false);
  await expect(alarm).not.toBeChecked();
});

test('a failure to load can be tried again', async ({ page, family: _ }) => {
  await page.route('**/api/medications', (route) => route.fulfill(OWN_FAILURE));
  await page.goto('/medications');
  const again = page.getByRole('button', { name: /Try again/ });
  await expect(again.first()).toBeVisible();
  await page.unroute('**/api/medications');
  await again.first().click();
  await expect(again).toBeHidden();
});

test('on a phone the navigation is a drawer that Escape closes', async ({ page, family: _ }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/medications');
  await page.getByRole('button', { name: /menu/i }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('link', { name: 'Medications' })).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'Medications' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expectAccessible(page, 'family');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
});
