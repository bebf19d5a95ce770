import { accountsFeature } from '#features/accounts/server.ts';
import { auditFeature } from '#features/audit/server.ts';
import { reschedule } from '#features/medications/server.ts';
import { countCardEntry, requireRecentSignIn, sessionsFeature } from '#features/sessions/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import {
  type CardBilling,
  cardsFeature,
  stripeBilling,
  subscriptionFeature,
} from '#features/subscription/server.ts';
import type { Feature } from '#platform/server/feature.ts';
import { type Mailer, mailerFor } from '#platform/server/outbound/mail.ts';
import { EXAMPLE_PASSWORD, registrationForm } from './registration.ts';
import { UNREAD_MAIL } from './smtp.ts';
import type { StripeEvent } from './stripe/book.ts';
import { openStripeStandIn, type StripeStandIn } from './stripe/stand-in.ts';
import { type Answer, asking, expectStatus, type TestServer, testServer } from './test-server.ts';

export const GOOD_CARD = '4242424242424242';
export const DECLINED_AT_CHARGES = '4000000000000341';

/** Time limit for Stripe calls in these tests, in milliseconds. */
const PATIENCE_MS = 1_500;

/** Starts the product's server with card payments and the Stripe stand-in, both on one clock. */
export async function openCardServer(
  patienceMs = PATIENCE_MS,
  more: (cards: CardBilling) => Feature[] = () => [],
) {
  let now = () => new Date();
  const stripe = await openStripeStandIn({ now: () => now() });
  const cards = stripeBilling(stripe.settings, patienceMs);
  const mailer: Mailer = mailerFor(undefined);
  const server = await testServer([
    sessionsFeature({ mailer, publicUrl: 'http://localhost:3000' }),
    accountsFeature({ registrationOpen: true, supportEmail: undefined, mail: UNREAD_MAIL, cards }),
    subscriptionFeature(cards, requireRecentSignIn),
    cardsFeature(cards, countCardEntry),
    settingsFeature(reschedule),
    auditFeature,
    ...more(cards),
  ]);
  now = server.clock.now;
  let signedUp = 0;

  const takeEvent = async (bytes: Buffer, headers: Record<string, string>) => {
    const body = bytes.toString();
    return (await server.ask('POST', '/api/webhooks/stripe', body, headers)).status;
  };
  const parts = {
    server,
    stripe,
    cards,
    takeEvent,
    deliver: (events: readonly StripeEvent[]) => stripe.deliver(events, { to: takeEvent }),
    /** Enters a card as a browser does. Returns the id of the payment method. */
    async enter(number = GOOD_CARD) {
      const { body } = await server.ask('POST', '/api/auth/card-entry');
      const { setupIntent } = await stripe.enterCard(body.clientSecret, number);
      return String(setupIntent?.payment_method);
    },
    register: (email: string, changed: Record<string, unknown>) =>
      server.ask('POST', '/api/auth/register', registrationForm(email, changed)),
    async close() {
      await server.close();
      await stripe.close();
    },
  };
  return {
    ...parts,
    /** Registers a household that pays by card. */
    async household() {
      signedUp += 1;
      const email = `payer-${signedUp}@example.com`;
      const form = { paymentMethodId: await parts.enter() };
      let answer = await parts.register(email, form);
      // Retries after a 503 response, as people do when the server asks them to.
      for (let tries = 1; answer.status === 503 && tries < 5; tries += 1) {
        answer = await parts.register(email, form);
      }
      return payingHousehold(parts, email, expectStatus(answer, 201));
    },
  };
}

interface Parts {
  readonly server: TestServer;
  readonly stripe: StripeStandIn;
  /** Delivers the events to the server's webhook. Returns the HTTP statuses. */
  deliver(events: readonly StripeEvent[]): Promise<number[]>;
}

/**
 * Returns functions that act as the super_admin of the household, and functions that change or read
 * its state at Stripe.
 */
function payingHousehold({ server, stripe, deliver }: Parts, email: string, answer: Answer) {
  let token = tokenOf(answer);
  const ask: ReturnType<typeof asking> = (...call) => asking(server.app, token)(...call);
  const customer = () => stripe.customers.find((one) => one.email === email);
  const customerId = customer()?.id ?? '';
  const events = () => stripe.events.filter(({ data }) => isOf(data.object, customerId));
  let told = 0;
  return {
    /** Id of the household in the product's database. */
    accountId: customer()?.metadata.household ?? '',
    email,
    ask,
    customerId,
    /** Requests a change of the subscription. Adds the password to the given fields. */
    move: (name: string, body?: object) =>
      ask('POST', `/api/subscription/${name}`, body && { password: EXAMPLE_PASSWORD, ...body }),
    status: async () => (await ask('GET', '/api/subscription/status')).body,
    subscriptions: () => stripe.subscriptionsOf(customerId),
    /** All events of the customer, oldest first. */
    events,
    /** Delivers the events that have occurred since the last call. */
    async tell() {
      const news = events().slice(told);
      told += news.length;
      return deliver(news);
    },
    /** Sets how the bank answers later charges of the customer's default card. */
    cardTurns: (behaviour: Parameters<typeof stripe.cardTurns>[1]) =>
      stripe.cardTurns(String(customer()?.invoice_settings.default_payment_method), behaviour),
    /** Ends the subscription at Stripe, without a request of the product. */
    endThere() {
      const [live] = stripe.liveSubscriptions().filter((one) => isOf(one, customerId));
      if (live !== undefined) stripe.endByHand(live.id);
    },
    /** Advances the clock to `instant`, runs due renewals, and signs the super_admin in again. */
    async later(instant: Date) {
      server.clock.set(instant.toISOString());
      await stripe.renew();
      const form = { email, password: EXAMPLE_PASSWORD };
      token = tokenOf(await server.ask('POST', '/api/auth/login', form));
    },
    /** Enters another card and sends its setup intent to the product. */
    async another(number: string) {
      const begun = await ask('POST', '/api/subscription/card-entry');
      if (begun.status !== 200) return begun;
      const { setupIntent } = await stripe.enterCard(begun.body.clientSecret, number);
      return ask('PUT', '/api/subscription/card', { setupIntentId: setupIntent?.id });
    },
  };
}

function isOf(thing: object, customerId: string): boolean {
  return 'customer' in thing && thing.customer === customerId;
}

export type CardServer = Awaited<ReturnType<typeof openCardServer>>;

export function tokenOf(answer: Answer): string | undefined {
  return /grand_session=([^;]*)/.exec(String(answer.headers['set-cookie']))?.[1];
}
