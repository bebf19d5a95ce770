import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { SECOND_MS } from '#platform/shared/durations.ts';
import type { Behaviour } from './cards.ts';
import { noSuch } from './refusals.ts';
import { example } from './shapes.ts';

export type Resource =
  | Stripe.Customer
  | Stripe.PaymentMethod
  | Stripe.SetupIntent
  | Stripe.Subscription
  | Stripe.Invoice
  | Stripe.Price;

/** An event of Stripe, with a copy of its object at the time of the event. */
export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly api_version: string;
  /** Time of the event in seconds since 1970. */
  readonly created: number;
  readonly type: string;
  readonly data: { readonly object: Resource; readonly previous_attributes?: object };
  readonly livemode: boolean;
  readonly pending_webhooks: number;
  /** The request that caused the event. Its id is null if the passage of time caused the event. */
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null };
}

/** All data of the Stripe stand-in. */
export interface Book {
  readonly customers: Map<string, Stripe.Customer>;
  readonly paymentMethods: Map<string, Stripe.PaymentMethod>;
  /** Behaviour of the card, by id of the payment method. The card number is not stored. */
  readonly behaviours: Map<string, Behaviour>;
  readonly setupIntents: Map<string, Stripe.SetupIntent>;
  readonly subscriptions: Map<string, Stripe.Subscription>;
  readonly invoices: Map<string, Stripe.Invoice>;
  readonly prices: Stripe.Price[];
  readonly events: StripeEvent[];
  readonly misuses: string[];
  request: StripeEvent['request'];
  /** Behaviour of all cards during the current request; undefined if each card has its own. */
  verdict: Behaviour | undefined;
  /** Returns the time in seconds since 1970. */
  now(): number;
  /** Runs `act` with the clock set to `seconds`. */
  at(seconds: number, act: () => void): void;
}

export function openBook(clock: () => Date): Book {
  let then: number | undefined;
  const now = () => then ?? Math.floor(clock().getTime() / SECOND_MS);
  return {
    customers: new Map(),
    paymentMethods: new Map(),
    behaviours: new Map(),
    setupIntents: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    prices: [
      priceOf('grand_monthly', 'month', 2500, now()),
      priceOf('grand_yearly', 'year', 22500, now()),
    ],
    events: [],
    misuses: [],
    request: { id: null, idempotency_key: null },
    verdict: undefined,
    now,
    at(seconds, act) {
      then = seconds;
      try {
        act();
      } finally {
        then = undefined;
      }
    },
  };
}

export function newId(kind: string): string {
  return `${kind}_${randomBytes(12).toString('hex')}`;
}

/** Returns the object with that id, or throws Stripe's error. */
export function existing<Found>(
  found: Map<string, Found>,
  kind: string,
  id: string,
  param?: string,
): Found {
  const one = found.get(id);
  if (one === undefined) throw noSuch(kind, id, param);
  return one;
}

/** Returns the id of an object that is given either as an id or as the whole object. */
export function idOf(thing: string | { id: string } | null | undefined): string | undefined {
  return typeof thing === 'object' ? thing?.id : thing;
}

/** Merges metadata. An empty value deletes the entry, and an empty string deletes all entries. */
export function mergedMetadata(
  old: Stripe.Metadata,
  given: Stripe.Emptyable<Stripe.MetadataParam> | undefined,
): Stripe.Metadata {
  if (given === undefined) return old;
  if (given === null || given === '') return {};
  const merged = { ...old };
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === '') delete merged[name];
    else merged[name] = String(value);
  }
  return merged;
}

function priceOf(
  lookupKey: string,
  interval: 'month' | 'year',
  cents: number,
  created: number,
): Stripe.Price {
  const price = example('price');
  return {
    ...price,
    id: newId('price'),
    created,
    lookup_key: lookupKey,
    product: newId('prod'),
    recurring: {
      interval,
      interval_count: 1,
      meter: null,
      usage_type: 'licensed',
      trial_period_days: null,
    },
    custom_unit_amount: null,
    transform_quantity: null,
    unit_amount: cents,
    unit_amount_decimal: JSON.parse(`"${cents}"`),
  };
}
