import type { Page } from '@playwright/test';
import { listenForTones, tonesOf } from './support/sound.ts';
import { addMedication, expect, test } from './support/test.ts';

const soundHere = (page: Page) => page.getByRole('switch', { name: 'Sound in this browser' });

async function pitchesOf(page: Page): Promise<number[]> {
  return (await tonesOf(page)).map(({ hertz }) => hertz);
}

test('the Medications tab sounds 800 Hz for a due dose, at most every 2 minutes', async ({
  page,
  family,
  clockAt,
}) => {
  await listenForTones(page);
  await addMedication(family, { name: 'Aspirin', times: ['11:00'] });
  await addMedication(family, { name: 'Silent', times: ['11:00'], soundEnabled: false });
  const clock = await clockAt('2026-03-10T14:53:00Z');
  await page.goto('/medications');
  await page.getByRole('heading', { level: 1 }).click();
  await expect(soundHere(page)).toBeChecked();
  await clock.freezeAt('2026-03-10T14:54:58Z');
  expect(await pitchesOf(page)).toEqual([]);
  await clock.advance(4);
  expect(await pitchesOf(page)).toEqual([800]);
  await clock.advance(250);
  const alerts = (await tonesOf(page)).map(({ startedAt }) => Math.round(startedAt / 1000));
  expect(alerts).toHaveLength(3);
  const gaps = alerts.slice(1).map((at, index) => at - (alerts[index] ?? 0));
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(120);
});

test('the sound of the Medications tab stays off in this browser until it is switched on', async ({
  page,
  family,
  clockAt,
}) => {
  await listenForTones(page);
  await addMedication(family, { name: 'Aspirin', times: ['11:00'] });
  await clockAt('2026-03-10T14:58:00Z');
  await page.addInitScript(() => localStorage.setItem('medications-tab-sound', 'off'));
  await page.goto('/medications');
  await expect(soundHere(page)).not.toBeChecked();
  await page.getByRole('heading', { level: 1 }).click();
  expect(await pitchesOf(page)).toEqual([]);
  await page.getByText('Sound in this browser').click();
  await expect.poll(() => pitchesOf(page)).toEqual([800]);
  expect(await page.evaluate(() => localStorage.getItem('medications-tab-sound'))).toBe('on');
});

test('on a phone the Medications tab is silent until its sound is switched on', async ({
  page,
  family,
  clockAt,
}) => {
  await listenForTones(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await addMedication(family, { name: 'Aspirin', times: ['11:00'] });
  await clockAt('2026-03-10T14:58:00Z');
  await page.goto('/medications');
  await expect(soundHere(page)).not.toBeChecked();
  await page.getByRole('heading', { level: 1 }).click();
  expect(await pitchesOf(page)).toEqual([]);
  await page.getByText('Sound in this browser').click();
  await expect.poll(() => pitchesOf(page)).toEqual([800]);
  await page.reload();
  await expect(soundHere(page)).toBeChecked();
});
