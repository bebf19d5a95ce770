import { endOfPeriod, type Subscription } from '#features/entitlement/period.ts';
import type { Plan } from '#features/entitlement/plans.ts';
import type { SignedBody } from '#kit/shared/endpoint.ts';
import { isRefusal } from '#kit/shared/refusal.ts';
import type { CardEntryParts } from '../card-contract.ts';
import { type SubscriptionRefusal, subscriptionRefusal } from '../refusals.ts';
import { type Action, resultOf } from '../states.ts';

/** What a provider needs to start charging a new household. */
export interface NewSubscription {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly plan: Plan;
  readonly paymentMethodId: string;
  readonly now: Date;
}

/** A household's subscription, held for this one move: nobody else changes it meanwhile. */
export interface Held {
  readonly accountId: string;
  readonly subscription: Subscription;
  readonly now: Date;
  /** Stored before the move is made; who makes it again after a silence brings the same one. */
  readonly key: string;
}

/**
 * Who takes the money. The rest of the product sees only this. Each move is asked for in a state
 * that allows it, and answers the subscription to store; it may refuse in a sentence.
 */
export interface Billing {
  /** Refuses with 402 what cannot be paid for; what it returns is stored with the household. */
  start(wanted: NewSubscription): Promise<Subscription>;
  make(action: Action, held: Held): Promise<Subscription>;
}

/** The default on a server of one's own: nothing is charged and the period renews by itself. */
export const builtInBilling: Billing = {
  async start({ plan, now }) {
    const endsAt = endOfPeriod(plan, now);
    const renewalDay = now.getUTCDate();
    return { provider: 'built-in', plan, status: 'active', endsAt, renewalDay };
  },
  make: async (action, { subscription, now }) => resultOf(action, subscription, now),
};

/** Nobody knows what became of a request: its answer did not come. */
export function isOutcomeUnknown(error: unknown): boolean {
  return isRefusal<SubscriptionRefusal>(error, 'payment-outcome-unknown');
}

/** What a provider of card payments is asked besides. */
export interface CardBilling extends Billing {
  /** What `start` left behind when nobody heard its answer, if it did. */
  findStarted(wanted: NewSubscription): Promise<Subscription | undefined>;
  /** Ends at once what no household has. */
  abandon(subscription: Subscription): Promise<void>;
  /** What the subscription is there now. */
  read(known: Subscription): Promise<Subscription>;
  /** Begins the entry of a card, of the household's customer if there is one. */
  beginCard(customerId?: string): Promise<CardEntryParts>;
  /** Pays with the card that was entered, also what is owed; answers what the subscription is then. */
  useCard(held: Held, setupIntentId: string): Promise<Subscription>;
  /** An event out of its signed bytes; undefined when the signature is wrong or too old. */
  eventOf(signed: SignedBody, now: Date): ProviderEvent | undefined;
  /** Says in a sentence what is wrong with the prices there, if anything is. */
  faultOfPrices(): Promise<string | undefined>;
}

/** Something happened there; what, is asked for: events come late, twice and in any order. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** Whose it is, where it is somebody's. */
  readonly customerId: string | undefined;
}

/** Who takes this household's money: a server that takes cards may have some that pay nothing. */
export function billingOf({ provider }: Subscription, cards: CardBilling | undefined): Billing {
  if (provider === 'built-in') return builtInBilling;
  if (cards === undefined) throw subscriptionRefusal('payments-not-set-up');
  return cards;
}
