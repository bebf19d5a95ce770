import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { popupOf } from './support/reminder.ts';
import { agree, fillInPlace } from './support/sign-up.ts';
import { expectSilenced, listenForTones, secondsOfTones, tonesOf } from './support/sound.ts';
import { addMedication, expect, test } from './support/test.ts';

// A new household gets the timezone of the browser.
test.use({ timezoneId: 'America/New_York' });

/** 7:50 AM in New York: the reminder for 8:00 AM opens in five minutes. */
const START = '2026-03-10T11:50:00Z';

async function createAccount(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('tab', { name: 'Create Account' }).click();
  const fill = (label: string, value: string) =>
    page.getByLabel(label, { exact: true }).fill(value);
  await fill('First name', 'Maria');
  await fill('Last name', 'Carter');
  await fill('Email', `maria-${randomUUID()}@example.com`);
  await fillInPlace(page);
  await fill('Password', 'the garden gate');
  await fill('Confirm password', 'the garden gate');
  await expect(page.getByText('No card needed on this server.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /I have read and accept/ })).toBeDisabled();
  await agree(page);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await page
    .getByRole('region', { name: 'Welcome' })
    .getByRole('link', { name: 'Open Medications' })
    .click();
}

async function addLisinopril(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Medication' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Medication' });
  await dialog.getByLabel('Name').fill('Lisinopril');
  await dialog.getByLabel(/^Dosage/).fill('10 mg, one tablet');
  await dialog.getByLabel(/^Instructions/).fill('Take with a full glass of water.');
  await dialog.getByRole('button', { name: 'Add Medication' }).click();
  await expect(page.getByText('Medication added successfully.')).toBeVisible();
  await expect(dialog).toBeHidden();
}

test('a family signs up and adds a medication, the tablet rings for it, and Taken reaches the panel', async ({
  page,
  clockAt,
}) => {
  await listenForTones(page);
  const clock = await clockAt(START);
  await createAccount(page);
  await addLisinopril(page);
  await page.getByRole('link', { name: 'Preview Mode' }).first().click();
  await expect(page.getByRole('link', { name: /Photos/ })).toBeVisible();

  const popup = popupOf(page);
  await clock.freezeAt('2026-03-10T11:54:58Z');
  await clock.advance(1);
  await expect(popup).toBeHidden();
  await clock.advance(1);
  await expect(popup).toBeVisible();
  await expect(popup.getByRole('heading', { name: 'Due in 5 minutes' })).toBeVisible();
  await expect(popup.getByText('Lisinopril')).toBeVisible();
  await expect(popup.getByText('10 mg, one tablet')).toBeVisible();
  await expect(popup.getByText('8:00 AM')).toBeVisible();

  const opened = clock.now;
  await clock.advance(30);
  expect(await secondsOfTones(page, opened)).toEqual([0, 3, 6, 9, 12]);
  expect((await tonesOf(page)).map(({ hertz }) => hertz)).toEqual(Array(5).fill(523.25));

  await clock.thaw();
  await popup.getByRole('button', { name: 'Taken' }).click();
  await expect(popup).toBeHidden();
  await expect(page.getByText('Medication status has been updated.')).toBeVisible();

  await page.getByRole('link', { name: /Admin panel/ }).click();
  await page.getByRole('link', { name: 'Medications', exact: true }).click();
  const reminders = page.getByRole('region', { name: /Today.s reminders/ });
  await expect(reminders.getByText('Taken')).toBeVisible();
  await expect(reminders.getByRole('button', { name: 'Taken' })).toBeHidden();
  const activity = page.getByRole('region', { name: 'Recent activity' });
  await expect(activity.getByText('Lisinopril')).toBeVisible();
  await expect(activity.getByText(/Taken today, 7:5\d AM/)).toBeVisible();
  expect(await tonesOf(page)).toHaveLength(5);
});

test('Taken during the alarm stops it at once, and no further tone follows', async ({
  page,
  clockAt,
  family,
}) => {
  await listenForTones(page);
  await addMedication(family, { name: 'Aspirin', times: ['08:00'] });
  const clock = await clockAt('2026-03-10T11:54:00Z');
  await page.goto('/');
  await page.getByRole('link', { name: /HOME SCREEN/ }).click();
  await expect(page.getByText('Aspirin').first()).toBeVisible();
  await clock.freezeAt('2026-03-10T11:54:59Z');
  await clock.advance(4);
  const popup = popupOf(page);
  await expectSilenced(page, clock, () => popup.getByRole('button', { name: 'Taken' }).click());
  await expect(popup).toBeHidden();
});
