import type { Browser, Page } from '@playwright/test';
import { addElder } from './support/people.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';
import { withoutTips } from './support/tips.ts';

/**
 * Opens the browser of a second administrator of the household, with its own session, on another
 * screen.
 */
async function secondBrowser(browser: Browser, { request }: Family, url: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    storageState: await request.storageState(),
  });
  await withoutTips(context);
  return context.newPage();
}

async function openWarfarin(page: Page) {
  await page.goto('/medications');
  await page.getByRole('button', { name: 'Edit Warfarin' }).click();
  return page.getByRole('dialog');
}

test('saving an older form reverts nothing, and a field that both changed needs a decision', async ({
  page: anna,
  browser,
  family,
  server,
}) => {
  await addMedication(family, { name: 'Warfarin', dosage: '2 mg', times: ['23:30'] });
  const ruth = await secondBrowser(browser, family, server.url);
  const mine = await openWarfarin(ruth);
  const hers = await openWarfarin(anna);
  await mine.getByLabel(/^Instructions/).fill('With water.');
  await hers.getByLabel(/^Dosage/).fill('5 mg');
  await hers.getByRole('button', { name: 'Save' }).click();
  await expect(anna.getByText('Medication updated successfully.')).toBeVisible();
  const notice = mine.getByRole('alert', { name: 'Changed by somebody else' });
  await expect(notice).toContainText('Dosage: 5 mg');
  await expect(mine.getByLabel(/^Dosage/)).toHaveValue('5 mg');

  // Blocks updates of this page, so that it learns of the next change only from the server's answer
  // to its own save.
  await ruth.route('**/api/medications', (route) => route.abort());
  await mine.getByLabel(/^Dosage/).fill('3 mg');
  const again = await openWarfarin(anna);
  await again.getByLabel(/^Dosage/).fill('4 mg');
  await again.getByRole('button', { name: 'Save' }).click();
  await expect(again).toBeHidden();
  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(notice).toContainText('Theirs now: 4 mg');
  await expect(notice).toContainText('Yours: 3 mg');
  await expect(mine.getByLabel(/^Instructions/)).toHaveValue('With water.');
  await ruth.unroute('**/api/medications');
  await notice.getByRole('button', { name: 'Keep mine: Dosage' }).click();
  await expect(mine).toBeHidden();
  const [stored] = await (await family.request.get('/api/medications')).json();
  expect(stored).toMatchObject({ dosage: '3 mg', instructions: 'With water.' });
  await ruth.context().close();
});

test('a setting that another administrator has changed is not overwritten without asking', async ({
  page: anna,
  browser,
  family,
  server,
}) => {
  const ruth = await secondBrowser(browser, family, server.url);
  const stored = async () => (await (await family.request.get('/api/settings')).json()).appName;
  const fieldOf = async (page: Page) => {
    await page.goto('/settings');
    await expect(page.getByLabel('App name')).toHaveValue('Grand App');
    return page.getByLabel('App name');
  };
  const hers = await fieldOf(anna);
  const mine = await fieldOf(ruth);
  // Blocks updates of this page, so that it learns of other changes only from the answer to its own
  // save.
  await ruth.route('**/api/settings', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  );
  await mine.fill('Ruth’s window');
  await hers.fill('Anna’s window');
  await hers.press('Enter');
  await expect.poll(stored).toBe('Anna’s window');
  await mine.press('Enter');
  const clash =
    'Somebody else changed this to “Anna’s window”. Press Enter to keep yours, Escape to use theirs.';
  await expect(ruth.getByText(clash).first()).toBeVisible();
  await expect(mine).toHaveValue('Ruth’s window');
  expect(await stored()).toBe('Anna’s window');
  await mine.press('Enter');
  await expect.poll(stored).toBe('Ruth’s window');

  // Saves a different setting at the same time; both changes are merged.
  await expect(hers).toHaveValue('Ruth’s window');
  await hers.fill('Anna’s again');
  await hers.press('Enter');
  await expect.poll(stored).toBe('Anna’s again');
  await ruth.getByLabel('Postal code').fill('01267');
  await ruth.getByLabel('Postal code').press('Enter');
  await expect
    .poll(async () => (await family.request.get('/api/settings')).json())
    .toMatchObject({ appName: 'Anna’s again', defaultPostalCode: '01267' });
  await ruth.context().close();
});

