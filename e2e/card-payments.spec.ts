import type { Page } from '@playwright/test';
import { DAY_MS } from '../src/platform/shared/durations.ts';
import { confirmCancel } from './support/people.ts';
import { CARDS, expectFitAtEverySize, test, typeCard } from './support/stripe.ts';
import { DEFAULT_START, expect, type Family } from './support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const plan = (page: Page) => page.getByRole('region', { name: 'Current plan' });

const after = (days: number) => new Date(new Date(DEFAULT_START).getTime() + days * DAY_MS);

async function openSubscription(page: Page): Promise<void> {
  await page.goto('/subscription');
  await expect(plan(page)).toBeVisible();
}

async function cancelNow(page: Page): Promise<void> {
  await openSubscription(page);
  await button(page, 'Cancel immediately').click();
  await confirmCancel(page, 'Cancel immediately');
  await expect(page).toHaveURL('/subscription-expired');
}

async function signIn(page: Page, { email, password }: Family): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign In').click();
  await expect(page).not.toHaveURL(/auth/);
}

test.beforeEach(async ({ server }) => {
  await server.setClock(new Date(DEFAULT_START));
});

test.afterEach(({ payments }) => {
  expect(payments.stripe.misuses).toEqual([]);
});

test('a subscription by card is paused, resumed, canceled at its period end and reactivated', async ({
  page,
  family,
  payments,
}) => {
  await openSubscription(page);
  await expect(plan(page)).toContainText('Next renewalApril 10, 2026');
  await button(page, 'Pause subscription').click();
  await expect(plan(page)).toContainText('Paid untilApril 10, 2026');
  await expect(plan(page)).toContainText('Payment statusPaused');
  await button(page, 'Resume subscription').click();
  await expect(plan(page)).toContainText('Next renewalApril 10, 2026');
  await button(page, 'Cancel at period end').click();
  await confirmCancel(page, 'Cancel at period end');
  await expect(plan(page)).toContainText('Ends onApril 10, 2026');
  await expect(plan(page)).toContainText('Payment statusActive');
  await button(page, 'Reactivate subscription').click();
  await expect(plan(page)).toContainText('Next renewalApril 10, 2026');
  expect(payments.subscriptionsOf(family.email)).toEqual(['active']);
});

test('another card pays from now on; a declined card shows an error in the dialog', async ({
  page,
  family,
  payments,
}) => {
  const former = payments.cardOf(family.email);
  await openSubscription(page);
  await button(page, 'Use another card').click();
  const dialog = page.getByRole('dialog', { name: 'Use another card' });
  await expect(dialog.getByLabel('Credit or debit card number')).toBeVisible();
  await expectFitAtEverySize(page);
  await button(page, 'Save card').click();
  await expect(page.getByText('Please enter your payment information.')).toBeVisible();
  await typeCard(page, CARDS.declined);
  await button(page, 'Save card').click();
  await expect(dialog).toContainText('Your card was declined.');
  await typeCard(page, CARDS.good);
  await button(page, 'Save card').click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('status')).toContainText([
    'Card savedYour next payment uses this card.',
  ]);
  expect(payments.cardOf(family.email)).not.toBe(former);
});

test("the bank's verification window above the dialog can be used", async ({ page, family: _ }) => {
  await openSubscription(page);
  await button(page, 'Use another card').click();
  await expect(page.getByLabel('Credit or debit card number')).toBeVisible();
  await page.evaluate(() => {
    const check = document.createElement('div');
    check.style.cssText = 'position:fixed;inset:25%;z-index:2147483647;background:white';
    const frame = document.createElement('iframe');
    frame.name = '__privateStripeFrame7';
    frame.title = 'A check of the bank';
    const pass = document.createElement('input');
    pass.setAttribute('aria-label', 'Code of the bank');
    check.append(frame, pass);
    document.body.prepend(check);
  });
  const code = page.getByLabel('Code of the bank');
  await code.click();
  await page.keyboard.type('1234');
  await expect(code).toHaveValue('1234');
});

test('an ended subscription shows the price of a renewal; another card renews it', async ({
  page,
  family,
  payments,
}) => {
  await cancelNow(page);
  payments.cardTurns(family.email, 'declined');
  await button(page, 'Renew now').click();
  const dialog = page.getByRole('dialog', { name: 'Renew the subscription' });
  await expect(dialog).toContainText('A new period begins today, and your card is charged $25.');
  await expectFitAtEverySize(page);
  await button(page, 'Not now').click();
  await expect(dialog).toBeHidden();
  expect(payments.subscriptionsOf(family.email)).toEqual(['canceled']);

  await button(page, 'Renew now').click();
  await button(page, 'Pay $25 and renew').click();
  await expect(dialog).toContainText('This card was declined. Nothing was charged.');
  await button(page, 'Use another card').click();
  await typeCard(page, CARDS.good);
  await expectFitAtEverySize(page);
  await button(page, 'Pay $25 and renew').click();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('heading', { name: 'Content Management' })).toBeVisible();
  expect(payments.subscriptionsOf(family.email).sort()).toEqual(['active', 'canceled']);
});

test('a failed payment stays due until another card pays it', async ({
  page,
  family,
  payments,
}) => {
  payments.cardTurns(family.email, 'declined');
  await payments.passTimeUntil(after(31));
  await signIn(page, family);
  await openSubscription(page);
  const notice = page.getByRole('region', { name: 'Payment', exact: true });
  await expect(notice).toContainText(
    'The last payment did not go through. Please use another card before April 17, 2026, or everything closes.',
  );
  await expect(plan(page)).toContainText('Past due');
  await expect(page.getByRole('button', { name: 'Use another card' })).toHaveCount(1);
  await expectFitAtEverySize(page);
  await button(page, 'Use another card').click();
  await typeCard(page, CARDS.declinedAtCharges);
  await button(page, 'Save card').click();
  const dialog = page.getByRole('dialog', { name: 'Use another card' });
  await expect(dialog).toContainText('This card was declined.');
  await typeCard(page, CARDS.good);
  await button(page, 'Save card').click();
  await expect(page.getByText('Payment received')).toBeVisible();
  await expect(page.getByText('Your subscription is active again.')).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(plan(page)).toContainText('Next renewalMay 10, 2026');
  expect(payments.subscriptionsOf(family.email)).toEqual(['active']);
});

test('an expired household with a failed payment renews with another card and pays once', async ({
  page,
  family,
  payments,
}) => {
  payments.cardTurns(family.email, 'declined');
  await payments.passTimeUntil(after(31));
  await payments.passTimeUntil(after(39));
  await signIn(page, family);
  await expect(page).toHaveURL('/subscription-expired');
  await button(page, 'Renew now').click();
  await button(page, 'Use another card').click();
  await typeCard(page, CARDS.good);
  await button(page, 'Pay $25 and renew').click();
  await expect(page).toHaveURL('/admin');
  expect(payments.subscriptionsOf(family.email).sort()).toEqual(['active', 'canceled']);
  expect(payments.paymentsOf(family.email)).toBe(2);
});
