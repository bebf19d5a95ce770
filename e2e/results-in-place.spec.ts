import type { Page, Route } from '@playwright/test';
import { MINUTE_MS } from '../src/platform/shared/durations.ts';
import { expectAccessible, expectNoOverlap } from './support/looks.ts';
import { DUE, later, logsOf, openHome, popupOf, readyPopupOf } from './support/reminder.ts';
import { addMedication, expect, test } from './support/test.ts';
import { press } from './support/touch.ts';

const ELDER_SIZES = [
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
  { width: 1024, height: 768 },
  { width: 962, height: 601 },
  { width: 390, height: 844 },
];

/**
 * Delays the responses to dose answers until `release` is called. The requests themselves reach the
 * server.
 */
async function holdAnswers(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hold = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  };
  await page.route('**/api/medication-logs', hold);
  return { release };
}

const SAVING = 'It is on its way.';
const INTERNET = /internet/;

test('a slow answer shows Saving, then Saved, in one place, and does not mention the internet', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  await clockAt(DUE);
  await openHome(page);
  const { release } = await holdAnswers(page);
  await (await readyPopupOf(page)).getByRole('button', { name: 'Taken' }).click();
  await expect(popupOf(page)).toBeHidden();
  const sill = page.locator('.home-sill');
  await expect(sill).toContainText('Metformin 8:00 AM: taken.');
  await expect(sill).toContainText('Saving…');
  await expect(sill.getByRole('button', { name: 'Undo' })).toBeHidden();
  await expect(sill).toContainText(SAVING);
  await expect(sill.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(page.getByText(INTERNET)).toHaveCount(0);
  release();
  await expect(sill.getByText('Saved.', { exact: true })).toBeVisible();
  await expect(sill).not.toContainText(SAVING);
  await expect(page.getByText('Medication status has been updated.')).toHaveCount(1);
  expect((await logsOf(family)).map(({ status }) => status)).toEqual(['taken']);
});

test('Undo of a slow answer revokes it, and the reminder opens again', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  await clockAt(DUE);
  await openHome(page);
  const { release } = await holdAnswers(page);
  await (await readyPopupOf(page)).getByRole('button', { name: 'Taken' }).click();
  await press(page.locator('.home-sill').getByRole('button', { name: 'Undo' }));
  release();
  await expect(popupOf(page)).toBeVisible();
  await expect
    .poll(async () => (await logsOf(family)).map(({ status }) => status))
    .toEqual(['pending']);
});

test('the message of an answer without a connection becomes Saved after its delivery', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt(DUE);
  await openHome(page);
  await page.route('**/api/medication-logs', (route) => route.abort('internetdisconnected'));
  await (await readyPopupOf(page)).getByRole('button', { name: 'Taken' }).click();
  const sill = page.locator('.home-sill');
  await expect(sill).toContainText('Kept here. Sent when the internet is back.');
  await page.unroute('**/api/medication-logs');
  await clock.freezeAt(later(DUE, MINUTE_MS));
  await clock.thaw();
  await expect(sill.getByText('Saved.', { exact: true })).toBeVisible();
  await expect(page.getByText(INTERNET)).toHaveCount(0);
});

test('a result moves to the next screen with its Undo, and My Day shows it only in the row', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  await clockAt(DUE);
  await openHome(page);
  await (await readyPopupOf(page)).getByRole('button', { name: 'Taken' }).click();
  await expect(page.locator('.home-sill').getByText('Saved.', { exact: true })).toBeVisible();
  await press(page.getByRole('link', { name: 'Photos' }));
  await expect(page.getByRole('heading', { name: 'Photos', exact: true })).toBeVisible();
  await expect(page.getByText('Metformin 8:00 AM: taken.')).toBeVisible();
  await press(page.getByRole('button', { name: 'Undo' }));
  await expect(popupOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/my-day');
  await press(page.getByRole('button', { name: 'Taken: Metformin' }));
  const row = page.getByRole('region', { name: 'Morning' });
  await expect(row).toContainText(/Taken at 8:0\d AM\. Saved\./);
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(1);
  await expectAccessible(page, 'elder');
});

test('a refused answer is explained in its row and covers no answers', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  await clockAt(DUE);
  await page.route('**/api/medication-logs', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 404, json: { error: 'There is no such dose.', code: 'not-found' } })
      : route.fallback(),
  );
  await page.goto('/');
  await (await readyPopupOf(page)).getByRole('button', { name: 'Close' }).click();
  await page.goto('/my-day');
  await press(page.getByRole('button', { name: 'Taken: Metformin' }));
  const row = page.getByRole('region', { name: 'Morning' });
  await expect(row).toContainText('Failed to log medication');
  await expect(row).toContainText('There is no such dose.');
  await expect(page.getByRole('button', { name: 'Taken: Metformin' })).toBeEnabled();
});

for (const size of ELDER_SIZES) {
  test(`messages about results cover nothing at ${size.width}x${size.height}`, async ({
    page,
    family,
    clockAt,
  }) => {
    await page.setViewportSize(size);
    await addMedication(family, { name: 'Metformin', times: ['08:00'] });
    await clockAt(DUE);
    await openHome(page);
    await page.route('**/api/medication-logs', (route) => route.abort('internetdisconnected'));
    await (await readyPopupOf(page)).getByRole('button', { name: 'Taken' }).click();
    await expect(page.locator('.home-sill')).toContainText('Kept here.');
    await expectNoOverlap(page);
    await expectAccessible(page, 'elder');
    await press(page.getByRole('link', { name: 'Watch' }));
    await expect(page.getByRole('heading', { name: 'Watch' })).toBeVisible();
    await expect(page.getByText('Kept here.')).toBeVisible();
    await expectNoOverlap(page);
    await expectAccessible(page, 'elder');
  });
}
