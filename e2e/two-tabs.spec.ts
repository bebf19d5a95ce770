import type { Page } from '@playwright/test';
import { MINUTE_MS, SECOND_MS } from '../src/kit/shared/durations.ts';
import { later, logsOf, OPENS, openHome, popupOf, readyPopupOf } from './support/reminder.ts';
import { listenForTones, tonesOf } from './support/sound.ts';
import { addMedication, expect, test } from './support/test.ts';

/** What must happen in the other tab happens within this. */
const A_SECOND = { timeout: 1000 };

/** Two tabs of one browser in the reminder's window; both were touched, so both may sound. */
async function openTwoTabs(first: Page, start: string): Promise<Page> {
  const second = await first.context().newPage();
  await second.clock.install({ time: new Date(start) });
  for (const page of [first, second]) {
    await listenForTones(page);
    await page.goto('/');
    await expect(page.getByText('Metformin').first()).toBeVisible();
    // A touch of nothing, which lets the page sound.
    await page.mouse.click(4, 4);
  }
  return second;
}

const OPEN = '2026-03-10T11:55:02Z';

test.beforeEach(async ({ family }) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
});

test('of two tabs one sounds, and closing that one leaves the sound to the other', async ({
  page,
  family: _,
  clockAt,
}) => {
  const clock = await clockAt(later(OPENS, -MINUTE_MS).toISOString());
  const second = await page.context().newPage();
  for (const tab of [page, second]) {
    await listenForTones(tab);
    await openHome(tab);
  }
  await page.mouse.click(4, 4);
  // The time of both: it stands still while the tabs tell each other who sounds.
  await clock.freezeAt(later(OPENS, -SECOND_MS));
  await clock.advance(1);
  const soundsOf = async (tab: Page) => (await tonesOf(tab)).length;
  await expect.poll(() => soundsOf(page)).toBe(1);
  await readyPopupOf(second);
  // The one that was touched last takes over; the tone of the other is cut off, and was its last.
  await second.mouse.click(4, 4);
  await expect.poll(() => soundsOf(second)).toBe(1);
  await expect.poll(async () => (await tonesOf(page))[0]?.stops.length).toBeGreaterThan(1);
  await clock.advance(6);
  expect([await soundsOf(page), await soundsOf(second)]).toEqual([1, 3]);
  await second.close();
  await expect.poll(() => soundsOf(page)).toBe(2);
  await clock.advance(3);
  expect(await soundsOf(page)).toBe(3);
});

for (const [pressed, status] of [
  ['Taken', 'taken'],
  ['Skip', 'skipped'],
  ['Missed', 'missed'],
] as const) {
  test(`${pressed} in one tab closes the other within a second, and it is silent`, async ({
    page,
    family,
    clockAt,
  }) => {
    await clockAt(OPEN);
    const second = await openTwoTabs(page, OPEN);
    await expect.poll(async () => (await tonesOf(second)).length).toBeGreaterThan(0);
    const before = await tonesOf(page);
    await (await readyPopupOf(page)).getByRole('button', { name: pressed }).click();
    await expect(popupOf(second)).toBeHidden(A_SECOND);
    await expect(popupOf(page)).toBeHidden(A_SECOND);
    const pressedAt = await page.evaluate(() => window.pressedAt);
    const tones = await tonesOf(second);
    const stopped = (tones.at(-1)?.stops.at(-1) ?? Number.POSITIVE_INFINITY) - pressedAt;
    // Two tabs, two clocks that were started one after the other.
    const apart =
      (await second.evaluate(() => Date.now())) - (await page.evaluate(() => Date.now()));
    expect(stopped - apart).toBeLessThanOrEqual(A_SECOND.timeout);
    await page.waitForTimeout(3500);
    expect(await tonesOf(second)).toHaveLength(tones.length);
    expect(await tonesOf(page)).toHaveLength(before.length);
    expect((await logsOf(family)).map((log) => log.status)).toEqual([status]);
  });
}

test('Close in one tab closes the other, and Undo of Taken opens both again', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Aspirin', times: ['07:59'] });
  await clockAt(OPEN);
  const second = await openTwoTabs(page, OPEN);
  await expect(popupOf(second).getByText('Aspirin')).toBeVisible();
  await (await readyPopupOf(page)).getByRole('button', { name: 'Close' }).click();
  await expect(popupOf(second).getByText('Metformin')).toBeVisible(A_SECOND);
  await (await readyPopupOf(page)).getByRole('button', { name: 'Taken' }).click();
  await expect(popupOf(second)).toBeHidden(A_SECOND);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(popupOf(second).getByText('Metformin')).toBeVisible(A_SECOND);
  await expect(popupOf(page).getByText('Metformin')).toBeVisible(A_SECOND);
});

test('My Day and the reminder of another tab follow each other', async ({
  page,
  family: _,
  clockAt,
}) => {
  await clockAt(OPEN);
  const second = await openTwoTabs(page, OPEN);
  await page.goto('/my-day');
  await (await readyPopupOf(page)).getByRole('button', { name: 'Close' }).click();
  await expect(popupOf(second)).toBeHidden(A_SECOND);
  await page.getByRole('button', { name: 'Taken: Metformin' }).click();
  await expect(second.getByText('No more today')).toBeVisible();
  await second.goto('/my-day');
  await expect(second.getByText('Taken', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(second.getByRole('button', { name: 'Taken: Metformin' })).toBeVisible(A_SECOND);
});

test('what the tab of another person says counts for nothing', async ({
  page,
  family,
  clockAt,
}) => {
  await clockAt(OPEN);
  const second = await openTwoTabs(page, OPEN);
  const [{ medicationId, scheduledTime }] = await (
    await family.request.get('/api/upcoming-medications')
  ).json();
  const { id } = await (await family.request.get('/api/auth/user')).json();
  const key = `${medicationId}@${Date.parse(scheduledTime)}`;
  const say = (who: string) =>
    page.evaluate(
      ([name, dose]) => {
        const channel = new BroadcastChannel(`reminders of ${name}`);
        channel.postMessage({ kind: 'logged', key: dose, status: 'taken' });
      },
      [who, key],
    );
  await say('somebody else');
  await page.waitForTimeout(A_SECOND.timeout);
  await expect(popupOf(second)).toBeVisible();
  await say(id);
  await expect(popupOf(second)).toBeHidden(A_SECOND);
});
