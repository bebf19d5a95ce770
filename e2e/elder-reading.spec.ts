import type { Page } from '@playwright/test';
import { withOfflineScreen } from './support/offline.ts';
import { popupOf, readyPopupOf } from './support/reminder.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';

/** 7:56 AM in New York: the reminder for 8:00 AM is open. */
const MORNING = '2026-03-10T11:56:00Z';

/**
 * Creates a day with two doses that are due and one in the evening, after breakfast and before
 * lunch.
 */
async function haveADay(family: Family): Promise<void> {
  const { request } = family;
  const eight = { times: ['08:00'] };
  const instructions = 'Take with food.';
  await addMedication(family, {
    ...{ name: 'Metformin', dosage: '500 mg, one tablet', instructions, ...eight },
  });
  await addMedication(family, { name: 'Vitamin D', dosage: '1000 IU', ...eight });
  await addMedication(family, { name: 'Atorvastatin', dosage: '20 mg', times: ['20:00'] });
  const asNeeded = { frequency: 'as_needed', times: [] };
  await addMedication(family, { name: 'Eye drops', dosage: 'one drop', ...asNeeded });
  for (const event of [
    { title: 'Breakfast', startTime: '07:30', eventType: 'other' },
    { title: 'Lunch with Ella', startTime: '12:30', endTime: '13:30', eventType: 'social' },
  ]) {
    const data = { eventDate: '2026-03-10', ...event };
    expect((await request.post('/api/calendar-events', { data })).status()).toBe(201);
  }
}

/** Returns the element whose content a screen reader reads. */
const bodyOf = (page: Page) => page.locator('body');

test('a reminder is read as time, medication and amount, then the possible answers', async ({
  page,
  family,
  clockAt,
}) => {
  await haveADay(family);
  await clockAt(MORNING);
  await page.goto('/');
  const popup = await readyPopupOf(page);
  await expect(popup).toMatchAriaSnapshot(`
    - alertdialog "Due in 4 minutes":
      - banner:
        - heading "Due in 4 minutes" [level=2]
        - button "Close"
      - status
      - alert
      - paragraph: 8:00 AM 1 more after this
      - paragraph: Metformin
      - paragraph: 500 mg, one tablet
      - paragraph: Take with food.
      - button "Taken"
      - button "Skip"
      - button "Missed"
  `);
  await expect(popup).toHaveAccessibleDescription(
    '8:00 AM Metformin 500 mg, one tablet Take with food.',
  );
  await family.request.patch('/api/settings', { data: { remindersOfOneTime: 'together' } });
  await page.goto('/');
  await expect(popup.getByRole('heading', { name: /medications$/ })).toBeVisible();
  await expect(popup).toMatchAriaSnapshot(`
    - alertdialog "Due in 4 minutes":
      - banner:
        - heading "Due in 4 minutes" [level=2]
        - button "Close"
      - heading "8:00 AM, 2 medications" [level=3]
      - list:
        - listitem:
          - 'button "Taken: Metformin 500 mg, one tablet Take with food."'
        - listitem:
          - 'button "Taken: Vitamin D 1000 IU"'
      - status
      - status
      - alert
      - button "All taken"
      - button "One by one"
  `);
  await expect(popup).toHaveAccessibleDescription('8:00 AM, 2 medications');
});

