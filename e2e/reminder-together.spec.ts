import type { Locator, Page } from '@playwright/test';
import { MINUTE_MS } from '../src/platform/shared/durations.ts';
import { expectAccessible, TABLET } from './support/looks.ts';
import { later, logsOf, OPENS, openWholeHome, popupOf, readyPopupOf } from './support/reminder.ts';
import type { SharedClock } from './support/shared-clock.ts';
import { listenForTones, secondsOfTones } from './support/sound.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';
import { press } from './support/touch.ts';
import { expectNoFlaws } from './support/walk.ts';

const FOUR = [
  { name: 'Atorvastatin', dosage: '20 mg, one tablet' },
  { name: 'Metformin', dosage: '500 mg, one tablet', instructions: 'Take with food.' },
  { name: 'Omega 3', dosage: '1000 mg, one softgel', instructions: 'Take with food.' },
  { name: 'Gabapentin', dosage: '300 mg, one capsule', instructions: 'May make you sleepy.' },
];

/** Adds four medications at 8:00 AM to a household that groups doses of the same time. */
async function haveFour(family: Family): Promise<void> {
  for (const one of FOUR) await addMedication(family, { ...one, times: ['08:00'] });
  const changed = await family.request.patch('/api/settings', {
    data: { remindersOfOneTime: 'together' },
  });
  expect(changed.ok(), await changed.text()).toBe(true);
}

/**
 * Opens the home screen one minute before the reminder, and waits until the code that groups doses
 * is loaded.
 */
async function openBefore(
  page: Page,
  clockAt: (start: string) => Promise<SharedClock>,
): Promise<SharedClock> {
  const clock = await clockAt(later(OPENS, -MINUTE_MS).toISOString());
  const popupLoaded = page.waitForResponse(/DoseGroup.*\.js/);
  await openWholeHome(page);
  await expect(page.locator('.home-row').getByText(/Atorvastatin/)).toBeVisible();
  // Waits until the loaded code has run. Before that, a single dose would be shown and would ring.
  await page.evaluate(async (url) => import(url), (await popupLoaded).url());
  // Touches the page, which allows it to play sound.
  await page.mouse.click(4, 4);
  return clock;
}

const statusesOf = async (family: Family) =>
  (await logsOf(family)).map(({ status }) => status).sort();

const cardOf = (page: Page, name: string) =>
  popupOf(page).getByRole('listitem').filter({ hasText: name });

/**
 * Returns the reminder with all doses after its input lock has ended. Until the settings and the
 * code are loaded, the reminder shows a single dose.
 */
async function readyGroupOf(page: Page): Promise<Locator> {
  await expect(
    popupOf(page).getByRole('heading', { name: '8:00 AM, 4 medications' }),
  ).toBeVisible();
  return readyPopupOf(page);
}

test('four doses of one time ring once, are taken with one press, and the reminder closes', {
  tag: '@main',
}, async ({ page, family, clockAt }) => {
  await listenForTones(page);
  await haveFour(family);
  const clock = await openBefore(page, clockAt);
  await clock.freezeAt(later(OPENS, -1000));
  await clock.advance(1);
  const popup = popupOf(page);
  await expect(popup.getByRole('heading', { name: '8:00 AM, 4 medications' })).toBeVisible();
  const opened = clock.now;
  await clock.advance(30);
  expect(await secondsOfTones(page, opened)).toEqual([0, 3, 6, 9, 12]);
  await clock.thaw();
  await (await readyGroupOf(page)).getByRole('button', { name: 'All taken' }).click();
  await expect(popup.getByText('All 4 taken')).toBeVisible();
  await expect.poll(() => statusesOf(family)).toEqual(['taken', 'taken', 'taken', 'taken']);
  await expect(popup).toBeHidden();
});

test('a card logs its own dose, can be undone, and one press takes the rest', async ({
  page,
  family,
  clockAt,
}) => {
  await haveFour(family);
  await clockAt(OPENS);
  await page.goto('/');
  const popup = await readyGroupOf(page);
  const places = () =>
    popup.getByRole('listitem').evaluateAll((all) => all.map((one) => one.textContent?.slice(-60)));
  const before = (await places()).length;
  await popup.getByRole('button', { name: /^Taken: Metformin/ }).click();
  const undo = popup.getByRole('button', { name: 'Undo: Metformin' });
  await expect(undo).toBeFocused();
  await expect(cardOf(page, 'Metformin')).toContainText('Taken');
  expect((await places()).length).toBe(before);
  await press(undo);
  await expect(popup.getByRole('button', { name: /^Taken: Metformin/ })).toBeVisible();
  await press(popup.getByRole('button', { name: /^Taken: Omega 3/ }));
  await press(popup.getByRole('button', { name: 'Other 3 taken' }));
  await expect(popup.getByText('All 4 taken')).toBeVisible();
  await expect.poll(() => statusesOf(family)).toEqual(['taken', 'taken', 'taken', 'taken']);
});

