import type { Page } from '@playwright/test';
import { addVideo, givePlayers, YOUTUBE } from './support/activities.ts';
import { untilKnown } from './support/offline.ts';
import { logsOf, openHome, popupOf } from './support/reminder.ts';
import { listenForTones, tonesOf } from './support/sound.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';
import { finishSpeaking, lastWordsOf, listenForWords, wordsOf } from './support/voice.ts';

const METFORMIN = {
  name: 'Metformin',
  dosage: '500 mg, one tablet',
  instructions: 'Take with food',
  times: ['08:00'],
};

const IN_FIVE = 'In 5 minutes it is time to take Metformin, 500 mg, one tablet. Take with food.';

const change = ({ request }: Family, data: Record<string, unknown>) =>
  request.patch('/api/settings', { data });

/** Touches an empty place, which allows the page to play sound. */
const touch = (page: Page) => page.mouse.click(4, 4);

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });

/** Presses the mouse on an element without releasing it, like a resting finger. */
async function putFingerOn(page: Page, name: string, role: 'link' | 'button' = 'link') {
  await page.getByRole(role, { name }).hover();
  await page.mouse.down();
}

async function openTouched(page: Page, path = '/') {
  await page.goto(path);
  await expect(page.getByText('No medications scheduled for today')).toBeVisible();
  await touch(page);
}

/** Opens a screen and waits until the code that speaks labels is loaded. */
async function openWithLabels(page: Page, path: string) {
  const script = page.waitForResponse((response) => response.url().includes('spoken-labels'));
  await page.goto(path);
  await (await script).finished();
}

test.beforeEach(({ page }) => listenForWords(page));

test('a touch speaks the label and acts as usual; the new screen speaks its title once', async ({
  page,
  family: _,
}) => {
  await openTouched(page);
  expect(await wordsOf(page), 'nothing on its own').toEqual([]);
  await putFingerOn(page, 'Photos');
  await expect.poll(() => wordsOf(page)).toEqual(['Photos']);
  await page.mouse.up();
  await expect(page.getByRole('heading', { name: 'No Photos Yet' })).toBeVisible();
  await link(page, 'Return to Main Screen').click();
  await expect(link(page, 'Watch')).toBeVisible();
  await expect.poll(() => wordsOf(page)).toEqual(['Photos', 'Return to Main Screen']);
  await finishSpeaking(page);
  expect(await wordsOf(page)).toEqual(['Photos', 'Return to Main Screen', 'Home screen']);
  await link(page, /^Today’s events/).click();
  await expect(page.getByRole('heading', { name: 'My Day' })).toBeVisible();
  const [, , , footer] = await wordsOf(page);
  expect(footer).toMatch(/^Today’s events, No events scheduled for today, Medications, No /);
  await finishSpeaking(page);
  expect((await wordsOf(page)).at(-1)).toBe('My Day');
});

test('the keyboard focus speaks the label where it stops, and none on the way', async ({
  page,
  family: _,
  clockAt,
}) => {
  const clock = await clockAt('2026-03-10T14:42:00Z');
  await openWithLabels(page, '/');
  await touch(page);
  await clock.freezeAt('2026-03-10T14:43:00Z');
  await link(page, 'Photos').focus();
  for (const _step of [1, 2, 3]) await page.keyboard.press('Tab');
  await clock.advance(1);
  await expect(link(page, 'Read')).toBeFocused();
  // Polled, because the code of the voice is a separate chunk that may still be loading.
  await expect.poll(() => wordsOf(page)).toEqual(['Read']);
});

test('with press and hold the label is spoken while it is held, then a hint after release', async ({
  page,
  family,
}) => {
  await change(family, { requireLongPress: true });
  // Loads the code of the labels first: if it were loaded during the press, it would speak "Keep
  // holding Photos".
  await openWithLabels(page, '/');
  await touch(page);
  await putFingerOn(page, 'Photos', 'button');
  await expect.poll(() => wordsOf(page)).toEqual(['Photos']);
  await page.mouse.up();
  const hint = 'Press Photos and keep holding to open it.';
  await expect.poll(() => wordsOf(page)).toEqual(['Photos', hint]);
});

