import type { Page } from '@playwright/test';
import { MINUTE_MS } from '../src/platform/shared/durations.ts';
import { DUE, later, logsOf, OPENS, openHome, popupOf, readyPopupOf } from './support/reminder.ts';
import { expectSilenced, listenForTones, secondsOfTones } from './support/sound.ts';
import { addMedication, expect, test } from './support/test.ts';
import { press } from './support/touch.ts';

/** Blocks the event stream, so that the tablet receives changes only by polling. */
const withoutLiveLine = (page: Page) => page.route('**/api/live', (route) => route.abort());

/** Delays the answers to polls for upcoming doses. The returned function lets them through. */
async function holdUpcoming(page: Page): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/api/upcoming-medications*', async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}

for (const [words, act] of [
  ['Skip', (page: Page) => popupOf(page).getByRole('button', { name: 'Skip' }).click()],
  ['Missed', (page: Page) => popupOf(page).getByRole('button', { name: 'Missed' }).click()],
  ['Close', (page: Page) => popupOf(page).getByRole('button', { name: 'Close' }).click()],
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
] as const) {
  test(`${words} stops the alarm at once, and no tone follows`, async ({
    page,
    family,
    clockAt,
  }) => {
    await listenForTones(page);
    await addMedication(family, { name: 'Metformin', times: ['08:00'] });
    const clock = await clockAt(later(OPENS, -MINUTE_MS).toISOString());
    await openHome(page);
    await page.mouse.click(4, 4);
    await clock.freezeAt(later(OPENS, -1000));
    await clock.advance(4);
    await expectSilenced(page, clock, () => act(page));
    await expect(popupOf(page)).toBeHidden();
  });
}

for (const [minutes, expected] of [
  [2, [0, 3, 6, 9, 12, 120, 123, 126, 129, 132]],
  [0, [0, 3, 6, 9, 12]],
] as const) {
  test(`the unanswered alarm of five tones repeats with an interval of ${minutes} minutes (0 is never)`, async ({
    page,
    family,
    clockAt,
  }) => {
    await listenForTones(page);
    await addMedication(family, { name: 'Metformin', times: ['08:00'] });
    const changed = await family.request.patch('/api/settings', {
      data: { alarmRepeatMinutes: minutes },
    });
    expect(changed.ok(), await changed.text()).toBe(true);
    const clock = await clockAt(later(OPENS, -MINUTE_MS).toISOString());
    await openHome(page);
    await page.mouse.click(4, 4);
    await clock.freezeAt(later(OPENS, -1000));
    await clock.advance(160);
    expect(await secondsOfTones(page, new Date(OPENS))).toEqual(expected);
  });
}

test('an answer whose response was lost is stored once, with a single attempt', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt(DUE);
  await withoutLiveLine(page);
  let posts = 0;
  await page.route('**/api/medication-logs', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    posts += 1;
    if (posts > 1) return route.continue();
    expect((await route.fetch()).status()).toBe(201);
    return route.abort('connectionreset');
  });
  await openHome(page);
  await (await readyPopupOf(page)).getByRole('button', { name: 'Taken' }).click();
  await expect(popupOf(page)).toBeHidden();
  await expect(page.getByText('Kept here.')).toBeVisible();
  await clock.freezeAt(later(DUE, MINUTE_MS));
  await clock.thaw();
  await expect.poll(() => posts).toBe(2);
  const [log, ...others] = await (await family.request.get('/api/medication-logs')).json();
  expect([log.status, others]).toEqual(['taken', []]);
  const attempts = await family.request.get(`/api/medication-logs/${log.id}/attempts`);
  expect(await attempts.json()).toHaveLength(1);
});

test('a reminder opens during ten minutes of 503 answers, and its answer is delivered once', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt(later(OPENS, -6 * MINUTE_MS).toISOString());
  await openHome(page);
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 503, json: { error: 'The server is not ready.', code: 'not-ready' } }),
  );
  await clock.freezeAt(later(OPENS, -1000));
  await expect(popupOf(page)).toBeHidden();
  await clock.advance(1);
  await expect(popupOf(page)).toBeVisible();
  await clock.thaw();
  await (await readyPopupOf(page)).getByRole('button', { name: 'Taken' }).click();
  await expect(popupOf(page)).toBeHidden();
  await expect(page.getByText('Kept here.')).toBeVisible();
  await clock.freezeAt(later(OPENS, 4 * MINUTE_MS));
  await expect(popupOf(page)).toBeHidden();
  await page.unroute('**/api/**');
  await clock.advance(31);
  await clock.thaw();
  await expect
    .poll(async () => (await logsOf(family)).map(({ status }) => status))
    .toEqual(['taken']);
  await expect(popupOf(page)).toBeHidden();
});

test('an open reminder shows edits of its medication, and closes when that is deleted', async ({
  page,
  family,
  clockAt,
}) => {
  const id = await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt(DUE);
  await withoutLiveLine(page);
  await openHome(page);
  await family.request.patch(`/api/medications/${id}`, {
    data: { name: 'Metformin XR', dosage: 'two tablets' },
  });
  await clock.freezeAt(later(DUE, MINUTE_MS));
  await clock.thaw();
  await expect(popupOf(page).getByText('Metformin XR')).toBeVisible();
  await expect(popupOf(page).getByText('two tablets')).toBeVisible();
  const letThrough = await holdUpcoming(page);
  await family.request.delete(`/api/medications/${id}`);
  await press((await readyPopupOf(page)).getByRole('button', { name: 'Taken' }));
  await expect(page.getByText('Failed to log medication')).toBeVisible();
  letThrough();
  await clock.freezeAt(later(DUE, 2 * MINUTE_MS));
  await clock.thaw();
  await expect(popupOf(page)).toBeHidden();
  expect(await logsOf(family)).toEqual([]);
});

test('a dose moved to a later time closes its reminder until then', async ({
  page,
  family,
  clockAt,
}) => {
  const id = await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt(DUE);
  await openHome(page);
  await expect(popupOf(page)).toBeVisible();
  const heard = page.waitForResponse('**/api/upcoming-medications');
  await family.request.patch(`/api/medications/${id}`, { data: { times: ['10:00'] } });
  // Waits until the request is answered, because moving the clock cancels pending requests.
  await heard;
  await clock.freezeAt(later(DUE, MINUTE_MS));
  await clock.thaw();
  await expect(popupOf(page)).toBeHidden();
  await clock.freezeAt(later(DUE, 115 * MINUTE_MS));
  await clock.thaw();
  await expect(popupOf(page).getByText('10:00 AM')).toBeVisible();
});

test('a reminder opens while the code of a section loads, and the touch rules apply', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt(later(OPENS, -MINUTE_MS).toISOString());
  // Leaves the request for the code of the section unanswered.
  await page.route('**/assets/Activity-*.js', () => undefined);
  await openHome(page);
  await press(page.getByRole('link', { name: 'Call', exact: true }));
  await expect(page).toHaveURL('/activity/call');
  await clock.freezeAt(later(OPENS, -1000));
  await clock.advance(2);
  await expect(popupOf(page).getByText('Metformin')).toBeVisible();
  await expect(page.locator('html.touch-rule')).toBeAttached();
});
