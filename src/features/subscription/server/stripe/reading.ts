import type Stripe from 'stripe';
import type { Subscription } from '#features/entitlement/period.ts';
import { SECOND_MS } from '#kit/shared/durations.ts';

/** What of Stripe's subscription the rules need; the SDK's object has it, and so has a test's. */
export type StripeSubscription = Pick<
  Stripe.Subscription,
  'id' | 'status' | 'cancel_at_period_end' | 'ended_at' | 'canceled_at' | 'customer'
> & {
  readonly items: {
    readonly data: readonly {
      readonly current_period_start: number;
      readonly current_period_end: number;
      readonly price: { readonly recurring?: { readonly interval: string } | null };
    }[];
  };
};

/** Nothing is charged for it any more, and nothing brings it back. */
export function hasEnded({ status }: { readonly status: string }): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

/**
 * Stripe's subscription as the product sees it. `known` is what was stored before: a pause cuts the
 * period short there, but what was paid stays paid.
 */
export function asSubscription(stripe: StripeSubscription, known?: Subscription): Subscription {
  const [item] = stripe.items.data;
  if (item === undefined) throw new Error(`the subscription ${stripe.id} has no price`);
  const { customer } = stripe;
  return {
    provider: 'stripe',
    plan: item.price.recurring?.interval === 'year' ? 'yearly' : 'monthly',
    status: statusOf(stripe),
    endsAt: endOf(stripe, item, known),
    payment: {
      customerId: typeof customer === 'string' ? customer : customer.id,
      id: stripe.id,
      status: stripe.status,
    },
  };
}

function statusOf(stripe: StripeSubscription): string {
  if (hasEnded(stripe) || stripe.cancel_at_period_end) return 'canceled';
  return stripe.status === 'trialing' ? 'active' : stripe.status;
}

/** The end of what is paid. */
function endOf(
  stripe: StripeSubscription,
  item: StripeSubscription['items']['data'][number],
  known: Subscription | undefined,
): Date {
  const start = instant(item.current_period_start);
  const end = instant(item.current_period_end);
  switch (stripe.status) {
    case 'canceled':
    case 'incomplete_expired':
      return instant(stripe.ended_at ?? stripe.canceled_at ?? item.current_period_start);
    case 'paused':
      return known !== undefined && known.payment?.id === stripe.id && known.endsAt > end
        ? known.endsAt
        : end;
    case 'active':
    case 'trialing':
      return end;
    default:
      // The period has begun and is not paid.
      return start;
  }
}

/** Stripe counts in seconds. */
function instant(seconds: number): Date {
  return new Date(seconds * SECOND_MS);
}
