import type { Page } from '@playwright/test';
import { TABLET } from './support/looks.ts';
import { withOfflineScreen } from './support/offline.ts';
import { addMedication, expect, test } from './support/test.ts';
import { boxOf, untilHearing } from './support/touch.ts';

/** 10:42 AM in New York, with the next dose at noon. */
const MORNING = '2026-03-10T14:42:00Z';

async function openHome(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Photos', exact: true })).toBeVisible();
}

test('the home screen shows the time, the day, the place and the next dose', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['12:00'], dosage: '500 mg' });
  const clock = await clockAt(MORNING);
  await page.setViewportSize(TABLET);
  await openHome(page);
  await expect(page.getByText('10:42')).toBeVisible();
  await expect(page.getByText('Tuesday morning, March 10')).toBeVisible();
  await expect(page.getByText('Williamstown, MA')).toBeVisible();
  await expect(page.getByText('No events scheduled for today')).toBeVisible();
  await expect(page.getByText('Metformin 500 mg')).toBeVisible();
  const tall = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(tall, 'fills the tablet without scrolling').toBeLessThanOrEqual(TABLET.height);
  await clock.freezeAt('2026-03-10T14:59:59Z');
  await clock.advance(1);
  await expect(page.getByText('11:00')).toBeVisible();
});

test('each tile opens its section, and Return to Main Screen leads back', async ({
  page,
  family: _,
}) => {
  await openHome(page);
  const sections = [
    ['Photos', '/photos'],
    ['Watch', '/activity/watch'],
    ['Listen', '/activity/listen'],
    ['Read', '/activity/read'],
    ['Call', '/activity/call'],
    ['My Day', '/my-day'],
  ] as const;
  for (const [label, path] of sections) {
    await page.getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveURL(path);
    await page.getByRole('link', { name: 'Return to Main Screen' }).click();
    await expect(page).toHaveURL('/');
  }
});

test('the keyboard alone reaches every tile, and the focus is visible', async ({
  page,
  family: _,
}) => {
  await openHome(page);
  const reached: string[] = [];
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return undefined;
      const { boxShadow, outlineStyle } = getComputedStyle(element);
      const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return { name: name.trim(), ring: boxShadow !== 'none' || outlineStyle !== 'none' };
    });
    if (focused === undefined) continue;
    expect(focused.ring, `${focused.name} shows its focus`).toBe(true);
    reached.push(focused.name);
  }
  for (const tile of ['Photos', 'Watch', 'Listen', 'Read', 'Call', 'My Day']) {
    expect(reached.join(' | ')).toContain(tile);
  }
  await page.getByRole('link', { name: 'Listen', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/activity/listen');
});

test.describe('a home screen tile with press and hold', () => {
  test.beforeEach(async ({ family }) => {
    await family.request.patch('/api/settings', { data: { requireLongPress: true } });
  });

  test('a tile opens after it was held for 1.5 seconds, and not before', async ({
    page,
    clockAt,
  }) => {
    const clock = await clockAt(MORNING);
    await page.goto('/');
    const call = page.getByRole('button', { name: /^Call/ });
    const box = await boxOf(call);
    await page.mouse.move(box.x + 60, box.y + 60);
    await clock.freezeAt('2026-03-10T14:42:30Z');
    await untilHearing(page);
    await page.mouse.down();
    await page.clock.runFor(1400);
    await expect(page.getByText('Keep holding')).toBeVisible();
    await expect(page).toHaveURL('/');
    await page.clock.runFor(200);
    await expect(page).toHaveURL('/activity/call');
    await page.mouse.up();
  });

  test('a tile that is released early opens nothing', async ({ page, clockAt }) => {
    const clock = await clockAt(MORNING);
    await page.goto('/');
    const call = page.getByRole('button', { name: /^Call/ });
    await expect(call).toBeVisible();
    await clock.freezeAt('2026-03-10T14:42:30Z');
    await call.click({ delay: 0 });
    await page.clock.runFor(5000);
    await expect(page).toHaveURL('/');
  });

  test('holding Enter on a tile opens it', async ({ page, clockAt }) => {
    const clock = await clockAt(MORNING);
    await page.goto('/');
    await page.getByRole('button', { name: /^Call/ }).focus();
    await clock.freezeAt('2026-03-10T14:42:30Z');
    await page.keyboard.down('Enter');
    await page.clock.runFor(1600);
    await page.keyboard.up('Enter');
    await expect(page).toHaveURL('/activity/call');
  });
});

test('the offline screen shows the time and the next dose, and closes when the connection returns', async ({
  page,
  family,
  clockAt,
  context,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['12:00'] });
  await clockAt(MORNING);
  await withOfflineScreen(page, openHome);
  await context.setOffline(true);
  await expect(page.getByText('No Internet Connection')).toBeVisible();
  await expect(page.getByText('Please check your WiFi connection and try again')).toBeVisible();
  await expect(page.getByText(/Next medication:/)).toContainText('Metformin at 12:00 PM');
  await expect(page.getByText('Your reminders go on.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('No Internet Connection')).toBeHidden();
});

test('a reminder also opens over the offline screen', async ({
  page,
  family,
  clockAt,
  context,
}) => {
  await addMedication(family, { name: 'Metformin', times: ['12:00'] });
  const clock = await clockAt(MORNING);
  await withOfflineScreen(page, openHome);
  await context.setOffline(true);
  await expect(page.getByText('No Internet Connection')).toBeVisible();
  await clock.freezeAt('2026-03-10T15:54:59Z');
  await clock.advance(1);
  const reminder = page.getByRole('alertdialog', { name: 'Due in 5 minutes' });
  await expect(reminder.getByText('Metformin')).toBeVisible();
});

test('each screen has its own document title', async ({ page, family: _ }) => {
  const titles = {
    '/': 'Grand App',
    '/photos': 'Photos · Grand App',
    '/activity/watch': 'Watch · Grand App',
    '/activity/listen': 'Listen · Grand App',
    '/activity/read': 'Read · Grand App',
    '/activity/call': 'Call · Grand App',
    '/my-day': 'My Day · Grand App',
    '/admin': 'Content Management · Grand App',
    '/users': 'User Management · Grand App',
    '/medications': 'Medications · Grand App',
    '/analytics': 'Analytics Dashboard · Grand App',
    '/pair': 'Set up this tablet · Grand App',
    '/nowhere': 'Page Not Found · Grand App',
  };
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
  }
});
