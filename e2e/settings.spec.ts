import type { Page } from '@playwright/test';
import { OWN_FAILURE } from './support/failures.ts';
import { ALL_SIZES, expectAccessible, expectLargeEnough, PHONE } from './support/looks.ts';
import { expect, type Family, test } from './support/test.ts';

const SAVED = 'Settings saved successfully';

async function openSettings(page: Page): Promise<void> {
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Name and time' })).toBeVisible();
}

const stored = async ({ request }: Family) => (await request.get('/api/settings')).json();

const expectStored = (family: Family, some: Record<string, unknown>) =>
  expect.poll(() => stored(family)).toMatchObject(some);

test('the app name is saved by Enter or on leaving the field, and is used everywhere', {
  tag: '@main',
}, async ({ page, family }) => {
  await openSettings(page);
  await expect(page).toHaveTitle('App Settings · Grand App');
  const name = page.getByLabel('App name');
  await name.fill('Something else');
  await name.press('Escape');
  await expect(name).toHaveValue('Grand App');
  await name.fill('  Our Window ');
  await name.press('Enter');
  await expect(page.getByText(SAVED)).toBeVisible();
  await expect(name).toHaveValue('Our Window');
  await expect(page).toHaveTitle('App Settings · Our Window');
  await expect(page.getByRole('link', { name: 'Our Window' })).toBeVisible();
  await expectStored(family, { appName: 'Our Window' });

  await page.getByLabel('Postal code').fill('01267');
  await page.getByLabel('City').focus();
  await expectStored(family, { defaultPostalCode: '01267' });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Our Window' })).toBeVisible();
  await expect(page).toHaveTitle('Our Window');
  await page.context().clearCookies();
  await page.goto('/auth');
  await expect(page.getByRole('heading', { name: 'Welcome to Grand App' })).toBeVisible();
  await expect(page).toHaveTitle('Welcome to Grand App');
});

