import type Stripe from 'stripe';
import { type Book, existing, idOf } from './book.ts';
import { change } from './events.ts';
import { charged, invoiceFor, payingCard } from './invoices.ts';
import { periodAround } from './periods.ts';
import { forbidden, misused, noSuch, onlyKnows } from './refusals.ts';
import { type Call, type Route, route } from './routes.ts';
import { hasEnded, itemOf } from './subscriptions.ts';

const SUBSCRIPTION = '/v1/subscriptions/{subscription}';

/** Routes that pause, resume or end a subscription. */
export const moveRoutes: readonly Route[] = [
  route('POST', `${SUBSCRIPTION}/pause`, pause),
  route('POST', `${SUBSCRIPTION}/resume`, resume),
  route('DELETE', SUBSCRIPTION, cancel),
];

/**
 * Processes everything that is due, in chronological order: renewals, failed renewals, and ends.
 */
export function renewDue(book: Book): void {
  book.request = { id: null, idempotency_key: null };
  for (let due = nextDue(book); due !== undefined; due = nextDue(book)) {
    const subscription = due;
    book.at(itemOf(due).current_period_end, () => endPeriod(book, subscription));
  }
}

function nextDue(book: Book): Stripe.Subscription | undefined {
  return [...book.subscriptions.values()]
    .filter(({ status }) => status === 'active' || status === 'past_due')
    .filter((subscription) => itemOf(subscription).current_period_end <= book.now())
    .toSorted((a, b) => itemOf(a).current_period_end - itemOf(b).current_period_end)
    .at(0);
}

function endPeriod(book: Book, subscription: Stripe.Subscription): void {
  if (subscription.cancel_at_period_end) {
    end(book, subscription);
    return;
  }
  change(book, subscription, ['customer.subscription.updated'], () => {
    moveTo(subscription, book.now());
    const decline = charged(book, payingCard(book, subscription));
    invoiceFor(book, subscription, 'subscription_cycle', decline);
    subscription.status = decline === undefined ? 'active' : 'past_due';
  });
}

function moveTo(subscription: Stripe.Subscription, instant: number): void {
  const item = itemOf(subscription);
  const interval = item.price.recurring?.interval ?? 'month';
  const { start, end } = periodAround(subscription.billing_cycle_anchor, interval, instant);
  item.current_period_start = start;
  item.current_period_end = end;
}

function end(book: Book, subscription: Stripe.Subscription): void {
  change(book, subscription, ['customer.subscription.deleted'], () => {
    subscription.status = 'canceled';
    subscription.ended_at = book.now();
    subscription.canceled_at ??= book.now();
    delete subscription.status_details;
  });
}

function cancel(call: Call<Stripe.SubscriptionCancelParams>): Stripe.Subscription {
  const { book, parameters, id } = call;
  onlyKnows(parameters, ['prorate', 'invoice_now']);
  if (parameters.prorate === true || parameters.invoice_now === true) {
    throw misused('The stand-in draws up no last invoice.', 'invoice_now');
  }
  const subscription = existing(book.subscriptions, 'subscription', id);
  if (hasEnded(subscription)) throw noSuch('subscription', id);
  endNow(book, subscription);
  return subscription;
}

/** Ends a subscription at once on request. */
function endNow(book: Book, subscription: Stripe.Subscription): void {
  subscription.canceled_at = book.now();
  if (subscription.cancellation_details) {
    subscription.cancellation_details.reason = 'cancellation_requested';
  }
  for (const invoice of book.invoices.values()) {
    const isItsOwn = idOf(invoice.parent?.subscription_details?.subscription) === subscription.id;
    if (isItsOwn && invoice.status === 'open') invoice.auto_advance = false;
  }
  end(book, subscription);
}

/** Ends a subscription as its owner can do on Stripe's website. */
export function endByHand(book: Book, id: string): void {
  book.request = { id: null, idempotency_key: null };
  endNow(book, existing(book.subscriptions, 'subscription', id));
}

function pause(call: Call<Stripe.SubscriptionPauseParams>): Stripe.Subscription {
  const { book, parameters, id } = call;
  onlyKnows(parameters, ['type', 'bill_for']);
  const { bill_for: bill } = parameters;
  const isBilled =
    bill?.unused_time_from?.type !== 'none' || bill.outstanding_usage_through?.type !== 'none';
  if (isBilled) throw misused('The stand-in bills nothing for a pause.', 'bill_for');
  const subscription = existing(book.subscriptions, 'subscription', id);
  if (subscription.status !== 'active') {
    throw forbidden(
      `You cannot pause a subscription that is ${subscription.status}: it must be active.`,
    );
  }
  if (subscription.billing_mode.type !== 'flexible') {
    throw forbidden('You can only pause subscriptions with flexible billing mode.');
  }
  const types = ['customer.subscription.paused', 'customer.subscription.updated'];
  change(book, subscription, types, () => {
    subscription.status = 'paused';
    subscription.status_details = {
      paused: {
        type: 'subscription',
        subscription: { type: 'pause_requested' },
        transitioned_at: book.now(),
      },
    };
  });
  return subscription;
}

/**
 * The subscription is active at once: with an unchanged billing cycle and without proration,
 * resuming creates no invoice.
 */
function resume(call: Call<Stripe.SubscriptionResumeParams>): Stripe.Subscription {
  const { book, parameters, id } = call;
  onlyKnows(parameters, ['billing_cycle_anchor', 'proration_behavior']);
  if (parameters.billing_cycle_anchor?.type !== 'unchanged') {
    throw misused('The stand-in resumes with the old days alone.', 'billing_cycle_anchor');
  }
  if (parameters.proration_behavior !== 'none') {
    throw misused('The stand-in prorates nothing.', 'proration_behavior');
  }
  const subscription = existing(book.subscriptions, 'subscription', id);
  if (subscription.status !== 'paused') {
    throw forbidden(
      `You cannot resume a subscription that is ${subscription.status}: it must be paused.`,
    );
  }
  const types = ['customer.subscription.resumed', 'customer.subscription.updated'];
  change(book, subscription, types, () => {
    subscription.status = 'active';
    delete subscription.status_details;
    moveTo(subscription, Math.max(book.now(), itemOf(subscription).current_period_start));
  });
  return subscription;
}
