import {
  expectAccessible,
  expectLargeEnough,
  expectNoOverlap,
  PHONE,
  SIZES,
} from './support/looks.ts';
import { addElder, pairingLink } from './support/people.ts';
import { shot } from './support/shots.ts';
import { addMedication, expect, test } from './support/test.ts';

/** 10:42 AM in New York, on a Tuesday. */
const MORNING = '2026-03-10T14:42:00Z';

test('an away time starts at the open dose, is shown on the tablet, and ends with "Back now"', async ({
  page,
  family,
  clockAt,
}) => {
  await addElder(family);
  await addMedication(family, { name: 'Aspirin', times: ['09:00', '20:00'] });
  await clockAt(MORNING);
  await page.setViewportSize(PHONE);
  await page.goto('/admin/today');
  const hero = page.getByRole('region', { name: 'Edith' });
  await expect(hero.getByRole('status')).toHaveText('One dose is overdue.');
  await page.getByRole('button', { name: 'Away, since Aspirin was due' }).click();
  const dialog = page.getByRole('dialog', { name: 'Away' });
  await expect(dialog.getByLabel('From', { exact: true })).toHaveValue('2026-03-10');
  await dialog.getByText('It is known when they are back').click();
  await dialog.getByLabel('Back on', { exact: true }).fill('2026-03-09');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The end must be after the beginning.')).toBeVisible();
  await dialog.getByLabel('Back on', { exact: true }).fill('2026-03-15');
  await dialog.getByLabel('Note').fill('Hospital');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Away: March 10, 9:00 AM to March 15, 12:00 AM.')).toBeVisible();
  await expect(hero.getByRole('status')).toHaveText('Away until Sunday.');
  await expect(page.getByRole('button', { name: /It was taken/ })).toBeHidden();

  await page.goto('/my-day');
  const card = page.getByRole('region', { name: 'Today’s Medications' });
  await expect(card.getByText('Away until Sunday')).toBeVisible();
  await expect(card.getByText('Aspirin')).toBeHidden();
  await expect(page.getByText('Hospital')).toBeHidden();

  await page.goto('/medications');
  await page.getByRole('button', { name: 'Back now' }).click();
  await expect(page.getByText('From now on doses ring again.')).toBeVisible();
  await expect(page.getByText('Was away')).toBeVisible();
  await page.goto('/my-day');
  await expect(card.getByText('Aspirin')).toHaveCount(1);
  await expect(card.getByText('8:00 PM').first()).toBeVisible();
  await expect(card.getByText('Away until Sunday')).toBeHidden();
});

test('the tablet of an elder who is away shows that medications for everyone still ring', async ({
  page,
  family,
  clockAt,
}) => {
  const edith = await addElder(family);
  const rose = { firstName: 'Rose', lastName: 'Clarke' };
  expect((await family.request.post('/api/users', { data: rose })).status()).toBe(201);
  await addMedication(family, { name: 'Vitamin D', times: ['20:00'] });
  await addMedication(family, { name: 'Aspirin', times: ['20:00'], userId: edith });
  const away = { startDate: '2026-03-10', startTime: '08:00', userId: edith };
  expect((await family.request.post('/api/away', { data: away })).status()).toBe(201);
  await clockAt(MORNING);
  await page.goto(await pairingLink(family, edith));
  await page.getByRole('button', { name: 'Set up this tablet' }).click();
  await page.getByRole('link', { name: 'My Day' }).click();
  const card = page.getByRole('region', { name: 'Today’s Medications' });
  await expect(card.getByText('Only medications for everyone ring in this time.')).toBeVisible();
  await expect(card.getByText('Vitamin D')).toBeVisible();
  await expect(card.getByText('Aspirin')).toBeHidden();
});

test('an away time is planned, changed, deleted and restored', async ({
  page,
  family,
  clockAt,
}) => {
  await addMedication(family, { name: 'Aspirin', times: ['20:00'] });
  await clockAt(MORNING);
  await page.goto('/medications');
  await page.getByRole('button', { name: 'Plan a time away' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('From', { exact: true }).fill('2026-03-20');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const line = page.getByRole('listitem').filter({ hasText: 'Will be away' });
  await expect(line.getByText('From March 20, 10:42 AM')).toBeVisible();
  await line.getByRole('button', { name: /^Change/ }).click();
  await dialog.getByText('It is known when they are back').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const changed = 'March 20, 10:42 AM to March 21, 12:00 AM';
  await expect(line.getByText(changed)).toBeVisible();
  await line.getByRole('button', { name: /^Delete/ }).click();
  await expect(line).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(line.getByText(changed)).toBeVisible();
});

test('away is accessible and large enough at every size', async ({ page, family, clockAt }) => {
  await addElder(family);
  await addMedication(family, { name: 'Aspirin', times: ['09:00', '20:00'] });
  const away = {
    startDate: '2026-03-10',
    startTime: '08:00',
    endDate: '2026-03-15',
    endTime: '00:00',
  };
  expect((await family.request.post('/api/away', { data: away })).ok()).toBe(true);
  await clockAt(MORNING);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const [name, path, forWhom] of [
      ['home', '/', 'elder'],
      ['my-day', '/my-day', 'elder'],
      ['today', '/admin/today', 'family'],
      ['medications', '/medications', 'family'],
    ] as const) {
      await page.goto(path);
      await expect(
        page.getByText(name === 'medications' ? 'Away now' : /Away until Sunday/).first(),
      ).toBeVisible();
      await shot(page, `${name}-${size.width}.png`);
      await expectLargeEnough(page, forWhom);
      await expectAccessible(page, forWhom);
      if (forWhom === 'elder') await expectNoOverlap(page);
    }
    await page.getByRole('button', { name: 'Plan a time away' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await shot(page, `dialog-${size.width}.png`);
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
  }
});
