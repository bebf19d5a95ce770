import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { homeOf } from './support/cached-data.ts';
import { expectAccessible, expectLargeEnough, SIZES } from './support/looks.ts';
import { addElder, pairingLink } from './support/people.ts';
import { shot } from './support/shots.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';
import { press } from './support/touch.ts';

/** 9:12 AM in New York, on a Tuesday. */
const MORNING = '2026-03-10T13:12:00Z';

const ALL = ['blood-pressure', 'weight', 'glucose', 'pain', 'mood'];

/** Makes this page the tablet of a new elder. Returns the elder's id. */
async function tabletOf(page: Page, family: Family): Promise<string> {
  const userId = await addElder(family);
  await page.goto(await pairingLink(family, userId));
  await page.getByRole('button', { name: 'Set up this tablet' }).click();
  await expect(homeOf(page)).toBeVisible();
  return userId;
}

async function askFor({ request }: Family, userId: string, kinds: readonly string[]) {
  const data = { kinds, weightUnit: 'kg', glucoseUnit: 'mg/dL' };
  expect((await request.put(`/api/measures/${userId}`, { data })).ok()).toBe(true);
}

const valuesOf = async ({ request }: Family) =>
  (await request.get('/api/measure-values')).json() as Promise<Record<string, unknown>[]>;

const cardOf = (page: Page) => page.getByRole('region', { name: 'To Measure' });

async function pressAll(page: Page, ...names: readonly string[]) {
  for (const name of names) {
    await press(page.getByRole('dialog').getByRole('button', { name, exact: true }));
  }
}

