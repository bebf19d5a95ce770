import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectLargeEnough, SIZES } from './support/looks.ts';
import { addElder, anotherBrowser } from './support/people.ts';
import { shot } from './support/shots.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';

/** 10:42 AM in New York, on a Tuesday. */
const MORNING = '2026-03-10T14:42:00Z';

const PRESSURE = { kind: 'blood-pressure', unit: 'mm[Hg]', first: 128, second: 79 };

async function askFor({ request }: Family, userId: string, kinds: string[]): Promise<void> {
  const data = { kinds, weightUnit: 'kg', glucoseUnit: 'mg/dL' };
  expect((await request.put(`/api/measures/${userId}`, { data })).ok()).toBe(true);
}

async function addValue({ request }: Family, userId: string, value: object): Promise<string> {
  const id = randomUUID();
  const data = { id, userId, ...value };
  const answer = await request.post('/api/measure-values', { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return id;
}

async function addNote({ request }: Family, userId: string, date: string, text: string) {
  const answer = await request.post('/api/day-notes', { data: { userId, date, text } });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** Adds values of blood pressure, weight and pain for ten days. */
async function measureFor(family: Family, userId: string): Promise<void> {
  for (let day = 0; day < 11; day += 1) {
    const measuredAt = `2026-03-${String(day < 2 ? 10 : day).padStart(2, '0')}T1${day % 4}:12:00Z`;
    const first = 122 + ((day * 7) % 23);
    await addValue(family, userId, { ...PRESSURE, first, second: 74 + (day % 9), measuredAt });
    if (day % 3 > 0) continue;
    const weight = { kind: 'weight', unit: 'kg', first: 72 + day / 10 };
    await addValue(family, userId, { ...weight, measuredAt });
    await addValue(family, userId, { kind: 'pain', unit: '{score}', first: day % 10, measuredAt });
  }
}

async function openTab(page: Page) {
  await page.goto('/medications');
  await page.getByRole('tab', { name: 'Measures' }).click();
  await expect(page.getByRole('region', { name: 'What is measured' })).toBeVisible();
}

test('the family chooses measures, adds a value, confirms an unlikely one, corrects and deletes it', async ({
  page,
  family,
  clockAt,
}) => {
  const userId = await addElder(family);
  await clockAt(MORNING);
  await openTab(page);
  const dialog = page.getByRole('dialog');
  await expect(page.getByText('Nothing is asked of Edith.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose' }).click();
  await dialog.getByText('Blood pressure', { exact: true }).click();
  await dialog.getByText('Weight', { exact: true }).click();
  await dialog.getByText('Pounds', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByText('Blood pressure and Weight: asked of Edith on My Day.'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Add a value' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please choose what was measured.')).toBeVisible();
  await dialog.getByLabel('What was measured').selectOption('blood-pressure');
  await dialog.getByLabel('Upper number').fill('120');
  await dialog.getByLabel('Lower number').fill('8');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('120 over 8: is that right?')).toBeVisible();
  await dialog.getByLabel('Lower number').fill('80');
  await expect(dialog.getByText('is that right?')).toBeHidden();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const box = page.getByRole('region', { name: 'Blood pressure', exact: true });
  await expect(box.getByText('120/80 mm Hg')).toHaveCount(2);

  await box.getByText('Blood pressure as a table').click();
  await box.getByRole('button', { name: /^Correct 120\/80/ }).click();
  await dialog.getByLabel('Upper number').fill('121');
  // Another administrator changes the other number first.
  const [value] = await (await family.request.get('/api/measure-values')).json();
  const data = { second: 82, version: 1 };
  const url = `/api/measure-values/${value.id}`;
  expect((await family.request.patch(url, { data })).ok()).toBe(true);
  await expect(dialog.getByText('Lower number: 82')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(box.getByRole('row', { name: /121\/82 mm Hg.*corrected by/ })).toBeVisible();

  await box.getByRole('button', { name: /^Delete 121\/82/ }).click();
  await expect(box).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(box.getByText('121/82 mm Hg').first()).toBeVisible();
  expect(await (await family.request.get('/api/measures')).json()).toMatchObject([
    { userId, weightUnit: '[lb_av]', kinds: ['blood-pressure', 'weight'] },
  ]);
});

test('a note is written, edited by two administrators at once, deleted and restored', async ({
  page,
  family,
  clockAt,
}) => {
  const userId = await addElder(family);
  await addNote(family, userId, '2026-03-06', 'Noon dose forgotten.');
  await clockAt(MORNING);
  await openTab(page);
  const notes = page.getByRole('region', { name: 'Notes', exact: true });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Write a note' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please write something.')).toBeVisible();
  await dialog.getByLabel('Note').fill('Dizzy after getting up, twice.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(notes.getByRole('listitem')).toHaveText([/March 10\. Dizzy/, /March 6\. Noon/]);

  await notes.getByRole('button', { name: 'Change the note of March 6' }).click();
  await dialog.getByLabel('Note').fill('Noon dose forgotten, three days in a row.');
  const all = await (await family.request.get('/api/day-notes')).json();
  const old = all.find(({ date }: { date: string }) => date === '2026-03-06');
  const theirs = { text: 'Noon dose late.', version: 1 };
  expect((await family.request.patch(`/api/day-notes/${old.id}`, { data: theirs })).ok()).toBe(
    true,
  );
  await expect(dialog.getByText('Theirs now: Noon dose late.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep mine: Note' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(notes.getByText('three days in a row')).toBeVisible();

  await notes.getByRole('button', { name: 'Delete the note of March 10' }).click();
  await expect(notes.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(notes.getByRole('listitem')).toHaveCount(2);
});

test('values are saved as a table, and a new value appears in another browser without a reload', async ({
  page,
  browser,
  server,
  family,
  clockAt,
}) => {
  const userId = await addElder(family);
  await addValue(family, userId, { ...PRESSURE, measuredAt: '2026-03-09T13:12:00Z' });
  await clockAt(MORNING);
  await addValue(family, userId, { kind: 'weight', unit: 'kg', first: 72.5, measuredAt: MORNING });
  await openTab(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the values as a table (CSV)' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\ufeffDate,Time,Measure,Value,Lower value,Unit,Said by,Corrected by');
  expect(lines[1]).toMatch(/^2026-03-09,09:12,Blood pressure,128,79,mm Hg,.+,$/);
  expect(lines[2]).toMatch(/^2026-03-10,10:42,Weight,72.5,,kg,.+,$/);

  const other = await anotherBrowser(browser, server);
  expect(
    (
      await other.request.post('/api/auth/login', {
        data: { email: family.email, password: family.password },
      })
    ).ok(),
  ).toBe(true);
  const box = page.getByRole('region', { name: 'Glucose', exact: true });
  await expect(box).toBeHidden();
  const glucose = { id: randomUUID(), userId, kind: 'glucose', unit: 'mg/dL', first: 99 };
  expect((await other.request.post('/api/measure-values', { data: glucose })).ok()).toBe(true);
  await expect(box.getByText('99 mg/dL').first()).toBeVisible();
  await other.close();
});

test('measures and notes are accessible and large enough at every size', async ({
  page,
  family,
  clockAt,
}) => {
  const userId = await addElder(family);
  const id = await addMedication(family, { name: 'Lisinopril', times: ['08:00'] });
  for (let day = 1; day < 10; day += 1) {
    const scheduledTime = `2026-03-0${day}T1${day < 8 ? 3 : 2}:00:00Z`;
    const data = { medicationId: id, scheduledTime, status: day % 4 ? 'taken' : 'skipped' };
    expect((await family.request.post('/api/medication-logs', { data })).ok()).toBe(true);
  }
  await clockAt(MORNING);
  await askFor(family, userId, ['blood-pressure', 'weight', 'pain']);
  await measureFor(family, userId);
  await addNote(family, userId, '2026-03-09', 'Dizzy after getting up, twice. Sat down, better.');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await openTab(page);
    const box = page.getByRole('region', { name: 'Blood pressure', exact: true });
    await expect(box.getByRole('img')).toBeVisible();
    await box.getByText('Blood pressure as a table').click();
    await expect(box.getByRole('row')).toHaveCount(12);
    await shot(page, `tab-${size.width}.png`, { fullPage: true });
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
    await page.getByRole('button', { name: 'Choose' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await shot(page, `ask-${size.width}.png`);
    await expectAccessible(page, 'family');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add a value' }).click();
    await page.getByRole('dialog').getByLabel('What was measured').selectOption('blood-pressure');
    await shot(page, `value-${size.width}.png`);
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
  }
});
