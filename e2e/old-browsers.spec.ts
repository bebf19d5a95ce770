import { readdirSync, readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { addArticle, addPlaylist, addVideo, SITE, SPOTIFY, YOUTUBE } from './support/activities.ts';
import { homeOf } from './support/cached-data.ts';
import { addElder, anotherBrowser, pairingLink } from './support/people.ts';
import { logsOf, popupOf } from './support/reminder.ts';
import { addMedication, expect, test } from './support/test.ts';

/** Deletes the built-in methods that Chrome 103, Safari 15.6 or Firefox 115 lack. */
function takeAwayWhatIsLater(where: Page | BrowserContext): Promise<unknown> {
  return where.addInitScript(() => {
    const without = (from: object, names: readonly string[]) => {
      for (const name of names) Reflect.deleteProperty(from, name);
    };
    without(Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']);
    without(String.prototype, ['isWellFormed', 'toWellFormed']);
    without(Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf']);
    without(Object, ['groupBy']);
    without(Map, ['groupBy']);
    without(Array, ['fromAsync']);
    without(Promise, ['withResolvers', 'try']);
    without(URL, ['canParse', 'parse']);
    without(AbortSignal, ['any', 'timeout']);
    without(Reflect.getPrototypeOf(Reflect.getPrototypeOf([].values()) ?? {}) ?? {}, [
      ...['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray'],
      ...['forEach', 'some', 'every', 'find'],
    ]);
    without(window, ['scheduler', 'navigation', 'Iterator']);
    // Replaces `checkVisibility`, which Playwright calls on every element.
    Element.prototype.checkVisibility ??= function isSeen(this: Element) {
      return this.getClientRects().length > 0;
    };
  });
}

test('a browser of the minimum version signs in, pairs, shows every section and rings', async ({
  page,
  family,
  browser,
  server,
  clockAt,
}) => {
  test.slow();
  await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  await addVideo(family, 'Lake', YOUTUBE);
  await addPlaylist(family, 'Waltzes', SPOTIFY);
  await addArticle(family, 'Late summer', SITE);
  const link = new URL(await pairingLink(family, await addElder(family)));
  await takeAwayWhatIsLater(page);
  await clockAt('2026-03-10T11:50:00Z');
  await page.context().clearCookies();
  await page.goto('/');
  await page.getByLabel('Email').fill(family.email);
  await page.getByLabel('Password', { exact: true }).fill(family.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(homeOf(page)).toBeVisible();
  for (const tab of ['/medications', '/calendar', '/users', '/photo-albums', '/admin/analytics']) {
    await page.goto(tab);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
  }

  const tablet = await anotherBrowser(browser, server);
  await takeAwayWhatIsLater(tablet);
  const elder = await tablet.newPage();
  const problems: string[] = [];
  elder.on('pageerror', ({ message }) => problems.push(message));
  await elder.goto(link.pathname + link.search);
  await elder.getByRole('button', { name: 'Set up this tablet' }).click();
  await expect(homeOf(elder)).toBeVisible();
  for (const [path, words] of [
    ['/photos', 'No Photos Yet'],
    ['/activity/watch', 'Lake'],
    ['/activity/listen', 'Waltzes'],
    ['/activity/read', 'Late summer'],
    ['/my-day', 'Metformin'],
  ] as const) {
    await elder.goto(path);
    await expect(elder.getByText(words).first(), path).toBeVisible();
  }
  await elder.goto('/');
  await expect(elder.getByText('Metformin').first()).toBeVisible();
  await server.setClock(new Date('2026-03-10T11:59:00Z'));
  await elder.reload();
  await popupOf(elder).getByRole('button', { name: 'Taken' }).click();
  await expect(popupOf(elder)).toBeHidden();
  await expect
    .poll(async () => (await logsOf(family)).map(({ status }) => status))
    .toEqual(['taken']);
  expect(problems).toEqual([]);
  await tablet.close();
});

test('a browser that is too old shows a message, sends no request and keeps the pairing code valid', async ({
  family,
  browser,
  server,
}) => {
  const link = new URL(await pairingLink(family, await addElder(family)));
  const old = await anotherBrowser(browser, server);
  await old.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'findLast'));
  const page = await old.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // Waits only for the start of the page: the page stops loading itself, so its load event never
  // comes.
  await page.goto(link.pathname + link.search, { waitUntil: 'commit' });
  await expect(page.locator('body')).toHaveText(
    'This browser is too old for Grand App. It needs Chrome 103, Safari 15.6 or Firefox 115, ' +
      'or a later version: update the tablet or its browser.',
  );
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
  await old.close();

  const current = await anotherBrowser(browser, server);
  const tablet = await current.newPage();
  await tablet.goto(link.pathname + link.search);
  await tablet.getByRole('button', { name: 'Set up this tablet' }).click();
  await expect(homeOf(tablet)).toBeVisible();
  await current.close();
});

/** Syntax and methods that a supported browser lacks, each with a pattern that finds it. */
const LATER: Readonly<Record<string, RegExp>> = {
  'a look-behind (Safari 16.4)': /\(\?<[=!]/,
  'a static block (Safari 16.4)': /\bstatic\s*\{/,
  'an array method of ES2023': /\.(toSorted|toReversed|toSpliced)\(/,
  'URL.canParse or URL.parse': /\bURL\.(canParse|parse)\(/,
  'a method of ES2024': /\b(Object|Map)\.groupBy\(|Promise\.withResolvers\(|Array\.fromAsync\(/,
  'the regular expressions’ flag v': /\/[dgimsuy]*v[dgimsuy]*\.(test|exec)\(/,
};

/** An exception: Zod tests whether `URL.canParse` exists before using it. */
const ASKED_FIRST = /typeof URL\.canParse==`function`\?URL\.canParse/;

test('the built files contain no syntax or method that the oldest supported browsers lack', () => {
  const folder = 'dist/web/assets';
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  expect(files.length).toBeGreaterThan(50);
  const found = [...files.map((name) => `${folder}/${name}`), 'dist/web/service-worker.js'].flatMap(
    (file) => {
      const code = readFileSync(file, 'utf8').replace(ASKED_FIRST, '');
      return Object.entries(LATER).flatMap(([what, pattern]) =>
        pattern.test(code) ? [`${file}: ${what}`] : [],
      );
    },
  );
  expect(found).toEqual([]);
});
