import type { Page } from '@playwright/test';
import { expectNoOverlap, PHONE } from './support/looks.ts';
import { openWholeHome, popupOf } from './support/reminder.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';
import { boxOf, Hand, middleOf, untilHearing } from './support/touch.ts';

test.use({ hasTouch: true, viewport: { width: 1280, height: 800 } });

/** 10:42 AM in New York: no reminder is open for the dose of 9:00 AM. */
const MORNING = '2026-03-10T14:42:00Z';

async function handOn(page: Page): Promise<Hand> {
  await untilHearing(page);
  return Hand.on(page);
}

/**
 * Factor by which animations are slowed down, so that even a slow machine touches within the 800 ms
 * of the input lock.
 */
const SLOW = 4;

async function slowHandOn(page: Page): Promise<Hand> {
  const hand = await handOn(page);
  await hand.hurry(1 / SLOW);
  // Waits again, because content that was loaded shortly after the screen has locked the input.
  await untilHearing(page);
  return hand;
}

const saidOf = async ({ request }: Family): Promise<string[]> => {
  const logs: { status: string; medication: { name: string } }[] = await (
    await request.get('/api/medication-logs')
  ).json();
  return logs.map(({ status, medication }) => `${medication.name} ${status}`).sort();
};

const tile = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test.describe('a press counts on release inside its target', () => {
  for (const [px, opens] of [
    [16, true],
    [39, true],
    [41, false],
  ] as const) {
    test(`a finger that drifts ${px} px out of a tile ${opens ? 'opens it' : 'cancels the press'}`, async ({
      page,
      family: _,
      clockAt,
    }) => {
      await clockAt(MORNING);
      await openWholeHome(page);
      const hand = await handOn(page);
      const { x, y, width, height } = await boxOf(tile(page, 'Call'));
      const edge = { x: x + width / 2, y: y + height - 1 };
      await hand.drift(edge, { x: 0, y: px + 1 });
      if (opens) await expect(page).toHaveURL('/activity/call');
      else {
        // The next press counts as usual.
        await hand.tap(await middleOf(tile(page, 'My Day')));
        await expect(page).toHaveURL('/my-day');
      }
    });
  }

  test('a resting finger opens no menu and drags nothing', async ({ page, family: _, clockAt }) => {
    await clockAt(MORNING);
    await openWholeHome(page);
    const prevented = await tile(page, 'Call').evaluate((link) =>
      ['contextmenu', 'dragstart'].map(
        (type) => !link.dispatchEvent(new Event(type, { bubbles: true, cancelable: true })),
      ),
    );
    expect(prevented).toEqual([true, true]);
  });

  test('with press and hold a hand that trembles by 20 px opens a tile, and one that moves 60 px away does not', async ({
    page,
    family,
    clockAt,
  }) => {
    await family.request.patch('/api/settings', { data: { requireLongPress: true } });
    await clockAt(MORNING);
    await openWholeHome(page);
    const call = page.getByRole('button', { name: /^Call/ });
    await expect(call).toBeVisible();
    const hand = await handOn(page);
    const { x, y, width } = await boxOf(call);
    const edge = { x: x + width / 2, y: y + 4 };
    await hand.down(edge);
    await expect(page.getByText('Keep holding', { exact: true })).toBeVisible();
    await hand.move({ x: edge.x, y: edge.y - 64 });
    await expect(page.getByText('Keep holding', { exact: true })).toBeHidden();
    await hand.up();
    await expect(page).toHaveURL('/');
    await hand.down(edge);
    for (const by of [20, -20, 20]) await hand.move({ x: edge.x + by, y: edge.y - by });
    await expect(page).toHaveURL('/activity/call');
    await hand.up();
  });
});

test.describe('a thumb that rests on the screen', () => {
  test('a thumb that rests on a tile for two seconds opens nothing and does not block the other finger', async ({
    page,
    family: _,
  }) => {
    await openWholeHome(page);
    const hand = await handOn(page);
    const { x, y } = await boxOf(tile(page, 'Photos'));
    await hand.down({ x: x + 4, y: y + 40 });
    await page.evaluate(() => scheduler.postTask(() => undefined, { delay: 2_000 }));
    await hand.down(await middleOf(tile(page, 'Call')), 1);
    await hand.up(1);
    await expect(page).toHaveURL('/activity/call');
    await hand.up();
    await untilHearing(page);
    await expect(page).toHaveURL('/activity/call');
  });

  test('a thumb at the edge of the screen does not block a finger that holds a tile', async ({
    page,
    family,
  }) => {
    await family.request.patch('/api/settings', { data: { requireLongPress: true } });
    await openWholeHome(page);
    const call = page.getByRole('button', { name: /^Call/ });
    await expect(call).toBeVisible();
    const hand = await handOn(page);
    // Puts a finger on the edge of the screen, outside of all tiles.
    await hand.down({ x: 2, y: 400 });
    await hand.down(await middleOf(call), 1);
    await expect(page).toHaveURL('/activity/call');
    await hand.up(1);
    await hand.up();
  });
});

test('a press that is too short for press and hold shows a hint on its tile for four seconds', async ({
  page,
  family,
  clockAt,
}) => {
  await family.request.patch('/api/settings', { data: { requireLongPress: true } });
  const clock = await clockAt(MORNING);
  await openWholeHome(page);
  const call = page.getByRole('button', { name: /^Call/ });
  await clock.freezeAt('2026-03-10T14:42:30Z');
  await (await handOn(page)).tap(await middleOf(call));
  await expect(page.getByText('Keep holding', { exact: true })).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoOverlap(page);
  await page.clock.runFor(3_900);
  await expect(page.getByText('Keep holding', { exact: true })).toBeVisible();
  await page.clock.runFor(200);
  await expect(page.getByText('Keep holding', { exact: true })).toBeHidden();
  await expect(page).toHaveURL('/');
});

