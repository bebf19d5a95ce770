import { type Page, request } from '@playwright/test';
import sharp from 'sharp';
import { knownDosesOn } from './support/cached-data.ts';
import { expectAccessible, expectLargeEnough, PHONE, SIZES } from './support/looks.ts';
import { untilKnown } from './support/offline.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';

async function signIn(page: Page, { email, password }: Pick<Family, 'email' | 'password'>) {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Clears the cookies, so that the household exists but this browser has no session. */
async function forgetSession(page: Page): Promise<void> {
  await page.context().clearCookies();
}

const SCREENS: readonly { name: string; path: string; heading: string | RegExp }[] = [
  { name: 'sign in', path: '/', heading: /Welcome to/ },
  { name: 'page not found', path: '/nowhere', heading: 'Page Not Found' },
  { name: 'subscription expired', path: '/subscription-expired', heading: 'Subscription Expired' },
];

for (const { name, path, heading } of SCREENS) {
  test(`${name} is accessible and large enough at every size`, async ({ page }) => {
    await page.goto(path);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
      await expectLargeEnough(page, 'family');
      await expectAccessible(page, 'family');
    }
  });
}

test('create account is accessible and large enough at every size', async ({ page }) => {
  await page.goto('/');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.getByRole('tab', { name: 'Create Account' }).click();
    await expect(page.getByRole('heading', { name: 'Plan and payment' })).toBeVisible();
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
  }
});

test('signing in shows a welcome message, signing out leads to the sign-in screen', {
  tag: '@main',
}, async ({ page, family }) => {
  await forgetSession(page);
  await page.goto('/');
  await signIn(page, family);
  await expect(page.getByText('Welcome back!')).toBeVisible();
  await expect(page.getByText('You have been logged in successfully.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Photos', exact: true })).toBeVisible();
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/auth');
  await page.goto('/medications');
  await expect(page).toHaveURL(/\/auth/);
});

test('a wrong password shows an error above the form and keeps the typed values', async ({
  page,
  family,
}) => {
  await forgetSession(page);
  await page.goto('/auth');
  await signIn(page, { ...family, password: 'not this one' });
  await expect(page.getByText('Login failed')).toBeVisible();
  await expect(page.getByText('Invalid credentials').first()).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(family.email);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});

test('after sign-in the page opens that was asked for', async ({ page, family }) => {
  await forgetSession(page);
  for (const path of ['/medications', '/photos']) {
    await forgetSession(page);
    await page.goto(path);
    await expect(page).toHaveURL(/\/auth\?next=/);
    await signIn(page, family);
    await expect(page).toHaveURL(path);
  }
});

test('short addresses lead to their section, unknown ones to Page Not Found', async ({
  page,
  family: _,
}) => {
  for (const type of ['watch', 'listen', 'read', 'call']) {
    await page.goto(`/${type}`);
    await expect(page).toHaveURL(`/activity/${type}`);
  }
  await page.goto('/activity/dance');
  await expect(page).toHaveURL('/');
  const answer = await page.goto('/nowhere');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Main Screen' }).click();
  await expect(page).toHaveURL('/');
});

test('a session that was ended elsewhere leads to the sign-in screen', async ({ page, family }) => {
  await page.goto('/medications');
  await expect(page.getByRole('heading', { name: 'Medications', level: 1 })).toBeVisible();
  await family.request.post('/api/auth/logout');
  await page.reload();
  await expect(page).toHaveURL(/\/auth/);
});

test('sign-out, also from another device, deletes the cached medications and pictures', async ({
  page,
  family,
  server,
}) => {
  const picture = sharp({ create: { width: 80, height: 60, channels: 3, background: '#2f4858' } });
  const file = { name: 'pill.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() };
  const { imageUrl } = await (
    await family.request.post('/api/upload-pill-image', { multipart: { 'pill-image': file } })
  ).json();
  await addMedication(family, { name: 'Metformin', times: ['12:00'], pillImageUrl: imageUrl });
  // Requests the picture as the page does; the browser may answer from its cache.
  const read = () =>
    page.evaluate(async (url) => (await fetch(url, { cache: 'force-cache' })).status, imageUrl);
  await page.goto('/');
  await untilKnown(page);
  expect(await read()).toBe(200);
  const { email, password } = family;
  const elsewhere = await request.newContext({ baseURL: server.url });
  await elsewhere.post('/api/auth/login', { data: { email, password } });
  await elsewhere.post('/api/auth/logout-everywhere');
  await elsewhere.dispose();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect.poll(() => knownDosesOn(page)).toBeUndefined();
  expect(await read()).toBe(401);

  await family.request.post('/api/auth/login', { data: { email, password } });
  await page.goto('/');
  await untilKnown(page);
  expect(await read()).toBe(200);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/auth');
  await expect.poll(() => knownDosesOn(page)).toBeUndefined();
  expect(await read()).toBe(401);
});

test('an expired subscription shows its own screen and nothing else', async ({ page }) => {
  await page.route('**/api/auth/user', (route) =>
    route.fulfill({
      status: 403,
      json: { error: 'Subscription expired', code: 'subscription-expired' },
    }),
  );
  await page.goto('/');
  await expect(page).toHaveURL('/subscription-expired');
  await expect(
    page.getByText('Please renew your subscription to continue using the software'),
  ).toBeVisible();
});

test('the user is read again after a 503 of the server, without a detour to the sign-in screen', async ({
  page,
  family: _,
}) => {
  let asked = 0;
  let refused = 1;
  await page.route('**/api/auth/user', async (route) => {
    asked += 1;
    const json = { error: 'The server is busy.', code: 'too-busy' };
    if (asked === 1) return route.fulfill({ status: 503, json });
    const response = await route.fetch();
    // Counted as well: on a slow machine the server itself may answer 503.
    if (response.status() === 503) refused += 1;
    return route.fulfill({ response });
  });
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible();
  expect(asked).toBe(refused + 1);
});

test('the agreement must be read to its end before it can be accepted', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  await page.getByRole('tab', { name: 'Create Account' }).click();
  const accepts = page.getByRole('checkbox', { name: /I have read and accept/ });
  await expect(accepts).toBeDisabled();
  await expect(
    page.getByText('Please scroll to the bottom of the EULA before accepting.').first(),
  ).toBeVisible();
  const agreement = page.getByRole('region', { name: 'End User License Agreement' });
  await agreement.focus();
  await page.keyboard.press('End');
  await expect(accepts).toBeEnabled();
});

test('after a change of the password the old one no longer signs in', async ({ page, family }) => {
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current password', { exact: true }).fill(family.password);
  await dialog.getByLabel('New password', { exact: true }).fill('a bench in the sun');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog).toBeHidden();
  const login = (password: string) =>
    family.request.post('/api/auth/login', { data: { email: family.email, password } });
  expect((await login('a bench in the sun')).status()).toBe(200);
  expect((await login(family.password)).status()).toBe(401);
});
