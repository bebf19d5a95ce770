import type Stripe from 'stripe';
import { existing, idOf, openBook, type StripeEvent } from './book.ts';
import type { Behaviour } from './cards.ts';
import { openCounter, type Request } from './counter.ts';
import { openDesk } from './desk.ts';
import { type Delivery, type DeliveryPlan, deliver, signed } from './events.ts';
import { type Aim, type Fault, openFaults } from './faults.ts';
import { endByHand, renewDue } from './moves.ts';
import { hasEnded } from './subscriptions.ts';

export interface StripeOptions {
  readonly now?: () => Date;
  readonly secretKey?: string;
  readonly publishableKey?: string;
  readonly webhookSecret?: string;
}

/** A local simulation of the part of Stripe that this product uses. */
export interface StripeStandIn {
  /** Settings with which the product's server uses the stand-in instead of Stripe. */
  readonly settings: {
    readonly secretKey: string;
    readonly publishableKey: string;
    readonly webhookSecret: string;
    readonly apiUrl: string;
    readonly scriptUrl: string;
  };
  readonly port: number;
  /**
   * Descriptions of invalid requests of the product, and of invalid responses of the stand-in.
   * Tests expect none.
   */
  readonly misuses: readonly string[];
  /** All requests, oldest first. */
  readonly requests: readonly Request[];
  /** All events, oldest first. */
  readonly events: readonly StripeEvent[];
  readonly customers: readonly Stripe.Customer[];
  /** Prices of the two plans. A test can remove a price, which is then no longer for sale. */
  readonly prices: Stripe.Price[];
  subscriptionsOf(customer: string): Stripe.Subscription[];
  /** Subscriptions that have not ended. */
  liveSubscriptions(): Stripe.Subscription[];
  invoicesOf(subscription: string): Stripe.Invoice[];
  /** Enters a card as the browser does; returns the confirmed intent or an error. */
  enterCard(clientSecret: string, number: string): Promise<EnteredCard>;
  /** Sets how the bank answers later charges of this card. */
  cardTurns(paymentMethod: string, behaviour: Behaviour): void;
  /** Ends a subscription as its owner can do on Stripe's website. */
  endByHand(subscription: string): void;
  /** Applies a fault to the next matching requests. */
  fault(aim: Aim, fault: Fault): void;
  /** Cancels the remaining faults. */
  faultsOver(): void;
  /** Makes the stand-in reject every connection (true), or accept connections again (false). */
  down(isDown: boolean): void;
  now(): Date;
  /** Advances the clock and processes everything that becomes due, such as renewals. */
  advance(milliseconds: number): Promise<void>;
  /** Processes everything that is due at the current time, such as renewals. */
  renew(): Promise<void>;
  /**
   * Returns the body and headers with which Stripe delivers an event. With another secret or time,
   * the delivery is a forgery.
   */
  signed(event: object, forged?: { at?: Date; secret?: string }): Delivery;
  /** Sends events signed with the current time; returns the statuses in the order of sending. */
  deliver(events: StripeEvent | readonly StripeEvent[], plan: DeliveryPlan): Promise<number[]>;
  close(): Promise<void>;
}

export interface EnteredCard {
  readonly setupIntent?: Stripe.SetupIntent;
  readonly error?: { readonly code?: string; readonly message: string };
}

export async function openStripeStandIn(options: StripeOptions = {}): Promise<StripeStandIn> {
  const {
    now: clock = () => new Date(),
    secretKey = 'sk_test_stand_in',
    publishableKey = 'pk_test_stand_in',
    webhookSecret = 'whsec_stand_in',
  } = options;
  let ahead = 0;
  const now = () => new Date(clock().getTime() + ahead);
  const book = openBook(now);
  const requests: Request[] = [];
  const faults = openFaults();
  const desk = openDesk(book, { secretKey, publishableKey });
  const counter = await openCounter(desk, faults, (request) => requests.push(request));
  const apiUrl = `http://127.0.0.1:${counter.port}`;
  const sign = (event: object, { at = now(), secret = webhookSecret } = {}) =>
    signed(event, at, secret);
  const chosen = (isChosen: (subscription: Stripe.Subscription) => boolean) =>
    structuredClone([...book.subscriptions.values()].filter(isChosen));

  return {
    settings: {
      secretKey,
      publishableKey,
      webhookSecret,
      apiUrl,
      scriptUrl: `${apiUrl}/js`,
    },
    port: counter.port,
    misuses: book.misuses,
    requests,
    events: book.events,
    prices: book.prices,
    get customers() {
      return structuredClone([...book.customers.values()]);
    },
    subscriptionsOf: (customer) => chosen((one) => idOf(one.customer) === customer),
    liveSubscriptions: () => chosen((one) => !hasEnded(one)),
    invoicesOf: (subscription) =>
      structuredClone([...book.invoices.values()]).filter(
        ({ parent }) => idOf(parent?.subscription_details?.subscription) === subscription,
      ),
    enterCard: (clientSecret, number) => enterCard(apiUrl, publishableKey, clientSecret, number),
    cardTurns(paymentMethod, behaviour) {
      existing(book.paymentMethods, 'PaymentMethod', paymentMethod);
      book.behaviours.set(paymentMethod, behaviour);
    },
    endByHand: (subscription) => endByHand(book, subscription),
    fault: faults.add,
    faultsOver: faults.clear,
    down: counter.down,
    now,
    async advance(milliseconds) {
      ahead += milliseconds;
      renewDue(book);
    },
    async renew() {
      renewDue(book);
    },
    signed: sign,
    deliver: (events, plan) =>
      deliver(
        [events].flat().map((event) => sign(event)),
        plan,
      ),
    close: counter.close,
  };
}

/** Sends the confirmation request of Stripe's script. */
async function enterCard(
  apiUrl: string,
  publishableKey: string,
  clientSecret: string,
  number: string,
): Promise<EnteredCard> {
  const [id] = clientSecret.split('_secret_');
  const response = await fetch(`${apiUrl}/v1/setup_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
    }),
  });
  const answer = JSON.parse(await response.text());
  return response.ok ? { setupIntent: answer } : { error: answer.error };
}
