import type { Browser, Page } from '@playwright/test';
import { EXAMPLE_PASSWORD } from '../tests/support/registration.ts';
import { expectAccessible, expectLargeEnough, PHONE, TABLET } from './support/looks.ts';
import { deliver, noticesOf, pressNotice, turnOnAlerts } from './support/notices.ts';
import { addElder, anotherBrowser, emailOf } from './support/people.ts';
import { shot } from './support/shots.ts';
import { addMedication, expect, type Family, type ProductServer, test } from './support/test.ts';

/**
 * Timeout for an alert. The server looks for overdue doses every 20 seconds of real time and sends
 * alerts every 5.
 */
const A_ROUND = { timeout: 45_000 };

const ALERT = /^A dose has not been confirmed$/;

/** Invites David as a second administrator beside Maria, and opens a page for him. */
async function inviteDavid(browser: Browser, server: ProductServer, family: Family) {
  const email = emailOf('david');
  const invited = await family.request.post('/api/admin/invitations', {
    data: { email, firstName: 'David', lastName: 'Carter', password: family.password },
  });
  expect(invited.status(), await invited.text()).toBe(201);
  const { text } = await server.mailTo(email, /invites you/);
  const token = /token=([\w-]+)/.exec(text)?.[1];
  const context = await anotherBrowser(browser, server);
  const joined = await context.request.post('/api/admin/signup', {
    data: { token, password: EXAMPLE_PASSWORD },
  });
  expect(joined.status(), await joined.text()).toBe(201);
  return { email, page: await context.newPage() };
}

/** Adds a dose at 8:00 AM in New York; without an answer it is overdue at 9:00 AM. */
async function addDose(family: Family): Promise<void> {
  const userId = await addElder(family);
  await addMedication(family, { name: 'Metformin', dosage: '500 mg', times: ['08:00'], userId });
}

const alertOn = (page: Page) =>
  page.getByRole('region', { name: 'Edith has not answered Metformin' });

const linkIn = (text: string) => /https?:\S+\/alert\?token=\S+/.exec(text)?.[0] ?? '';

const clock = (time: string) => new Date(`2026-03-10T${time}Z`);

test('an alert is acknowledged in the panel, the others are notified, and it is released again', async ({
  page: maria,
  family,
  server,
  browser,
}) => {
  test.setTimeout(180_000);
  const david = await inviteDavid(browser, server, family);
  await addDose(family);
  await maria.setViewportSize(PHONE);
  await maria.goto('/admin/today');
  await server.setClock(clock('13:00:05'));
  await expect(alertOn(maria)).toContainText('Not answered for 6', A_ROUND);
  await expect(alertOn(maria)).toContainText('500 mg, 8:00 AM');
  await expect(alertOn(maria)).toContainText('David, email.');
  await expectLargeEnough(maria, 'family');
  await expectAccessible(maria, 'family');
  await shot(maria, 'open-390.png', { fullPage: true });

  await david.page.setViewportSize(TABLET);
  await david.page.goto('/medications');
  await expect(alertOn(david.page)).toBeVisible();
  await shot(david.page, 'strip-1280.png');
  await expectAccessible(david.page, 'family');
  await server.setClock(clock('16:47:05'));
  await alertOn(david.page).getByRole('button', { name: 'I’ve got it' }).click();
  await expect(alertOn(david.page)).toContainText('You have it, since 12:47 PM');
  await expect(alertOn(maria)).toContainText('David has it, since 12:47 PM');
  await expect(alertOn(maria).getByRole('button', { name: 'I’ve got it' })).toBeHidden();
  await server.mailTo(family.email, /^David has it$/);
  await david.page.goto('/admin/today');
  await expect(alertOn(david.page)).toContainText('Maria was told: “David has it.”');
  await expectAccessible(david.page, 'family');
  await shot(david.page, 'mine-1280.png', { fullPage: true });
  await shot(maria, 'theirs-390.png', { fullPage: true });

  await alertOn(david.page).getByRole('button', { name: 'Give it back to the others' }).click();
  await expect(alertOn(maria).getByRole('button', { name: 'I’ve got it' })).toBeVisible();
  const { text } = await server.mailTo(family.email, /^A dose has not been confirmed$/);
  expect(linkIn(text)).not.toBe('');
  await maria.getByRole('button', { name: 'It was taken: Metformin' }).click();
  await expect(alertOn(maria)).toBeHidden();
  await expect(alertOn(david.page)).toBeHidden();
  await server.mailTo(david.email, /^A dose was taken after all$/);
  await david.page.context().close();
});

