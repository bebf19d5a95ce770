import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectLargeEnough, SIZES } from './support/looks.ts';
import { pagesOf } from './support/pdf.ts';
import { addElder } from './support/people.ts';
import { shot } from './support/shots.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';

/** 10:42 AM in New York. */
const MORNING = '2026-03-10T14:42:00Z';

const NAMES = [
  ...['Levothyroxine', 'Lisinopril', 'Metformin', 'Atorvastatin', 'Omega 3', 'Gabapentin'],
  ...['Prednisone', 'Alendronate', 'Vitamin D', 'Carbidopa-Levodopa', 'Amlodipine', 'Sertraline'],
  ...['Donepezil', 'Furosemide'],
];

async function haveFifteen(family: Family): Promise<void> {
  for (const [number, name] of NAMES.entries()) {
    const times = number % 3 === 0 ? ['08:00', '20:00'] : ['09:30'];
    const id = await addMedication(family, {
      ...{ name, times, dosage: `${10 * (number + 1)} mg` },
      instructions: number % 4 === 0 ? 'With food and a glass of water' : '',
    });
    const said = number === 1 ? 'skipped' : 'taken';
    const scheduledTime = `2026-03-10T${number % 3 === 0 ? '12:00' : '13:30'}:00.000Z`;
    const data = { medicationId: id, scheduledTime, status: said };
    expect((await family.request.post('/api/medication-logs', { data })).ok()).toBe(true);
  }
  await addMedication(family, {
    ...{ name: 'Acetaminophen', frequency: 'as_needed', times: [] },
    ...{ shortestIntervalMinutes: 240, mostIn24Hours: 6 },
  });
}

async function openPage(page: Page) {
  await page.goto('/medications');
  await page.getByRole('tab', { name: 'For the doctor' }).click();
  return page.getByRole('article', { name: 'For the doctor' });
}

test('fifteen medications fit one page of A4 and of Letter, and the days are saved as a table', async ({
  page,
  family,
  clockAt,
}, info) => {
  await clockAt(MORNING);
  await haveFifteen(family);
  const sheet = await openPage(page);
  await expect(sheet.getByRole('row')).toHaveCount(16);
  await expect(
    sheet.getByRole('row', {
      name: /^Levothyroxine 10 mg 1 – 1 – 8:00 AM and 8:00 PM\. With food/,
    }),
  ).toBeVisible();
  await expect(
    sheet.getByText('As needed, at least 4 hours apart, at most 6 in 24 hours'),
  ).toBeVisible();
  const bars = sheet.getByRole('region', { name: 'Last 30 days, dose by dose' });
  await expect(bars.getByRole('listitem').filter({ hasText: 'Lisinopril' })).toHaveText(/0 of 1$/);
  await expect(
    sheet.getByText('All doses were taken on 0 days, some on 1, none on 0.'),
  ).toBeVisible();
  for (const format of ['A4', 'Letter']) {
    const path = info.outputPath(`doctor-${format}.pdf`);
    expect(pagesOf(await page.pdf({ format, path, preferCSSPageSize: true })), format).toBe(1);
  }
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the days as a table (CSV)' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('doses-2026-03-10.csv');
  const lines = (await readFile(await saved.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\ufeffDate,Medication,Due,Taken,Taken late,Skipped,Missed,Open');
  expect(lines).toContain('2026-03-10,Lisinopril,1,0,0,1,0,0');
});

/** Adds one or two values a day over four weeks, and a few notes. */
async function measureAMonth(family: Family): Promise<void> {
  const userId = await addElder(family);
  const post = async (path: string, data: object) => {
    const answer = await family.request.post(path, { data });
    expect(answer.status(), await answer.text()).toBe(201);
  };
  for (let back = 0; back < 28; back += 1) {
    const measuredAt = new Date(Date.parse('2026-03-10T13:00:00Z') - back * 86_400_000);
    const said = { id: randomUUID(), userId, measuredAt: measuredAt.toISOString() };
    const first = 122 + ((back * 7) % 23);
    const pressure = { kind: 'blood-pressure', unit: 'mm[Hg]', first, second: 70 + (back % 12) };
    await post('/api/measure-values', { ...said, ...pressure });
    if (back % 7 > 0) continue;
    const weight = { id: randomUUID(), kind: 'weight', unit: 'kg', first: 72 + back / 10 };
    await post('/api/measure-values', { ...said, ...weight });
  }
  for (const [date, text] of [
    ['2026-03-07', 'Dizzy after getting up, twice. Sat down, better after 10 minutes.'],
    ['2026-03-02', 'Noon dose forgotten three days in a row. Since then a reminder by telephone.'],
    // Older than the 30 days that the page covers.
    ['2026-01-02', 'Long ago.'],
  ]) {
    await post('/api/day-notes', { userId, date, text });
  }
}

test('the sheet shows measured values and notes of the last 30 days, if there are any', async ({
  page,
  family,
  clockAt,
}, info) => {
  await clockAt(MORNING);
  for (const [name, time] of [
    ['Lisinopril', '08:00'],
    ['Metformin', '12:00'],
    ['Atorvastatin', '20:00'],
  ] as const) {
    await addMedication(family, { name, times: [time] });
  }
  let sheet = await openPage(page);
  await expect(sheet.getByRole('row')).toHaveCount(4);
  await expect(sheet.getByRole('heading', { level: 3 })).toHaveCount(2);
  await measureAMonth(family);
  sheet = await openPage(page);
  const pressure = sheet.getByRole('region', { name: 'Blood pressure' });
  await expect(pressure).toContainText(
    '28 values. Lowest 122/70 mm Hg, highest 144/81 mm Hg, last 122/70 mm Hg on March 10.',
  );
  await expect(pressure.getByRole('img', { name: /^Blood pressure: 28 values/ })).toBeVisible();
  await expect(sheet.getByRole('region', { name: 'Weight' })).toContainText('4 values.');
  const notes = sheet.getByRole('region', { name: 'Notes of the family' });
  await expect(notes.getByRole('listitem')).toHaveText([/^March 7\. Dizzy/, /^March 2\. Noon/]);
  for (const format of ['A4', 'Letter']) {
    const path = info.outputPath(`measures-${format}.pdf`);
    expect(pagesOf(await page.pdf({ format, path, preferCSSPageSize: true })), format).toBe(1);
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  await page.setViewportSize({ width: 794, height: 1123 });
  await shot(page, 'measures-sheet.png', { fullPage: true });
  await page.emulateMedia({ media: 'screen' });
  await expectAccessible(page, 'family');
});

test('the page for the doctor is accessible and large enough at every size', async ({
  page,
  family,
  clockAt,
}) => {
  await clockAt(MORNING);
  await haveFifteen(family);
  const sheet = await openPage(page);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect(sheet.getByRole('row')).toHaveCount(16);
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
    await shot(page, `doctor-${size.width}.png`, { fullPage: true });
  }
});
