import type { Locator, Page } from '@playwright/test';
import { buttonOf } from './support/activities.ts';
import { furnish, LONGEST, SHORTEST, type Words } from './support/elder-household.ts';
import { shareOf } from './support/looks.ts';
import { withOfflineScreen } from './support/offline.ts';
import { addElder } from './support/people.ts';
import { popupOf, readyPopupOf } from './support/reminder.ts';
import { expect, type Family, test } from './support/test.ts';
import { press, untilHearing } from './support/touch.ts';
import { namesIn, Walk, WINDOWS } from './support/walk.ts';

/** 7:56 AM in New York: the reminder for 8:00 AM is open. */
const MORNING = '2026-03-10T11:56:00Z';

/**
 * Times in the afternoon, evening and night in New York, at which the home screen has other
 * greetings.
 */
const LATER = ['2026-03-10T18:00:00Z', '2026-03-10T23:10:00Z', '2026-03-11T02:30:00Z'];

/** Tablets for the test with the browser's font size doubled. */
const TABLETS = WINDOWS.slice(0, 2);

/** Phones for the test with the largest text size setting. */
const PHONES = WINDOWS.filter(({ width, zoom }) => width < 400 && zoom === 1);

async function wholeHome(page: Page): Promise<void> {
  await expect(page.getByText(/°F/)).toBeVisible();
  await expect(page.locator('.home-row').first()).toBeVisible();
}

for (const [length, words, windows] of [
  ['longest', LONGEST, WINDOWS],
  // A third of the windows is enough, because short texts fit wherever long ones do.
  ['shortest', SHORTEST, shareOf(WINDOWS, { variant: 0, of: 3 })],
] as const) {
  test(`no elder screen has overlapping, cut or too small parts with the ${length} texts`, async ({
    page,
    family,
    clockAt,
    server,
  }) => {
    test.slow();
    await furnish(page, family, words);
    await clockAt(MORNING);
    const walk = await Walk.on(page, namesIn(words), windows);
    await lookAtDosesAndHome(page, walk, family);
    await withOfflineScreen(page, async () => {
      await page.goto('/my-day');
      await expect(
        page.getByRole('button', { name: `Taken: ${words.medication.name}` }).first(),
      ).toBeVisible();
    });
    await walk.look('My Day');
    await askFarAhead(page, words);
    await walk.look('a dose that is far ahead');
    await page.keyboard.press('Escape');
    await page.context().setOffline(true);
    await expect(page.getByText('No Internet Connection')).toBeVisible();
    await walk.look('offline');
    await page.getByRole('button', { name: 'Show what is on this tablet' }).press('Enter');
    await walk.look('My Day offline');
    await page.context().setOffline(false);
    await lookAtSections(page, walk, words);
    for (const instant of LATER) {
      await server.setClock(new Date(instant));
      await page.clock.setSystemTime(new Date(instant));
      await page.goto('/');
      await wholeHome(page);
      await walk.look(`home at ${instant}`);
    }
    expect(walk.flaws).toEqual([]);
  });
}

test('the measures, their keys and their texts do not overlap', async ({
  page,
  family,
  clockAt,
}) => {
  test.slow();
  const userId = await addElder(family);
  const kinds = ['blood-pressure', 'weight', 'glucose', 'pain', 'mood'];
  const data = { kinds, weightUnit: 'kg', glucoseUnit: 'mmol/L' };
  expect((await family.request.put(`/api/measures/${userId}`, { data })).ok()).toBe(true);
  await clockAt(MORNING);
  await page.goto('/my-day');
  const card = page.getByRole('region', { name: 'To Measure' });
  await expect(card.getByRole('button')).toHaveCount(kinds.length);
  const walk = await Walk.on(page, namesIn(SHORTEST));
  await walk.look('My Day with measures');
  for (const name of ['Blood pressure', 'Weight', 'Pain', 'Mood']) {
    await card.getByRole('button', { name: new RegExp(`^${name}`) }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await walk.look(name);
    await page.keyboard.press('Escape');
  }
  expect(walk.flaws).toEqual([]);
});

/**
 * Texts beyond the usual lengths: a name as long as the panel accepts, and instructions of 300
 * characters.
 */
const BEYOND: Words = {
  ...LONGEST,
  medication: {
    name: `${'Carbidopa-Levodopa extended release '.repeat(5)}capsules`,
    dosage: '25-100 mg, one and a half tablets',
    instructions: 'Take with food, not with milk, and sit up afterwards. '.repeat(6).slice(0, 300),
  },
  other: { name: `${'Hydroxychloroquinephosphate '.repeat(6)}tablets`, dosage: '200 mg, 1 tablet' },
};

test.describe('a browser in another timezone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('grouped reminders show the longest possible names and instructions whole', async ({
    page,
    family,
    clockAt,
  }) => {
    test.slow();
    await furnish(page, family, BEYOND);
    await clockAt(MORNING);
    const walk = await Walk.on(page, namesIn(BEYOND));
    await page.goto('/');
    await readyPopupOf(page);
    await expect(popupOf(page).getByText('8:00 AM')).toBeVisible();
    await walk.look('one dose');
    await seeTogether(page, family);
    await expect(popupOf(page).getByRole('heading', { name: /^8:00 AM, 2/ })).toBeVisible();
    await walk.look('doses of one time');
    await expectReachable(page);
    expect(walk.flaws).toEqual([]);
  });
});

