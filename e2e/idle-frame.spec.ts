import { MINUTE_MS } from '../src/platform/shared/durations.ts';
import {
  frameOf,
  leaveAlone,
  openWithFrame,
  pageNow,
  pairTablet,
  setFrame,
} from './support/idle-frame.ts';
import { expectAccessible, expectLargeEnough } from './support/looks.ts';
import { uploadPhoto } from './support/photos.ts';
import { later, popupOf, readyPopupOf } from './support/reminder.ts';
import { addMedication, expect, test } from './support/test.ts';
import { Hand, middleOf, untilHearing } from './support/touch.ts';
import { expectNoFlaws } from './support/walk.ts';

const MORNING = '2026-03-10T13:00:00Z';

/** Slightly longer than the shortest idle time that a family can set, which is five minutes. */
const FIVE_MINUTES = 5 * MINUTE_MS + 2_000;

/**
 * Overlaps by design: the button fills the screen, and two photos overlap while one replaces the
 * other.
 */
const BY_DESIGN =
  / and target ‘Photo frame\. Open the home screen\.’$|: picture ‘’ and picture ‘’$/;

test('the frame starts after the idle time, and the first touch only opens Home', async ({
  family,
  server,
  browser,
}) => {
  await addMedication(family, { name: 'Atorvastatin', times: ['20:00'] });
  const event = { title: 'Video call with Ella', eventDate: '2026-03-10', startTime: '16:30' };
  await family.request.post('/api/calendar-events', { data: event });
  for (const index of [0, 3]) await uploadPhoto(family, index);
  const tablet = await pairTablet({ family, server, browser, at: MORNING });
  const { page, clock, deviceId } = tablet;
  await setFrame(family, deviceId, { minutes: 5 });
  await openWithFrame(tablet);
  const photos = await middleOf(page.getByRole('link', { name: 'Photos', exact: true }));
  await leaveAlone(tablet, FIVE_MINUTES - 3 * 60_000);
  await expect(frameOf(page)).toBeHidden();
  await leaveAlone(tablet, 3 * 60_000);
  await expect(frameOf(page)).toBeVisible();
  await expect(page.locator('.idle-print img').last()).toBeVisible();
  await clock.thaw();
  await expect(page.getByText('Video call with Ella').last()).toBeVisible();
  await expectNoFlaws(page, 'photo frame', { names: ['Atorvastatin'], allowed: BY_DESIGN });
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.mouse.move(400, 300);
  await expect(frameOf(page)).toBeVisible();
  const hand = await Hand.on(page);
  await hand.down(photos);
  await expect(frameOf(page)).toBeHidden();
  await hand.up();
  // Waits, because presses within 700 ms after the release are ignored.
  await page.mouse.click(photos.x, photos.y);
  await expect(page).toHaveURL(/\/$/);
  await untilHearing(page);
  await page.mouse.click(photos.x, photos.y);
  await expect(page).toHaveURL(/\/photos$/);
  await page.context().close();
});

