import type Stripe from 'stripe';
import type { Subscription } from '#features/entitlement/domain/period.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';

/** The fields of Stripe's subscription that are used here, so that tests can construct one. */
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

/** True if the subscription has ended permanently and is not charged any more. */
export function hasEnded({ status }: { readonly status: string }): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

/**
 * Converts a subscription of Stripe. `known` is the stored one, which has the paid end, because a
 * pause shortens the period at Stripe.
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

/** Returns the end of the paid time. */
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
      // If the period has started and is unpaid, the paid time ended at its start.
      return start;
  }
}

/** Stripe's timestamps are in seconds. */
function instant(seconds: number): Date {
  return new Date(seconds * SECOND_MS);
}
