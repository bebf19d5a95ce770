import type Stripe from 'stripe';
import { existing, idOf, openBook, type StripeEvent } from './book.ts';
import type { Behaviour } from './cards.ts';
import { openCounter, type Request } from './counter.ts';
import { openDesk } from './desk.ts';
import { type Delivery, type DeliveryPlan, deliver, signed } from './events.ts';
import { type Aim, type Fault, openFaults } from './faults.ts';
import { endByHand, renewDue } from './moves.ts';
import { hasEnded } from './subscriptions.ts';

export interface StandInOptions {
  readonly now?: () => Date;
  readonly secretKey?: string;
  readonly publishableKey?: string;
  readonly webhookSecret?: string;
}

/** Stripe on this machine, as far as this product speaks with it. */
export interface StripeStandIn {
  /** What the server is set up with to use it. */
  readonly settings: {
    readonly secretKey: string;
    readonly publishableKey: string;
    readonly webhookSecret: string;
    readonly apiUrl: string;
    readonly scriptUrl: string;
  };
  readonly port: number;
  /** What the product said and must not say, and what the stand-in said and Stripe would not. */
  readonly misuses: readonly string[];
  /** All that came, the oldest first. */
  readonly requests: readonly Request[];
  /** All that happened, the oldest first. */
  readonly events: readonly StripeEvent[];
  readonly customers: readonly Stripe.Customer[];
  /** Those of the two plans; what is taken out of this list is no longer for sale. */
  readonly prices: Stripe.Price[];
  subscriptionsOf(customer: string): Stripe.Subscription[];
  /** Those that have not ended. */
  liveSubscriptions(): Stripe.Subscription[];
  invoicesOf(subscription: string): Stripe.Invoice[];
  /** Enters a card as the browser does; answers the confirmed intent or an error. */
  enterCard(clientSecret: string, number: string): Promise<EnteredCard>;
  /** From now on the card's bank says this. */
  cardTurns(paymentMethod: string, behaviour: Behaviour): void;
  /** Ends a subscription as its owner can on Stripe's own pages. */
  endByHand(subscription: string): void;
  /** Lets the next requests that are aimed at go wrong. */
  fault(aim: Aim, fault: Fault): void;
  /** Nothing that was still to go wrong does. */
  faultsOver(): void;
  /** Refuses every connection, or takes them again. */
  down(isDown: boolean): void;
  now(): Date;
  /** Moves its clock on and does what falls due meanwhile. */
  advance(milliseconds: number): Promise<void>;
  /** Does what has fallen due by its clock. */
  renew(): Promise<void>;
  /** The bytes and headers as Stripe sends them; another secret or time forges them. */
  signed(event: object, forged?: { at?: Date; secret?: string }): Delivery;
  /** Sends events, signed now; answers the statuses in the order of sending. */
  deliver(events: StripeEvent | readonly StripeEvent[], plan: DeliveryPlan): Promise<number[]>;
  close(): Promise<void>;
}

export interface EnteredCard {
  readonly setupIntent?: Stripe.SetupIntent;
  readonly error?: { readonly code?: string; readonly message: string };
}

export async function openStripeStandIn(options: StandInOptions = {}): Promise<StripeStandIn> {
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

/** The request that Stripe's script makes. */
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
