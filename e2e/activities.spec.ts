import type { Page } from '@playwright/test';
import {
  addPlaylist,
  addVideo,
  BEFORE_NOON,
  buttonOf,
  closeOf,
  FILE,
  frameOf,
  giveFile,
  givePlayers,
  giveStream,
  giveVideos,
  openEntry,
  SPOTIFY,
  stateOf,
  titleOf,
  VIMEO,
  YOUTUBE,
} from './support/activities.ts';
import { popupOf, readyPopupOf } from './support/reminder.ts';
import type { SharedClock } from './support/shared-clock.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';
import { untilHearing } from './support/touch.ts';

/** One second before the reminder for noon opens. */
const REMINDER = '2026-03-10T15:54:59Z';

/** Moves the clock until the reminder for noon is open. */
async function reminderComes(page: Page, clock: SharedClock): Promise<void> {
  await clock.freezeAt(REMINDER);
  await clock.advance(1);
  await expect(popupOf(page)).toBeVisible();
}

async function closeReminder(page: Page, clock: SharedClock): Promise<void> {
  await clock.thaw();
  await (await readyPopupOf(page)).getByRole('button', { name: 'Close' }).click();
  await expect(popupOf(page)).toBeHidden();
}

const medicationAtNoon = (family: Family) =>
  addMedication(family, { name: 'Metformin', times: ['12:00'] });