/**
 * Expects that the answers are completely visible in every window, and that each card can be
 * scrolled into view.
 */
async function expectReachable(page: Page): Promise<void> {
  for (const { width, height } of WINDOWS) {
    await page.setViewportSize({ width, height });
    const rest = popupOf(page).getByRole('button', { name: /^See the other/ });
    const all = popupOf(page).getByRole('button', { name: 'All taken' });
    await expect(all.or(rest)).toBeVisible();
    while (await rest.isVisible()) await press(rest);
    const seen = async (button: Locator, ratio: number) => {
      await button.scrollIntoViewIfNeeded();
      await expect(button, `at ${width}x${height}`).toBeInViewport({ ratio });
    };
    for (const name of ['Close', 'All taken', 'One by one']) {
      await seen(popupOf(page).getByRole('button', { name }), 0.99);
    }
    for (const card of await popupOf(page).getByRole('listitem').getByRole('button').all()) {
      await seen(card, 0.05);
    }
  }
}

test('the longest texts fit a tablet whose browser doubles the font size', async ({
  page,
  family,
  clockAt,
}) => {
  await furnish(page, family, LONGEST);
  await clockAt(MORNING);
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  const walk = await Walk.on(page, namesIn(LONGEST), TABLETS);
  await lookAtDosesAndHome(page, walk, family);
  await expect.poll(() => rootSize(page)).toBe(32);
  await lookAtDay(page, walk);
  expect(walk.flaws).toEqual([]);
});

test('text of 160 % has its full size on a phone and fits with the longest texts', async ({
  page,
  family,
  clockAt,
}) => {
  test.slow();
  await furnish(page, family, LONGEST);
  const id = await addElder(family);
  await family.request.patch(`/api/accessibility/${id}`, { data: { textSize: 160 } });
  await clockAt(MORNING);
  await page.setViewportSize({ width: 390, height: 844 });
  const walk = await Walk.on(page, namesIn(LONGEST), PHONES);
  await lookAtDosesAndHome(page, walk, family);
  // Waits for the font size, which changes shortly after the window has returned to its own size.
  await expect.poll(() => rootSize(page)).toBeCloseTo(25.6);
  await lookAtDay(page, walk);
  await lookAtSections(page, walk, LONGEST);
  expect(walk.flaws).toEqual([]);
});

const rootSize = (page: Page) =>
  page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));

async function lookAtDay(page: Page, walk: Walk): Promise<void> {
  await page.goto('/my-day');
  await expect(page.getByRole('button', { name: /^Taken:/ }).first()).toBeVisible();
  await walk.look('My Day');
}

async function lookAtDosesAndHome(page: Page, walk: Walk, family: Family): Promise<void> {
  await page.goto('/');
  await readyPopupOf(page);
  await walk.look('one dose');
  await seeTogether(page, family);
  await walk.look('doses of one time');
  await popupOf(page).getByRole('button', { name: 'Close' }).press('Enter');
  await expect(popupOf(page)).toBeHidden();
  await wholeHome(page);
  await walk.look('home');
}

/** Checks the same reminder in a household that groups doses of the same time. */
async function seeTogether(page: Page, { request }: Family): Promise<void> {
  await request.patch('/api/settings', { data: { remindersOfOneTime: 'together' } });
  await page.goto('/');
  await expect(popupOf(page).getByRole('heading', { name: /medications$/ })).toBeVisible();
}

async function askFarAhead(page: Page, { medication }: Words): Promise<void> {
  await untilHearing(page);
  const evening = page.getByRole('region', { name: 'Evening' });
  await evening.getByRole('button', { name: `Taken: ${medication.name}` }).press('Enter');
  await expect(page.getByRole('alertdialog', { name: /Taken already/ })).toBeVisible();
}

async function lookAtSections(page: Page, walk: Walk, words: Words): Promise<void> {
  const entry = (title = words.title) => buttonOf(page, title).first();
  await page.goto('/photos');
  await expect(page.getByRole('button', { name: words.caption }).first()).toBeVisible();
  await walk.look('Photos');
  await page.getByRole('button', { name: words.caption }).first().press('Enter');
  await expect(page.getByRole('dialog', { name: 'Photo viewer' })).toBeVisible();
  await walk.look('photo viewer');
  for (const type of ['watch', 'listen', 'read']) {
    await page.goto(`/activity/${type}`);
    await expect(entry()).toBeVisible();
    await walk.look(type);
    await entry().press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
    await walk.look(`${type}, opened`);
    await page.clock.fastForward(21_000);
    await expect(buttonOf(page, 'Continue')).toBeVisible();
    await walk.look(`${type}, Continue or End`);
  }
  await page.goto('/activity/call');
  await expect(page.getByRole('link', { name: 'Join Call' })).toBeVisible();
  await walk.look('call');
}