const SIX = [
  ...FOUR,
  { name: 'Lisinopril', dosage: '10 mg' },
  { name: 'Vitamin D', dosage: '25 µg', instructions: 'In the morning, with water.' },
];

for (const size of [TABLET, { width: 962, height: 601 }, { width: 390, height: 844 }]) {
  test(`six doses can be taken together only after all names were visible, at ${size.width}x${size.height}`, async ({
    page,
    family,
    clockAt,
  }) => {
    await page.setViewportSize(size);
    await haveFour(family);
    for (const one of SIX.slice(4)) await addMedication(family, { ...one, times: ['08:00'] });
    await clockAt(OPENS);
    await page.goto('/');
    const popup = popupOf(page);
    await expect(popup.getByRole('heading', { name: '8:00 AM, 6 medications' })).toBeVisible();
    const all = popup.getByRole('button', { name: 'All taken' });
    const rest = popup.getByRole('button', { name: /^See the other \d/ });
    await expect(all.or(rest)).toBeVisible();
    await readyPopupOf(page);
    const last = popup.locator('.dose-card-name', { hasText: 'Vitamin D' });
    while (!(await all.isVisible())) {
      await expect(last).not.toBeInViewport({ ratio: 1 });
      await press(rest);
      await readyPopupOf(page);
    }
    await expect(last).toBeInViewport({ ratio: 1 });
    await expectAccessible(page, 'elder');
    await press(all);
    await expect.poll(() => statusesOf(family)).toEqual(Array(6).fill('taken'));
  });
}

test('One by one offers three answers for each dose, and closes after the last one', async ({
  page,
  family,
  clockAt,
}) => {
  await haveFour(family);
  await clockAt(OPENS);
  await page.goto('/');
  const popup = popupOf(page);
  await (await readyGroupOf(page)).getByRole('button', { name: 'One by one' }).click();
  for (const answer of ['Taken', 'Skip', 'Missed', 'Taken']) {
    await expect(popup.getByRole('button', { name: 'Taken', exact: true })).toBeVisible();
    const name = await popup.locator('.dose-name').textContent();
    await press(popup.getByRole('button', { name: answer, exact: true }));
    await expect(popup.locator('.dose-name', { hasText: name ?? '' })).toBeHidden();
  }
  await expect(popup).toBeHidden();
  await expect.poll(() => statusesOf(family)).toEqual(['missed', 'skipped', 'taken', 'taken']);
});

test('Escape closes the whole group for today and logs nothing', async ({
  page,
  family,
  clockAt,
}) => {
  await haveFour(family);
  await clockAt(OPENS);
  await page.goto('/');
  await readyGroupOf(page);
  await page.keyboard.press('Escape');
  await expect(popupOf(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Photos', exact: true })).toBeVisible();
  await expect(popupOf(page)).toBeHidden();
  expect(await statusesOf(family)).toEqual([]);
});

test('Tab leads through the cards of the group to All taken', async ({ page, family, clockAt }) => {
  await haveFour(family);
  await clockAt(OPENS);
  await page.goto('/');
  const popup = await readyGroupOf(page);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  const walked: string[] = [];
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab');
    walked.push(await focused());
  }
  expect(walked.map((text) => text.slice(0, 12))).toEqual([
    'In 10 minute',
    'Closeno more',
    ...FOUR.map(({ name }) => `Taken: ${name}`.slice(0, 12)),
    'All taken',
    'One by one',
  ]);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(popup.getByText('All 4 taken')).toBeVisible();
});

test('the group is accessible and large enough at every size, before and after answers', async ({
  page,
  family,
  clockAt,
}) => {
  await haveFour(family);
  await clockAt(OPENS);
  await page.goto('/');
  await expect(
    popupOf(page).getByRole('heading', { name: '8:00 AM, 4 medications' }),
  ).toBeVisible();
  const names = FOUR.map(({ name }) => name);
  await expectNoFlaws(page, 'a group', { names });
  const popup = await readyGroupOf(page);
  await popup.getByRole('button', { name: /^Taken: Metformin/ }).click();
  await expect(popup.getByRole('button', { name: 'Undo: Metformin' })).toBeVisible();
  await expectNoFlaws(page, 'a group after an answer', { names });
});

test('Medications proposes grouping once, when two doses have the same time', async ({
  page,
  family,
}) => {
  await addMedication(family, { name: 'Aspirin', times: ['08:00'] });
  await page.goto('/medications');
  await expect(page.getByText('Aspirin').first()).toBeVisible();
  const question = page.getByRole('region', { name: 'Pills of one time together?' });
  await expect(question).toBeHidden();
  await addMedication(family, { name: 'Metformin', times: ['08:00', '20:00'] });
  await expect(question).toContainText('At 8:00 AM there is more than one medication.');
  await expectAccessible(page, 'family');
  await question.getByRole('button', { name: 'Show them together' }).click();
  await expect(question).toBeHidden();
  await page.goto('/settings');
  await expect(page.getByRole('switch', { name: /Pills of one time together/ })).toBeChecked();
});
