import type { Browser, Page } from '@playwright/test';
import { readCachedData } from './support/cached-data.ts';
import {
  expectAccessible,
  expectLargeEnough,
  expectNoOverlap,
  PHONE,
  SIZES,
  TABLET,
} from './support/looks.ts';
import { listenForTones } from './support/sound.ts';
import { expect, type Family, test } from './support/test.ts';
import { withoutTips } from './support/tips.ts';
import { boxOf, Hand, middleOf, untilHearing } from './support/touch.ts';

/** Maximum time until a change by the family is on the elder's screen. */
const SOON = { timeout: 4_000 };

async function addMargaret({ request }: Family): Promise<string> {
  const answer = await request.post('/api/users', {
    data: { firstName: 'Margaret', lastName: 'Hill' },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).id;
}

/** Opens a second browser context as the elder's tablet, which is paired with a code. */
async function openTablet(browser: Browser, { request }: Family, id: string, url: string) {
  const { code } = await (await request.post(`/api/users/${id}/pairing-code`)).json();
  const context = await browser.newContext({ baseURL: url, viewport: TABLET });
  await withoutTips(context);
  await context.request.post('/api/auth/pair', { data: { code } });
  const tablet = await context.newPage();
  await tablet.goto('/');
  await expect(tablet.getByRole('link', { name: 'Photos', exact: true })).toBeVisible();
  return tablet;
}

const storedOf = async ({ request }: Family) =>
  (await (await request.get('/api/accessibility')).json())[0];

const rootSize = (page: Page) =>
  page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));

const attributes = (page: Page) => page.evaluate(() => ({ ...document.documentElement.dataset }));

async function tapMiddle(page: Page, hand: Hand, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await button.scrollIntoViewIfNeeded();
  await hand.tap(await middleOf(button));
}

test('settings made by keyboard for an elder apply on her tablet at once and are stored there', async ({
  page,
  browser,
  family,
  server,
}) => {
  const id = await addMargaret(family);
  const tablet = await openTablet(browser, family, id, server.url);
  expect(await rootSize(tablet)).toBe(16);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'For Margaret: hands, eyes and ears' }).press('Enter');
  const heading = page.getByRole('heading', { name: 'For Margaret: hands, eyes and ears' });
  await expect(heading).toBeVisible();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
    await expectNoOverlap(page);
    await expectAccessible(page, 'family');
  }

  for (let step = 0; step < 7; step += 1) {
    await page.getByRole('button', { name: 'Text size: more' }).press('Enter');
  }
  await expect(page.getByText('160 %')).toBeVisible();
  await page.getByRole('radio', { name: 'Right', exact: true }).press('ArrowRight');
  await page.getByRole('radio', { name: 'Calm' }).press('Space');
  await expect
    .poll(() => storedOf(family))
    .toMatchObject({
      textSize: 160,
      hand: 'left',
      motion: 'calm',
    });
  await expect
    .poll(() => attributes(tablet), SOON)
    .toMatchObject({
      hand: 'left',
      motion: 'calm',
      contrast: 'normal',
    });
  await expect.poll(() => rootSize(tablet), SOON).toBeCloseTo(25.6);
  await expectLargeEnough(tablet, 'elder');
  await expectAccessible(tablet, 'elder');
  await tablet.getByRole('link', { name: 'My Day' }).press('Enter');
  const back = await boxOf(tablet.getByRole('link', { name: 'Return to Main Screen' }));
  expect(back.x + back.width, 'it stands on the right').toBeGreaterThan(TABLET.width * 0.9);
  await expect
    .poll(async () => (await readCachedData(tablet)).answers, { timeout: 20_000 })
    .toContain('"textSize":160');
  await tablet.context().close();
});

test('the preview responds to a touch as the tablet would', async ({ page, family }) => {
  const id = await addMargaret(family);
  await family.request.patch(`/api/accessibility/${id}`, { data: { holdMs: 800 } });
  await page.goto(`/settings?for=${id}`);
  const preview = page.getByRole('region', { name: 'Margaret’s tablet' });
  await preview.getByRole('button', { name: 'Taken' }).click();
  await expect(preview.getByRole('status')).toContainText('Taken: Too short');
  await preview.getByRole('button', { name: 'Taken' }).click({ delay: 900 });
  await expect(preview.getByRole('status')).toContainText('Taken: Pressed.');
  await preview.getByRole('button', { name: 'Skip' }).press('Enter');
  await expect(preview.getByRole('status')).toContainText('Skip: Pressed with a key, at once.');
});

