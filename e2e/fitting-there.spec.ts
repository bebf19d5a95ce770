import type { Browser, Page } from '@playwright/test';
import { expectAccessible, expectLargeEnough, SIZES } from './support/looks.ts';
import { addElder, anotherBrowser } from './support/people.ts';
import { readyPopupOf } from './support/reminder.ts';
import { addMedication, expect, type Family, type ProductServer, test } from './support/test.ts';
import { press, untilHearing } from './support/touch.ts';

/** 7:30 AM in New York. */
const MORNING = '2026-03-10T11:30:00Z';

interface Parts {
  browser: Browser;
  server: ProductServer;
  family: Family;
  page: Page;
}

/** Opens the elder's tablet at its home screen, and the elder's settings page in the panel. */
async function openBoth({ browser, server, family, page }: Parts) {
  const id = await addElder(family);
  const { code } = await (await family.request.post(`/api/users/${id}/pairing-code`)).json();
  const context = await anotherBrowser(browser, server);
  expect((await context.request.post('/api/auth/pair', { data: { code } })).ok()).toBe(true);
  const tablet = await context.newPage();
  await tablet.clock.install({ time: new Date(MORNING) });
  await tablet.goto('/');
  await page.goto(`/settings?for=${id}`);
  return { id, tablet, close: () => context.close() };
}

const question = (tablet: Page) =>
  tablet.getByRole('alertdialog', { name: 'Two minutes to find out what fits you?' });

const start = (page: Page) => page.getByRole('button', { name: 'Start the fitting on the tablet' });

test('the fitting is started from the panel, declined, started again and canceled', async ({
  browser,
  server,
  family,
  page,
  clockAt,
}) => {
  await clockAt(MORNING);
  const { tablet, close } = await openBoth({ browser, server, family, page });
  // The tablet loads the code of the fitting when it has been idle for some seconds.
  await tablet.clock.fastForward(6_000);
  await start(page).click();
  await expect(question(tablet)).toBeVisible();
  await expect(page.getByText(/^The tablet asks Edith/)).toBeVisible();
  await expectAccessible(page, 'family');
  for (const size of SIZES) {
    await tablet.setViewportSize(size);
    await expectLargeEnough(tablet, 'elder');
    await expectAccessible(tablet, 'elder');
  }
  await expect(question(tablet).getByRole('button')).toHaveText(['Not now', 'Begin']);
  await expect(question(tablet).getByRole('button', { name: 'Not now' })).toBeFocused();
  await tablet.keyboard.press('Escape');
  await expect(question(tablet)).toBeHidden();
  await expect(page.getByText('“Not now” was pressed on the tablet.')).toBeVisible();
  await start(page).click();
  await question(tablet).getByRole('button', { name: 'Begin' }).press('Enter');
  const fitting = tablet.getByRole('dialog', { name: 'What fits you' });
  await expect(fitting.getByRole('heading', { name: 'Two minutes with Edith' })).toBeVisible();
  await expect(page.getByText('The fitting is under way.')).toBeVisible();
  await expectAccessible(tablet, 'elder');
  await page.getByRole('button', { name: 'Cancel the fitting' }).click();
  await expect(page.getByText('The fitting was canceled.')).toBeVisible();
  await expect(fitting).toBeHidden();
  await close();
});

test('the proposal of the fitting is accepted in the panel', async ({
  browser,
  server,
  family,
  page,
  clockAt,
}) => {
  await clockAt(MORNING);
  const { id, tablet, close } = await openBoth({ browser, server, family, page });
  await tablet.clock.fastForward(6_000);
  await start(page).click();
  await question(tablet).getByRole('button', { name: 'Begin' }).press('Enter');
  const steps = ['Begin', 'Leave this out', 'Larger', 'This is good', 'Leave this out'];
  for (const name of [...steps, 'Leave this out', 'Left']) {
    await untilHearing(tablet);
    await tablet.getByRole('button', { name, exact: true }).press('Enter');
  }
  await expect(page.getByText('Text size: 100 %, becomes 110 %')).toBeVisible();
  await expect(page.getByText('Hand: Right, becomes Left')).toBeVisible();
  await page.getByRole('button', { name: 'Use these' }).click();
  await expect(page.getByText('What it found is how the tablet is set.')).toBeVisible();
  // Waits for the server: the panel shows the choice at once (optimistic update), before the server
  // has stored it.
  const isSet = async () => (await family.request.get('/api/accessibility')).json();
  await expect.poll(isSet).toMatchObject([{ userId: id, textSize: 110, hand: 'left', version: 2 }]);
  await close();
});

test('the question of the fitting waits until a reminder is answered', async ({
  browser,
  server,
  family,
  page,
  clockAt,
}) => {
  await clockAt(MORNING);
  const { tablet, close } = await openBoth({ browser, server, family, page });
  await tablet.clock.fastForward(6_000);
  await start(page).click();
  await expect(question(tablet)).toBeVisible();
  await addMedication(family, { name: 'Lisinopril', times: ['07:31'] });
  const popup = await readyPopupOf(tablet);
  await expect(question(tablet)).toBeHidden();
  await popup.getByRole('button', { name: 'Taken', exact: true }).press('Enter');
  await expect(question(tablet)).toBeVisible();
  await press(question(tablet).getByRole('button', { name: 'Not now' }));
  await expect(page.getByText('“Not now” was pressed on the tablet.')).toBeVisible();
  await close();
});

test('a tablet that does not answer is reported in the panel', async ({
  family,
  page,
  browser,
  server,
  clockAt,
}) => {
  const clock = await clockAt(MORNING);
  const { close } = await openBoth({ browser, server, family, page });
  await close();
  await start(page).click();
  await expect(page.getByText('Waiting for the tablet.', { exact: true })).toBeVisible();
  await clock.freezeAt('2026-03-10T11:31:30Z');
  await clock.thaw();
  await expect(page.getByText(/has not answered yet: it may be off/)).toBeVisible();
});
