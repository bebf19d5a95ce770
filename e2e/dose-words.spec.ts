import type { Page } from '@playwright/test';
import { PHONE, PORTRAIT, TABLET } from './support/looks.ts';
import { DUE, logsOf, popupOf, readyPopupOf } from './support/reminder.ts';
import { addMedication, expect, test } from './support/test.ts';
import { untilHearing } from './support/touch.ts';

/** The tablet at 200 % zoom. */
const ZOOMED = { width: 640, height: 400 };

const words = (length: number, of: string) => of.repeat(length).slice(0, length).trim();

/** The longest texts that a family can enter. */
const LONGEST = {
  name: words(200, 'Hydrochlorothiazide amlodipine '),
  dosage: words(200, '25 mg and one half tablet '),
  instructions: words(1000, 'Take it with a full glass of water, sitting upright. '),
};

const USUAL = {
  name: 'Carbidopa-Levodopa extended release',
  dosage: '25-100 mg, one and a half tablets',
  instructions: words(200, 'Take it with a full glass of water, sitting upright. '),
};

/** Returns the texts of the reminder that are currently cut off or covered. */
function hiddenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const popup = document.querySelector('.dose-popup');
    const parts = popup?.querySelectorAll(
      '.dose-band h2, .dose-close, .dose-name span, .dose-dosage, .dose-time, .dose-instructions, .dose-answers button',
    );
    return [...(parts ?? [])].flatMap((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      const isSeen = lines.every(({ left, right, top, bottom }) =>
        [left + 1, (left + right) / 2, right - 1].every((x) => {
          const [above] = document
            .elementsFromPoint(x, (top + bottom) / 2)
            .filter((element) => !element.matches('.touch-shield'));
          return above !== undefined && (part.contains(above) || above.contains(part));
        }),
      );
      // A text is cut off if it is wider than its element.
      const isCut = part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0;
      return isSeen && !isCut ? [] : [part.textContent ?? ''];
    });
  });
}

/**
 * Scrolls with Show more and returns the texts that never become visible, or 'the end' if the end
 * cannot be reached.
 */
async function neverSeen(page: Page): Promise<string[]> {
  const linesBelow = () =>
    page.evaluate(() => {
      const body = document.querySelector('.dose-body');
      return body ? body.scrollHeight - body.clientHeight - body.scrollTop : 0;
    });
  const more = popupOf(page).getByRole('button', { name: 'Show more' });
  for (let times = 0; times < 40 && (await linesBelow()) > 4; times += 1) {
    const before = await linesBelow();
    await more.click();
    await expect.poll(linesBelow).toBeLessThan(before);
    await untilHearing(page);
  }
  return (await linesBelow()) > 4 ? ['the end'] : [];
}

for (const [what, size] of [
  ['the tablet', TABLET],
  ['the tablet upright', PORTRAIT],
  ['the phone', PHONE],
  ['200 % zoom', ZOOMED],
] as const) {
  test.describe(`the reminder on ${what}`, () => {
    test.use({ viewport: size });

    test('name, dosage, instructions and answers of a medication are shown whole', async ({
      page,
      family,
      clockAt,
    }) => {
      await addMedication(family, { ...USUAL, times: ['08:00'] });
      await clockAt(DUE);
      await page.goto('/');
      await readyPopupOf(page);
      await expect(page.locator('.dose-picture')).toHaveCount(0);
      if (size === ZOOMED) {
        // In a low window the answers are always visible, and the text has the remaining space,
        // which Show more scrolls.
        expect((await hiddenWords(page)).filter((part) => part !== USUAL.instructions)).toEqual([]);
        expect(await neverSeen(page)).toEqual([]);
      } else expect(await hiddenWords(page)).toEqual([]);
    });

    test('the longest texts are never behind the answer buttons, and all of them can be read', async ({
      page,
      family,
      clockAt,
    }) => {
      await addMedication(family, { ...LONGEST, times: ['08:00'] });
      await clockAt(DUE);
      await page.goto('/');
      const popup = await readyPopupOf(page);
      for (const name of ['Taken', 'Skip', 'Missed', 'Close']) {
        await expect(popup.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
      }
      expect(await neverSeen(page)).toEqual([]);
      await expect(popup.getByRole('button', { name: 'Show more' })).toBeHidden();
    });

    test('the answer to the previous dose, with its Undo, is shown with the next dose', async ({
      page,
      family,
      clockAt,
    }) => {
      await addMedication(family, { name: 'Atorvastatin', times: ['08:00'] });
      await addMedication(family, { name: 'Vitamin D', times: ['08:01'] });
      await clockAt('2026-03-10T12:02:00Z');
      await page.goto('/');
      await (await readyPopupOf(page)).getByRole('button', { name: 'Missed' }).click();
      const popup = popupOf(page);
      await expect(popup.getByText('Atorvastatin 8:00 AM: missed.')).toBeVisible();
      await expect(popup.locator('.dose-name')).toHaveText('Vitamin D');
      expect(await hiddenWords(page)).toEqual([]);
      await popup.getByRole('button', { name: 'Undo' }).click();
      await expect(popup.locator('.dose-name')).toHaveText('Atorvastatin');
      await expect
        .poll(async () => (await logsOf(family)).map(({ status }) => status))
        .toEqual(['pending']);
    });
  });
}

test.describe('undo of every answer', () => {
  for (const [label, said] of [
    ['Taken', 'taken'],
    ['Skip', 'skipped'],
    ['Missed', 'missed'],
  ] as const) {
    test(`${label} in the reminder can be undone for 30 seconds with a button that names the dose`, async ({
      page,
      family,
      clockAt,
    }) => {
      await addMedication(family, { name: 'Atorvastatin', times: ['08:00'] });
      const clock = await clockAt(DUE);
      await page.goto('/');
      await (await readyPopupOf(page)).getByRole('button', { name: label }).click();
      await expect(page.getByText(`Atorvastatin 8:00 AM: ${said}.`)).toBeVisible();
      await clock.freezeAt('2026-03-10T12:00:25Z');
      await page.getByRole('button', { name: 'Undo' }).click();
      await clock.thaw();
      await expect(popupOf(page).getByText('Atorvastatin').first()).toBeVisible();
    });
  }
});