test('home, My Day and the offline screen are read from current entries to later ones', async ({
  page,
  family,
  clockAt,
}) => {
  await haveADay(family);
  await family.request.patch('/api/settings', { data: { remindersOfOneTime: 'together' } });
  await clockAt(MORNING);
  await page.goto('/');
  // Waits until the two doses are grouped, because before that Close would close only one of them.
  await expect(popupOf(page).getByRole('heading', { name: /2 medications$/ })).toBeVisible();
  await readyPopupOf(page);
  await popupOf(page).getByRole('button', { name: 'Close' }).press('Enter');
  await expect(popupOf(page)).toBeHidden();
  await expect(page.getByText(/°F/)).toBeVisible();
  await expect(bodyOf(page)).toMatchAriaSnapshot(`
    - banner:
      - heading "Grand App" [level=1]
      - paragraph: Williamstown, MA
      - paragraph: 7:56 AM
      - paragraph: Tuesday morning, March 10
      - paragraph: 41°F
      - paragraph: Partly Cloudy
      - link "Admin panel, online"
      - status:
        - paragraph: "2 medications: no more ringing They wait on My Day."
      - alert
      - paragraph:
        - strong: "2 medications: no more ringing"
        - text: They wait on My Day.
      - button "In 10 minutes"
      - status
    - main:
      - link "Photos"
      - link "Watch"
      - link "Listen"
      - link "Read"
      - link "Call"
      - link "My Day"
    - contentinfo:
      - link "Today’s events 7:30 AM Breakfast 12:30 PM Lunch with Ella Medications 8:00 AM Metformin, Vitamin D in 4 minutes 8:00 PM Atorvastatin 20 mg"
      - link "HOME SCREEN"
  `);
  await withOfflineScreen(page, async () => {
    await page.goto('/my-day');
    await expect(page.getByRole('button', { name: 'Taken: Metformin' })).toBeVisible();
    const schedule = page.getByRole('region', { name: 'Today’s Schedule' });
    await expect(schedule.getByText('Lunch with Ella')).toBeVisible();
  });
  await expect(bodyOf(page)).toMatchAriaSnapshot(MY_DAY);
  await page.getByRole('button', { name: 'Taken: Atorvastatin' }).press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toMatchAriaSnapshot(`
    - alertdialog "It is for 8:00 PM. Taken already?":
      - heading "It is for 8:00 PM. Taken already?" [level=2]
      - paragraph:
        - strong: Atorvastatin
        - text: 20 mg
      - paragraph: It is 7:56 AM now.
      - button "Not yet"
      - button "Yes, taken"
  `);
  await page.keyboard.press('Escape');
  await page.context().setOffline(true);
  const offline = page.getByRole('alertdialog', { name: 'No Internet Connection' });
  await expect(offline).toMatchAriaSnapshot(`
    - alertdialog "No Internet Connection":
      - heading "No Internet Connection" [level=1]
      - paragraph: Please check your WiFi connection and try again
      - button "Try again"
      - button "Show what is on this tablet"
      - paragraph: "/It is 7:5\\\\d AM\\\\. Next medication: Metformin at 8:00 AM\\\\. You do not need to do anything\\\\. Your reminders go on\\\\./"
      - status
  `);
  await expect(offline).toHaveAccessibleDescription(/try again It is .* Metformin at 8:00 AM\./);
});

const MY_DAY = `
  - banner:
    - link "Return to Main Screen"
    - heading "My Day" [level=1]
    - paragraph: Tuesday, March 10
    - paragraph: 7:56 AM
  - main:
    - region "Today’s Medications":
      - heading "Today’s Medications" [level=2]
      - region "Morning":
        - heading "Morning" [level=3]
        - paragraph: 8:00 AM, 2 medications
        - button "Take all 2 of 8:00 AM"
        - list:
          - listitem:
            - paragraph:
              - time: 8:00 AM
              - text: Due in 4 minutes
            - paragraph:
              - strong: Metformin
              - text: 500 mg, one tablet
            - paragraph: Take with food.
            - 'button "Taken: Metformin"'
            - 'button "Skip: Metformin"'
          - listitem:
            - paragraph:
              - time: 8:00 AM
              - text: Due in 4 minutes
            - paragraph:
              - strong: Vitamin D
              - text: 1000 IU
            - 'button "Taken: Vitamin D"'
            - 'button "Skip: Vitamin D"'
      - region "Evening":
        - heading "Evening" [level=3]
        - list:
          - listitem:
            - paragraph:
              - time: 8:00 PM
            - paragraph:
              - strong: Atorvastatin
              - text: 20 mg
            - 'button "Taken: Atorvastatin"'
            - 'button "Skip: Atorvastatin"'
      - region "When needed":
        - heading "When needed" [level=3]
        - list:
          - listitem:
            - paragraph:
              - strong: Eye drops
              - text: one drop
            - paragraph: Not taken today
            - 'button "Taken: Eye drops"'
    - region "Today’s Schedule":
      - heading "Today’s Schedule" [level=2]
      - list:
        - listitem:
          - paragraph:
            - time: 7:30 AM
          - paragraph: Breakfast
          - paragraph: Other
        - listitem:
          - paragraph:
            - time: 12:30 PM
          - paragraph: Lunch with Ella
          - paragraph: Social, until 1:30 PM
    - region "Alarm sound":
      - button "Try the alarm sound"
      - status
`;