test('a key press ends the frame and opens nothing', async ({ family, server, browser }) => {
  await uploadPhoto(family, 0);
  const tablet = await pairTablet({ family, server, browser, at: MORNING });
  const { page } = tablet;
  await setFrame(family, tablet.deviceId, { minutes: 5 });
  await openWithFrame(tablet);
  await page.getByRole('link', { name: 'Photos', exact: true }).focus();
  await leaveAlone(tablet, FIVE_MINUTES);
  await expect(frameOf(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(frameOf(page)).toBeHidden();
  await expect(page).toHaveURL(/\/$/);
  await tablet.clock.thaw();
  await expect(page.getByRole('link', { name: 'Photos', exact: true })).toBeFocused();
  await page.context().close();
});

test('the frame is off until it is turned on in the panel, and the tablet follows without a reload', async ({
  page: panel,
  family,
  server,
  browser,
}) => {
  await uploadPhoto(family, 0);
  const tablet = await pairTablet({ family, server, browser, at: MORNING });
  const { page, clock } = tablet;
  const asked = page.waitForResponse('**/api/idle-frame');
  await page.reload();
  await clock.freezeAt(later(await pageNow(page), 8_000));
  await clock.thaw();
  await asked;
  await leaveAlone(tablet, FIVE_MINUTES);
  await expect(frameOf(page)).toBeHidden();
  await clock.thaw();

  await panel.goto('/admin/tablets');
  const frame = panel.getByLabel('Photos when nobody touches the tablet');
  await expect(frame).toHaveValue('off');
  const loaded = page.waitForResponse(/\/IdleFrame-.+\.js$/);
  await frame.selectOption('After 5 minutes');
  await loaded;
  await panel.getByLabel('Seconds per photo').selectOption('30');
  await expectLargeEnough(panel, 'family');
  await expectAccessible(panel, 'family');
  await panel.reload();
  await expect(panel.getByLabel('Seconds per photo')).toHaveValue('30');
  await leaveAlone(tablet, FIVE_MINUTES);
  await expect(frameOf(page)).toBeVisible();
  await clock.thaw();
  await frame.selectOption('Off');
  await expect(frameOf(page)).toBeHidden();
  await page.context().close();
});

test('the frame closes five minutes before a dose and does not start in the dose window', async ({
  family,
  server,
  browser,
}) => {
  await uploadPhoto(family, 0);
  await addMedication(family, { name: 'Metformin', times: ['09:20'] });
  const tablet = await pairTablet({ family, server, browser, at: MORNING });
  const { page, clock } = tablet;
  await setFrame(family, tablet.deviceId, { minutes: 5 });
  await openWithFrame(tablet);
  await leaveAlone(tablet, FIVE_MINUTES);
  await expect(frameOf(page)).toBeVisible();
  await clock.freezeAt('2026-03-10T13:14:58Z');
  await expect(frameOf(page)).toBeVisible();
  await clock.advance(3);
  await expect(frameOf(page)).toBeHidden();

  const popup = await readyPopupOf(page);
  await popup.getByRole('button', { name: 'Close' }).click();
  await expect(popupOf(page)).toBeHidden();
  await expect(page.getByRole('link', { name: 'Photos', exact: true })).toBeVisible();
  await leaveAlone(tablet, 20 * MINUTE_MS);
  await expect(frameOf(page), 'in the window of the unanswered dose').toBeHidden();
  await clock.freezeAt('2026-03-10T14:20:02Z');
  await clock.advance(1);
  await leaveAlone(tablet, FIVE_MINUTES);
  await expect(frameOf(page), 'after the window').toBeVisible();
  await page.context().close();
});

test('a reminder opens above the frame, and Home is shown after it', async ({
  family,
  server,
  browser,
}) => {
  await uploadPhoto(family, 0);
  const tablet = await pairTablet({ family, server, browser, at: MORNING });
  const { page, clock } = tablet;
  await setFrame(family, tablet.deviceId, { minutes: 5 });
  await openWithFrame(tablet);
  await leaveAlone(tablet, FIVE_MINUTES);
  await expect(frameOf(page)).toBeVisible();
  await clock.thaw();
  // Adds a medication that is due now, while the frame is shown.
  await addMedication(family, { name: 'Metformin', times: ['09:07'] });
  const popup = await readyPopupOf(page);
  await popup.getByRole('button', { name: 'Taken' }).click();
  await expect(popupOf(page)).toBeHidden();
  await expect(frameOf(page)).toBeHidden();
  await expect(page.getByRole('link', { name: 'Photos', exact: true })).toBeVisible();
  await leaveAlone(tablet, 4 * MINUTE_MS);
  await expect(frameOf(page)).toBeHidden();
  await leaveAlone(tablet, 2 * MINUTE_MS);
  await expect(frameOf(page)).toBeVisible();
  await page.context().close();
});

test('without any picture the frame shows the clock on the sky', async ({
  family,
  server,
  browser,
}) => {
  await uploadPhoto(family, 0);
  const tablet = await pairTablet({ family, server, browser, at: MORNING });
  const { page } = tablet;
  await setFrame(family, tablet.deviceId, { minutes: 5 });
  await page.route('**/uploads/**', (route) => route.abort());
  await openWithFrame(tablet);
  await leaveAlone(tablet, FIVE_MINUTES);
  await expect(page.locator('.idle-frame')).toHaveAttribute('data-look', 'sky');
  await tablet.clock.thaw();
  await expectAccessible(page, 'elder');
  await page.context().close();
});

test('at night the frame shows the clock on a dark background, without photos', async ({
  family,
  server,
  browser,
}) => {
  const tablet = await pairTablet({ family, server, browser, at: '2026-03-11T01:30:00Z' });
  const { page, clock } = tablet;
  await setFrame(family, tablet.deviceId, { minutes: 5 });
  await openWithFrame(tablet);
  await leaveAlone(tablet, FIVE_MINUTES);
  await expect(frameOf(page)).toBeVisible();
  const panel = page.locator('.idle-panel');
  const before = await middleOf(panel);
  await clock.thaw();
  await expectNoFlaws(page, 'clock at night', { allowed: BY_DESIGN });
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(panel).toContainText('Tuesday night, March 10');
  await expect(page.locator('.idle-print')).toHaveCount(0);
  await leaveAlone(tablet, 10 * MINUTE_MS);
  expect(await middleOf(panel)).not.toEqual(before);
  // By day the frame is not shown, because the household has no photo.
  await clock.freezeAt('2026-03-11T09:00:01Z');
  await clock.advance(1);
  await expect(frameOf(page)).toBeHidden();
  await page.context().close();
});

test('an untouched section returns to Home, but not during a slideshow', async ({
  family,
  server,
  browser,
}) => {
  for (const index of [0, 1]) await uploadPhoto(family, index);
  const tablet = await pairTablet({ family, server, browser, at: MORNING });
  const { page, clock } = tablet;
  await setFrame(family, tablet.deviceId, { minutes: 5 });
  await openWithFrame(tablet);
  await untilHearing(page);
  await page.getByRole('link', { name: 'Photos', exact: true }).click();
  await page.getByRole('button', { name: 'Start Slideshow' }).click();
  await leaveAlone(tablet, 12 * MINUTE_MS);
  await expect(page, 'a slideshow plays').toHaveURL(/\/photos$/);
  await clock.thaw();
  await untilHearing(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await leaveAlone(tablet, FIVE_MINUTES);
  await expect(page).toHaveURL(/\/$/);
  await expect(frameOf(page)).toBeHidden();
  await leaveAlone(tablet, FIVE_MINUTES);
  await expect(frameOf(page)).toBeVisible();
  await page.context().close();
});
