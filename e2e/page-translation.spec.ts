import type { Page } from '@playwright/test';
import { SECOND_MS } from '../src/platform/shared/durations.ts';
import { later, logsOf, OPENS, openHome, popupOf, readyPopupOf } from './support/reminder.ts';
import { addMedication, expect, test } from './support/test.ts';

/**
 * Wraps every current and future text of the page in an element, as a browser's translation does.
 */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const wrap = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) {
        if (text.parentElement?.closest('font, script, style') || !text.textContent?.trim())
          continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        text.parentNode?.replaceChild(outer, text);
        outer.append(inner);
        inner.append(text);
      }
    };
    wrap(document.body);
    new MutationObserver((changes) => {
      for (const { target } of changes) wrap(target);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

test("the elder's screens opt out of translation, and work in a browser that translates them anyway", async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt(later(OPENS, -120 * SECOND_MS).toISOString());
  await openHome(page);
  await expect(page.locator('html')).toHaveAttribute('translate', 'no');
  await translate(page);
  await expect(page.locator('.home-clock')).toHaveText('7:53 AM');
  await clock.freezeAt(OPENS);
  await expect(popupOf(page).getByRole('heading', { name: 'Due in 5 minutes' })).toBeVisible();
  await clock.freezeAt(later(OPENS, 61 * SECOND_MS));
  await expect(popupOf(page).getByRole('heading', { name: 'Due in 4 minutes' })).toBeVisible();
  await clock.thaw();
  await (await readyPopupOf(page)).getByRole('button', { name: 'Taken' }).click();
  await expect(popupOf(page)).toBeHidden();
  await expect(page.locator('.home-clock')).toHaveText('7:56 AM');
  await expect(page.getByText('No more today').first()).toBeVisible();
  const statuses = async () => (await logsOf(family)).map(({ status }) => status);
  await expect.poll(statuses).toEqual(['taken']);
  await page.getByRole('link', { name: 'My Day', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'My Day' })).toBeVisible();
  await expect(page.getByText('This screen could not be shown')).toBeHidden();
});
