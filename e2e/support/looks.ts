import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

export const TABLET = { width: 1280, height: 800 };
export const PORTRAIT = { width: 800, height: 1280 };
export const PHONE = { width: 390, height: 844 };

export const SIZES = [TABLET, PORTRAIT, PHONE];

/** Also the smallest phone, and a tablet at 200 % zoom. */
export const ALL_SIZES = [...SIZES, { width: 320, height: 640 }, { width: 640, height: 400 }];

const WCAG_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe can see: WCAG 2.2 AA, and for elders enhanced contrast too. */
export async function expectAccessible(page: Page, forWhom: 'elder' | 'family'): Promise<void> {
  await settled(page);
  const axe = new AxeBuilder({ page }).options({
    runOnly: { type: 'tag', values: WCAG_AA },
    rules: {
      'color-contrast-enhanced': { enabled: forWhom === 'elder' },
      'target-size': { enabled: true },
    },
  });
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
  }));
  expect(found).toEqual([]);
}

/** What fades in has faded in; what pulses for ever does so. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter(({ effect }) => {
      return Number.isFinite(Number(effect?.getComputedTiming().endTime));
    });
    // One that is taken back while it runs is over too.
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

const LEAST = {
  elder: { text: 24, target: 72 },
  family: { text: 16, target: 24 },
};

/** Nothing sideways, no text and no target below what the eyes and hands of these people need. */
export async function expectLargeEnough(page: Page, forWhom: 'elder' | 'family'): Promise<void> {
  const found = [
    await sidewaysOf(page),
    ...(await smallTexts(page, LEAST[forWhom].text)),
    ...(await smallTargets(page, LEAST[forWhom].target)),
  ];
  const problems = found.filter((problem) => problem !== '');
  expect(problems, `at ${JSON.stringify(page.viewportSize())}`).toEqual([]);
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
 * No two things that can be pressed lie on each other, of what is in sight now. What is pinned to the
 * window may lie over what is scrolled below it.
 */
export async function expectNoOverlap(page: Page): Promise<void> {
  const found = await page.locator('a[href], button, [role=button]').evaluateAll((elements) => {
    const isPinned = (element: Element | null): boolean =>
      element !== null &&
      (['fixed', 'sticky'].includes(getComputedStyle(element).position) ||
        isPinned(element.parentElement));
    const targets = elements
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.closest('.sr-only, [inert]') === null)
      .map((element) => ({
        element,
        box: element.getBoundingClientRect(),
        isPinned: isPinned(element),
      }))
      .filter(({ box }) => box.bottom > 0 && box.top < innerHeight && box.width > 1);
    return targets.flatMap((one, index) =>
      targets
        .slice(index + 1)
        .filter(
          ({ element, box, ...other }) =>
            one.isPinned === other.isPinned &&
            !one.element.contains(element) &&
            Math.min(one.box.right, box.right) - Math.max(one.box.left, box.left) > 1 &&
            Math.min(one.box.bottom, box.bottom) - Math.max(one.box.top, box.top) > 1,
        )
        .map(({ element }) => `${one.element.textContent} and ${element.textContent}`),
    );
  });
  expect(found, `at ${JSON.stringify(page.viewportSize())}`).toEqual([]);
}