test('a reminder is spoken after the tones and after each repetition, and stops on an answer', async ({
  page,
  family,
  clockAt,
}) => {
  await change(family, { alarmRepeatMinutes: 1 });
  await addMedication(family, METFORMIN);
  await listenForTones(page);
  const clock = await clockAt('2026-03-10T11:54:00Z');
  await openHome(page);
  await untilKnown(page);
  await touch(page);
  await clock.freezeAt('2026-03-10T11:54:59Z');
  await clock.advance(1);
  await expect(popupOf(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await clock.advance(14);
  expect(await tonesOf(page)).toHaveLength(5);
  expect(await wordsOf(page), 'no voice over the tones, not for a label either').toEqual([]);
  await clock.advance(1);
  expect(await wordsOf(page)).toEqual([IN_FIVE]);
  await finishSpeaking(page);
  await clock.advance(60);
  expect(await tonesOf(page)).toHaveLength(10);
  expect(await wordsOf(page)).toEqual([IN_FIVE, IN_FIVE.replace('5', '4')]);
  await popupOf(page).getByRole('button', { name: 'Skip' }).click();
  expect(await lastWordsOf(page)).toBe('');
  await clock.advance(20);
  const statuses = async () => (await logsOf(family)).map(({ status }) => status);
  await expect.poll(statuses).toEqual(['skipped']);
  expect(await wordsOf(page)).toHaveLength(2);
});

test('with the alarm off a reminder is spoken at once, and Close speaks its result', async ({
  page,
  family,
  clockAt,
}) => {
  await change(family, { medicationAlarmEnabled: false });
  await addMedication(family, METFORMIN);
  const clock = await clockAt('2026-03-10T11:54:00Z');
  await openHome(page);
  await untilKnown(page);
  await touch(page);
  await clock.freezeAt('2026-03-10T11:54:59Z');
  await clock.advance(1);
  await expect(popupOf(page)).toBeVisible();
  expect(await wordsOf(page)).toEqual([IN_FIVE]);
  await clock.advance(1);
  await popupOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(popupOf(page)).toBeHidden();
  await expect.poll(() => lastWordsOf(page)).toBe('No more ringing. Metformin is on My Day.');
});

test('a reminder without sound is not spoken', async ({ page, family, clockAt }) => {
  await addMedication(family, { ...METFORMIN, soundEnabled: false });
  const clock = await clockAt('2026-03-10T11:54:00Z');
  await openHome(page);
  await untilKnown(page);
  await touch(page);
  await clock.freezeAt('2026-03-10T11:54:59Z');
  await clock.advance(20);
  await expect(popupOf(page)).toBeVisible();
  expect(await wordsOf(page)).toEqual([]);
});

test('only one of two tabs speaks a reminder', async ({ page, family, clockAt }) => {
  const opens = '2026-03-10T11:55:02Z';
  await change(family, { medicationAlarmEnabled: false });
  await addMedication(family, METFORMIN);
  await clockAt(opens);
  await openHome(page);
  await touch(page);
  await expect.poll(() => lastWordsOf(page)).toBe(IN_FIVE);
  const second = await page.context().newPage();
  await second.clock.install({ time: new Date(opens) });
  await listenForWords(second);
  await openHome(second);
  await touch(second);
  await expect.poll(() => lastWordsOf(second)).toBe(IN_FIVE);
  await expect.poll(() => lastWordsOf(page)).toBe('');
  await second.close();
  await expect.poll(() => lastWordsOf(page)).toBe(IN_FIVE);
});

test.describe('spoken tips of a screen', () => {
  test.use({ withTips: true });

  test('a tip is spoken, and turning voice guidance off silences everything at once', async ({
    page,
    family,
  }) => {
    const tip = 'Press a photo to see it larger.';
    await page.route('**/api/help-tip', (route) =>
      route.fulfill({ json: { tip, category: 'action', priority: 'low' } }),
    );
    await openWithLabels(page, '/photos');
    await page.getByRole('button', { name: 'Help' }).click();
    await expect.poll(() => wordsOf(page)).toEqual(['Help', tip]);
    await change(family, { voiceGuidanceEnabled: false });
    await expect.poll(() => lastWordsOf(page), { timeout: 3000 }).toBe('');
    await link(page, 'Return to Main Screen').click();
    await expect(link(page, 'Watch')).toBeVisible();
    expect(await wordsOf(page)).toEqual(['Help', tip]);
  });
});

test('no label is spoken over a video, and the admin panel never speaks', async ({
  page,
  family,
}) => {
  await addVideo(family, 'Our garden', YOUTUBE);
  await givePlayers(page);
  await openWithLabels(page, '/activity/watch');
  await page.getByRole('button', { name: /Our garden/ }).click();
  await expect(page.getByRole('heading', { name: 'Our garden' })).toBeVisible();
  await expect.poll(() => lastWordsOf(page)).toBe('');
  const before = await wordsOf(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: /Our garden/ })).toBeVisible();
  expect(await wordsOf(page)).toEqual(before);
  await link(page, 'Return to Main Screen').click();
  await expect(link(page, 'Listen')).toBeVisible();
  expect((await wordsOf(page)).slice(before.length)).toEqual(['Return to Main Screen']);
  await page.goto('/users');
  await page.getByRole('button').first().click();
  expect(await wordsOf(page)).toEqual([]);
});
