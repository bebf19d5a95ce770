import type { Locator, Page } from '@playwright/test';
import { pairTablet, untilKeptUp } from './support/cached-data.ts';
import { TABLET } from './support/looks.ts';
import { popupOf } from './support/reminder.ts';
import { addMedication, expect, test } from './support/test.ts';

// `isMobile` is needed, because without it Chromium supports neither pinch zoom nor the viewport
// meta element.
test.use({ hasTouch: true, isMobile: true, viewport: TABLET });

const BEFORE = '2026-03-10T14:40:00Z';
const DUE = '2026-03-10T14:55:00Z';

const scaleOf = (page: Page) => page.evaluate(() => window.visualViewport?.scale);

/**
 * Pinches repeatedly until the page is zoomed. During the two frames in which the page resets its
 * zoom, a pinch has no effect.
 */
async function pinch(page: Page, scale: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await expect(async () => {
    await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: scale });
    expect(await scaleOf(page)).toBeCloseTo(scale, 1);
  }).toPass();
}

/** Expects that the element is completely inside the zoomed part of the page. */
async function expectInView(target: Locator): Promise<void> {
  await expect
    .poll(() =>
      target.evaluate((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const view = window.visualViewport as VisualViewport;
        const { offsetLeft, offsetTop, width, height } = view;
        const across = left >= offsetLeft - 1 && right <= offsetLeft + width + 1;
        return across && top >= offsetTop - 1 && bottom <= offsetTop + height + 1;
      }),
    )
    .toBe(true);
}

async function expectAnswersInView(page: Page): Promise<void> {
  for (const name of ['Taken', 'Skip', 'Missed', 'Close'])
    await expectInView(popupOf(page).getByRole('button', { name }));
}

test('a reminder and the home screen reset a pinched page, and it can be pinched again', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Aspirin', times: ['11:00'] });
  const clock = await clockAt(BEFORE);
  await pairTablet(page, family);
  await untilKeptUp(page);
  await page.getByRole('link', { name: 'My Day' }).click();
  await expect(page.getByRole('heading', { name: 'My Day' })).toBeVisible();
  await pinch(page, 2.2);
  await page.getByRole('link', { name: 'Return to Main Screen' }).click();
  await expect.poll(() => scaleOf(page)).toBe(1);
  await pinch(page, 2.2);
  await clock.freezeAt(DUE);
  await expect(popupOf(page)).toBeVisible();
  await clock.thaw();
  await expect.poll(() => scaleOf(page)).toBe(1);
  await expectAnswersInView(page);
  await pinch(page, 1.5);
});

test('all answers of a reminder are in view if the browser keeps the page pinched', async ({
  page,
  family,
  clockAt,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(HTMLMetaElement.prototype, 'content', {
      get(this: HTMLMetaElement) {
        return this.getAttribute('content');
      },
      set() {},
    });
  });
  await addMedication(family, { name: 'Aspirin', times: ['11:00'] });
  const clock = await clockAt(BEFORE);
  await pairTablet(page, family);
  await untilKeptUp(page);
  await pinch(page, 2.2);
  await clock.freezeAt(DUE);
  await expect(popupOf(page)).toBeVisible();
  await clock.thaw();
  await expectAnswersInView(page);
  expect(await scaleOf(page)).toBeCloseTo(2.2, 1);
  await pinch(page, 1.4);
  await expectAnswersInView(page);
});
