import type Stripe from 'stripe';
import { type Book, existing, idOf, mergedMetadata } from './book.ts';
import { ownMethod } from './customers.ts';
import { change, recordEvent } from './events.ts';
import { charged, declinedBy, invoiceFor, noCard, payingCard } from './invoices.ts';
import { begun } from './new-subscription.ts';
import { forbidden, missingParameter, misused, noSuch, onlyKnows } from './refusals.ts';
import { type Call, pageOf, type Route, route } from './routes.ts';

/**
 * Routes that create, find and update subscriptions. `moves.ts` has those that pause and end them.
 */
export const subscriptionRoutes: readonly Route[] = [
  route('POST', '/v1/subscriptions', create, { creates: true }),
  route('GET', '/v1/subscriptions', list),
  route('GET', '/v1/subscriptions/{subscription}', ({ book, id }) =>
    existing(book.subscriptions, 'subscription', id),
  ),
  route('POST', '/v1/subscriptions/{subscription}', update),
  route('GET', '/v1/prices', listPrices),
];

export function hasEnded({ status }: Stripe.Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

/** Sets the end of a subscription. `null` removes it, which undoes a cancellation. */
export function endAt(book: Book, subscription: Stripe.Subscription, end: number | null): void {
  subscription.cancel_at_period_end = end !== null;
  subscription.cancel_at = end;
  subscription.canceled_at = end === null ? null : book.now();
  subscription.cancellation_details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: end === null ? null : 'cancellation_requested',
  };
}

/**
 * Returns the single item of a subscription. Stripe stores the billing period at the item instead
 * of the subscription.
 */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (item === undefined) throw new Error(`${subscription.id} has no item`);
  return item;
}

const CREATED_WITH = [
  'customer',
  'items',
  'default_payment_method',
  'billing_mode',
  'payment_behavior',
  'off_session',
  'metadata',
  'description',
];

function create({ book, parameters }: Call<Stripe.SubscriptionCreateParams>): Stripe.Subscription {
  onlyKnows(parameters, CREATED_WITH);
  const { customer: customerId, items, default_payment_method: card } = parameters;
  if (customerId === undefined) throw missingParameter('customer');
  if (items === undefined) throw missingParameter('items');
  if (parameters.payment_behavior !== 'error_if_incomplete') {
    throw misused('The stand-in knows no behaviour but error_if_incomplete.', 'payment_behavior');
  }
  const customer = existing(book.customers, 'customer', customerId, 'customer');
  if (card !== undefined) ownMethod(book, customer.id, card, 'default_payment_method');
  const subscription = begun(book, parameters, pricedBy(book, items));
  const paying = payingCard(book, subscription);
  if (paying === undefined) throw noCard();
  const decline = charged(book, paying);
  if (decline !== undefined) throw declinedBy(decline, 'subscription');
  book.subscriptions.set(subscription.id, subscription);
  invoiceFor(book, subscription, 'subscription_create', undefined);
  recordEvent(book, 'customer.subscription.created', subscription);
  return subscription;
}

function pricedBy(book: Book, items: Stripe.SubscriptionCreateParams.Item[]): Stripe.Price {
  const [item] = items;
  if (item === undefined || items.length > 1)
    throw misused('The stand-in takes one item.', 'items');
  onlyKnows(item, ['price', 'quantity']);
  if (item.price === undefined) throw missingParameter('items[0][price]');
  const price = book.prices.find(({ id }) => id === item.price);
  if (price === undefined) throw noSuch('price', item.price, 'items[0][price]');
  return price;
}

function update(call: Call<Stripe.SubscriptionUpdateParams>): Stripe.Subscription {
  const { book, parameters, id } = call;
  onlyKnows(parameters, ['cancel_at_period_end', 'default_payment_method', 'metadata']);
  const subscription = existing(book.subscriptions, 'subscription', id);
  const { cancel_at_period_end: ends, default_payment_method: card, metadata } = parameters;
  if (hasEnded(subscription) && (ends !== undefined || card !== undefined)) {
    throw forbidden(
      'A canceled subscription can only update its cancellation_details and metadata.',
    );
  }
  if (card !== undefined) {
    ownMethod(book, idOf(subscription.customer) ?? '', card, 'default_payment_method');
  }
  change(book, subscription, ['customer.subscription.updated'], () => {
    if (card !== undefined) subscription.default_payment_method = card;
    if (ends !== undefined) {
      endAt(book, subscription, ends ? itemOf(subscription).current_period_end : null);
    }
    subscription.metadata = mergedMetadata(subscription.metadata, metadata);
  });
  return subscription;
}

function list(call: Call<Stripe.SubscriptionListParams>): Stripe.ApiList<Stripe.Subscription> {
  const { book, parameters } = call;
  onlyKnows(parameters, ['customer', 'status', 'price', 'limit', 'starting_after']);
  const { customer, status, price } = parameters;
  const chosen = [...book.subscriptions.values()].filter(
    (subscription) =>
      (customer ?? idOf(subscription.customer)) === idOf(subscription.customer) &&
      (price ?? itemOf(subscription).price.id) === itemOf(subscription).price.id &&
      isOfStatus(subscription, status),
  );
  return pageOf('/v1/subscriptions', chosen, parameters);
}

/**
 * True if a list with this status includes the subscription. Without a status, Stripe lists all
 * subscriptions that are not canceled.
 */
function isOfStatus(subscription: Stripe.Subscription, status: string | undefined): boolean {
  if (status === 'all') return true;
  if (status === undefined) return !hasEnded(subscription);
  return status === 'ended' ? hasEnded(subscription) : subscription.status === status;
}

function listPrices(call: Call<Stripe.PriceListParams>): Stripe.ApiList<Stripe.Price> {
  const { book, parameters } = call;
  onlyKnows(parameters, ['lookup_keys', 'active', 'type', 'currency', 'limit', 'starting_after']);
  const { lookup_keys: keys, active, type, currency } = parameters;
  const chosen = book.prices.filter(
    (price) =>
      (keys?.includes(price.lookup_key ?? '') ?? true) &&
      (active ?? price.active) === price.active &&
      (type ?? price.type) === price.type &&
      (currency ?? price.currency) === price.currency,
  );
  return pageOf('/v1/prices', chosen, parameters);
}
