import type { Browser, Page } from '@playwright/test';
import type { OLD_CHROMIUMS } from '../scripts/testing/old-chromium.ts';
import { MINUTE_MS } from '../src/platform/shared/durations.ts';
import {
  addArticle,
  addPlaylist,
  addVideo,
  giveText,
  SITE,
  SPOTIFY,
  YOUTUBE,
} from './support/activities.ts';
import {
  contentOf,
  expectGone,
  expectShown,
  pressAt,
  startOldChromium,
  typeInto,
} from './support/old-chromium.ts';
import { addElder, anotherBrowser, pairingLink } from './support/people.ts';
import { uploadPhoto } from './support/photos.ts';
import { logsOf } from './support/reminder.ts';
import { addMedication, EXPECTED_ON_CONSOLE, expect, type Family, test } from './support/test.ts';

/**
 * Long timeout, because the first run downloads the browsers; later runs take them from a cache.
 */
const FETCH_AND_RUN_MS = 6 * MINUTE_MS;

const versions = ['103.0.0', '110.0.1'] as const satisfies readonly (keyof typeof OLD_CHROMIUMS)[];

test.skip(
  process.env.TEST_FULL === undefined,
  'Old Chromium builds are fetched and tried only in `npm test -- full`.',
);

async function fillHousehold(family: Family): Promise<void> {
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  await addVideo(family, 'Lake', YOUTUBE);
  await addPlaylist(family, 'Waltzes', SPOTIFY);
  await addArticle(family, 'Late summer', SITE);
  await uploadPhoto(family, 1);
}

/** Returns a list to which console errors and uncaught exceptions of the page are added. */
function collectProblems(page: Page): string[] {
  const problems: string[] = [];
  const add = (text: string) => {
    if (!EXPECTED_ON_CONSOLE.test(text)) problems.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') add(message.text());
  });
  page.on('pageerror', ({ message }) => add(message));
  return problems;
}

for (const version of versions) {
  test(`Chromium ${version} signs in, pairs, shows the elder's screens and takes a due dose`, async ({
    family,
    server,
  }) => {
    test.setTimeout(FETCH_AND_RUN_MS);
    await fillHousehold(family);
    const { pathname, search } = new URL(await pairingLink(family, await addElder(family)));
    await server.setClock(new Date('2026-03-10T11:50:00Z'));
    const browser: Browser = await startOldChromium(version);
    expect(browser.version().split('.')[0]).toBe(version.split('.')[0]);

    await test.step('a family member signs in', async () => {
      const page = await (await anotherBrowser(browser, server)).newPage();
      const problems = collectProblems(page);
      const content = await contentOf(page);
      await page.goto('/');
      await typeInto(page, content.getByLabel('Email'), family.email);
      await typeInto(page, content.getByLabel('Password', { exact: true }), family.password);
      await pressAt(page, content.getByRole('button', { name: 'Sign In' }));
      await expectShown(content.getByRole('link', { name: 'Photos', exact: true }));
      await page.goto('/medications');
      await expectShown(content.getByText('Metformin').first());
      expect(problems).toEqual([]);
      await page.context().close();
    });

    const tablet = await anotherBrowser(browser, server, { serviceWorkers: 'allow' });
    const page = await tablet.newPage();
    const problems = collectProblems(page);
    const content = await contentOf(page);
    await giveText(page);

    await test.step('a tablet is paired, and its service worker is active', async () => {
      await page.goto(pathname + search);
      await pressAt(page, content.getByRole('button', { name: 'Set up this tablet' }));
      await expectShown(content.getByRole('link', { name: 'Photos', exact: true }));
      await expectShown(content.getByText('Metformin').first());
      await page.evaluate(() => navigator.serviceWorker.ready);
    });

    await test.step('every section shows its content', async () => {
      for (const [path, text] of [
        ['/my-day', 'Metformin'],
        ['/activity/watch', 'Lake'],
        ['/activity/listen', 'Waltzes'],
        ['/activity/read', 'Late summer'],
      ] as const) {
        await page.goto(path);
        await expectShown(content.getByText(text).first(), path);
      }
      await pressAt(page, content.getByRole('button', { name: /Late summer/ }));
      await expectShown(content.getByText(/Roses that are cut back now/).first());
      await page.goto('/photos');
      const photo = page.locator('page=.print-picture').first();
      await expect
        .poll(() =>
          photo.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
        )
        .toBe(true);
      const box = await photo.boundingBox();
      expect(box?.width).toBeGreaterThan(100);
    });

    await test.step('a reminder opens, and Taken is saved', async () => {
      await page.goto('/');
      await expectShown(content.getByText('Metformin').first());
      await server.setClock(new Date('2026-03-10T11:59:00Z'));
      await page.reload();
      const popup = content.getByRole('alertdialog');
      for (const name of [/^In 10 minutes/, /^Close/, /^Taken/, /^Skip/, /^Missed/]) {
        await expectShown(popup.getByRole('button', { name }), String(name));
      }
      await pressAt(page, popup.getByRole('button', { name: 'Taken' }));
      await expectGone(popup);
      await expectShown(content.getByText('Saved.', { exact: true }));
      const statuses = async () => (await logsOf(family)).map(({ status }) => status);
      await expect.poll(statuses).toEqual(['taken']);
    });
    expect(problems).toEqual([]);
    await browser.close();
  });
}
