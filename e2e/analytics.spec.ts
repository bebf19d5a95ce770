import type { Browser, Page } from '@playwright/test';
import {
  addArticle,
  addPlaylist,
  addVideo,
  buttonOf,
  closeOf,
  givePlayers,
  openEntry,
  SPOTIFY,
  YOUTUBE,
} from './support/activities.ts';
import { tryAgain } from './support/failures.ts';
import { ALL_SIZES, expectAccessible, expectLargeEnough, SIZES, TABLET } from './support/looks.ts';
import { addElder, anotherBrowser, pairingLink } from './support/people.ts';
import { shot } from './support/shots.ts';
import { expect, type Family, type ProductServer, test } from './support/test.ts';

/**
 * Maximum time until a use by the elder is on the family's screen. It is shorter than the polling
 * interval of 30 seconds.
 */
const SOON = { timeout: 2000 };

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Returns the element with a figure and its label. */
const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });

const bar = (page: Page, chart: string, label: string) =>
  region(page, chart).getByRole('row', { name: label });

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/analytics');
  await expect(page.getByRole('heading', { name: 'Analytics Dashboard', level: 1 })).toBeVisible();
  await expect(region(page, 'Usage')).toBeVisible();
}

/** Opens the elder's tablet, which is paired with a code, at its home screen. */
async function openTablet(browser: Browser, family: Family, server: ProductServer): Promise<Page> {
  const context = await anotherBrowser(browser, server);
  const link = new URL(await pairingLink(family, await addElder(family)));
  const tablet = await context.newPage();
  await givePlayers(tablet);
  await tablet.goto(link.pathname + link.search);
  await buttonOf(tablet, 'Set up this tablet').click();
  await expect(tablet.locator('main .tile-label')).toHaveCount(6);
  return tablet;
}

/** Records a usage event as the elder's tablet does, without opening the screens. */
async function use(tablet: Page, activity: string, duration: number, itemId?: string) {
  const of = itemId === undefined ? {} : { itemId };
  for (const data of [
    { activity, duration: 0, content: `${activity}_started`, ...of },
    { activity, duration, content: `${activity}_ended`, ...of },
  ]) {
    const answer = await tablet.request.post('/api/analytics', { data });
    expect(answer.status(), await answer.text()).toBe(201);
  }
}

/**
 * Records usage events as in the design: several hours of use today, with titles of every length.
 */
async function liveThere(family: Family, tablet: Page): Promise<void> {
  const birds = await addVideo(family, 'Birds of the Garden', YOUTUBE);
  const trains = await addVideo(
    family,
    'Steam Trains of Vermont, and of the Hills Beyond, in Every Season of the Year',
    YOUTUBE,
  );
  const hymns = await addPlaylist(family, 'Frank Sinatra favourites', SPOTIFY);
  const roses = await addArticle(family, 'Gardening in late summer', 'https://127.0.0.1/roses');
  await use(tablet, 'photos', 360);
  for (let times = 0; times < 18; times += 1) await use(tablet, 'watch', 120, birds);
  await use(tablet, 'watch', 300, trains);
  for (let times = 0; times < 34; times += 1) await use(tablet, 'listen', 50, hymns);
  for (let times = 0; times < 13; times += 1) await use(tablet, 'read', 55, roses);
  await use(tablet, 'watch', 600, birds);
  await use(tablet, 'listen', 60, hymns);
  await use(tablet, 'call', 300);
  await use(tablet, 'watch', 30, trains);
}

test('a video that the elder watches is on the family’s screen within two seconds', async ({
  page,
  browser,
  family,
  server,
}) => {
  await addVideo(family, 'Birds of the Garden', YOUTUBE);
  const tablet = await openTablet(browser, family, server);
  const line = page.waitForResponse('**/api/live');
  await openDashboard(page);
  await line;
  await expect(page.getByText('No recent activity')).toBeVisible();
  await openEntry(tablet, 'watch', 'Birds of the Garden');
  await expect(region(page, 'Recent activity')).toContainText('Watched Birds of the Garden', SOON);
  await expect(figure(page, 'Content views')).toContainText('1');
  await expect(bar(page, 'Usage', 'Videos')).toContainText('1 view');
  await expect(figure(page, 'Most watched video')).toContainText('Birds of the Garden');
  await expect(figure(page, 'Active days this week')).toContainText('1 of 7');
  await expect(figure(page, 'Engagement rate')).toContainText('3%');
  await closeOf(tablet).click();
  await tablet.getByRole('link', { name: 'Return to Main Screen' }).click();
  await expect(bar(page, 'Today’s activity', 'Watch')).toContainText('under 1 min', SOON);
  await expect(region(page, 'Recent activity').getByRole('listitem')).toHaveCount(1);
  await tablet.context().close();
});

