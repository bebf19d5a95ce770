import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { EXAMPLE_PASSWORD, registrationForm } from '../../tests/support/registration.ts';
import { openStripeStandIn, type StripeStandIn } from '../../tests/support/stripe/stand-in.ts';
import { expectAccessible, expectLargeEnough, SIZES, TABLET } from './looks.ts';
import {
  test as base,
  DEFAULT_START,
  expect,
  MAX_START_MS,
  type ProductServer,
  startServer,
} from './test.ts';

/** Card numbers that Stripe publishes for tests. */
export const CARDS = {
  good: '4242424242424242',
  /** Declined when the card is saved. */
  declined: '4000000000000002',
  /** Can be saved, but charges to it are declined. */
  declinedAtCharges: '4000000000000341',
};

/** The Stripe stand-in, and a server that charges its households through it. */
export class CardPayments {
  readonly stripe: StripeStandIn;
  readonly server: ProductServer;
  #told = 0;

  constructor(stripe: StripeStandIn, server: ProductServer) {
    this.stripe = stripe;
    this.server = server;
  }

  /**
   * Moves both clocks to this instant, runs the renewals due until then, and delivers their events.
   */
  async passTimeUntil(instant: Date): Promise<void> {
    await this.server.setClock(instant);
    await this.stripe.renew();
    await this.tell();
  }

  /** Delivers all events since the last delivery. */
  async tell(): Promise<void> {
    const { events } = this.stripe;
    const news = events.slice(this.#told);
    this.#told = events.length;
    const statuses = await this.stripe.deliver(news, {
      to: async (body, headers) => {
        const target = `${this.server.url}/api/webhooks/stripe`;
        const answer = await fetch(target, { method: 'POST', body: new Uint8Array(body), headers });
        return answer.status;
      },
    });
    expect(new Set(statuses)).toEqual(new Set(statuses.length > 0 ? [200] : []));
  }

  /** Sets how the bank answers later charges to the card that pays for this household. */
  cardTurns(email: string, behaviour: Parameters<StripeStandIn['cardTurns']>[1]): void {
    this.stripe.cardTurns(this.cardOf(email), behaviour);
  }

  cardOf(email: string): string {
    const card = this.#customerOf(email).invoice_settings.default_payment_method;
    if (typeof card !== 'string') throw new Error('no card pays for this household');
    return card;
  }

  /** States of all subscriptions that this household has had. */
  subscriptionsOf(email: string): string[] {
    return this.stripe.subscriptionsOf(this.#customerOf(email).id).map(({ status }) => status);
  }

  /** Number of paid invoices of this household. */
  paymentsOf(email: string): number {
    const subscriptions = this.stripe.subscriptionsOf(this.#customerOf(email).id);
    const invoices = subscriptions.flatMap(({ id }) => this.stripe.invoicesOf(id));
    return invoices.filter(({ status }) => status === 'paid').length;
  }

  #customerOf(email: string) {
    const customers = this.stripe.customers.filter((one) => one.email === email);
    // The last customer, because a declined card may have created an earlier one.
    const customer = customers.at(-1);
    if (customer === undefined) throw new Error('nobody pays for this household');
    return customer;
  }
}

interface WorkerFixtures {
  payments: CardPayments;
}

/** The usual fixtures, with a server whose accounts are paid by card. */
export const test = base.extend<object, WorkerFixtures>({
  payments: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
    async ({}, use) => {
      let server: ProductServer | undefined;
      const stripe = await openStripeStandIn({ now: () => server?.now ?? new Date() });
      const started = await startServer({
        env: { CARD_SETTINGS: JSON.stringify(stripe.settings) },
      });
      server = started.server;
      await use(new CardPayments(stripe, started.server));
      started.child.disconnect();
      await stripe.close();
    },
    { scope: 'worker', timeout: MAX_START_MS },
  ],
  server: [
    async ({ payments }, use) => use(payments.server),
    { scope: 'worker', timeout: MAX_START_MS },
  ],
  family: async ({ context, server, payments }, use) => {
    await server.setClock(new Date(DEFAULT_START));
    const email = `family-${randomUUID()}@example.com`;
    const paymentMethodId = await enterCard(context.request, payments.stripe, CARDS.good);
    const answer = await context.request.post('/api/auth/register', {
      data: registrationForm(email, { paymentMethodId }),
    });
    expect(answer.status(), await answer.text()).toBe(201);
    await use({ email, password: EXAMPLE_PASSWORD, request: context.request });
  },
});

/** Saves a card by API and returns its payment method. */
async function enterCard(
  request: APIRequestContext,
  stripe: StripeStandIn,
  number: string,
): Promise<string> {
  const begun = await request.post('/api/auth/card-entry');
  expect(begun.status(), await begun.text()).toBe(200);
  const { setupIntent } = await stripe.enterCard((await begun.json()).clientSecret, number);
  const method = setupIntent?.payment_method;
  if (typeof method !== 'string') throw new Error('the card was not taken');
  return method;
}

/** Types a card number into the field of the fake Stripe script. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Credit or debit card number').fill(number);
}

/** Expects that the current screen is accessible and large enough at every size. */
export async function expectFitAtEverySize(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectLargeEnough(page, 'family');
    await expectAccessible(page, 'family');
  }
  await page.setViewportSize(TABLET);
}
