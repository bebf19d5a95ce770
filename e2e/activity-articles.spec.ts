import {
  addArticle,
  BEFORE_NOON,
  buttonOf,
  closeOf,
  frameOf,
  giveArticle,
  giveText,
  openEntry,
  SITE,
} from './support/activities.ts';
import { createDeferred } from './support/photos.ts';
import { expect, test } from './support/test.ts';
import { untilHearing } from './support/touch.ts';

test.describe('the Read screen', () => {
  test('an article opens in a frame under the name of its host, and its page cannot open windows', async ({
    page,
    family,
  }) => {
    await addArticle(family, 'Gardening in late summer', SITE);
    await giveArticle(page, { show: 'frame', url: SITE });
    await page.route(SITE, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<h1>Roses</h1>',
      }),
    );
    await openEntry(page, 'read', 'Gardening in late summer');
    await expect(page.getByText('From gardens.example.org')).toBeVisible();
    await expect(frameOf(page).getByText('Roses')).toBeVisible();
    await expect(page.locator('iframe')).toHaveAttribute(
      'sandbox',
      'allow-scripts allow-same-origin',
    );
    await closeOf(page).click();
    await expect(buttonOf(page, /Gardening in late summer/)).toBeFocused();
  });

  test('an article whose site refuses frames is shown as text in large type', async ({
    page,
    family,
  }) => {
    await addArticle(family, 'Gardening in late summer', SITE);
    await giveText(page);
    await openEntry(page, 'read', 'Gardening in late summer');
    await expect(page.getByRole('article')).toContainText('Roses that are cut back now');
    await expect(page.getByRole('article').locator('p').last()).not.toBeInViewport();
    await buttonOf(page, 'Show more').click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
    await page.keyboard.press('End');
    await expect(page.getByRole('article').locator('p').last()).toBeInViewport();
    await expect(buttonOf(page, 'Show more')).toBeHidden();
    await expect(closeOf(page), 'stays at hand').toBeInViewport();
  });

  test('an article that cannot be shown has a message and a way back', async ({ page, family }) => {
    await addArticle(family, 'Gardening in late summer', SITE);
    await giveArticle(page, { show: 'nothing', url: SITE });
    await openEntry(page, 'read', 'Gardening in late summer');
    await expect(page.getByText('This article cannot be shown right now.')).toBeVisible();
    await buttonOf(page, 'Go back').click();
    await expect(buttonOf(page, /Gardening in late summer/)).toBeVisible();
  });

  test('a page that does not load within 12 seconds can be tried again', async ({
    page,
    family,
    clockAt,
  }) => {
    await addArticle(family, 'Gardening in late summer', SITE);
    await giveArticle(page, { show: 'frame', url: SITE });
    const waits = createDeferred();
    await page.route(SITE, async (route) => {
      await waits.promise;
      await route.fulfill({ contentType: 'text/html', body: '<h1>Roses</h1>' });
    });
    const clock = await clockAt(BEFORE_NOON);
    await openEntry(page, 'read', 'Gardening in late summer');
    await expect(page.getByText('Opening the article...')).toBeVisible();
    await clock.freezeAt('2026-03-10T15:53:40Z');
    await expect(page.getByText('This article is taking a long time to open.')).toBeVisible();
    await buttonOf(page, 'Try again').click();
    await expect(page.getByText('Opening the article...')).toBeVisible();
    waits.resolve();
    await expect(frameOf(page).getByText('Roses')).toBeVisible();
    await expect(page.getByText('This article is taking a long time to open.')).toBeHidden();
  });
});

test.describe('the Call screen', () => {
  test('Join Call opens the room in a new window, and the screen reports it', async ({
    page,
    family,
  }) => {
    const room = 'https://meet.example.org/abc-defg-hij';
    await family.request.patch('/api/settings', { data: { googleMeetRoomUrl: room } });
    await page.context().route(room, (route) => route.fulfill({ body: 'The room' }));
    await page.goto('/activity/call');
    await expect(page.getByRole('heading', { name: 'Video Call Ready' })).toBeVisible();
    await untilHearing(page);
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Join Call' }).click();
    const call = await opened;
    await expect(call.getByText('The room')).toBeVisible();
    expect(await call.evaluate(() => window.opener)).toBeNull();
    await call.close();
    await expect(page.getByText('The call is open in another window.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Join Call' })).toBeVisible();
  });
});

test.describe('sections without content', () => {
  for (const type of ['watch', 'listen', 'read', 'call']) {
    test(`the ${type} section shows 'No content available'`, async ({ page, family: _ }) => {
      await page.goto(`/activity/${type}`);
      await expect(page.getByText('No content available')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Return to Main Screen' })).toBeVisible();
    });
  }

  test('a loading list names its content; a list that fails leads to the home screen', async ({
    page,
    family: _,
  }) => {
    for (const [type, things] of [
      ['watch', 'videos'],
      ['listen', 'playlists'],
      ['read', 'articles'],
    ]) {
      const waits = createDeferred();
      await page.route(`**/api/${things}`, async (route) => {
        await waits.promise;
        await route.fulfill({ status: 500, json: { error: 'Something went wrong.' } });
      });
      await page.goto(`/activity/${type}`);
      await expect(page.getByText(`Loading ${things}...`)).toBeVisible();
      waits.resolve();
      const error = page.getByRole('alertdialog', { name: 'Activity Error' });
      await expect(error).toBeFocused();
      await error.getByRole('link', { name: 'Go Home' }).click();
      await expect(page).toHaveURL('/');
    }
  });
});