test('changes of two different accessibility settings are merged, and a change of the same one is refused', async ({
  page: anna,
  browser,
  family,
  server,
}) => {
  const id = await addElder(family);
  const ruth = await secondBrowser(browser, family, server.url);
  const stored = async () => (await (await family.request.get('/api/accessibility')).json())[0];
  const more = (page: Page) => page.getByRole('button', { name: 'Text size: more' });
  for (const page of [anna, ruth]) {
    await page.goto(`/settings?for=${id}`);
    await expect(page.getByRole('radio', { name: 'Calm' })).toBeVisible();
  }
  // Blocks updates of this page, so that it learns of other changes only from the answer to its own
  // save.
  await ruth.route('**/api/accessibility', (route) => route.abort());
  await more(anna).press('Enter');
  await expect.poll(stored).toMatchObject({ textSize: 110 });
  await ruth.getByRole('radio', { name: 'Calm' }).press('Space');
  await expect.poll(stored).toMatchObject({ textSize: 110, motion: 'calm' });
  await more(anna).press('Enter');
  await expect.poll(stored).toMatchObject({ textSize: 120, motion: 'calm' });
  await more(ruth).press('Enter');
  await expect(ruth.getByText(/^Somebody else changed this meanwhile/)).toBeVisible();
  await expect(ruth.getByText('120 %')).toBeVisible();
  expect(await stored()).toMatchObject({ textSize: 120, motion: 'calm' });
  await expect(anna.getByRole('radio', { name: 'Calm' })).toBeChecked();
  await ruth.context().close();
});

test('an open form keeps its text when another administrator deletes the event', async ({
  page,
  family,
}) => {
  const data = { title: 'Dentist', eventDate: '2199-03-12' };
  const { id } = await (await family.request.post('/api/calendar-events', { data })).json();
  await page.goto('/admin');
  await page.goto('/calendar');
  await page.getByRole('button', { name: 'Edit Dentist' }).click();
  const form = page.getByRole('form', { name: 'Edit Dentist' });
  await form.getByLabel(/^Description/).fill('Bring the list.');
  await family.request.delete(`/api/calendar-events/${id}`);
  await expect(form).toContainText('Somebody else deleted this event.');
  await expect(form.getByLabel(/^Description/)).toHaveValue('Bring the list.');
});

test("medications and events of one elder are shown and ring only on that elder's tablet", async ({
  page,
  browser,
  family,
  server,
}) => {
  const { request } = family;
  const elder = async (firstName: string) => {
    const data = { firstName, lastName: 'Byrd' };
    const { id } = await (await request.post('/api/users', { data })).json();
    const { code } = await (await request.post(`/api/users/${id}/pairing-code`)).json();
    const context = await browser.newContext({ baseURL: server.url });
    await context.request.post('/api/auth/pair', { data: { code } });
    const listed = async (path: string): Promise<{ name: string; title: string }[]> =>
      (await context.request.get(path)).json();
    const due = async () => (await listed('/api/medications')).map(({ name }) => name);
    const events = async () =>
      (await listed('/api/todays-events')).map(({ title }) => title).sort();
    return { id, context, due, events };
  };
  const [rose, hank] = [await elder('Rose'), await elder('Hank')];
  await addMedication(family, { name: 'Warfarin', times: ['23:30'] });
  expect(await hank.due()).toEqual(['Warfarin']);

  // Adds events for Rose, for Hank and for everyone. Each tablet must show those for its elder and
  // for everyone.
  const today = { eventDate: '2026-03-10' };
  for (const event of [
    { ...today, title: 'Hairdresser', userId: rose.id },
    { ...today, title: 'Lunch' },
    { ...today, title: 'Barber', userId: hank.id },
  ]) {
    const answer = await request.post('/api/calendar-events', { data: event });
    expect(answer.status(), await answer.text()).toBe(201);
  }
  expect(await rose.events()).toEqual(['Hairdresser', 'Lunch']);
  expect(await hank.events()).toEqual(['Barber', 'Lunch']);

  await page.goto('/medications');
  await page.getByLabel('For whom is Warfarin').selectOption('Rose');
  await expect(page.getByRole('heading', { name: 'Whose are these?' })).toBeHidden();
  await expect.poll(rose.due).toEqual(['Warfarin']);
  await expect.poll(hank.due).toEqual([]);

  await page.getByRole('button', { name: 'Add Medication' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Medication' });
  await expect(dialog.getByText(/^Times are in Eastern time, now /)).toBeVisible();
  await dialog.getByLabel('Name').fill('Metformin');
  await dialog.getByLabel('For whom').selectOption('Hank');
  await dialog.getByRole('button', { name: 'Add Medication' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(hank.due).toEqual(['Metformin']);
  expect(await rose.due()).toEqual(['Warfarin']);

  // In the panel each row names its elder, both in the lists and in today's reminders.
  const rowOf = (title: string, name: string) =>
    page.getByRole('region', { name: title }).getByRole('listitem').filter({ hasText: name });
  for (const title of ['Today’s reminders', 'Medications']) {
    await expect(rowOf(title, 'Warfarin')).toContainText('Rose');
    await expect(rowOf(title, 'Metformin')).toContainText('Hank');
  }
  for (const { context } of [rose, hank]) await context.close();
});
