import type { Page } from '@playwright/test';
import { expectAccessible, expectLargeEnough, PHONE } from './support/looks.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';

const QUESTION = 'Change the timezone?';

async function chooseTimezone(page: Page, typed: string): Promise<void> {
  const zone = page.getByRole('combobox', { name: 'Timezone' });
  await zone.focus();
  await zone.fill(typed);
  await zone.press('ArrowDown');
  await zone.press('Enter');
}

const zoneOf = async ({ request }: Family) =>
  (await (await request.get('/api/settings')).json()).timezone;

test('a change of the timezone is confirmed, and undone from the message and after a reload', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00', '20:00'] });
  await addMedication(family, { name: 'Lisinopril', times: ['08:00'] });
  // 10:00 AM in New York is 11:00 PM in Tokyo.
  await clockAt('2026-03-10T14:00:00Z');
  await page.goto('/settings');
  const zone = page.getByRole('combobox', { name: 'Timezone' });
  await expect(zone).toHaveValue('Eastern Time (New York)');

  await chooseTimezone(page, 'Tokyo');
  const question = page.getByRole('alertdialog', { name: QUESTION });
  await expect(question).toContainText(
    '8:00 AM becomes 7:00 PM for 2 medications and 8:00 PM becomes 7:00 AM for 1 medication.',
  );
  await expect(question).toContainText('Metformin at 8:00 PM');
  await expect(question).toContainText('You can undo this for 24 hours.');
  await expectAccessible(page, 'family');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(zone).toHaveValue('Eastern Time (New York)');
  expect(await zoneOf(family)).toBe('America/New_York');

  await chooseTimezone(page, 'Tokyo');
  await question.getByRole('button', { name: 'Change timezone' }).click();
  await expect(page.getByText('Settings saved successfully')).toBeVisible();
  await expect.poll(() => zoneOf(family)).toBe('Asia/Tokyo');
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(page.getByText('Reminders follow Eastern time again.')).toBeVisible();
  await expect(zone).toHaveValue('Eastern Time (New York)');
  expect(await zoneOf(family)).toBe('America/New_York');
  const undoLine = page.getByRole('button', { name: 'Undo, back to New York' });
  await expect(undoLine).toBeHidden();

  await chooseTimezone(page, 'Tokyo');
  await question.getByRole('button', { name: 'Change timezone' }).click();
  await expect.poll(() => zoneOf(family)).toBe('Asia/Tokyo');
  await page.reload();
  await page.setViewportSize(PHONE);
  await expect(undoLine).toBeVisible();
  await expectLargeEnough(page, 'family');
  await undoLine.click();
  await expect(zone).toHaveValue('Eastern Time (New York)');
  expect(await zoneOf(family)).toBe('America/New_York');
  await expect(undoLine).toBeHidden();
});

test('an undo after another administrator changed the timezone again is refused', async ({
  page,
  family,
}) => {
  await family.request.patch('/api/settings', { data: { timezone: 'Asia/Tokyo' } });
  await page.goto('/settings');
  const undoLine = page.getByRole('button', { name: 'Undo, back to New York' });
  await expect(undoLine).toBeVisible();
  let isChanged = false;
  await page.route('**/api/settings/timezone-undo', async (route) => {
    if (!isChanged) {
      isChanged = true;
      await family.request.patch('/api/settings', { data: { timezone: 'Europe/London' } });
    }
    await route.fallback();
  });
  await undoLine.click();
  await expect(page.getByText('This change can no longer be undone')).toBeVisible();
  expect(await zoneOf(family)).toBe('Europe/London');
});
