import { MINUTE_MS } from '../src/platform/shared/durations.ts';
import {
  ALL_SIZES,
  expectAccessible,
  expectLargeEnough,
  expectNoOverlap,
} from './support/looks.ts';
import { cutTheServerOff, untilKnown } from './support/offline.ts';
import { DUE, later, logsOf, openHome, popupOf, readyPopupOf } from './support/reminder.ts';
import { listenForTones, tonesOf } from './support/sound.ts';
import { addMedication, expect, test } from './support/test.ts';
import { press } from './support/touch.ts';

const SNOOZE = /^In 10 minutes/;

const METFORMIN = {
  name: 'Metformin',
  dosage: '500 mg, one tablet',
  instructions: 'Take with food and a full glass of water.',
  times: ['08:00'],
};

test('In 10 minutes closes the reminder, which returns with sound; the dose stays unanswered', {
  tag: '@main',
}, async ({ page, family, clockAt }) => {
  await listenForTones(page);
  await addMedication(family, METFORMIN);
  const clock = await clockAt(DUE);
  await openHome(page);
  await (await readyPopupOf(page)).getByRole('button', { name: SNOOZE }).click();
  await expect(popupOf(page)).toBeHidden();
  const sill = page.locator('.home-sill');
  await expect(sill).toContainText(/Metformin rings again at 8:1\d AM/);
  await expect(sill).toContainText('Not answered yet.');
  await expectAccessible(page, 'elder');
  const before = (await tonesOf(page)).length;
  await clock.freezeAt(later(DUE, 9 * MINUTE_MS));
  await clock.advance(5);
  await expect(popupOf(page)).toBeHidden();
  expect(await tonesOf(page)).toHaveLength(before);
  await clock.freezeAt(later(DUE, 11 * MINUTE_MS));
  await clock.advance(5);
  await expect(popupOf(page)).toBeVisible();
  await expect.poll(async () => (await tonesOf(page)).length).toBeGreaterThan(before);
  expect(await logsOf(family)).toEqual([]);
});

test('a snooze survives a reload without a connection, and is shared after reconnecting', async ({
  page,
  family,
  context,
  clockAt,
}) => {
  await addMedication(family, METFORMIN);
  const clock = await clockAt(DUE);
  await openHome(page);
  await untilKnown(page);
  const connect = await cutTheServerOff(context);
  await (await readyPopupOf(page)).getByRole('button', { name: SNOOZE }).click();
  await expect(popupOf(page)).toBeHidden();
  await page.reload();
  await expect(page.getByText(/Next medication|Metformin/).first()).toBeVisible();
  await expect(popupOf(page)).toBeHidden();
  await connect();
  const snoozeOf = async () =>
    (await (await family.request.get('/api/upcoming-medications')).json())[0]?.snooze;
  await clock.freezeAt(later(DUE, 4 * MINUTE_MS));
  await clock.thaw();
  await expect.poll(snoozeOf).toBeDefined();
  // The snooze is stored with the time of the press, not with that of its delivery.
  const { at } = await snoozeOf();
  expect(Date.parse(at) - Date.parse(DUE)).toBeLessThan(2 * MINUTE_MS);
  await clock.freezeAt(later(DUE, 12 * MINUTE_MS));
  await clock.thaw();
  await expect(popupOf(page)).toBeVisible();
});

test('a snooze silences all tablets, and each can open the reminder again for all', async ({
  page,
  context,
  family,
  clockAt,
}) => {
  await addMedication(family, METFORMIN);
  await clockAt(DUE);
  await openHome(page);
  await expect(popupOf(page)).toBeVisible();
  const [dose] = await (await family.request.get('/api/upcoming-medications')).json();
  const { medicationId, scheduledTime, id: doseId } = dose;
  const elsewhere = (minutes: number) =>
    family.request.post('/api/medication-snoozes', {
      data: { medicationId, scheduledTime, doseId, minutes },
    });
  expect((await elsewhere(10)).status()).toBe(201);
  await expect(popupOf(page)).toBeHidden();
  await expect(page.locator('.home-sill')).toContainText('Metformin rings again at');
  await press(page.getByRole('button', { name: 'Open it now' }));
  await expect(popupOf(page)).toBeVisible();
  await expect
    .poll(async () => {
      const [{ snooze }] = await (await family.request.get('/api/upcoming-medications')).json();
      return snooze.at === snooze.until;
    })
    .toBe(true);
  expect(context.pages()).toHaveLength(1);
});