test.describe('a second tap right after the first', () => {
  for (const gap of [100, 400, 700]) {
    test(`a second tap ${gap} ms after Taken is ignored`, async ({ page, family, clockAt }) => {
      await addMedication(family, { name: 'Amlodipine', times: ['09:00'] });
      await addMedication(family, { name: 'Bisoprolol', times: ['09:10'] });
      await clockAt(MORNING);
      await page.goto('/my-day');
      const taken = page.getByRole('button', { name: 'Taken: Amlodipine' });
      await expect(taken).toBeVisible();
      const hand = await slowHandOn(page);
      const at = await middleOf(taken);
      await hand.tap(at);
      await page.waitForTimeout(gap * SLOW);
      await hand.tap(at);
      await expect(page.getByText(/^Amlodipine: taken\. \d/)).toBeVisible();
      await untilHearing(page);
      // The card stays in place, so its own Undo button is now under the finger.
      await expect(page.getByRole('button', { name: 'Undo: Amlodipine' })).toBeVisible();
      expect(await saidOf(family)).toEqual(['Amlodipine taken']);
    });
  }

  test('a second tap after Taken in a reminder hits neither the next dose nor the tile behind', async ({
    page,
    family,
    clockAt,
  }) => {
    await addMedication(family, { name: 'Carbidopa', times: ['07:00'] });
    await addMedication(family, { name: 'Metformin', times: ['10:40'] });
    await clockAt(MORNING);
    for (const path of ['/my-day', '/']) {
      await page.goto(path);
      const taken = popupOf(page).getByRole('button', { name: 'Taken' });
      await expect(taken).toBeVisible();
      const hand = await slowHandOn(page);
      const at = await middleOf(taken);
      await untilHearing(page);
      await hand.tap(at);
      await expect(popupOf(page)).toBeHidden();
      await hand.tap(at);
      await hand.tap(at);
      await untilHearing(page);
      await expect(page).toHaveURL(path);
      expect(await saidOf(family)).toEqual(['Metformin taken']);
      const { medicationId, scheduledTime } = (
        await (await family.request.get('/api/medication-logs')).json()
      )[0];
      await family.request.post('/api/medication-logs', {
        data: { medicationId, scheduledTime, status: 'pending' },
      });
      await page.evaluate(() => localStorage.clear());
    }
  });

  for (const [name, path] of [
    ['Photos', '/photos'],
    ['Listen', '/activity/listen'],
    ['Read', '/activity/read'],
  ] as const) {
    test(`a second tap after ${name} is ignored`, async ({ page, family, clockAt }) => {
      for (const id of [1, 2, 3, 4, 5, 6]) {
        await family.request.post('/api/playlists', {
          data: { name: `List ${id}`, spotifyUrl: `https://open.spotify.com/playlist/${id}abc` },
        });
        await family.request.post('/api/articles', {
          data: { title: `Article ${id}`, source: 'Example', url: `https://example.com/${id}` },
        });
      }
      await clockAt(MORNING);
      await page.goto(path);
      await openWholeHome(page);
      const hand = await slowHandOn(page);
      const at = await middleOf(tile(page, name));
      await hand.tap(at);
      await expect(page).toHaveURL(path);
      await hand.tap(at);
      await untilHearing(page);
      await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0);
      await expect(page).toHaveURL(path);
    });
  }
});

test.describe('two fingers and the palm of a hand', () => {
  test.beforeEach(async ({ page, family: _, clockAt }) => {
    await clockAt(MORNING);
    await openWholeHome(page);
    await untilHearing(page);
  });

  test('two fingers on two tiles open neither, and the next press counts', async ({ page }) => {
    const hand = await Hand.on(page);
    await hand.down(await middleOf(tile(page, 'Call')), 0);
    await hand.down(await middleOf(tile(page, 'Photos')), 1);
    await hand.up(0);
    await hand.up(1);
    await expect(page).toHaveURL('/');
    await hand.tap(await middleOf(tile(page, 'My Day')));
    await expect(page).toHaveURL('/my-day');
  });

  test('a thumb next to the tiles blocks no press', async ({ page }) => {
    const hand = await Hand.on(page);
    await hand.down({ x: 6, y: 400 }, 0);
    await hand.down(await middleOf(tile(page, 'Call')), 1);
    await hand.up(1);
    await expect(page).toHaveURL('/activity/call');
    await hand.up(0);
  });

  test('a palm opens nothing and blocks no press', async ({ page }) => {
    const hand = await Hand.on(page);
    await hand.down(await middleOf(tile(page, 'Photos')), 0, 70);
    await hand.down(await middleOf(tile(page, 'Call')), 1);
    await hand.up(1);
    await expect(page).toHaveURL('/activity/call');
    await hand.up(0);
    await expect(page).toHaveURL('/activity/call');
  });
});

test('keys, switches and screen readers act at once, also while touch input is locked', async ({
  page,
  family: _,
  clockAt,
}) => {
  await clockAt(MORNING);
  await openWholeHome(page);
  const call = tile(page, 'Call');
  await expect(call).toBeVisible();
  await page.evaluate(() =>
    document.querySelector('.touch-shield')?.animate({ visibility: ['visible', 'visible'] }, 1e6),
  );
  await call.evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL('/activity/call');
  await openWholeHome(page);
  await call.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/activity/call');
});