test('a finger must rest for the set time to open a tile, a key opens it at once', async ({
  browser,
  family,
  server,
}) => {
  const id = await addMargaret(family);
  await family.request.patch(`/api/accessibility/${id}`, { data: { holdMs: 400 } });
  const tablet = await openTablet(browser, family, id, server.url);
  await expect.poll(() => attributes(tablet)).toMatchObject({ hold: 'on' });
  const hand = await Hand.on(tablet);
  const middle = await middleOf(tablet.getByRole('link', { name: 'Call', exact: true }));
  await untilHearing(tablet);
  await hand.tap(middle);
  await hand.down(middle);
  await expect(tablet).toHaveURL('/');
  await tablet.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  await hand.up();
  await expect(tablet).toHaveURL('/activity/call');
  await untilHearing(tablet);
  await tablet.getByRole('link', { name: 'Return to Main Screen' }).press('Enter');
  await expect(tablet).toHaveURL('/');
  await tablet.context().close();
});

/**
 * Touches all eight suns. Each touch drifts downwards until it is `driftPx` pixels beyond the sun's
 * edge.
 */
async function touchSuns(page: Page, hand: Hand, driftPx: number): Promise<void> {
  for (let sun = 1; sun <= 8; sun += 1) {
    await expect(page.getByText(`Sun ${sun} of 8`)).toBeVisible();
    await untilHearing(page);
    const box = await boxOf(page.locator('[data-touched]'));
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await hand.drift(from, { x: 0, y: box.height / 2 + driftPx });
    await expect(page.getByText('Good.')).toBeVisible();
  }
}

test.describe('the fitting screen', () => {
  test.use({ hasTouch: true, viewport: TABLET });

  test('the fitting proposes the measured settings and saves them only after "Use these"', async ({
    page,
    family,
  }) => {
    test.slow();
    const id = await addMargaret(family);
    await listenForTones(page);
    await page.goto(`/settings?for=${id}`);
    await page.getByRole('link', { name: 'Start the fitting on this tablet' }).press('Enter');
    const hand = await Hand.on(page);
    const press = async (name: string) => {
      await untilHearing(page);
      await expectLargeEnough(page, 'elder');
      await expectNoOverlap(page);
      await expectAccessible(page, 'elder');
      await untilHearing(page);
      await tapMiddle(page, hand, name);
    };
    await press('Begin');
    await touchSuns(page, hand, 41);
    await expect(page.getByText('Can you read this comfortably?')).toBeVisible();
    await press('Larger');
    await press('Larger');
    await press('This is good');
    await press('Start');
    await expect(page.getByText('Listen…')).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.tones.length)).toBeGreaterThanOrEqual(4);
    await untilHearing(page);
    await page.getByRole('button', { name: 'I hear it' }).press('Enter');
    await expect(page.getByText('Listen to the voice')).toBeVisible();
    await page.setViewportSize(PHONE);
    await press('Leave this out');
    await press('Left');
    await expect(page.getByText('This is what we propose')).toBeVisible();
    const list = page.locator('dl > div');
    await expect(list).toHaveText([
      /A finger may drift.*40 pixels.*60 pixels/,
      /Text size.*100 %.*120 %/,
      /Alarm tone.*Clear.*Rich/,
      /Alarm loudness.*100 %.*125 %/,
      /Hand.*Right.*Left/,
    ]);
    expect((await storedOf(family)).version, 'nothing is saved before').toBe(1);
    await press('Use these');
    await expect(page).toHaveURL(`/settings?for=${id}`);
    expect(await storedOf(family)).toMatchObject({
      ...{ driftPx: 60, textSize: 120, alarmTone: 'rich', alarmLoudness: 125, hand: 'left' },
      ...{ holdMs: 0, repeatMs: 800, version: 2 },
    });
  });

  test('the fitting changes nothing when its result is declined by keyboard', async ({
    page,
    family,
  }) => {
    const id = await addMargaret(family);
    await page.goto(`/fitting?for=${id}`);
    const press = async (name: string) => {
      await untilHearing(page);
      await page.getByRole('button', { name, exact: true }).press('Enter');
    };
    await press('Begin');
    await press('Leave this out');
    await press('Larger');
    await press('This is good');
    await press('Leave this out');
    await press('Leave this out');
    await press('Left');
    await press('Keep as it was');
    await expect(page).toHaveURL(`/settings?for=${id}`);
    expect((await storedOf(family)).version).toBe(1);
  });

  test('the address of the fitting leads an elder back to the home screen', async ({
    browser,
    family,
    server,
  }) => {
    const id = await addMargaret(family);
    const tablet = await openTablet(browser, family, id, server.url);
    await tablet.goto(`/fitting?for=${id}`);
    await expect(tablet).toHaveURL('/');
    await tablet.context().close();
  });
});