test('a refused value shows the reason at its field, and a failed save keeps the typed text', async ({
  page,
  family,
}) => {
  await openSettings(page);
  const room = page.getByLabel('Google Meet room');
  await room.fill('javascript:alert(1)');
  await room.press('Enter');
  await expect(page.getByText('Please enter a web address.')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Failed to update settings');
  await room.fill('meet.google.com/abc-defg-hij');
  await room.press('Enter');
  await expectStored(family, { googleMeetRoomUrl: 'https://meet.google.com/abc-defg-hij' });
  await expect(room).toHaveValue('https://meet.google.com/abc-defg-hij');

  let asked = 0;
  await page.route('**/api/settings', (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    asked += 1;
    return route.abort();
  });
  const name = page.getByLabel('App name');
  await name.fill('Our Window');
  await name.press('Enter');
  await expect(page.getByText('This has not been saved. Press Enter to try again.')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Failed to update settings');
  await expect(name).toHaveValue('Our Window');
  await name.press('Tab');
  await expect(name).toHaveValue('Our Window');
  // The timezone field now has the focus, so its list opens below it.
  await expect(page.getByRole('listbox', { name: 'Timezone' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Timezone' })).toHaveValue(
    'Eastern Time (New York)',
  );
  await page.keyboard.press('Escape');
  const autoplay = page.getByRole('switch', { name: 'Autoplay' });
  await autoplay.press('Space');
  await expect(autoplay).toBeChecked();
  // Two requests: that of the name, and that of the switch. Leaving the name field sends no further
  // one.
  await expect.poll(() => asked).toBe(2);
  await page.unroute('**/api/settings');
  await name.press('Enter');
  await expect(page.getByText(SAVED)).toBeVisible();
  await expectStored(family, { appName: 'Our Window', autoplayEnabled: true });
});

test('seconds outside 1 to 60 are not saved, and after quick steps the last value is stored', async ({
  page,
  family,
}) => {
  await openSettings(page);
  const seconds = page.getByLabel('Seconds per photo', { exact: true });
  await seconds.fill('61');
  await seconds.press('Enter');
  const sentence = 'Please enter a whole number from 1 to 60. This has not been saved.';
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(seconds).toHaveValue('61');
  await seconds.fill('0');
  await seconds.press('Tab');
  await expect(page.getByText(sentence)).toBeVisible();
  expect(await stored(family)).toMatchObject({ slideshowDisplayDuration: 10 });
  await seconds.press('Escape');
  await expect(seconds).toHaveValue('10');
  await expect(page.getByText(sentence)).toBeHidden();

  const more = page.getByRole('button', { name: 'Seconds per photo: one more' });
  for (let press = 0; press < 8; press += 1) await more.press('Enter');
  await seconds.press('ArrowDown');
  await expect(seconds).toHaveValue('17');
  await expectStored(family, { slideshowDisplayDuration: 17 });
  await seconds.fill('60');
  await seconds.press('Enter');
  await expectStored(family, { slideshowDisplayDuration: 60 });
  await expect(more).toHaveAttribute('aria-disabled', 'true');
});

test('a timezone is found by typing, and its current time is shown', async ({
  page,
  family,
  clockAt,
}) => {
  await clockAt('2026-03-10T15:42:00Z');
  await openSettings(page);
  const zone = page.getByRole('combobox', { name: 'Timezone' });
  await expect(zone).toHaveValue('Eastern Time (New York)');
  await expect(page.getByText('It is 11:42 AM there now, Tuesday, March 10.')).toBeVisible();
  await zone.press('ArrowDown');
  await expect(page.getByRole('option').first()).toContainText('Eastern Time (New York)');
  await zone.fill('india standard');
  const india = page.getByRole('option', { name: /Calcutta|Kolkata/ });
  await expect(india).toContainText('India Standard Time');
  await expect(page.getByRole('option', { name: 'Eastern' })).toBeHidden();
  await india.click();
  await expect(page.getByText('It is 9:12 PM there now, Tuesday, March 10.')).toBeVisible();
  await expect.poll(async () => (await stored(family)).timezone).toMatch(/^Asia\/(Kol|Cal)/);

  await zone.fill('Atlantis');
  await expect(page.getByText('No timezone of that name.')).toBeVisible();
  await zone.press('Tab');
  await expect(zone).toHaveValue(/Calcutta|Kolkata/);
  await zone.fill('mountain');
  await zone.press('ArrowDown');
  await zone.press('Enter');
  await expectStored(family, { timezone: 'America/Denver' });
  await page.getByRole('button', { name: 'Timezone' }).click();
  await page.getByRole('option', { name: 'Hawaii Time (Honolulu)' }).click();
  await expectStored(family, { timezone: 'Pacific/Honolulu' });
  await expect(page.getByText('It is 5:42 AM there now')).toBeVisible();
});

test('the button of the timezone list opens it at the stored zone', async ({ page, family }) => {
  // At this size the list opens below its field, where scrolling to an entry could scroll the page.
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [zone, label] of [
    ['Africa/Johannesburg', 'Johannesburg (Africa)'],
    ['Europe/Paris', 'Paris (Europe)'],
    ['America/New_York', 'Eastern Time (New York)'],
  ] as const) {
    await family.request.patch('/api/settings', { data: { timezone: zone } });
    await openSettings(page);
    await expect(page.getByRole('combobox', { name: 'Timezone' })).toHaveValue(label);
    await page.getByRole('button', { name: 'Timezone' }).click();
    await expect(page.getByRole('option', { name: label })).toBeInViewport();
    await page.getByRole('option', { name: 'Hawaii Time (Honolulu)' }).click();
    await expectStored(family, { timezone: 'Pacific/Honolulu' });
  }
});

test('switches and choices are saved at once', async ({ page, family }) => {
  await family.request.patch('/api/settings', { data: { defaultCountry: 'Other' } });
  await openSettings(page);
  await page.getByRole('radio', { name: 'Celsius' }).press('Space');
  await expectStored(family, { temperatureUnit: 'celsius' });
  for (const name of ['Press and hold to open', 'Start the slideshow by itself']) {
    await page.getByRole('switch', { name }).press('Space');
    await expect(page.getByRole('switch', { name })).toBeChecked();
  }
  await expectStored(family, { requireLongPress: true, defaultToSlideshow: true });
  const country = page.getByLabel('Country');
  await expect(country.getByRole('option')).toHaveCount(13);
  await country.selectOption('Denmark');
  await expectStored(family, { defaultCountry: 'Denmark' });
  await expect(page.getByLabel('State or region')).toHaveValue('MA');
});

test('the settings tab is large enough at every size, and shows an error when it cannot be read', async ({
  page,
  family: _,
}) => {
  await openSettings(page);
  for (const size of ALL_SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
  }
  const seconds = page.getByLabel('Seconds per photo', { exact: true });
  await seconds.fill('99');
  await seconds.press('Enter');
  await expect(page.getByText('Please enter a whole number')).toBeVisible();
  await expectLargeEnough(page, 'family');
  await expectAccessible(page, 'family');
  await page.setViewportSize(PHONE);
  await openSettings(page);
  await page.getByRole('button', { name: /Timezone/ }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectLargeEnough(page, 'family');
  await page.route('**/api/settings', (route) => route.fulfill(OWN_FAILURE));
  await page.goto('/settings');
  await expect(page.getByText('The settings could not be loaded.')).toBeVisible();
  await page.unroute('**/api/settings');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('App name')).toHaveValue('Grand App');
});