test('Close explains itself and can be changed to a snooze from the message below the tiles', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, METFORMIN);
  const clock = await clockAt(DUE);
  await openHome(page);
  await expect(await readyPopupOf(page)).toContainText('no more ringing');
  await popupOf(page).getByRole('button', { name: 'Close' }).click();
  const sill = page.locator('.home-sill');
  await expect(sill).toContainText('Metformin: no more ringing');
  await expect(sill).toContainText('It waits on My Day.');
  await press(sill.getByRole('button', { name: 'In 10 minutes' }));
  await expect(sill).toContainText('Metformin rings again at');
  await clock.freezeAt(later(DUE, 13 * MINUTE_MS));
  await clock.thaw();
  await expect(popupOf(page)).toBeVisible();
});

test('no snooze is offered in the last minutes; the reminder shows until when it rings', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, METFORMIN);
  const clock = await clockAt(later(DUE, 48 * MINUTE_MS).toISOString());
  await openHome(page);
  await expect((await readyPopupOf(page)).getByRole('button', { name: SNOOZE })).toBeVisible();
  await clock.freezeAt(later(DUE, 50 * MINUTE_MS + 1000));
  await clock.advance(1);
  await expect(popupOf(page).getByText('Rings until 9:00 AM')).toBeVisible();
  await expect(popupOf(page).getByRole('button', { name: SNOOZE })).toHaveCount(0);
});

test('doses of one time are snoozed together and return together', async ({
  page,
  family,
  clockAt,
}) => {
  await family.request.patch('/api/settings', { data: { remindersOfOneTime: 'together' } });
  await family.request.patch('/api/settings', { data: { snoozeMinutes: 5 } });
  for (const name of ['Metformin', 'Lisinopril', 'Vitamin D']) {
    await addMedication(family, { name, times: ['08:00'] });
  }
  const clock = await clockAt(DUE);
  await openHome(page);
  const popup = await readyPopupOf(page);
  await expect(popup).toContainText('3 medications');
  await popup.getByRole('button', { name: 'Taken: Lisinopril' }).click();
  await expect(popup.getByRole('button', { name: 'Undo: Lisinopril' })).toBeVisible();
  await popup.getByRole('button', { name: /^In 5 minutes/ }).click();
  await expect(popupOf(page)).toBeHidden();
  await expect(page.locator('.home-sill')).toContainText('2 medications ring again at');
  await clock.freezeAt(later(DUE, 7 * MINUTE_MS));
  await clock.thaw();
  await expect(popupOf(page)).toContainText('2 medications');
});

test('a due dose on My Day can be snoozed and shows when it rings again', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, METFORMIN);
  await clockAt(DUE);
  await page.goto('/my-day');
  await (await readyPopupOf(page)).getByRole('button', { name: 'Close' }).click();
  await press(page.getByRole('button', { name: 'In 10 minutes: Metformin' }));
  const morning = page.getByRole('region', { name: 'Morning' });
  await expect(morning).toContainText(/Metformin rings again at 8:1\d AM\./);
  await expect(page.getByRole('button', { name: 'In 10 minutes: Metformin' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Taken: Metformin' })).toBeVisible();
  await expectAccessible(page, 'elder');
  await page.goto('/medications');
  await expect(page.getByText(/^Snoozed until 8:1\d AM$/)).toBeVisible();
});

test('all five buttons of a reminder are fully visible and large enough at every size', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, METFORMIN);
  await clockAt(DUE);
  await page.goto('/');
  for (const size of [...ALL_SIZES, { width: 962, height: 601 }, { width: 844, height: 390 }]) {
    await page.setViewportSize(size);
    const popup = popupOf(page);
    for (const name of [SNOOZE, 'Close', 'Taken', 'Skip', 'Missed']) {
      await expect(popup.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    }
    await expectLargeEnough(page, 'elder');
    await expectNoOverlap(page);
    await expectAccessible(page, 'elder');
  }
});
