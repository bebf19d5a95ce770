import type { Page } from '@playwright/test';
import { MINUTE_MS } from '../src/platform/shared/durations.ts';
import { OWN_FAILURE } from './support/failures.ts';
import { expectAccessible, expectLargeEnough, SIZES } from './support/looks.ts';
import { pagesOf } from './support/pdf.ts';
import { addElder } from './support/people.ts';
import { shot } from './support/shots.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';

/** 8:03 AM and 10:42 AM in New York. */
const TAKEN_AT = '2026-03-10T12:03:00Z';
const NEXT_MORNING = '2026-03-11T14:42:00Z';

const matrix = (page: Page) => page.getByRole('table', { name: /^Doses of / });
const rowOf = (page: Page, name: string) => matrix(page).getByRole('row', { name });
const entries = (page: Page) => page.getByRole('region', { name: 'What was logged' });

async function logDose(family: Family, medicationId: string, day: string, status: string) {
  const answer = await family.request.post('/api/medication-logs', {
    data: { medicationId, scheduledTime: day, status },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/**
 * Creates two days: Metformin is taken in the morning and missed in the evening; Aspirin is
 * skipped.
 */
async function twoDays(family: Family, setClock: (instant: Date) => Promise<void>) {
  const metformin = await addMedication(family, {
    name: 'Metformin',
    frequency: 'twice_daily',
    times: ['08:00', '20:00'],
  });
  const aspirin = await addMedication(family, { name: 'Aspirin', times: ['08:00'] });
  await setClock(new Date(TAKEN_AT));
  await logDose(family, metformin, '2026-03-10T12:00:00.000Z', 'taken');
  await logDose(family, aspirin, '2026-03-10T12:00:00.000Z', 'skipped');
}

async function openHistory(page: Page): Promise<void> {
  await page.goto('/medications');
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('heading', { name: 'Day by day' })).toBeVisible();
}

test('the tab opens with today; the history shows medications by day and the log of a day', async ({
  page,
  family,
  server,
  clockAt,
}) => {
  await twoDays(family, (instant) => server.setClock(instant));
  await clockAt(NEXT_MORNING);
  await page.goto('/medications');
  await expect(page.getByRole('region', { name: /Today.s reminders/ })).toBeVisible();
  await expect(entries(page)).toBeHidden();
  const day = page.getByRole('button', { name: 'Metformin, March 10: 1 taken, 1 missed' });
  // Repeated, because the server marks missed doses in the background.
  await expect(async () => {
    await openHistory(page);
    await expect(day).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(matrix(page).getByRole('columnheader')).toHaveCount(32);
  await expect(rowOf(page, 'Metformin').locator('[data-variant=partly]')).toHaveCount(1);
  await expect(rowOf(page, 'Metformin').getByRole('rowheader')).toContainText('50%');
  await expect(rowOf(page, 'Aspirin').locator('[data-variant=skipped]')).toHaveCount(1);
  await expect(rowOf(page, 'Aspirin').getByRole('rowheader')).toContainText('0%');
  await expect(page.getByText('March 2026: 33%, 1 of 3 doses taken')).toBeVisible();

  const details = entries(page).getByRole('button', { name: /^Details of/ });
  await expect(details).toHaveCount(3);
  await day.click();
  await expect(details).toHaveCount(2);
  await expect(entries(page)).toBeInViewport();
  await entries(page).getByRole('button', { name: 'Show all' }).click();
  await expect(details).toHaveCount(3);

  await page.getByRole('button', { name: 'Previous month' }).click();
  await expect(page.getByText('February 2026', { exact: true })).toBeVisible();
  await expect(page.getByText('No doses were due in February 2026.')).toBeVisible();
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(day).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next month' })).toBeDisabled();
});

test('one day of the matrix is in the tab order, and arrow keys lead to the others', async ({
  page,
  family,
  server,
  clockAt,
}) => {
  await twoDays(family, (instant) => server.setClock(instant));
  await clockAt(NEXT_MORNING);
  await openHistory(page);
  await expect(matrix(page).locator('button[tabindex="0"]')).toHaveCount(1);
  await matrix(page).locator('button[tabindex="0"]').focus();
  await expect(page.getByRole('button', { name: /^Aspirin, March 10/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: /^Aspirin, March 11/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: /^Metformin, March 11/ })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.getByRole('button', { name: /^Metformin, March 10/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(entries(page).getByRole('textbox', { name: 'From' })).toHaveValue('2026-03-10');
  await expect(page.getByRole('group', { name: 'The log' })).toBeFocused();
});

test('a month of fifteen medications is printed on one page of A4 and of Letter', async ({
  page,
  family,
  clockAt,
}, info) => {
  for (let number = 1; number <= 15; number += 1) {
    const name = `Hydrochlorothiazide and Carbidopa-Levodopa ${number}`;
    await addMedication(family, { name, times: ['11:00', '18:00'] });
  }
  await addElder(family);
  await clockAt(NEXT_MORNING);
  await openHistory(page);
  await expect(matrix(page).getByRole('row')).toHaveCount(17);
  for (const format of ['A4', 'Letter']) {
    const path = info.outputPath(`month-${format}.pdf`);
    const pdf = await page.pdf({ path, format, landscape: true, preferCSSPageSize: true });
    expect(pagesOf(pdf), format).toBe(1);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Edith Clarke. Printed on March 11, 2026.')).toBeVisible();
  await expect(matrix(page)).toBeVisible();
  await expect(entries(page)).toBeHidden();
  await expect(page.getByRole('navigation')).toBeHidden();
});

test('eight weeks are shown as a line chart and as a table', async ({
  page,
  family,
  server,
  clockAt,
}) => {
  await twoDays(family, (instant) => server.setClock(instant));
  await clockAt('2026-03-10T12:10:00Z');
  await openHistory(page);
  await expect(page.getByRole('img', { name: /^Doses taken, week by week/ })).toBeVisible();
  await page.getByText('As a table').click();
  const table = page.getByRole('table', { name: 'Doses taken, week by week' });
  await expect(table.getByRole('row')).toHaveCount(9);
  await expect(table.getByRole('row', { name: /March 8/ })).toContainText('50%');
  await expect(table.getByRole('row', { name: /March 1/ })).toContainText('No doses yet');
});

test('an administrator corrects a missed dose, sees the earlier answers, and undoes the change', async ({
  page,
  family,
  server,
  clockAt,
}) => {
  await twoDays(family, (instant) => server.setClock(instant));
  await clockAt(NEXT_MORNING);
  const missed = entries(page).getByText('Missed, noticed by the server');
  await expect(async () => {
    await openHistory(page);
    await expect(missed.first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(entries(page).getByText('Taken at 8:03 AM by Maria Carter')).toBeVisible();
  const before = await missed.count();
  await entries(page)
    .getByRole('button', { name: /^Details of Metformin, (.*, )?8:00 PM/ })
    .click();
  const details = entries(page).getByRole('listitem').filter({ hasText: 'What was said' });
  await expect(details.getByText(/by the server/).last()).toBeVisible();
  await details.getByRole('button', { name: 'Taken', exact: true }).click();
  await expect(page.getByText('Medication status updated successfully')).toBeVisible();
  await expect(missed).toHaveCount(before - 1);
  await expect(entries(page).getByText('Taken late at 10:42 AM by Maria Carter')).toBeVisible();
  await expect(rowOf(page, 'Metformin').locator('[data-variant=partly]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(
    entries(page).getByText('Marked as missed at 10:42 AM by Maria Carter'),
  ).toBeVisible();
  await expect(rowOf(page, 'Metformin').locator('[data-variant=partly]')).toHaveCount(1);
});

test('the entries are filtered by medication, status and day', async ({
  page,
  family,
  server,
  clockAt,
}) => {
  await twoDays(family, (instant) => server.setClock(instant));
  await clockAt('2026-03-10T12:10:00Z');
  await openHistory(page);
  const details = entries(page).getByRole('button', { name: /^Details of/ });
  await expect(details).toHaveCount(2);
  await entries(page).getByLabel('Medication', { exact: true }).selectOption('Aspirin');
  await expect(details).toHaveCount(1);
  await expect(entries(page).getByText('Skipped at 8:03 AM by Maria Carter')).toBeVisible();
  await entries(page).getByLabel('Status', { exact: true }).selectOption('Taken');
  await expect(entries(page).getByText('Nothing matches this filter.')).toBeVisible();
  await entries(page).getByRole('button', { name: 'Show all' }).click();
  await expect(details).toHaveCount(2);
});

test('a long history is loaded twenty entries at a time', async ({
  page,
  family,
  server,
  clockAt,
}) => {
  const id = await addMedication(family, {
    name: 'Acetaminophen',
    frequency: 'as_needed',
    times: [],
  });
  for (let minute = 0; minute < 22; minute += 1) {
    const instant = new Date(Date.parse(TAKEN_AT) + minute * MINUTE_MS);
    await server.setClock(instant);
    await logDose(family, id, instant.toISOString(), 'taken');
  }
  await clockAt('2026-03-10T14:42:00Z');
  await openHistory(page);
  const details = entries(page).getByRole('button', { name: /^Details of/ });
  await expect(details).toHaveCount(20);
  await entries(page).getByRole('button', { name: 'Show more' }).click();
  await expect(details).toHaveCount(22);
  await expect(entries(page).getByRole('button', { name: 'Show more' })).toBeHidden();
});

test('an empty history shows a message, and a failed one can be loaded again', async ({
  page,
  family: _,
}) => {
  await openHistory(page);
  await expect(page.getByText(/^No doses were due in \w+ 20/)).toBeVisible();
  await expect(page.getByText('Nothing has been logged yet.')).toBeVisible();
  await page.route(/\/api\/(adherence|medication-logs)/, (route) => route.fulfill(OWN_FAILURE));
  await page.reload();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText('The calendar could not be loaded.')).toBeVisible();
  await expect(page.getByText('The history could not be loaded.')).toBeVisible();
  await page.unroute(/\/api\/(adherence|medication-logs)/);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByText(/^No doses were due in \w+ 20/)).toBeVisible();
});

test('the history is accessible and large enough at every size', async ({
  page,
  family,
  server,
  clockAt,
}) => {
  await twoDays(family, (instant) => server.setClock(instant));
  await addMedication(family, {
    name: 'Hydrochlorothiazide and Carbidopa-Levodopa',
    times: ['09:00'],
  });
  await clockAt(NEXT_MORNING);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await openHistory(page);
    await expect(rowOf(page, 'Metformin')).toBeVisible();
    await entries(page)
      .getByRole('button', { name: /^Details of Aspirin/ })
      .first()
      .click();
    await page.getByText('As a table').click();
    await expect(page.getByText('What was said')).toBeVisible();
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
    await shot(page, `history-${size.width}.png`, { fullPage: true });
  }
});