test.describe('the Watch screen', () => {
  for (const [provider, url] of [
    ['YouTube', YOUTUBE],
    ['Vimeo', VIMEO],
  ] as const) {
    test(`a press plays a ${provider} video; a reminder pauses it, and closing the reminder resumes it`, async ({
      page,
      family,
      clockAt,
    }) => {
      await medicationAtNoon(family);
      await addVideo(family, 'Birds of the Garden', url);
      await givePlayers(page);
      const clock = await clockAt(BEFORE_NOON);
      await openEntry(page, 'watch', 'Birds of the Garden');
      await expect(stateOf(page)).toHaveText('playing');
      await reminderComes(page, clock);
      await expect(stateOf(page)).toHaveText('still');
      await clock.advance(3);
      await expect(stateOf(page), 'is still on the page').toHaveText('still');
      await closeReminder(page, clock);
      await expect(stateOf(page)).toHaveText('playing');
    });
  }

  test('a video that the elder paused stays paused after a reminder', async ({
    page,
    family,
    clockAt,
  }) => {
    await medicationAtNoon(family);
    await addVideo(family, 'Birds of the Garden', YOUTUBE);
    await givePlayers(page);
    const clock = await clockAt(BEFORE_NOON);
    await openEntry(page, 'watch', 'Birds of the Garden');
    await frameOf(page).getByRole('button', { name: 'Play' }).click();
    await expect(stateOf(page)).toHaveText('still');
    await reminderComes(page, clock);
    await closeReminder(page, clock);
    await clock.freezeAt('2026-03-10T15:58:00Z');
    await clock.advance(2);
    await expect(stateOf(page)).toHaveText('still');
  });

  test('a player that ignores the pause command is removed during the reminder and restored after it', async ({
    page,
    family,
    clockAt,
  }) => {
    await medicationAtNoon(family);
    await addVideo(family, 'Birds of the Garden', YOUTUBE);
    await givePlayers(page, 'is deaf');
    const clock = await clockAt(BEFORE_NOON);
    await openEntry(page, 'watch', 'Birds of the Garden');
    await expect(stateOf(page)).toHaveText('playing');
    await reminderComes(page, clock);
    await clock.advance(2);
    await expect(page.locator('iframe')).toHaveCount(0);
    await closeReminder(page, clock);
    await expect(stateOf(page)).toHaveText('playing');
  });

  test('a video does not start without a press when autoplay is off', async ({ page, family }) => {
    await family.request.patch('/api/settings', { data: { autoplayEnabled: false } });
    await addVideo(family, 'Birds of the Garden', YOUTUBE);
    await givePlayers(page);
    await openEntry(page, 'watch', 'Birds of the Garden');
    await expect(stateOf(page)).toHaveText('still');
    await expect(page.locator('iframe')).not.toHaveAttribute('src', /autoplay/);
  });

  test('Close comes before the frame in the tab order, and closing returns the focus to the card', async ({
    page,
    family,
  }) => {
    await addVideo(family, 'Birds of the Garden', YOUTUBE);
    await addVideo(family, 'Ella’s Piano Recital', YOUTUBE);
    await givePlayers(page);
    await openEntry(page, 'watch', 'Ella’s Piano Recital');
    await expect(titleOf(page, 'Ella’s Piano Recital')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(closeOf(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(buttonOf(page, /Ella’s Piano Recital/)).toBeFocused();
    // Waits, because a second Enter right away would count as a repetition.
    await untilHearing(page);
    await page.keyboard.press('Enter');
    await expect(titleOf(page, 'Ella’s Piano Recital')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(buttonOf(page, /Ella’s Piano Recital/)).toBeFocused();
  });

  test('a video file plays with large controls; a reminder pauses it, and closing the reminder resumes it', async ({
    page,
    family,
    clockAt,
  }) => {
    await medicationAtNoon(family);
    await addVideo(family, 'Ella’s Piano Recital', FILE);
    await giveFile(page);
    const clock = await clockAt(BEFORE_NOON);
    await openEntry(page, 'watch', 'Ella’s Piano Recital');
    await expect(buttonOf(page, 'Pause')).toBeVisible();
    await reminderComes(page, clock);
    await expect(page.locator('video')).toHaveJSProperty('paused', true);
    await closeReminder(page, clock);
    await expect(page.locator('video')).toHaveJSProperty('paused', false);
    await buttonOf(page, 'Pause').click();
    await expect(buttonOf(page, 'Play')).toBeFocused();
    await expect(page.locator('video')).toHaveJSProperty('paused', true);
    await buttonOf(page, 'Ahead').click();
    await expect(page.getByText(/^0:3\d$/)).toBeVisible();
  });

  test('a video file that cannot be played shows a message and a way back', async ({
    page,
    family,
  }) => {
    await addVideo(family, 'Ella’s Piano Recital', FILE);
    await page.route('https://media.example.org/**', (route) => route.fulfill({ status: 404 }));
    await openEntry(page, 'watch', 'Ella’s Piano Recital');
    await expect(page.getByText('This cannot be played right now.')).toBeVisible();
    await closeOf(page).click();
    await expect(buttonOf(page, /Ella’s Piano Recital/)).toBeVisible();
  });

  test('the first six videos are shown in their order', async ({ page, family: _ }) => {
    await giveVideos(page);
    await page.goto('/activity/watch');
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(6);
    await expect(buttonOf(page, /Birds of the Garden/)).toBeVisible();
    await expect(page.getByText('The Seventh')).toBeHidden();
  });
});

test.describe('the Listen screen', () => {
  test('a stream loads the HLS library, which the list does not load', async ({ page, family }) => {
    await addPlaylist(family, 'Morning radio', 'https://media.example.org/radio.m3u8');
    await giveStream(page);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    const library = () => loaded.filter((path) => /\/assets\/hls-/.test(path));
    await page.goto('/activity/listen');
    await expect(buttonOf(page, /Morning radio/)).toBeVisible();
    expect(library()).toEqual([]);
    await buttonOf(page, /Morning radio/).click();
    await expect(buttonOf(page, 'Pause')).toBeVisible();
    await expect(page.getByText('of 0:59')).toBeVisible();
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0.2);
    expect(library()).toHaveLength(1);
  });

  test('the hint to press play is below the list and above the player', async ({
    page,
    family,
    clockAt,
  }) => {
    await medicationAtNoon(family);
    await addPlaylist(family, 'Hymns and choirs', SPOTIFY);
    await givePlayers(page);
    const clock = await clockAt(BEFORE_NOON);
    await page.goto('/activity/listen');
    await expect(
      page.getByText('After the music player opens, press play to start.'),
    ).toBeVisible();
    await buttonOf(page, /Hymns and choirs/).click();
    await expect(page.getByText('Press play to start the music.')).toBeVisible();
    await expect(page.locator('iframe')).toHaveAttribute('src', /^https:\/\/open\.spotify\.com\//);
    await expect(stateOf(page)).toBeVisible();
    await reminderComes(page, clock);
    await expect(page.locator('iframe'), 'could not be told').toHaveCount(0);
    await closeReminder(page, clock);
    await expect(stateOf(page)).toBeVisible();
  });
});
