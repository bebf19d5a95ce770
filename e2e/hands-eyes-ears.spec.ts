import type { Page } from '@playwright/test';
import type { Accessibility } from '../src/features/accessibility/contract.ts';
import { MINUTE_MS, SECOND_MS } from '../src/platform/shared/durations.ts';
import { untilKnown } from './support/offline.ts';
import { addElder } from './support/people.ts';
import { later, OPENS, openHome, openWholeHome, popupOf } from './support/reminder.ts';
import type { SharedClock } from './support/shared-clock.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';
import { boxOf, Hand, type Point, untilHearing } from './support/touch.ts';
import { listenForWords } from './support/voice.ts';

async function set({ request }: Family, id: string, data: Partial<Accessibility>): Promise<void> {
  const answer = await request.patch(`/api/accessibility/${id}`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Opens the home screen of the household's only elder and waits for the reminder. */
async function openReminder(
  page: Page,
  clockAt: (start: string) => Promise<SharedClock>,
  family: Family,
): Promise<SharedClock> {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt(later(OPENS, -MINUTE_MS).toISOString());
  await openHome(page);
  await untilKnown(page);
  await expect(page.locator('html[data-motion]')).toBeVisible();
  await clock.freezeAt(later(OPENS, -SECOND_MS));
  await clock.advance(1);
  await expect(popupOf(page)).toBeVisible();
  return clock;
}

/** Returns the endless animations by name, with the duration of one iteration in milliseconds. */
const endlessOf = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY)
      .map((animation) => {
        const name = animation instanceof CSSAnimation ? animation.animationName : 'unknown';
        return `${name} ${animation.effect?.getTiming().duration}`;
      })
      .sort(),
  );

const FLASHES = ['alarm-flash 1000', 'alarm-frame 1000'];

test.describe('the screen flash', () => {
  for (const motion of ['normal', 'none'] as const) {
    test(`the screen flashes once a second during the alarm, motion ${motion}`, async ({
      page,
      family,
      clockAt,
    }) => {
      await set(family, await addElder(family), { screenFlash: true, motion });
      const clock = await openReminder(page, clockAt, family);
      const flashes = async () =>
        (await endlessOf(page)).filter((name) => name.startsWith('alarm-'));
      // The flash, for an elder who is hard of hearing, also runs while the browser blocks sound.
      await expect.poll(flashes).toEqual(FLASHES);
      await clock.advance(16);
      await expect.poll(flashes).toEqual([]);
      expect(await popupOf(page).isVisible(), 'the reminder itself stays').toBe(true);
    });
  }

  test('the flash ends with the answer', async ({ page, family, clockAt }) => {
    const id = await addElder(family);
    await set(family, id, { screenFlash: true });
    const clock = await openReminder(page, clockAt, family);
    await expect.poll(() => endlessOf(page)).toEqual(expect.arrayContaining(FLASHES));
    await clock.advance(1);
    await popupOf(page).getByRole('button', { name: 'Taken' }).press('Enter');
    await expect(page.locator('html[data-sounding]')).toHaveCount(0);
    expect(await endlessOf(page)).not.toEqual(expect.arrayContaining(FLASHES));
  });
});

test('in calm mode a reminder has no sliding or pulsing parts; otherwise only its bell pulses', async ({
  page,
  family,
  clockAt,
}) => {
  const id = await addElder(family);
  await set(family, id, { motion: 'calm' });
  const clock = await openReminder(page, clockAt, family);
  expect(await endlessOf(page)).toEqual([]);
  const moving = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target !== null)
        .filter(
          ({ effect }) =>
            effect instanceof KeyframeEffect &&
            effect.getKeyframes().some((frame) => 'transform' in frame || 'translate' in frame),
        ).length,
  );
  expect(moving).toBe(0);
  await set(family, id, { motion: 'normal', textSize: 110 });
  await clock.thaw();
  await page.reload();
  await expect(popupOf(page)).toBeVisible();
  await expect.poll(() => endlessOf(page)).toEqual(['dose-ring 1000']);
});

