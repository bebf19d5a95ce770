import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { type Box, boxesOf, framesLater, overlapsOf, type Scrolled } from './overlap.ts';
import { expect } from './test.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

export const TABLET = { width: 1280, height: 800 };
export const PORTRAIT = { width: 800, height: 1280 };
export const PHONE = { width: 390, height: 844 };

export const SIZES = [TABLET, PORTRAIT, PHONE];

/** The sizes in `SIZES`, the smallest phone, and a tablet at 200 % zoom. */
export const ALL_SIZES = [...SIZES, { width: 320, height: 640 }, { width: 640, height: 400 }];

/**
 * Divides a list, such as window sizes, among `of` variants of a screen, and returns the items for
 * one variant. With `npm test -- full`, every variant gets all items.
 */
export function shareOf<T>(
  all: readonly T[],
  { variant, of }: { variant: number; of: number },
): readonly T[] {
  return process.env.TEST_FULL ? all : all.filter((_, index) => index % of === variant);
}

/**
 * The source of axe-core, minified because it is sent to every page; it is half as long as
 * `axe.source`.
 */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const WCAG_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Expects no violation that axe can detect: WCAG 2.2 AA, and enhanced contrast for elders. */
export async function expectAccessible(page: Page, forWhom: 'elder' | 'family'): Promise<void> {
  await settled(page);
  // Sends axe again if a navigation has removed it from the page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(
    async (options) => {
      const { violations } = await window.axe.run(options);
      return violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
      }));
    },
    {
      runOnly: { type: 'tag', values: WCAG_AA },
      rules: {
        'color-contrast-enhanced': { enabled: forWhom === 'elder' },
        'target-size': { enabled: true },
      },
      // Passed checks are only counted, because describing them would double the run time.
      resultTypes: ['violations'],
      // Iframes are not checked, because their content is that of other sites.
      iframes: false,
    } satisfies RunOptions,
  );
  expect(found).toEqual([]);
}

/**
 * Maximum time to wait for the end of animations, in milliseconds; long because a shared machine
 * may be slow.
 */
const MAX_MOTION_MS = 40_000;

/**
 * Waits until finite animations and scrolling have ended, including animations that start one frame
 * later. Endless animations are ignored.
 */
export function settled(page: Page): Promise<void> {
  return untilStill(page.locator(':root'));
}

/**
 * Waits until no animation runs and the target was at the same place in four consecutive checks.
 */
export async function untilStill(target: Locator): Promise<void> {
  // An error is ignored: if the page navigates during the check, the check is repeated.
  const look = () => target.evaluate(isStill, MAX_MOTION_MS).catch(() => false);
  await expect.poll(look, { timeout: MAX_MOTION_MS }).toBe(true);
}

/**
 * Runs in the page. Uses the browser's scheduler, because a test may have frozen the page's timers.
 */
async function isStill(target: Element, longestMs: number): Promise<boolean> {
  const isMoving = ({ effect, playState, pending }: Animation) => {
    // The animation of the input lock is ignored, because it is invisible.
    const isShield = effect instanceof KeyframeEffect && effect.target?.closest('.touch-shield');
    const ends = Number.isFinite(Number(effect?.getComputedTiming().endTime));
    return !isShield && ends && (pending || playState === 'running');
  };
  let before: string | undefined;
  for (let looks = 0, still = 0; looks * 20 < longestMs; looks += 1) {
    const seen = document.getAnimations().some(isMoving)
      ? undefined
      : JSON.stringify([window.scrollY, target.getBoundingClientRect()]);
    still = seen !== undefined && seen === before ? still + 1 : 0;
    if (still >= 3) return true;
    before = seen;
    await scheduler.postTask(() => undefined, { delay: 20 });
  }
  return false;
}

const LEAST = {
  elder: { text: 24, target: 72 },
  family: { text: 16, target: 24 },
};

