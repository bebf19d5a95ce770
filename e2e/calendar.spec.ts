import type { Locator, Page } from '@playwright/test';
import nodeIcal from 'node-ical';
import { OWN_FAILURE } from './support/failures.ts';
import { ALL_SIZES, expectAccessible, expectLargeEnough, SIZES } from './support/looks.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';

/** Tuesday, 10:42 AM in New York. */
const MORNING = '2026-03-10T14:42:00Z';

const rows = (page: Page) => page.getByRole('region', { name: 'Events' }).getByRole('listitem');
const schedule = (page: Page) => page.getByRole('region', { name: 'Today’s Schedule' });
const form = (page: Page) => page.getByRole('region', { name: 'Add an event' });

async function addEvent({ request }: Family, event: Record<string, unknown>): Promise<void> {
  const answer = await request.post('/api/calendar-events', {
    data: { title: 'Walk', eventDate: '2026-03-10', ...event },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

async function choose(within: Locator, label: string, option: string): Promise<void> {
  await within.getByLabel(label).selectOption(option);
}

test("an event added in the panel is on the elder's home screen and in My Day", {
  tag: '@main',
}, async ({ page, family, clockAt }) => {
  expect(family.email).toContain('@');
  await clockAt(MORNING);
  await page.goto('/calendar');
  await expect(page.getByRole('heading', { name: 'Calendar & Events' })).toBeVisible();
  await expect(page.getByText('No events scheduled')).toBeVisible();
  const add = form(page).getByRole('button', { name: 'Add event' });
  await add.click();
  await expect(page.getByRole('alert')).toContainText('Please fill in required fields');
  await expect(form(page).getByLabel('Title')).toBeFocused();

  await form(page).getByLabel('Title').fill('Heart check with Dr. Patel');
  await choose(form(page), 'Start, hour', '2 PM');
  // When the start is changed, the end moves by the same time.
  await expect(form(page).getByLabel('End, hour')).toHaveValue('15');
  await choose(form(page), 'Start, minutes', '30');
  await choose(form(page), 'End, hour', '1 PM');
  await add.click();
  await expect(page.getByRole('alert')).toContainText('End time must be after start time');
  await choose(form(page), 'End, hour', '4 PM');
  await add.click();
  await expect(page.getByText('Event added successfully')).toBeVisible();
  await expect(rows(page)).toContainText([/Appointment.*Today, 2:30 PM to 4:30 PM/s]);
  await expect(form(page).getByLabel('Title')).toHaveValue('');

  await page.goto('/');
  const footer = page.getByRole('link', { name: /Today’s events/ });
  await expect(footer).toContainText('2:30 PM');
  await expect(footer).toContainText('Heart check with Dr. Patel');
  await footer.click();
  await expect(schedule(page)).toContainText('Heart check with Dr. Patel');
  await expect(schedule(page)).toContainText('Appointment, until 4:30 PM');
});

test('a failure to add an event shows an error and keeps the typed text', async ({
  page,
  family,
  clockAt,
}) => {
  expect(family.email).toContain('@');
  await clockAt(MORNING);
  await page.route('**/api/calendar-events', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.goto('/calendar');
  await form(page).getByLabel('Title').fill('Card night');
  await form(page).getByRole('button', { name: 'Add event' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to add event');
  await expect(form(page).getByLabel('Title')).toHaveValue('Card night');
});

test('an event is edited in the list, with the keyboard alone', async ({
  page,
  family,
  clockAt,
}) => {
  await addEvent(family, { title: 'Video call', startTime: '16:30', endTime: '17:00' });
  await addEvent(family, { title: 'Old visit', eventDate: '2026-03-01' });
  await clockAt(MORNING);
  await page.goto('/calendar');
  await expect(page.getByRole('heading', { name: 'Past' })).toBeVisible();
  await expect(rows(page)).toContainText([/Video call/, /Old visit.*Sun, Mar 1/s]);
  const edit = page.getByRole('button', { name: 'Edit Video call' });
  await edit.focus();
  await page.keyboard.press('Enter');
  const editing = page.getByRole('form', { name: 'Edit Video call' });
  await expect(editing.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Nothing');
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await editing.getByLabel('Title').fill('Call with Ella');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Event updated successfully')).toBeVisible();
  await expect(rows(page).first()).toContainText('Call with Ella');
  await expect(page.getByRole('button', { name: 'Edit Call with Ella' })).toBeFocused();
  await page.getByRole('button', { name: 'Delete Old visit' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Event deleted successfully')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});

test('one day of a repeating event is left out and restored, and all its days are deleted', async ({
  page,
  family,
  clockAt,
}) => {
  await addEvent(family, { title: 'Chair exercises', recurring: true });
  await clockAt(MORNING);
  await page.goto('/calendar');
  await expect(rows(page)).toContainText([/Today, 9:00 AM to 10:00 AM, every week/]);
  const remove = page.getByRole('button', { name: 'Delete Chair exercises' });
  await remove.click();
  const onlyThisDay = page.getByRole('alertdialog').getByRole('button', { name: 'Only this day' });
  await onlyThisDay.click();
  await expect(page.getByText('“Chair exercises” does not happen today.')).toBeVisible();
  await expect(rows(page)).toContainText([/Tue, Mar 17/]);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('“Chair exercises” happens today again.')).toBeVisible();
  await expect(rows(page)).toContainText([/Today, 9:00 AM/]);

  // Another administrator changes the event before Undo is pressed: Undo must not overwrite that
  // change.
  await remove.click();
  await onlyThisDay.click();
  await expect(rows(page)).toContainText([/Tue, Mar 17/]);
  const [{ id }] = await (await family.request.get('/api/calendar-events')).json();
  const data = { title: 'Chair dancing' };
  expect((await family.request.put(`/api/calendar-events/${id}`, { data })).ok()).toBe(true);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Somebody else changed this meanwhile')).toBeVisible();
  await family.request.put(`/api/calendar-events/${id}`, { data: { title: 'Chair exercises' } });
  await expect(rows(page)).toContainText([/Chair exercises.*Tue, Mar 17/s]);

  await page.getByRole('button', { name: 'Edit Chair exercises' }).click();
  await page.getByRole('button', { name: 'Bring back Today' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(rows(page)).toContainText([/Today, 9:00 AM/]);
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'All of them' }).click();
  await expect(page.getByText('No events scheduled')).toBeVisible();
});

test('My Day marks events as past, current or next, and follows changes', async ({
  page,
  family,
  clockAt,
}) => {
  await addEvent(family, { title: 'Chair exercises', eventType: 'exercise' });
  await addEvent(family, { title: 'Card night', startTime: '19:00', eventType: 'social' });
  await addEvent(family, { title: 'Lily’s birthday', allDay: true, eventType: 'other' });
  const clock = await clockAt(MORNING);
  await page.goto('/my-day');
  await expect(schedule(page).getByRole('listitem')).toContainText([
    /All day.*Lily’s birthday.*Other/s,
    /9:00 AM.*Chair exercises.*Exercise, until 10:00 AM, over/s,
    'Now',
    /7:00 PM.*Card night.*Social/s,
  ]);
  await addEvent(family, { title: 'Visit', startTime: '11:00' });
  await expect(schedule(page)).toContainText('Visit');
  await clock.freezeAt('2026-03-10T14:44:00Z');
  await clock.advance(31);
  await expect(schedule(page).getByRole('listitem')).toContainText([
    /birthday/,
    /exercises/,
    'Now',
    /Visit/,
    /Card night/,
  ]);
});

test('a schedule that cannot be read shows an error, and "Try again" reads it', async ({
  page,
  family,
  clockAt,
}) => {
  await addEvent(family, { title: 'Card night', startTime: '19:00' });
  await clockAt(MORNING);
  // Both requests must fail, because the tablet also prefetches the coming days, which include
  // today.
  await page.route('**/api/calendar-events?*', (route) => route.fulfill(OWN_FAILURE));
  await page.route('**/api/todays-events', (route) => route.fulfill(OWN_FAILURE));
  await page.goto('/my-day');
  await expect(schedule(page)).toContainText('The schedule cannot be shown right now');
  await page.unroute('**/api/todays-events');
  await schedule(page).getByRole('button', { name: 'Try again' }).click();
  await expect(schedule(page)).toContainText('Card night');
});

test('the address of the family’s calendar works until it is revoked', async ({
  page,
  family,
  clockAt,
}) => {
  await addEvent(family, { title: 'Card night', startTime: '19:00' });
  await addMedication(family, { name: 'Lisinopril', times: ['20:00'] });
  await clockAt(MORNING);
  await page.goto('/calendar');
  const box = page.getByRole('region', { name: 'Family calendar' });
  await box.getByRole('button', { name: 'Make an address' }).click();
  const first = await box.getByLabel('Address').inputValue();
  const read = async (address: string) => {
    const answer = await family.request.get(address, { headers: { cookie: '' } });
    return answer.ok() ? nodeIcal.sync.parseICS(await answer.text()) : answer.status();
  };
  const said = JSON.stringify(await read(first));
  for (const words of ['Card night', 'Lisinopril']) expect(said).toContain(words);

  await box.getByRole('button', { name: 'Replace it' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make a new one' }).click();
  await expect(box.getByLabel('Address')).not.toHaveValue(first);
  const second = await box.getByLabel('Address').inputValue();
  expect(await read(first)).toBe(404);
  expect(await read(second)).toHaveProperty('vcalendar');
  await page.reload();
  await expect(box).toContainText('An address is in use since Mar 10, 2026.');
  await box.getByRole('button', { name: 'Stop it' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop it' }).click();
  await expect(box.getByRole('button', { name: 'Make an address' })).toBeVisible();
  expect(await read(second)).toBe(404);
});

async function addMany(family: Family): Promise<void> {
  await addEvent(family, { title: 'Chair exercises', recurring: true, eventType: 'exercise' });
  await addEvent(family, {
    title: 'Heart check with Dr. Patel',
    description: 'Bring the list of medications.',
    startTime: '14:00',
    endTime: '15:00',
  });
  const video = { title: 'Video call with Ella', eventType: 'social' };
  await addEvent(family, { ...video, startTime: '16:30', endTime: '17:00', recurring: true });
  const pharmacy = { title: 'Pharmacy delivery', eventType: 'medication' };
  await addEvent(family, { ...pharmacy, startTime: '11:00', endTime: '11:30' });
  await addEvent(family, { title: 'Lily’s birthday', allDay: true, eventType: 'other' });
  await addEvent(family, { title: 'Water the plants', startTime: '18:00', eventType: 'reminder' });
  await addEvent(family, { title: 'Dentist', eventDate: '2026-02-10' });
}

test('the calendar tab is accessible and large enough at every size', async ({
  page,
  family,
  clockAt,
}) => {
  await addMany(family);
  await clockAt(MORNING);
  await page.goto('/calendar');
  await expect(rows(page)).toHaveCount(7);
  await page.getByRole('button', { name: 'Edit Pharmacy delivery' }).click();
  await page.getByRole('button', { name: 'Make an address' }).click();
  await expect(page.getByLabel('Address')).toBeVisible();
  for (const size of ALL_SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
    if (SIZES.includes(size)) await expectAccessible(page, 'family');
  }
});