test('the link in the email acknowledges an alert without sign-in, and later links show the assignee', async ({
  family,
  server,
  browser,
}) => {
  test.setTimeout(120_000);
  const david = await inviteDavid(browser, server, family);
  await addDose(family);
  await server.setClock(clock('13:00:05'));
  const [hers, his] = await Promise.all([
    server.mailTo(family.email, ALERT),
    server.mailTo(david.email, ALERT),
  ]);
  const context = await anotherBrowser(browser, server);
  const stranger = await context.newPage();
  for (const size of [TABLET, PHONE]) {
    await stranger.setViewportSize(size);
    await stranger.goto(linkIn(his.text));
    await expect(
      stranger.getByRole('heading', { name: 'Edith has not answered Metformin' }),
    ).toBeVisible();
    await expect(stranger.getByText('Nobody has it')).toBeVisible();
    await expect(stranger.getByRole('navigation')).toBeHidden();
    await expectLargeEnough(stranger, 'family');
    await expectAccessible(stranger, 'family');
    await shot(stranger, `link-${size.width}.png`);
  }
  await server.setClock(clock('16:47:05'));
  await stranger.getByRole('button', { name: 'I’ve got it' }).click();
  await expect(stranger.getByRole('heading', { name: 'Thank you, David' })).toBeVisible();
  await expect(stranger.getByText('You have it, since 12:47 PM.')).toBeVisible();
  await expectAccessible(stranger, 'family');
  await shot(stranger, 'link-mine-390.png');
  await stranger.goto(linkIn(hers.text));
  await expect(stranger.getByText('David has it, since 12:47 PM.')).toBeVisible();
  await expect(stranger.getByRole('button', { name: 'I’ve got it' })).toBeHidden();
  await shot(stranger, 'link-theirs-390.png');
  await stranger.goto('/alert?token=nothing');
  await expect(stranger.getByText('The alert was not found')).toBeVisible();
  await context.close();
  await david.page.context().close();
});

test('an escalation policy is chosen, and the next step is alerted if the first does not respond', async ({
  page: maria,
  family,
  server,
  browser,
}) => {
  test.setTimeout(180_000);
  const david = await inviteDavid(browser, server, family);
  await addDose(family);
  for (const size of [PHONE, TABLET]) {
    await maria.setViewportSize(size);
    await maria.goto('/settings');
    await expect(maria.getByText('Everybody is alerted at once.')).toBeVisible();
  }
  await maria.getByLabel('David Carter is alerted').selectOption('Alerted second');
  await expect(maria.getByText('Maria Carter first, David Carter after 15 minutes.')).toBeVisible();
  const box = maria.getByRole('region', { name: 'Who is alerted when' });
  await box.getByText('Quiet hours for David Carter').click();
  await expect(box).toContainText('Whoever is in quiet hours is passed over');
  await box.getByText('The last ones are alerted in their quiet hours too').click();
  await expect(box).toContainText('In quiet hours David Carter can still be woken.');
  await expectLargeEnough(maria, 'family');
  await expectAccessible(maria, 'family');
  await shot(box, 'order-1280.png');
  await maria.setViewportSize(PHONE);
  await shot(box, 'order-390.png');
  await box.getByRole('button', { name: 'Save' }).click();
  await expect(maria.getByText('Alerts go by this order from now on.')).toBeVisible();

  await server.setClock(clock('13:00:05'));
  await server.mailTo(family.email, ALERT);
  await maria.goto('/admin/today');
  await expect(alertOn(maria)).toContainText('David, if nobody has it.');
  await shot(maria, 'next-390.png', { fullPage: true });
  await server.setClock(clock('13:15:30'));
  await server.mailTo(david.email, ALERT);
  await expect(alertOn(maria)).toContainText('David, email.');
  await david.page.context().close();
});

test.describe('the notification of an alert', { tag: '@whole-browser' }, () => {
  test.use({ serviceWorkers: 'allow' });

  test('the button in the notification acknowledges the alert, and a confirmation replaces it', async ({
    page: maria,
    context,
    family,
    server,
    browser,
  }) => {
    test.setTimeout(120_000);
    const david = await inviteDavid(browser, server, family);
    await addDose(family);
    await turnOnAlerts(context, maria);
    await server.setClock(clock('13:00:05'));
    const { text } = await server.mailTo(family.email, ALERT);
    const takeOver = new URL(linkIn(text)).searchParams.get('token');
    const notice = { title: 'A dose has not been confirmed', body: 'Due at 8:00 AM.', tag: 'dose' };
    await deliver(context, maria, JSON.stringify({ ...notice, path: '/medications', takeOver }));
    await expect.poll(() => noticesOf(maria)).toMatchObject([notice]);
    expect(await pressNotice(context, 'take-over')).toEqual([]);
    await expect
      .poll(() => noticesOf(maria))
      .toMatchObject([
        { title: 'You have it', body: 'The others who were alerted are told.', tag: 'dose' },
      ]);
    await david.page.goto('/medications');
    await expect(alertOn(david.page)).toContainText('Maria has it');
    await server.mailTo(david.email, /^Maria has it$/);
    expect(await pressNotice(context)).toEqual(['focus /medications']);
    await david.page.context().close();
  });
});