test('a household without any use shows zeros and empty states', async ({ page, family: _ }) => {
  await openDashboard(page);
  await expect(page.getByText('Live Data')).toBeVisible();
  for (const label of ['Content views', 'Videos', 'Music', 'Reading', 'Average session']) {
    await expect(
      page.locator('dl').first().locator('div').filter({ hasText: label }),
    ).toContainText('0');
  }
  for (const label of ['Watch', 'Listen', 'Read', 'Other']) {
    await expect(bar(page, 'Today’s activity', label)).toContainText('0 min');
  }
  await expect(bar(page, 'Usage', 'Videos')).toContainText('0 views');
  await expect(bar(page, 'Usage', 'Music')).toContainText('0 plays');
  await expect(page.getByText('Nothing was used in the last eight weeks.')).toBeVisible();
  await expect(page.getByText('No data yet')).toHaveCount(3);
  await expect(figure(page, 'Account users')).toContainText('1');
  await expect(figure(page, 'Total logins')).toContainText('1');
  await expect(figure(page, 'Engagement rate')).toContainText('0%');
  await expect(figure(page, 'Active days this week')).toContainText('0 of 7');
  await expect(page.getByText('No recent activity')).toBeVisible();
  await expectAccessible(page, 'family');
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  await expect(page).toHaveURL('/admin');
});

test('the page and the tab are accessible and large enough at every size', async ({
  page,
  browser,
  family,
  server,
}) => {
  // Slow, because two pages are checked completely at five sizes.
  test.slow();
  const tablet = await openTablet(browser, family, server);
  await liveThere(family, tablet);
  await tablet.context().close();
  for (const path of ['/analytics', '/admin/analytics']) {
    for (const size of ALL_SIZES) {
      await page.setViewportSize(size);
      await page.goto(path);
      await expect(region(page, 'Recent activity').getByRole('listitem')).toHaveCount(6);
      await expectLargeEnough(page, 'family');
      if (SIZES.includes(size)) await expectAccessible(page, 'family');
      const name = `${path.replaceAll('/', '-')}-${size.width}.png`.slice(1);
      await shot(page, name, { fullPage: true });
    }
  }
  await page.setViewportSize(TABLET);
  await page.goto('/analytics');
  await expect(page.getByRole('img', { name: /^Use of the tablet, week by week/ })).toBeVisible();
  await region(page, 'Week by week').getByText('As a table').click();
  const weeks = page.getByRole('table', { name: 'Use of the tablet, week by week' });
  await expect(weeks.getByRole('row')).toHaveCount(9);
  await expect(weeks.getByRole('row').last()).toContainText('1 of 7');
  await expectAccessible(page, 'family');
  await expect(figure(page, 'Content views')).toContainText('69');
  await expect(bar(page, 'Usage', 'Music')).toContainText('35 plays');
  await expect(region(page, 'Recent activity')).toContainText('Opened the video call');
  await expect(figure(page, 'Most read article')).toContainText('Gardening in late summer');
});

test('the tab leads to the page, and only a super admin sees it before Subscription', async ({
  page,
  family: _,
}) => {
  await page.goto('/admin');
  const tabs = page.getByRole('navigation').getByRole('link');
  await expect(tabs).toContainText(['App Settings', 'Analytics', 'Subscription']);
  await page.getByRole('link', { name: 'Analytics', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Analytics', level: 1 })).toBeVisible();
  await expect(page.getByText('Live Data')).toBeVisible();
  await page.getByRole('link', { name: 'Analytics Dashboard' }).click();
  await expect(page).toHaveURL('/analytics');
  await page.route('**/api/auth/user', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), role: 'admin' } });
  });
  await page.goto('/analytics');
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('link', { name: 'Analytics' })).toHaveCount(0);
});

test('a failed load shows an error, and Live Data is shown only while it is live', async ({
  page,
  family: _,
}) => {
  await page.route('**/api/live', (route) => route.abort());
  await page.route('**/api/analytics', (route) => route.abort());
  await page.goto('/analytics');
  await expect(page.getByText('The analytics could not be loaded.')).toBeVisible();
  await expect(page.getByText('Not live at the moment')).toBeVisible();
  await expectAccessible(page, 'family');
  await page.unroute('**/api/analytics');
  await tryAgain(buttonOf(page, 'Try again'));
  await expect(region(page, 'Usage')).toBeVisible();
  await expect(page.getByText('Live Data')).toBeVisible();
});

test('the page asks a signed-out visitor to log in, and leads home', async ({ page, server }) => {
  await page.goto(`${server.url}/analytics`);
  await expect(page.getByText('Please log in to view analytics')).toBeVisible();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
  }
  await page.getByRole('link', { name: 'Return Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Please log in' })).toHaveCount(0);
});
