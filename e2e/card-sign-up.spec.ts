import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { agree, fillInPlace } from './support/sign-up.ts';
import { CARDS, expectFitAtEverySize, test, typeCard } from './support/stripe.ts';
import { DEFAULT_START, expect } from './support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openCreateAccount(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('tab', { name: 'Create Account' }).click();
}

/** Fills in all fields except the card. */
async function fillIn(page: Page): Promise<string> {
  const email = `maria-${randomUUID()}@example.com`;
  const fill = (label: string, value: string) =>
    page.getByLabel(label, { exact: true }).fill(value);
  await fill('First name', 'Maria');
  await fill('Last name', 'Carter');
  await fill('Email', email);
  await fillInPlace(page);
  await fill('Password', 'the garden gate');
  await fill('Confirm password', 'the garden gate');
  await agree(page);
  return email;
}

test.beforeEach(async ({ server }) => {
  await server.setClock(new Date(DEFAULT_START));
});

test.afterEach(({ payments }) => {
  expect(payments.stripe.misuses).toEqual([]);
});

test('a family signs up with a card and is charged for the chosen plan', async ({
  page,
  payments,
}) => {
  await openCreateAccount(page);
  await expect(page.getByRole('group', { name: 'Card' })).toBeVisible();
  await expectFitAtEverySize(page);
  const email = await fillIn(page);
  await expect(page.getByText('Your card is charged $25 today and every month')).toBeVisible();
  await page.getByRole('radio', { name: /Yearly/ }).check({ force: true });
  await expect(page.getByText('Your card is charged $225 today and every year')).toBeVisible();
  await typeCard(page, CARDS.good);
  await button(page, 'Create Account').click();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByText('Account created!')).toBeVisible();
  expect(payments.subscriptionsOf(email)).toEqual(['active']);
  await page.goto('/subscription');
  const plan = page.getByRole('region', { name: 'Current plan' });
  await expect(plan).toContainText('$225 per year');
  await expect(plan).toContainText('Payment statusActive');
});

test('a declined card shows an error and keeps the typed values; another card signs up', async ({
  page,
  payments,
}) => {
  await openCreateAccount(page);
  const email = await fillIn(page);
  const alert = page.getByRole('alert');
  await typeCard(page, CARDS.declined);
  await button(page, 'Create Account').click();
  await expect(alert).toContainText('Payment error');
  await expect(alert).toContainText('Your card was declined.');
  const field = page.getByRole('group', { name: 'Card' });
  await expect(field).toContainText('Your card was declined.');
  await expectFitAtEverySize(page);

  await typeCard(page, CARDS.declinedAtCharges);
  await expect(field).not.toContainText('Your card was declined.');
  await button(page, 'Create Account').click();
  await expect(alert).toContainText('Registration failed');
  await expect(alert).toContainText('This card was declined. Nothing was charged.');
  await expect(field).toContainText('This card was declined. Nothing was charged.');
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue('Maria');

  await typeCard(page, CARDS.good);
  await button(page, 'Create Account').click();
  await expect(page).toHaveURL('/admin');
  expect(payments.subscriptionsOf(email)).toEqual(['active']);
});

test('a registration that did not reach the server is sent again with the same payment method', async ({
  page,
  payments,
}) => {
  const sent: unknown[] = [];
  await page.route('**/api/auth/register', async (route) => {
    sent.push(route.request().postDataJSON().paymentMethodId);
    await (sent.length === 1 ? route.abort() : route.continue());
  });
  await openCreateAccount(page);
  const email = await fillIn(page);
  await typeCard(page, CARDS.good);
  await button(page, 'Create Account').click();
  await expect(page.getByText('An error occurred during registration.')).toBeVisible();
  await button(page, 'Create Account').click();
  await expect(page).toHaveURL('/admin');
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBe(sent[0]);
  expect(payments.subscriptionsOf(email)).toEqual(['active']);
});

test('without the payment script nothing is sent; after a retry the form works', async ({
  page,
  payments,
}) => {
  const script = payments.stripe.settings.scriptUrl;
  await page.route(script, (route) => route.abort());
  await openCreateAccount(page);
  await expect(page.getByText('The payment form could not be loaded.')).toBeVisible();
  await expectFitAtEverySize(page);
  await fillIn(page);
  await button(page, 'Create Account').click();
  await expect(page.getByText('Payment system not ready. Please try again.')).toBeVisible();
  await page.unroute(script);
  await button(page, 'Try again').click();
  await expect(page.getByLabel('Credit or debit card number')).toBeVisible();
  await button(page, 'Create Account').click();
  await expect(page.getByText('Please enter your payment information.')).toBeVisible();
  await typeCard(page, CARDS.good);
  await button(page, 'Create Account').click();
  await expect(page).toHaveURL('/admin');
});

test('a signed-in administrator adds a household by card; a declined card loses no input', async ({
  page,
  payments,
}) => {
  await openCreateAccount(page);
  const email = await fillIn(page);
  await typeCard(page, CARDS.good);
  await button(page, 'Create Account').click();
  await expect(page).toHaveURL('/admin');
  await page.goto('/households/new');
  await fillInPlace(page);
  await agree(page);
  await typeCard(page, CARDS.declined);
  await button(page, 'Add this household').click();
  await expect(page.getByText('Your card was declined.').first()).toBeVisible();
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('Troy');
  await typeCard(page, CARDS.good);
  await button(page, 'Add this household').click();
  await expect(page.getByRole('button', { name: /^Household: GA-/ })).toBeVisible();
  const { customers } = payments.stripe;
  const theirs = customers.filter((one) => one.email === email);
  const paid = theirs.flatMap(({ id }) => payments.stripe.subscriptionsOf(id));
  expect(paid.map(({ status }) => status)).toEqual(['active', 'active']);
});