async function open(page: Page, name: RegExp) {
  await press(cardOf(page).getByRole('button', { name }));
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Signs the family in with a separate request context, because this browser becomes the tablet. */
async function beside(family: Family, request: Family['request']): Promise<Family> {
  const { email, password } = family;
  const answer = await request.post('/api/auth/login', { data: { email, password } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return { email, password, request };
}

test('blood pressure is entered on large keys, an unlikely value is confirmed, and Undo deletes it', async ({
  page,
  family: owner,
  request,
  clockAt,
}) => {
  await clockAt(MORNING);
  const family = await beside(owner, request);
  const userId = await tabletOf(page, family);
  await page.goto('/my-day');
  await expect(page.getByText('No events scheduled for today')).toBeVisible();
  await expect(cardOf(page)).toBeHidden();
  // The family requests a measurement in the panel, which appears on the tablet without a reload.
  await askFor(family, userId, ['blood-pressure']);
  await expect(cardOf(page).getByText('Not measured today')).toBeVisible();

  await open(page, /^Blood pressure/);
  await pressAll(page, '1', '2', '0', '8', 'Save: Blood pressure');
  await expect(page.getByText('120 over 8: is that right?')).toBeVisible();
  await expect(page.getByRole('button', { name: 'No, change it' })).toBeFocused();
  await pressAll(page, 'No, change it', '0', 'Remove the last digit', '5', 'Save: Blood pressure');
  const row = cardOf(page).getByRole('button', {
    name: /^Blood pressure 120 over 85, at 9:1\d AM$/,
  });
  await expect(row).toBeVisible();
  await expect.poll(() => valuesOf(family)).toMatchObject([{ first: 120, second: 85, userId }]);

  await press(cardOf(page).getByRole('button', { name: 'Undo: Blood pressure' }));
  await expect(cardOf(page).getByText('Not measured today')).toBeVisible();
  await expect.poll(() => valuesOf(family)).toEqual([]);
});

test('an impossible value shows an error, Next leads to the lower number, and Not now stores nothing', async ({
  page,
  family: owner,
  request,
  clockAt,
}) => {
  await clockAt(MORNING);
  const family = await beside(owner, request);
  await askFor(family, await tabletOf(page, family), ['blood-pressure']);
  await page.goto('/my-day');
  await open(page, /^Blood pressure/);
  await pressAll(page, '9', '5', 'Next: Blood pressure', '9', '9', 'Save: Blood pressure');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('The lower number must be less than the upper one.')).toBeVisible();
  await pressAll(page, 'Not now');
  await expect(dialog).toBeHidden();
  await expect(cardOf(page).getByRole('button', { name: /^Blood pressure/ })).toBeFocused();
  expect(await valuesOf(family)).toEqual([]);
});

test('weight starts from the last value, and pain and mood need one press', async ({
  page,
  family: owner,
  request,
  clockAt,
}) => {
  await clockAt(MORNING);
  const family = await beside(owner, request);
  const userId = await tabletOf(page, family);
  await askFor(family, userId, ALL);
  const weight = { id: randomUUID(), userId, kind: 'weight', unit: '[lb_av]', first: 160 };
  const data = { ...weight, measuredAt: '2026-03-08T13:00:00Z' };
  expect((await family.request.post('/api/measure-values', { data })).ok()).toBe(true);
  await page.goto('/my-day');
  await open(page, /^Weight Not measured today/);
  await expect(page.getByRole('dialog').getByText('72.6')).toBeVisible();
  await pressAll(page, '0.1 less', '1 less', 'Save: Weight');
  await expect(cardOf(page).getByText('71.5 kg, at 9:1')).toBeVisible();
  await open(page, /^Glucose/);
  await pressAll(page, '9', '9', 'Save: Glucose');
  await expect(cardOf(page).getByText('99 mg/dL, at')).toBeVisible();
  await open(page, /^Pain/);
  await pressAll(page, 'A little');
  await expect(cardOf(page).getByText('A little, at')).toBeVisible();
  await open(page, /^Mood/);
  await pressAll(page, 'Very good');
  await expect(cardOf(page).getByText('Very good, at')).toBeVisible();
  await expect
    .poll(async () => (await valuesOf(family)).map(({ kind, first }) => `${kind} ${first}`))
    .toEqual(['mood 5', 'pain 2', 'glucose 99', 'weight 71.5', 'weight 160']);
});

test('a value without a connection waits with the time of its press, and Undo removes it', async ({
  page,
  family: owner,
  request,
  clockAt,
}) => {
  const clock = await clockAt(MORNING);
  const family = await beside(owner, request);
  await askFor(family, await tabletOf(page, family), ['blood-pressure', 'pain']);
  await page.goto('/my-day');
  await expect(cardOf(page)).toBeVisible();
  // Loads the code of the dialog before the connection is cut.
  await open(page, /^Blood pressure/);
  await pressAll(page, 'Not now');
  await page.route('**/api/**', (route) => route.abort());
  await open(page, /^Blood pressure/);
  await pressAll(page, '1', '2', '8', '7', '9', 'Save: Blood pressure');
  await expect(cardOf(page).getByText('Kept on this tablet.')).toBeVisible();
  await expect(cardOf(page).getByText(/128 over 79, at 9:1\d AM/)).toBeVisible();
  await open(page, /^Pain/);
  await pressAll(page, 'A lot');
  await expect(cardOf(page).getByText('A lot, at')).toBeVisible();
  await press(cardOf(page).getByRole('button', { name: 'Undo: Pain' }));
  await expect(cardOf(page).getByRole('button', { name: 'Pain Not measured today' })).toBeVisible();
  expect(await valuesOf(family)).toEqual([]);
  // The connection works again two hours later, and the page is reloaded.
  await page.unroute('**/api/**');
  await clock.freezeAt('2026-03-10T15:12:00Z');
  await clock.thaw();
  await page.goto('/my-day');
  await expect.poll(async () => (await valuesOf(family)).length).toBe(1);
  const [value] = await valuesOf(family);
  expect(value).toMatchObject({ kind: 'blood-pressure', first: 128, second: 79 });
  expect(String(value?.measuredAt)).toMatch(/^2026-03-10T13:1/);
  await expect(cardOf(page).getByText(/128 over 79, at 9:1\d AM/)).toBeVisible();
  await expect(cardOf(page).getByText('Kept on this tablet.')).toBeHidden();
});

test('the doses stay when the measures cannot be loaded', async ({
  page,
  family: owner,
  request,
  clockAt,
}) => {
  await clockAt(MORNING);
  const family = await beside(owner, request);
  await addMedication(family, { name: 'Metformin', times: ['12:00'] });
  await askFor(family, await tabletOf(page, family), ['pain']);
  await page.route('**/assets/MeasuresToday*', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (each) => each.url().includes('MeasuresToday'));
  await page.goto('/my-day');
  await failed;
  await expect(page.getByRole('button', { name: 'Taken: Metformin' })).toBeVisible();
  await expect(cardOf(page)).toBeHidden();
});

test('My Day with measures and its dialogs are accessible and large enough for elders at every size', async ({
  page,
  family: owner,
  request,
  clockAt,
}) => {
  test.setTimeout(180_000);
  await clockAt(MORNING);
  const family = await beside(owner, request);
  await addMedication(family, { name: 'Metformin', times: ['12:00', '20:00'] });
  const userId = await tabletOf(page, family);
  await askFor(family, userId, ALL);
  const data = { id: randomUUID(), userId, kind: 'weight', unit: 'kg', first: 72.5 };
  expect((await family.request.post('/api/measure-values', { data })).ok()).toBe(true);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto('/my-day');
    await expect(cardOf(page).getByRole('button')).toHaveCount(5);
    await expectLargeEnough(page, 'elder');
    await expectAccessible(page, 'elder');
    await shot(page, `my-day-${size.width}.png`, { fullPage: true });
    for (const name of ['Blood pressure', 'Weight', 'Pain', 'Mood']) {
      await open(page, new RegExp(`^${name}`));
      await expectLargeEnough(page, 'elder');
      await expectAccessible(page, 'elder');
      await shot(page, `${name}-${size.width}.png`);
      if (name === 'Blood pressure') {
        await pressAll(page, '1', '2', '0', '8', 'Save: Blood pressure');
        await expect(page.getByText('120 over 8: is that right?')).toBeVisible();
        await expectLargeEnough(page, 'elder');
        await expectAccessible(page, 'elder');
        await shot(page, `slip-${size.width}.png`);
        await pressAll(page, 'No, change it');
      }
      await pressAll(page, 'Not now');
    }
  }
});