test('the voice uses the set speed and volume from the next words on', async ({ page, family }) => {
  const id = await addElder(family);
  await set(family, id, { speechRate: 60, speechVolume: 70 });
  await listenForWords(page);
  await openWholeHome(page);
  await expect(page.locator('html[data-motion]')).toBeVisible();
  await page.mouse.click(4, 4);
  const touch = async (name: string) => {
    await page.getByRole('link', { name, exact: true }).hover();
    await page.mouse.down();
    await expect.poll(() => page.evaluate(() => window.spoken.at(-1))).toBe(name);
    // Releases the mouse outside of the tile, which opens nothing.
    await page.mouse.move(4, 4);
    await page.mouse.up();
    return page.evaluate(() => window.manner);
  };
  expect(await touch('Photos')).toEqual({ rate: 0.6, volume: 0.7 });
  const read = page.waitForResponse(
    async (response) =>
      response.url().endsWith('/api/accessibility') &&
      (await response.text()).includes('"speechRate":100'),
  );
  await set(family, id, { speechRate: 100, speechVolume: 100 });
  await read;
  await expect.poll(() => touch('Watch').then((manner) => manner?.rate)).toBe(1);
  expect(await touch('Listen')).toEqual({ rate: 1, volume: 1 });
});

test.describe('touch settings of an elder', () => {
  test.use({ hasTouch: true, viewport: { width: 1280, height: 800 } });

  /** Returns a point at the lower edge of the named tile. */
  async function edgeOf(page: Page, name: string): Promise<Point> {
    const box = await boxOf(page.getByRole('link', { name, exact: true }));
    return { x: box.x + box.width / 2, y: box.y + box.height - 1 };
  }

  async function handWith(page: Page, family: Family, data: Partial<Accessibility>) {
    await set(family, await addElder(family), data);
    await openWholeHome(page);
    await expect(page.locator('html[data-motion]')).toBeVisible();
    await untilHearing(page);
    return Hand.on(page);
  }

  for (const driftPx of [60, 80, 120]) {
    test(`a drift of ${driftPx - 1} px opens a tile if ${driftPx} px are allowed, one of ${driftPx + 1} px does not`, async ({
      page,
      family,
    }) => {
      const hand = await handWith(page, family, { driftPx });
      const edge = await edgeOf(page, 'Photos');
      await hand.drift(edge, { x: 0, y: driftPx + 2 });
      await untilHearing(page);
      await expect(page).toHaveURL('/');
      await hand.drift(edge, { x: 0, y: driftPx });
      await expect(page).toHaveURL('/photos');
    });
  }

  for (const holdMs of [300, 600, 800]) {
    test(`a finger must rest for ${holdMs} ms if that is set`, async ({ page, family }) => {
      const hand = await handWith(page, family, { holdMs });
      const edge = await edgeOf(page, 'Call');
      const rest = (ms: number) =>
        page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), ms);
      await hand.tap(edge);
      await hand.down(edge);
      await rest(holdMs + 50);
      await expect(page).toHaveURL('/');
      await hand.up();
      await expect(page).toHaveURL('/activity/call');
    });
  }

  test('a second press within 1500 ms is ignored if that is set', async ({ page, family }) => {
    const hand = await handWith(page, family, { repeatMs: 1500 });
    await hand.hurry(1 / 4);
    await untilHearing(page);
    await hand.tap(await edgeOf(page, 'Call'));
    await expect(page).toHaveURL('/activity/call');
    const shield = page.locator('.touch-shield');
    const lasts = () =>
      shield.evaluate((element) =>
        Math.max(
          ...element
            .getAnimations()
            .map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0)),
        ),
      );
    expect(await lasts()).toBe(1500);
    const back = await boxOf(page.getByRole('link', { name: 'Return to Main Screen' }));
    await hand.tap({ x: back.x + 40, y: back.y + 30 });
    await untilHearing(page);
    await expect(page).toHaveURL('/activity/call');
  });
});
