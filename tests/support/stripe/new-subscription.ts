import type Stripe from 'stripe';
import { type Book, mergedMetadata, newId } from './book.ts';
import { periodAround } from './periods.ts';
import { example } from './shapes.ts';

/** Builds a subscription to one price that starts now. Does not charge or store it. */
export function begun(
  book: Book,
  parameters: Stripe.SubscriptionCreateParams,
  price: Stripe.Price,
): Stripe.Subscription {
  const now = book.now();
  const id = newId('sub');
  const mode = parameters.billing_mode?.type ?? 'flexible';
  const blank = example('subscription');
  return {
    ...blank,
    id,
    status: 'active',
    customer: parameters.customer ?? '',
    created: now,
    start_date: now,
    billing_cycle_anchor: now,
    currency: price.currency,
    default_payment_method: parameters.default_payment_method ?? null,
    description: parameters.description ?? null,
    metadata: mergedMetadata({}, parameters.metadata),
    billing_mode: {
      type: mode,
      flexible: mode === 'flexible' ? { proration_discounts: 'included' } : null,
    },
    items: {
      ...blank.items,
      data: [itemFor(book, id, price, parameters.items?.[0]?.quantity ?? 1)],
      url: `/v1/subscription_items?subscription=${id}`,
    },
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    trial_start: null,
    trial_end: null,
    trial_settings: null,
    billing_schedules: [],
    billing_cycle_anchor_config: null,
    billing_thresholds: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    managed_payments: null,
    next_pending_invoice_item_invoice: null,
    pause_collection: null,
    pending_invoice_item_interval: null,
    pending_update: null,
    transfer_data: null,
  };
}

function itemFor(
  book: Book,
  subscription: string,
  price: Stripe.Price,
  quantity: number,
): Stripe.SubscriptionItem {
  const now = book.now();
  const blank = example('subscription_item');
  const { start, end } = periodAround(now, price.recurring?.interval ?? 'month', now);
  return {
    ...blank,
    id: newId('si'),
    created: now,
    subscription,
    price,
    quantity,
    current_period_start: start,
    current_period_end: end,
    billing_thresholds: null,
    current_trial: null,
  };
}