/**
 * Expects no horizontal scrolling, and the minimum sizes of texts and targets for elders or for the
 * family.
 */
export async function expectLargeEnough(page: Page, forWhom: 'elder' | 'family'): Promise<void> {
  const problems = async () => {
    const found = [
      await sidewaysOf(page),
      ...(await smallTexts(page, LEAST[forWhom].text)),
      ...(await smallTargets(page, LEAST[forWhom].target)),
    ];
    return found.filter((problem) => problem !== '');
  };
  // Polled, because after a resize the screen may still change its layout.
  await expect.poll(problems, `at ${JSON.stringify(page.viewportSize())}`).toEqual([]);
}

function sidewaysOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? `scrolls sideways by ${scrollWidth - clientWidth}px` : '';
  });
}

function smallTexts(page: Page, least: number): Promise<string[]> {
  return page.locator('body *').evaluateAll(
    (elements, size) =>
      elements
        .filter((element) =>
          [...element.childNodes].some(
            ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
          ),
        )
        .filter((element) =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
        )
        .filter((element) => element.closest('.sr-only, [inert]') === null)
        .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < size - 0.1)
        .map((element) => `text of ${getComputedStyle(element).fontSize}: ${element.textContent}`),
    least,
  );
}

function smallTargets(page: Page, least: number): Promise<string[]> {
  return page.locator('a[href], button, [role=button]').evaluateAll(
    (elements, size) =>
      elements
        .filter((element) =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
        )
        .filter((element) => element.closest('.sr-only, [inert]') === null)
        .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && Math.min(box.width, box.height) < size - 0.5)
        .map(({ name, box }) => `target of ${box.width} by ${box.height}: ${name}`),
    least,
  );
}

/**
 * Expects that no two visible texts, pictures or controls overlap, both at the start and at the end
 * of scrolling.
 */
export async function expectNoOverlap(page: Page): Promise<void> {
  const found = await atRest(page, async () => overlaps(await boxesOf(page)));
  expect(found, `at ${JSON.stringify(page.viewportSize())}`).toEqual([]);
}

/**
 * Returns the layout faults of an elder's screen at the current size: overlaps, texts or controls
 * that are too small, horizontal scrolling, and names that are cut off. The footer of the home
 * screen is excluded, because its height is fixed and My Day shows the complete name.
 */
export function elderFlaws(page: Page, names: readonly string[]): Promise<string[]> {
  // Replaces non-breaking spaces and hyphens, with which the screen shows amounts.
  const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u2011', '-');
  const isName = ({ name }: Box) => names.some((medicine) => plain(name).includes(medicine));
  return atRest(page, async () => {
    const boxes = await boxesOf(page);
    const cut = boxes.top.filter((box) => box.isCut && !box.isInFooter && isName(box));
    const flaws = [
      await sidewaysOf(page),
      ...boxes.top
        .filter(isTooSmall)
        .map(({ kind, name, least }) => `${kind} of ${least}: ${name}`),
      ...overlaps(boxes),
      ...cut.map(({ name }) => `cut off: ${name}`),
    ];
    return [...new Set(flaws)].filter((flaw) => flaw !== '');
  });
}

function overlaps({ top, end }: Record<Scrolled, Box[]>): string[] {
  const atEnd = end === top ? [] : overlapsOf(end, 'end');
  return [...new Set([...overlapsOf(top, 'top'), ...atEnd])];
}

/**
 * Checks several times and returns only the faults that remain, because a screen needs some frames
 * after a resize.
 */
async function atRest(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  await settled(page);
  let found = await look();
  for (let again = 0; again < 5 && found.length > 0; again += 1) {
    await framesLater(page);
    await settled(page);
    found = await look();
  }
  return found;
}

function isTooSmall({ kind, least }: Box): boolean {
  return kind !== 'picture' && least < LEAST.elder[kind] - (kind === 'text' ? 0.1 : 0.5);
}
