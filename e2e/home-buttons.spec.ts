import type { Browser, Page } from '@playwright/test';
import { ALL_SIZES, expectAccessible, expectLargeEnough, TABLET } from './support/looks.ts';
import { addElder, anotherBrowser, pairingLink } from './support/people.ts';
import { expect, type Family, type ProductServer, test } from './support/test.ts';

/** Maximum time until a change by the family is on the elder's screen. */
const SOON = { timeout: 2000 };

const rows = (page: Page) => page.getByRole('list', { name: 'Home buttons' }).getByRole('listitem');

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const labels = (page: Page) => rows(page).getByRole('switch');

async function openButtons(page: Page): Promise<void> {
  await page.goto('/home-buttons');
  await expect(rows(page)).toHaveCount(6);
}

async function namesOf(page: Page): Promise<string[]> {
  return labels(page).evaluateAll((all) =>
    all.map((one) => one.closest('label')?.textContent ?? ''),
  );
}

/** Opens the elder's tablet, which is paired with a code, at its home screen. */
async function openTablet(browser: Browser, family: Family, server: ProductServer): Promise<Page> {
  const context = await anotherBrowser(browser, server);
  const link = new URL(await pairingLink(family, await addElder(family)));
  await context.request.post('/api/auth/pair', {
    data: { code: link.searchParams.get('code') },
  });
  const tablet = await context.newPage();
  const line = tablet.waitForResponse('**/api/live');
  await tablet.goto('/');
  await line;
  return tablet;
}

const tiles = (tablet: Page) => tablet.locator('main .tile-label');

test('a hidden, a moved and a renamed button are on the tablet within two seconds', {
  tag: '@main',
}, async ({ page, browser, family, server }) => {
  const tablet = await openTablet(browser, family, server);
  await expect(tiles(tablet)).toHaveText(['Photos', 'Watch', 'Listen', 'Read', 'Call', 'My Day']);
  await openButtons(page);
  await expect(page.getByText('Six buttons in two rows of three.')).toBeVisible();

  const read = page.getByRole('switch', { name: 'Read' });
  await read.press('Space');
  await expect(page.getByText('Button updated successfully')).toBeVisible();
  await expect(read).not.toBeChecked();
  await expect(page.locator('.tablet-preview')).toHaveAttribute('inert', '');
  await expect(page.getByText('Hidden')).toHaveCount(1);
  await expect(page.locator('.tablet-preview .tile-label')).toHaveText([
    'Photos',
    'Watch',
    'Listen',
    'Call',
    'My Day',
  ]);
  await expect(tiles(tablet)).toHaveText(['Photos', 'Watch', 'Listen', 'Call', 'My Day'], SOON);

  const up = button(page, 'Move Watch up');
  await up.press('Enter');
  await expect(page.getByText('Watch, position 1 of 6')).toBeAttached();
  await expect(up).toBeFocused();
  await expect(up).toHaveAttribute('aria-disabled', 'true');
  await expect(tiles(tablet)).toHaveText(['Watch', 'Photos', 'Listen', 'Call', 'My Day'], SOON);

  await button(page, 'Rename Call').press('Enter');
  const label = page.getByLabel('Label on the tablet');
  await expect(label).toBeFocused();
  await label.fill(' ');
  await label.press('Enter');
  await expect(page.getByText('Please enter a label.')).toBeVisible();
  await label.press('Escape');
  await expect(button(page, 'Rename Call')).toBeFocused();
  await button(page, 'Rename Call').press('Enter');
  await label.fill('Grandchildren');
  const tooWide = page.getByText('One word is too long for a small screen');
  await expect(tooWide).toBeVisible();
  await label.fill('See the family');
  await expect(tooWide).toBeHidden();
  await label.press('Enter');
  await expect(button(page, 'Rename See the family')).toBeFocused();
  await expect(tiles(tablet)).toContainText(['See the family'], SOON);
  await tablet.context().close();
});

test('quick presses keep their order, and a button returns to its place when saving fails', async ({
  page,
  family,
}) => {
  await openButtons(page);
  const down = button(page, 'Move Photos down');
  for (let press = 0; press < 5; press += 1) await down.press('Enter');
  await expect(down).toBeFocused();
  await expect(down).toHaveAttribute('aria-disabled', 'true');
  const stored = async () =>
    (await (await family.request.get('/api/home-buttons')).json()).map(
      ({ buttonKey }: { buttonKey: string }) => buttonKey,
    );
  await expect.poll(stored).toEqual(['watch', 'listen', 'read', 'call', 'myday', 'photos']);
  const before = await namesOf(page);

  await page.route('**/api/home-buttons/*', (route) => route.abort());
  await button(page, 'Move My Day up').press('Enter');
  await expect(page.getByRole('alert')).toContainText('Failed to update button order');
  await expect.poll(() => namesOf(page)).toEqual(before);
  const call = page.getByRole('switch', { name: 'Call' });
  await call.press('Space');
  await expect(page.getByRole('alert')).toContainText('Failed to update button');
  await expect(call).toBeChecked();
  await button(page, 'Rename Call').press('Enter');
  await page.getByLabel('Label on the tablet').fill('Family');
  await button(page, 'Save').press('Enter');
  await expect(page.getByRole('alert')).toContainText('Failed to update button');
  await expect(page.getByLabel('Label on the tablet')).toHaveValue('Family');
});

/** Returns the position and size of each tile, in 200ths of the width of its container. */
function placesOf(page: Page, frame: string): Promise<number[][]> {
  return page.locator(`${frame} .tile`).evaluateAll((all) =>
    all.map((tile) => {
      const around = tile.parentElement?.getBoundingClientRect() ?? new DOMRect();
      const { x, y, width, height } = tile.getBoundingClientRect();
      return [x - around.x, y - around.y, width, height].map((length) =>
        Math.round((length / around.width) * 200),
      );
    }),
  );
}

for (const count of [6, 5, 4, 1]) {
  test(`the preview shows ${count} tiles in the places they have on the tablet`, async ({
    page,
    family,
  }) => {
    const list = await (await family.request.get('/api/home-buttons')).json();
    for (const { id } of list.slice(count)) {
      await family.request.put(`/api/home-buttons/${id}`, { data: { isEnabled: false } });
    }
    await page.setViewportSize(TABLET);
    await page.goto('/');
    await expect(tiles(page)).toHaveCount(count);
    const real = await placesOf(page, 'main');
    await page.setViewportSize({ width: 390, height: 844 });
    await openButtons(page);
    await expect.poll(() => placesOf(page, '.tablet-preview')).toEqual(real);
  });
}

test('a warning is shown when all buttons are hidden, and the tab is large enough at every size', async ({
  page,
  family,
}) => {
  const list = await (await family.request.get('/api/home-buttons')).json();
  const [first] = list;
  const label = 'A name so long that it takes two lines';
  await family.request.put(`/api/home-buttons/${first.id}`, { data: { label } });
  await openButtons(page);
  for (const size of ALL_SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
  }
  await button(page, 'Rename Watch').click();
  await expectLargeEnough(page, 'family');
  await expectAccessible(page, 'family');
  for (const { id } of list) {
    await family.request.put(`/api/home-buttons/${id}`, { data: { isEnabled: false } });
  }
  await expect(page.getByText('No button is shown.')).toBeVisible();
  await expectAccessible(page, 'family');
});
