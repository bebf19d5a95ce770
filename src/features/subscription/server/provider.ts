import { endOfPeriod, type Subscription } from '../period.ts';
import type { Plan } from '../plans.ts';
import { resultOf } from '../states.ts';

/** What a provider needs to start charging a new household. */
export interface NewSubscription {
  readonly accountId: string;
  readonly email: string;
  readonly plan: Plan;
  readonly paymentMethodId: string;
  readonly now: Date;
}

/** A household's subscription, held for this one move: nobody else changes it meanwhile. */
export interface Held {
  readonly accountId: string;
  readonly subscription: Subscription;
  readonly now: Date;
}

/**
 * Who takes the money. The rest of the product sees only this. Each move is asked for in a state
 * that allows it, and answers the subscription to store; it may refuse in a sentence.
 */
export interface Billing {
  readonly provider: 'built-in' | 'stripe';
  /** Refuses with 402 what cannot be paid for; what it returns is stored with the household. */
  start(wanted: NewSubscription): Promise<Subscription>;
  pause(held: Held): Promise<Subscription>;
  resume(held: Held): Promise<Subscription>;
  cancel(held: Held, how: { immediate: boolean }): Promise<Subscription>;
  /** With a new period when the old one has ended. */
  reactivate(held: Held): Promise<Subscription>;
  /** The status that payments have there; null where nothing is paid. */
  paymentStatus(subscription: Subscription): string | null;
}

/** The default on a server of one's own: nothing is charged and the period renews by itself. */
export function builtInBilling(): Billing {
  return {
    provider: 'built-in',
    async start({ plan, now }) {
      const endsAt = endOfPeriod(plan, now);
      const renewalDay = now.getUTCDate();
      return { provider: 'built-in', plan, status: 'active', endsAt, renewalDay };
    },
    pause: async ({ subscription, now }) => resultOf('pause', subscription, now),
    resume: async ({ subscription, now }) => resultOf('resume', subscription, now),
    cancel: async ({ subscription, now }, { immediate }) =>
      resultOf(immediate ? 'cancel-immediately' : 'cancel', subscription, now),
    reactivate: async ({ subscription, now }) => resultOf('reactivate', subscription, now),
    paymentStatus: () => null,
  };
}
