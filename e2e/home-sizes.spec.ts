import type { Page } from '@playwright/test';
import { settled } from './support/looks.ts';
import { openWholeHome } from './support/reminder.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';
import { WINDOWS_OF_HOMES } from './support/windows.ts';

/** 10:42 AM in New York. */
const MORNING = '2026-03-10T14:42:00Z';

/** Minimum font size of a label, in CSS pixels. */
const MIN_LABEL = 28;

/** Returns the layout faults of the home screen at the current viewport size. */
function flawsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { innerWidth: width, innerHeight: height } = window;
    const { scrollHeight, scrollWidth } = document.documentElement;
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const isWhole = ({ top, left, right, bottom }: DOMRect) =>
      top >= 0 && left >= 0 && right <= width + 0.5 && bottom <= height + 0.5;
    const wordsOf = (label: Element) => {
      const words = document.createRange();
      words.selectNodeContents(label);
      return words;
    };
    const linesOf = (label: Element) =>
      new Set([...wordsOf(label).getClientRects()].map(({ top }) => Math.round(top))).size;
    // Returns the maximum number of lines of a label. A short label, such as My Day, has one line.
    const mostLinesOf = (label: Element) =>
      label.matches('[data-short="false"]') && label.textContent?.includes(' ') ? 2 : 1;
    const meet = (one: DOMRect, other: DOMRect) =>
      one.left < other.right &&
      other.left < one.right &&
      one.top < other.bottom &&
      other.top < one.bottom;
    const flawsOfLabel = (label: Element) => {
      const text = label.textContent ?? '';
      const { top, bottom } = label.getBoundingClientRect();
      const { left, width: wide } = wordsOf(label).getBoundingClientRect();
      const words = new DOMRect(left, top, wide, bottom - top);
      const tile = label.closest('.tile')?.getBoundingClientRect();
      const arch = label.parentElement?.querySelector('.tile-arch')?.getBoundingClientRect();
      if (!tile || !arch) return [`without its tile: ${text}`];
      const checks = {
        'more lines than words': linesOf(label) > mostLinesOf(label),
        'cut off': words.right > tile.right || words.bottom > tile.bottom,
        'on its arch': meet(arch, words),
      };
      return Object.entries(checks).map(([flaw, isSo]) => (isSo ? `${flaw}: ${text}` : ''));
    };
    return [
      scrollHeight > height ? `scrolls by ${scrollHeight - height}` : '',
      scrollWidth > width ? `scrolls sideways by ${scrollWidth - width}` : '',
      ...all('.tile, .home-here, .home-row, .home-clock')
        .filter((seen) => !isWhole(seen.getBoundingClientRect()))
        .map((seen) => `not whole: ${seen.textContent}`),
      ...all('.tile-label').flatMap(flawsOfLabel),
    ].filter((flaw) => flaw !== '');
  });
}

const labelSizes = (page: Page) =>
  page
    .locator('.tile-label')
    .evaluateAll((labels) => [
      ...new Set(labels.map((label) => Number.parseFloat(getComputedStyle(label).fontSize))),
    ]);

async function label(family: Family, labels: Readonly<Record<string, string>>): Promise<void> {
  const buttons: { id: string; buttonKey: string }[] = await (
    await family.request.get('/api/home-buttons')
  ).json();
  for (const [key, text] of Object.entries(labels)) {
    const id = buttons.find(({ buttonKey }) => buttonKey === key)?.id;
    const answer = await family.request.put(`/api/home-buttons/${id}`, { data: { label: text } });
    expect(answer.status(), await answer.text()).toBe(200);
  }
}

for (const [name, labels, least] of [
  ['the usual labels', {}, MIN_LABEL],
  ['a long word', { photos: 'Grandchildren' }, 24],
  ['a label of two words', { call: 'Family calls' }, 24],
] as const) {
  test(`all buttons, the next dose and HOME SCREEN are fully visible in every window with ${name}`, async ({
    page,
    family,
    clockAt,
  }) => {
    await addMedication(family, { name: 'Metformin', times: ['12:00'] });
    await addMedication(family, { name: 'Lisinopril', times: ['12:00'] });
    await addMedication(family, { name: 'Atorvastatin', times: ['20:00'] });
    await label(family, labels);
    await clockAt(MORNING);
    await openWholeHome(page);
    await expect(page.locator('.home-row').first()).toBeVisible();
    const flaws: string[] = [];
    // Faults that are accepted: on a phone, very long labels make the tiles higher than the window
    // and are hyphenated.
    const isExpected = (flaw: string, width: number) =>
      width < 600 && least < MIN_LABEL && /^(scrolls by|not whole|more lines)/.test(flaw);
    for (const size of WINDOWS_OF_HOMES) {
      await page.setViewportSize(size);
      await settled(page);
      const sizes = await labelSizes(page);
      const seen = [...(await flawsOf(page)), ...(sizes.length > 1 ? [`labels of ${sizes}`] : [])];
      if ((sizes[0] ?? 0) < least) seen.push(`labels of ${sizes}`);
      flaws.push(
        ...seen
          .filter((flaw) => !isExpected(flaw, size.width))
          .map((flaw) => `${size.width}x${size.height}: ${flaw}`),
      );
    }
    expect(flaws).toEqual([]);
  });
}
