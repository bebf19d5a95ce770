import type Stripe from 'stripe';
import { type Book, existing, idOf, newId } from './book.ts';
import { type Decline, declineAtCharge } from './cards.ts';
import { ownMethod } from './customers.ts';
import { change, recordEvent } from './events.ts';
import { forbidden, onlyKnows, StripeRefusal } from './refusals.ts';
import { type Call, pageOf, type Route, route } from './routes.ts';
import { example } from './shapes.ts';

export const invoiceRoutes: readonly Route[] = [
  route('GET', '/v1/invoices', list),
  route('GET', '/v1/invoices/{invoice}', ({ book, id }) => existing(book.invoices, 'invoice', id)),
  route('POST', '/v1/invoices/{invoice}/pay', pay),
];

/**
 * Returns the card that pays for a subscription: the default card of the subscription, otherwise
 * that of the customer.
 */
export function payingCard(book: Book, subscription: Stripe.Subscription): string | undefined {
  const customer = book.customers.get(idOf(subscription.customer) ?? '');
  return (
    idOf(subscription.default_payment_method) ??
    idOf(customer?.invoice_settings.default_payment_method)
  );
}

/** Charges a card; returns undefined if the charge succeeds. */
export function charged(book: Book, card: string | undefined): Decline | undefined {
  const behaviour = book.behaviours.get(card ?? '') ?? 'declined';
  return declineAtCharge(book.verdict ?? behaviour);
}

/** Creates the error for a customer without a payment method. */
export function noCard(): StripeRefusal {
  return forbidden(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
    'resource_missing',
  );
}

/**
 * Creates the error for a declined charge. If the bank requires authentication, the error has a
 * different code.
 */
export function declinedBy(decline: Decline, what: 'subscription' | 'invoice'): StripeRefusal {
  const { needsAction, ...error } = decline;
  if (needsAction === undefined) return new StripeRefusal(402, error);
  return new StripeRefusal(402, {
    type: 'card_error',
    code: `${what}_payment_intent_requires_action`,
    message: `Payment for this ${what} requires additional user action before it can be completed successfully.`,
  });
}

/** Creates the invoice of a period and charges it; an unpaid invoice stays open. */
export function invoiceFor(
  book: Book,
  subscription: Stripe.Subscription,
  reason: 'subscription_create' | 'subscription_cycle',
  decline: Decline | undefined,
): void {
  const invoice = drawnUp(book, subscription, reason);
  book.invoices.set(invoice.id, invoice);
  subscription.latest_invoice = invoice.id;
  attempted(book, invoice, decline);
}

function attempted(book: Book, invoice: Stripe.Invoice, decline: Decline | undefined): void {
  invoice.attempted = true;
  invoice.attempt_count += 1;
  if (decline === undefined) {
    invoice.status = 'paid';
    invoice.amount_paid = invoice.amount_due;
    invoice.amount_remaining = 0;
    invoice.next_payment_attempt = null;
    invoice.status_transitions.paid_at = book.now();
    recordEvent(book, 'invoice.paid', invoice);
    return;
  }
  recordEvent(book, 'invoice.payment_failed', invoice);
  if (decline.needsAction) recordEvent(book, 'invoice.payment_action_required', invoice);
}

function pay({ book, parameters, id }: Call<Stripe.InvoicePayParams>): Stripe.Invoice {
  onlyKnows(parameters, ['payment_method', 'off_session']);
  const invoice = existing(book.invoices, 'invoice', id);
  if (invoice.status === 'paid') throw forbidden('Invoice is already paid');
  const subscription = existing(book.subscriptions, 'subscription', subscriptionOf(invoice) ?? '');
  const given = parameters.payment_method;
  if (given !== undefined) {
    ownMethod(book, idOf(invoice.customer) ?? '', given, 'payment_method');
  }
  const card = given ?? payingCard(book, subscription);
  if (card === undefined) throw noCard();
  const decline = charged(book, card);
  attempted(book, invoice, decline);
  if (decline !== undefined) throw declinedBy(decline, 'invoice');
  const isLatest = idOf(subscription.latest_invoice) === invoice.id;
  if (isLatest && subscription.status === 'past_due') {
    change(book, subscription, ['customer.subscription.updated'], () => {
      subscription.status = 'active';
    });
  }
  return invoice;
}

function list(call: Call<Stripe.InvoiceListParams>): Stripe.ApiList<Stripe.Invoice> {
  const { book, parameters } = call;
  const { customer, subscription, status } = parameters;
  onlyKnows(parameters, ['customer', 'subscription', 'status', 'limit', 'starting_after']);
  const chosen = [...book.invoices.values()].filter(
    (invoice) =>
      (customer ?? idOf(invoice.customer)) === idOf(invoice.customer) &&
      (subscription ?? subscriptionOf(invoice)) === subscriptionOf(invoice) &&
      (status ?? invoice.status) === invoice.status,
  );
  return pageOf('/v1/invoices', chosen, parameters);
}

function subscriptionOf(invoice: Stripe.Invoice): string | undefined {
  return idOf(invoice.parent?.subscription_details?.subscription);
}

function drawnUp(
  book: Book,
  subscription: Stripe.Subscription,
  reason: 'subscription_create' | 'subscription_cycle',
): Stripe.Invoice {
  const now = book.now();
  const item = subscription.items.data[0];
  const cents = (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1);
  const invoice = example('invoice');
  const id = newId('in');
  return {
    ...invoice,
    id,
    created: now,
    effective_at: now,
    customer: subscription.customer,
    currency: subscription.currency,
    billing_reason: reason,
    status: 'open',
    number: `${id.slice(-8).toUpperCase()}-0001`,
    amount_due: cents,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: cents,
    subtotal: cents,
    subtotal_excluding_tax: cents,
    total: cents,
    total_excluding_tax: cents,
    auto_advance: true,
    due_date: null,
    period_start: now,
    period_end: now,
    next_payment_attempt: now + DAY,
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    lines: { ...invoice.lines, data: [], url: `/v1/invoices/${id}/lines` },
    automatically_finalizes_at: null,
    from_invoice: null,
    last_finalization_error: null,
    shipping_cost: null,
    shipping_details: null,
    customer_shipping: null,
    webhooks_delivered_at: null,
  };
}

const DAY = 24 * 3600;
