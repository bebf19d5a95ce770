import type { Page } from '@playwright/test';
import { OWN_FAILURE } from './support/failures.ts';
import { ALL_SIZES, expectAccessible, expectLargeEnough, PHONE, SIZES } from './support/looks.ts';
import { shot } from './support/shots.ts';
import { expect, type Family, test } from './support/test.ts';

/** Tuesday, 10:42 AM in New York. */
const MORNING = '2026-03-10T14:42:00Z';

const month = (page: Page) => page.getByRole('region', { name: 'Month', exact: true });
const week = (page: Page) => page.getByRole('region', { name: 'Week', exact: true });
const dayPanel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const day = (page: Page, name: string | RegExp) =>
  page.getByRole('table').getByRole('button', { name });
const cell = (page: Page, date: string) => page.locator(`td[data-date="${date}"]`);

async function addEvent({ request }: Family, event: Record<string, unknown>): Promise<void> {
  const answer = await request.post('/api/calendar-events', {
    data: { title: 'Walk', eventDate: '2026-03-10', ...event },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

async function addMany(family: Family): Promise<void> {
  await addEvent(family, { title: 'Chair exercises', recurring: true, eventType: 'exercise' });
  await addEvent(family, {
    title: 'Heart check with Dr. Patel',
    startTime: '14:00',
    endTime: '15:00',
  });
  await addEvent(family, { title: 'Lily’s birthday', allDay: true, eventType: 'other' });
  await addEvent(family, {
    title: 'Card night',
    startTime: '19:00',
    endTime: '20:00',
    eventType: 'social',
  });
  await addEvent(family, {
    title: 'Dentist',
    eventDate: '2026-03-12',
    startTime: '11:00',
    endTime: '12:00',
  });
  await addEvent(family, {
    title: 'Water the plants',
    eventDate: '2026-03-20',
    eventType: 'reminder',
  });
}

async function openView(page: Page, view: 'Month' | 'Week'): Promise<void> {
  await page.goto('/calendar');
  await page.getByText(view, { exact: true }).click();
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
}

test('a month shows its days and their events, and the choice is stored on the device', async ({
  page,
  family,
  clockAt,
}) => {
  await addMany(family);
  await clockAt(MORNING);
  await openView(page, 'Month');
  await expect(month(page).getByRole('heading', { name: 'March 2026' })).toBeVisible();
  await expect(month(page).getByRole('columnheader')).toHaveText([
    'Sun',
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
  ]);
  const today = day(page, 'Tuesday, March 10, 4 events');
  await expect(today).toHaveAttribute('aria-current', 'date');
  await expect(cell(page, '2026-03-10').getByRole('listitem')).toHaveText([
    /birthday/,
    /9:00 AM.*Chair exercises/,
    /2:00 PM.*Heart check/,
    'and 1 more',
  ]);
  await expect(day(page, 'Tuesday, March 31, 1 event')).toBeVisible();
  await expect(dayPanel(page, 'Tuesday, March 10').getByRole('listitem')).toHaveCount(4);
  await cell(page, '2026-03-12').getByText('Dentist').click();
  await expect(dayPanel(page, 'Thursday, March 12')).toContainText('Dentist');
  await page.reload();
  await expect(month(page)).toBeVisible();
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(month(page).getByRole('heading', { name: 'May 2026' })).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(today).toHaveAttribute('aria-pressed', 'true');
  // The URL of an event opens the list instead of the month.
  await page.goto('/calendar?show=anything');
  await expect(page.getByRole('region', { name: 'Events' })).toBeVisible();
});

test('the month is one tab stop, and the arrow keys move between days', async ({
  page,
  family,
  clockAt,
}) => {
  await addMany(family);
  await clockAt(MORNING);
  await openView(page, 'Month');
  await page.getByRole('button', { name: 'Print' }).focus();
  await page.keyboard.press('Tab');
  await expect(day(page, /^Tuesday, March 10/)).toBeFocused();
  for (const [key, name] of [
    ['ArrowRight', /^Wednesday, March 11/],
    ['ArrowDown', /^Wednesday, March 18/],
    ['End', /^Saturday, March 21/],
    ['Home', /^Sunday, March 15/],
    ['PageUp', /^Sunday, February 15/],
    ['PageDown', /^Sunday, March 15/],
    ['ArrowUp', /^Sunday, March 8/],
    ['ArrowUp', /^Sunday, March 1,/],
    ['ArrowLeft', /^Saturday, February 28/],
  ] as const) {
    await page.keyboard.press(key);
    await expect(day(page, name)).toBeFocused();
  }
  await expect(month(page).getByRole('heading', { name: 'February 2026' })).toBeVisible();
  await expect(dayPanel(page, 'Saturday, February 28')).toContainText('No events on this day');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Add event on this day' })).toBeFocused();
  await page.keyboard.press('Enter');
  const form = page.getByRole('region', { name: 'Add an event' });
  await expect(form.getByLabel('Title')).toBeFocused();
  await expect(form.getByLabel('Date')).toHaveValue('2026-02-28');
  await page.keyboard.type('Visit');
  await page.keyboard.press('Enter');
  await expect(day(page, 'Saturday, February 28, 1 event')).toBeVisible();
});

test('an event is moved by the day’s list or by dragging, and moved back by Undo', async ({
  page,
  family,
  clockAt,
}) => {
  await addMany(family);
  await clockAt(MORNING);
  await openView(page, 'Month');
  await day(page, /^Thursday, March 12/).click();
  await page.getByRole('button', { name: 'Move Dentist to another day' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(dialog).toContainText('Please choose another day.');
  await dialog.getByLabel('New day').fill('2026-03-13');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByRole('status')).toContainText(['“Dentist” is on Fri, Mar 13 now.']);
  await expect(cell(page, '2026-03-13')).toContainText('Dentist');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, '2026-03-12')).toContainText('Dentist');

  // Scrolls until both days are visible, so that the page does not scroll during the drag.
  await cell(page, '2026-03-12').evaluate((day) => day.scrollIntoView());
  await cell(page, '2026-03-12').getByText('Dentist').dragTo(cell(page, '2026-03-25'));
  await expect(cell(page, '2026-03-25')).toContainText('Dentist');
  await expect(cell(page, '2026-03-12')).not.toContainText('Dentist');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, '2026-03-12')).toContainText('Dentist');

  // A single day of a repeating event cannot be moved to another day, only skipped.
  await cell(page, '2026-03-17').getByText('Chair exercises').dragTo(cell(page, '2026-03-19'));
  await day(page, /^Tuesday, March 17/).click();
  const its = dayPanel(page, 'Tuesday, March 17');
  await expect(its).toContainText('It repeats: Edit moves all its days together.');
  await its.getByRole('button', { name: 'Delete Chair exercises' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('also on Tue, Mar 17');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Only this day' }).click();
  await expect(day(page, 'Tuesday, March 17, no events')).toBeVisible();
  await expect(day(page, 'Tuesday, March 24, 1 event')).toBeVisible();
});

test('an open edit keeps its text while other days are opened, also without a connection', async ({
  page,
  family,
  clockAt,
}) => {
  await addMany(family);
  await clockAt(MORNING);
  await openView(page, 'Month');
  await day(page, /^Thursday, March 12/).click();
  await dayPanel(page, 'Thursday, March 12').getByRole('button', { name: 'Edit Dentist' }).click();
  const edit = page.getByRole('form', { name: 'Edit Dentist' });
  await edit.getByLabel('Title').fill('Dentist, upper left');
  await day(page, /^Friday, March 20/).click();
  await expect(dayPanel(page, 'Friday, March 20')).toContainText('Water the plants');
  await expect(edit.getByLabel('Title')).toHaveValue('Dentist, upper left');
  await page.context().setOffline(true);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to update event');
  await expect(edit.getByLabel('Title')).toHaveValue('Dentist, upper left');
  await page.context().setOffline(false);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(cell(page, '2026-03-12')).toContainText('Dentist, upper left');
  await expect(edit).toHaveCount(0);
  await expect(dayPanel(page, 'Friday, March 20')).not.toContainText('Dentist');
});

test('a failed load shows an error and a retry; an empty month shows that it is empty', async ({
  page,
  family,
  clockAt,
}) => {
  expect(family.email).toContain('@');
  await clockAt(MORNING);
  await page.route('**/api/calendar-events?*', (route) => route.fulfill(OWN_FAILURE));
  await page.goto('/calendar');
  await page.getByText('Month', { exact: true }).click();
  await expect(month(page)).toContainText('The events could not be loaded.');
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.unroute('**/api/calendar-events?*');
  await month(page).getByRole('button', { name: 'Try again' }).click();
  await expect(month(page)).toContainText('No events in March 2026');
  await addEvent(family, { title: 'Card night', startTime: '19:00' });
  await expect(cell(page, '2026-03-10')).toContainText('Card night');
});

for (const view of ['Month', 'Week'] as const) {
  test(`the ${view.toLowerCase()} is accessible and large enough at every size`, async ({
    page,
    family,
    clockAt,
  }) => {
    await addMany(family);
    await clockAt(MORNING);
    await openView(page, view);
    await expect(day(page, 'Tuesday, March 10, 4 events')).toBeVisible();
    await expect(dayPanel(page, 'Tuesday, March 10').getByRole('listitem')).toHaveCount(4);
    for (const size of ALL_SIZES) {
      await page.setViewportSize(size);
      await expectLargeEnough(page, 'family');
      if (SIZES.includes(size)) {
        await expectAccessible(page, 'family');
        await shot(page, `${view}-${size.width}.png`, { fullPage: true });
      }
    }
  });
}

test('a month of six weeks is printed on one page of A4 and of Letter', async ({
  page,
  family,
  clockAt,
}, info) => {
  for (const title of [
    'Heart check with Dr. Patel',
    'A walk with Ella in the park',
    'Cards',
    'Tea',
  ]) {
    const repeats = { recurring: true, recurringFrequency: 'daily', recurringUntil: '2026-09-30' };
    await addEvent(family, { title, ...repeats });
  }
  await clockAt(MORNING);
  await openView(page, 'Month');
  // The calendar of May 2026 has six weeks, from April 26 to June 6.
  for (const name of ['April 2026', 'May 2026']) {
    await page.getByRole('button', { name: 'Next month' }).click();
    await expect(month(page).getByRole('heading', { name })).toBeVisible();
  }
  await expect(page.getByRole('row')).toHaveCount(7);
  await expect(page.getByText('and 1 more')).toHaveCount(42);
  for (const format of ['A4', 'Letter']) {
    const path = info.outputPath(`month-${format}.pdf`);
    const pdf = await page.pdf({ path, format, landscape: true, preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length, format).toBe(1);
  }
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ media: 'print' });
  await expect(month(page).getByText('Cards').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Add an event' })).toBeHidden();
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
});

test('a week shows all events of its days', async ({ page, family, clockAt }) => {
  await addMany(family);
  await clockAt(MORNING);
  await openView(page, 'Week');
  await expect(
    week(page).getByRole('heading', { name: 'March 8 to March 14, 2026' }),
  ).toBeVisible();
  await expect(cell(page, '2026-03-10').getByRole('listitem')).toHaveText([
    /birthday/,
    /9:00 AM/,
    /2:00 PM/,
    /7:00 PM.*Card night/,
  ]);
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(day(page, 'Tuesday, March 17, 1 event')).toHaveAttribute('aria-pressed', 'true');
  await expect(
    week(page).getByRole('heading', { name: 'March 15 to March 21, 2026' }),
  ).toBeVisible();
});
