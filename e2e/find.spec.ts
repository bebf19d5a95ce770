import type { Page } from '@playwright/test';
import { ALL_SIZES, expectAccessible, expectLargeEnough, PHONE, SIZES } from './support/looks.ts';
import { uploadPhoto } from './support/photos.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find' });
const field = (page: Page) => palette(page).locator('input');

const option = (page: Page, name: RegExp | string) =>
  palette(page).getByRole('option', { name, exact: typeof name === 'string' });

async function addEvent({ request }: Family, event: Record<string, unknown>): Promise<void> {
  const answer = await request.post('/api/calendar-events', { data: event });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** Expects that Enter would choose this option, while the focus stays in the field. */
async function expectOnIt(page: Page, name: RegExp): Promise<void> {
  await expect(field(page)).toBeFocused();
  const id = await option(page, name).getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '');
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
}

test('the first tab stop skips to the content', async ({ page, family: _ }) => {
  await open(page, '/settings');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL(/\/settings$/);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('pages, medications and events are found by a part of their name, with the keyboard alone', async ({
  page,
  family,
}) => {
  await addMedication(family, { name: 'Lisinopril', times: ['20:00'] });
  const past = { eventDate: '2020-01-01' };
  for (const at of [1, 2, 3, 4, 5, 6]) {
    await addEvent(family, { title: `Visit ${at}`, eventDate: `2020-02-0${at}` });
  }
  await addEvent(family, { title: 'Café with Zoë', ...past });
  await open(page, '/admin');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expectOnIt(page, /^Today/);
  await page.keyboard.press('ArrowDown');
  await expectOnIt(page, /^Tablets/);
  await page.keyboard.type('photo al');
  await expect(palette(page).getByRole('option')).toHaveText([/^Photo Albums/]);
  await expectOnIt(page, /^Photo Albums/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/photo-albums$/);

  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('NOPRIL');
  await expectOnIt(page, /^Lisinopril/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/medications\?show=/);
  await expect(page.locator('[data-arrived]')).toContainText('Lisinopril');
  await expect(page.locator('[data-arrived]')).toBeFocused();

  // Finds a past event, although the list hides it behind "Show all".
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('cafe zoe');
  await expect(option(page, /^Café with Zoë/)).toContainText('Jan 1, 2020');
  await option(page, /^Café with Zoë/).click();
  await expect(page.locator('[data-arrived]')).toContainText('Café with Zoë');
  await expect(page.locator('[data-arrived]')).toBeInViewport();
});

test('content and people are found, and a search without results shows a message', async ({
  page,
  family,
}) => {
  const article = { title: 'Garden news', url: 'https://example.com/garden' };
  const added = await family.request.post('/api/articles', { data: article });
  expect(added.status(), await added.text()).toBe(201);
  const elder = { firstName: 'Ágnes', lastName: 'Kovács' };
  expect((await family.request.post('/api/users', { data: elder })).status()).toBe(201);
  await open(page, '/settings');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('zzz');
  await expect(palette(page).getByText('Nothing was found.')).toBeVisible();
  await field(page).fill('agnes');
  await option(page, /^Ágnes Kovács/).click();
  await expect(page.locator('[data-arrived]')).toContainText('Ágnes Kovács');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('garden');
  await option(page, /^Garden news/).click();
  await expect(page.getByRole('tab', { name: /Articles/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(page.locator('[data-arrived]')).toContainText('Garden news');
});

test('a photo is found by its caption and opens in its album', async ({ page, family }) => {
  await uploadPhoto(family, 1);
  const [album] = await (await family.request.get('/api/photo-albums')).json();
  const [photo] = await (await family.request.get(`/api/photos/${album.id}`)).json();
  const caption = { caption: 'Rose at the lake' };
  const answer = await family.request.put(`/api/photos/${photo.id}`, { data: caption });
  expect(answer.status(), await answer.text()).toBe(200);
  const other = { name: 'An album with roses', description: '' };
  expect((await family.request.post('/api/photo-albums', { data: other })).status()).toBe(201);
  await open(page, '/settings');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('lake rose');
  await expect(option(page, /^Rose at the lake/)).toContainText(`in ${album.name}`);
  await option(page, /^Rose at the lake/).click();
  await expect(page.locator('[data-arrived]')).toContainText('Rose at the lake');
  // Continues to another album on the same tab.
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('with roses');
  await option(page, /^An album with roses/).click();
  await expect(page.locator('[data-arrived]')).toContainText('An album with roses');
  await expect(page.getByText('No photos in this album yet')).toBeVisible();
});

test('without a connection pages are still found, and an error names the failed search', async ({
  page,
  family: _,
}) => {
  await open(page, '/settings');
  await page.route('**/api/search**', (route) => route.abort());
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('medic');
  await expect(option(page, /^Medications/)).toBeVisible();
  await expect(palette(page).getByRole('alert')).toContainText('could not be searched');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
});

test('the shortcuts are listed, and those with a single key can be turned off', async ({
  page,
  family: _,
}) => {
  await open(page, '/settings');
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toContainText('Find anything');
  await expectAccessible(page, 'family');
  await list.getByText('Shortcuts of one key').click();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('');
  await expect(list).toBeHidden();
  await page.keyboard.type('shortcuts');
  await option(page, /^Keyboard shortcuts/).click();
  await expect(list.getByRole('switch')).not.toBeChecked();
});

test('a shortcut key types its character while a field has the focus', async ({
  page,
  family: _,
}) => {
  await open(page, '/calendar');
  const title = page.getByRole('region', { name: 'Add an event' }).getByLabel('Title');
  await title.fill('Why');
  await title.press('?');
  await title.press('/');
  await expect(title).toHaveValue('Why?/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the palette is accessible and large enough at every size', async ({ page, family }) => {
  const long = `A very long title ${'that goes on '.repeat(8)}`;
  await addEvent(family, { title: long, eventDate: '2026-03-10', recurring: true });
  await page.setViewportSize(PHONE);
  await open(page, '/settings');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('a');
  await expect(option(page, /^A very long/)).toBeVisible();
  for (const size of ALL_SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
    if (SIZES.includes(size)) await expectAccessible(page, 'family');
  }
});
