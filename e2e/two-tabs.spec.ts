import type { Locator, Page } from '@playwright/test';
import { MINUTE_MS, SECOND_MS } from '../src/platform/shared/durations.ts';
import { later, logsOf, OPENS, openHome, popupOf, readyPopupOf } from './support/reminder.ts';
import type { SharedClock } from './support/shared-clock.ts';
import { countOnlyRealPresses, listenForTones, tonesOf } from './support/sound.ts';
import { addMedication, expect, test } from './support/test.ts';

const OPEN = '2026-03-10T11:55:02Z';

/** Freezes the clock, which all tabs share, two seconds after the current time. */
async function freezeSoon(tab: Page, clock: SharedClock): Promise<void> {
  const now = await tab.evaluate(() => new Date().toISOString());
  await clock.freezeAt(later(now, 2 * SECOND_MS));
}

/**
 * Opens two tabs of one browser with an open reminder. Both are touched, so that both may play
 * sound.
 */
async function openTwoTabs(first: Page, clock: SharedClock): Promise<Page> {
  const second = await first.context().newPage();
  for (const tab of [first, second]) {
    await listenForTones(tab);
    await openHome(tab);
    // Touches an empty place, which allows the page to play sound.
    await tab.mouse.click(4, 4);
  }
  await freezeSoon(second, clock);
  return second;
}

/**
 * Expects that a condition becomes true within one second of the frozen clock, whatever the speed
 * of the machine.
 */
async function withinASecond(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  const step = 50;
  let left = SECOND_MS;
  const go = async () => {
    if (left > 0) await page.clock.runFor(step);
    left -= step;
    return await isSo();
  };
  await expect.poll(go).toBe(true);
}

test.beforeEach(async ({ family }) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
});

test('only one of two tabs plays the alarm, and closing it passes the alarm to the other', async ({
  page,
  family: _,
  clockAt,
}) => {
  const clock = await clockAt(later(OPENS, -MINUTE_MS).toISOString());
  const second = await page.context().newPage();
  for (const tab of [page, second]) {
    await countOnlyRealPresses(tab);
    await listenForTones(tab);
    await openHome(tab);
  }
  await page.mouse.click(4, 4);
  // The clock of both tabs is frozen while they elect the tab that plays sound.
  await clock.freezeAt(later(OPENS, -SECOND_MS));
  await clock.advance(1);
  const soundsOf = async (tab: Page) => (await tonesOf(tab)).length;
  await expect.poll(() => soundsOf(page)).toBe(1);
  await readyPopupOf(second);
  // The tab that was touched last starts to play the sound. The tone of the other tab is cut off
  // and is its last one.
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
  test(`${pressed} in one tab closes the reminder in the other within a second, without sound`, async ({
    page,
    family,
    clockAt,
  }) => {
    const clock = await clockAt(OPEN);
    const second = await openTwoTabs(page, clock);
    await expect.poll(async () => (await tonesOf(second)).length).toBeGreaterThan(0);
    const before = await tonesOf(page);
    await (await readyPopupOf(page)).getByRole('button', { name: pressed }).click();
    await withinASecond(page, () => popupOf(second).isHidden());
    await withinASecond(page, () => popupOf(page).isHidden());
    const pressedAt = await page.evaluate(() => window.pressedAt);
    const tones = await tonesOf(second);
    const stopped = (tones.at(-1)?.stops.at(-1) ?? Number.POSITIVE_INFINITY) - pressedAt;
    expect(stopped).toBeLessThanOrEqual(SECOND_MS);
    await clock.advance(4);
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
  const clock = await clockAt(OPEN);
  const second = await openTwoTabs(page, clock);
  await expect(popupOf(second).getByText('Aspirin')).toBeVisible();
  await (await readyPopupOf(page)).getByRole('button', { name: 'Close' }).click();
  await withinASecond(page, () => popupOf(second).getByText('Metformin').isVisible());
  await (await readyPopupOf(page)).getByRole('button', { name: 'Taken' }).click();
  await withinASecond(page, () => popupOf(second).isHidden());
  await page.getByRole('button', { name: 'Undo' }).click();
  await withinASecond(page, () => popupOf(second).getByText('Metformin').isVisible());
  await withinASecond(page, () => popupOf(page).getByText('Metformin').isVisible());
});

test('My Day and the reminder of another tab stay in sync', async ({
  page,
  family: _,
  clockAt,
}) => {
  const clock = await clockAt(OPEN);
  const second = await openTwoTabs(page, clock);
  const opened = async (tab: Page, what: Locator) => {
    await clock.thaw();
    await tab.goto('/my-day');
    await expect(what).toBeVisible();
    await freezeSoon(tab, clock);
  };
  await opened(page, popupOf(page));
  await (await readyPopupOf(page)).getByRole('button', { name: 'Close' }).click();
  await withinASecond(page, () => popupOf(second).isHidden());
  await page.getByRole('button', { name: 'Taken: Metformin' }).click();
  await expect(second.getByText('No more today')).toBeVisible();
  await opened(second, second.getByText('Taken', { exact: true }));
  await page.getByRole('button', { name: 'Undo' }).click();
  await withinASecond(page, () =>
    second.getByRole('button', { name: 'Taken: Metformin' }).isVisible(),
  );
});

test('messages from the tab of another user are ignored', async ({ page, family, clockAt }) => {
  const clock = await clockAt(OPEN);
  const second = await openTwoTabs(page, clock);
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
  await clock.advance(1);
  await expect(popupOf(second)).toBeVisible();
  await say(id);
  await withinASecond(page, () => popupOf(second).isHidden());
});
