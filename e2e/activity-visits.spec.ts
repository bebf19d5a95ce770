import type { Page } from '@playwright/test';
import {
  addVideo,
  BEFORE_NOON,
  becomeElder,
  buttonOf,
  closeOf,
  givePlayers,
  notesOf,
  openEntry,
  titleOf,
  YOUTUBE,
} from './support/activities.ts';
import type { SharedClock } from './support/shared-clock.ts';
import { expect, test } from './support/test.ts';

/** Returns the number of usage events that are stored on this tablet and not sent yet. */
const waitingUses = (page: Page) =>
  page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === 'uses')) return 0;
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('uses');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const database = opening.result;
        const counting = database.transaction('uses', 'readonly').objectStore('uses').count();
        counting.onsuccess = () => {
          database.close();
          resolve(counting.result);
        };
      };
    });
  });

test.describe('the Continue / End bar', () => {
  /**
   * Opens Watch from the home screen while the clock is frozen. An earlier visit loads the code of
   * the screen.
   */
  async function visitBegins(page: Page, clock: SharedClock) {
    await page.goto('/activity/watch');
    await page.getByRole('link', { name: 'Return to Main Screen' }).click();
    await expect(page.getByRole('link', { name: 'Watch' })).toBeVisible();
    const notes = notesOf(page);
    await clock.freezeAt('2026-03-10T15:53:30Z');
    await page.getByRole('link', { name: 'Watch' }).click();
    return notes;
  }

  const question = (page: Page) => page.getByText('Would you like to keep watching?');

  test('the bar comes after 20 seconds, takes no focus and covers nothing; Continue hides it', async ({
    page,
    family,
    clockAt,
  }) => {
    await addVideo(family, 'Birds of the Garden', YOUTUBE);
    await givePlayers(page);
    const clock = await clockAt(BEFORE_NOON);
    await visitBegins(page, clock);
    await buttonOf(page, /Birds of the Garden/).click();
    await expect(titleOf(page, 'Birds of the Garden')).toBeFocused();
    await clock.advance(19);
    await expect(buttonOf(page, 'Continue')).toBeHidden();
    await clock.advance(1);
    await expect(buttonOf(page, 'Continue')).toBeVisible();
    await expect(page.getByRole('status').and(question(page))).toBeVisible();
    await expect(titleOf(page, 'Birds of the Garden')).toBeFocused();
    const frame = await page.locator('iframe').boundingBox();
    const bar = await question(page).locator('..').boundingBox();
    expect((frame?.y ?? 0) + (frame?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeCloseTo(page.viewportSize()?.height ?? 0, 0);
    await closeOf(page).click();
    await expect(buttonOf(page, 'Continue'), 'also over the list').toBeVisible();
    await buttonOf(page, 'Continue').click();
    await clock.advance(25);
    await expect(buttonOf(page, 'Continue')).toBeHidden();
  });

  test('End records the length of the visit and leads to the home screen', async ({
    page,
    family,
    clockAt,
  }) => {
    const itemId = await addVideo(family, 'Birds of the Garden', YOUTUBE);
    await becomeElder(family);
    await givePlayers(page);
    const clock = await clockAt(BEFORE_NOON);
    const notes = await visitBegins(page, clock);
    await expect(buttonOf(page, /Birds of the Garden/)).toBeVisible();
    await clock.advance(5);
    await buttonOf(page, /Birds of the Garden/).click();
    await expect(titleOf(page, 'Birds of the Garden')).toBeVisible();
    await clock.advance(15);
    await buttonOf(page, 'End').click();
    await expect(page).toHaveURL('/');
    const of = { activity: 'watch' };
    await expect
      .poll(() => notes.toSorted((one, other) => one.duration - other.duration))
      .toEqual([
        { ...of, content: 'watch_started', duration: 0 },
        { ...of, content: 'watch_started', duration: 0, itemId },
        { ...of, content: 'watch_ended', duration: 15, itemId },
        { ...of, content: 'watch_ended', duration: 20 },
      ]);
  });

  test('visits of the photos and of My Day are recorded too', async ({ page, family }) => {
    await becomeElder(family);
    const notes = notesOf(page);
    for (const path of ['/photos', '/my-day']) {
      await page.goto(path);
      await page.getByRole('link', { name: 'Return to Main Screen' }).click();
      await expect(page).toHaveURL('/');
    }
    const contents = ['photos_started', 'photos_ended', 'myday_started', 'myday_ended'];
    await expect.poll(() => notes.map(({ content }) => content)).toEqual(contents);
  });

  test('a visit without a connection is sent later, with its time, and only once', async ({
    page,
    family,
    clockAt,
  }) => {
    await becomeElder(family);
    const clock = await clockAt(BEFORE_NOON);
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'My Day', exact: true })).toBeVisible();
    await page.route('**/api/analytics', (route) => route.abort('internetdisconnected'));
    for (const name of ['My Day', 'Return to Main Screen']) {
      const failed = page.waitForEvent('requestfailed', (request) =>
        request.url().endsWith('/api/analytics'),
      );
      await page.getByRole('link', { name, exact: true }).click();
      await failed;
    }
    await expect.poll(() => waitingUses(page)).toBe(2);
    await page.unroute('**/api/analytics');
    const notes = notesOf(page);
    await clock.freezeAt('2026-03-11T15:53:00Z');
    await clock.advance(61);
    await clock.thaw();
    await expect
      .poll(() => notes.map(({ content, happenedAt }) => [content, happenedAt?.slice(0, 15)]))
      .toEqual([
        ['myday_started', '2026-03-10T15:5'],
        ['myday_ended', '2026-03-10T15:5'],
      ]);
    await expect.poll(() => waitingUses(page)).toBe(0);
  });

  test('visits of an administrator are not recorded', async ({ page, family }) => {
    await addVideo(family, 'Birds of the Garden', YOUTUBE);
    await givePlayers(page);
    const notes = notesOf(page);
    await openEntry(page, 'watch', 'Birds of the Garden');
    await closeOf(page).click();
    await page.getByRole('link', { name: 'Return to Main Screen' }).click();
    await expect(page).toHaveURL('/');
    expect(notes).toEqual([]);
  });
});
