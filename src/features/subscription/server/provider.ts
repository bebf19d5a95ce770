import { endOfPeriod, type Subscription } from '#features/entitlement/domain/period.ts';
import type { Plan } from '#features/entitlement/domain/plans.ts';
import type { SignedBody } from '#platform/shared/endpoint.ts';
import { isRefusal } from '#platform/shared/refusal.ts';
import type { CardEntryParts } from '../card-contract.ts';
import { type Action, resultOf } from '../domain/states.ts';
import { type SubscriptionRefusal, subscriptionRefusal } from '../refusals.ts';

export interface NewSubscription {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly plan: Plan;
  readonly paymentMethodId: string;
  readonly now: Date;
}

/** A household's subscription under its lease. */
export interface LeasedSubscription {
  readonly accountId: string;
  readonly subscription: Subscription;
  readonly now: Date;
  /**
   * The idempotency key, stored before the action; a retry after a lost response uses the same one.
   */
  readonly key: string;
}

/**
 * The interface to a payment provider. Each action is called in a state that permits it and
 * resolves to the subscription to store; it may throw a refusal.
 */
export interface Billing {
  /**
   * Starts a subscription; throws 402 if it cannot be paid. The result is stored with the
   * household.
   */
  start(wanted: NewSubscription): Promise<Subscription>;
  make(action: Action, held: LeasedSubscription): Promise<Subscription>;
}

/** The default provider of a self-hosted server: no charges, and periods renew automatically. */
export const builtInBilling: Billing = {
  async start({ plan, now }) {
    const endsAt = endOfPeriod(plan, now);
    const renewalDay = now.getUTCDate();
    return { provider: 'built-in', plan, status: 'active', endsAt, renewalDay };
  },
  make: async (action, { subscription, now }) => resultOf(action, subscription, now),
};

/** True if the response to a request was lost, so that its outcome is unknown. */
export function isOutcomeUnknown(error: unknown): boolean {
  return isRefusal<SubscriptionRefusal>(error, 'payment-outcome-unknown');
}

/** The interface to a card payment provider. */
export interface CardBilling extends Billing {
  /**
   * Returns the subscription that `start` created before its response was lost; undefined if there
   * is none.
   */
  findStarted(wanted: NewSubscription): Promise<Subscription | undefined>;
  /** Ends a subscription without a household at once. */
  abandon(subscription: Subscription): Promise<void>;
  /** Returns the current state of the subscription at the provider. */
  read(known: Subscription): Promise<Subscription>;
  /** Starts the entry of a card, for the household's customer if there is one. */
  beginCard(customerId?: string): Promise<CardEntryParts>;
  /** Uses the entered card for payments, and pays what is owed; returns the subscription. */
  useCard(held: LeasedSubscription, setupIntentId: string): Promise<Subscription>;
  /** Returns the event in signed bytes; undefined if the signature is wrong or too old. */
  eventOf(signed: SignedBody, now: Date): ProviderEvent | undefined;
  /** Returns an error message if the prices at the provider are wrong. */
  faultOfPrices(): Promise<string | undefined>;
}

/**
 * An event of the provider. The current state is then read, because events arrive late, repeatedly
 * and in any order.
 */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** The customer, if the event has one. */
  readonly customerId: string | undefined;
}

/**
 * Returns the provider of a subscription; a server with card payments may also have households with
 * built-in subscriptions.
 */
export function billingOf({ provider }: Subscription, cards: CardBilling | undefined): Billing {
  if (provider === 'built-in') return builtInBilling;
  if (cards === undefined) throw subscriptionRefusal('payments-not-set-up');
  return cards;
}
