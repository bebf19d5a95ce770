import type Stripe from 'stripe';
import { type Book, existing, idOf, mergedMetadata, newId } from './book.ts';
import { change, recordEvent } from './events.ts';
import { forbidden, missingParameter, noSuch, onlyKnows } from './refusals.ts';
import { type Call, type Route, route } from './routes.ts';
import { example } from './shapes.ts';

const KNOWN = ['email', 'name', 'phone', 'description', 'metadata', 'invoice_settings'];

export const customerRoutes: readonly Route[] = [
  route('POST', '/v1/customers', create, { creates: true }),
  route('GET', '/v1/customers/{customer}', ({ book, id }) =>
    existing(book.customers, 'customer', id),
  ),
  route('POST', '/v1/customers/{customer}', update),
  route('GET', '/v1/payment_methods/{payment_method}', ({ book, id }) =>
    existing(book.paymentMethods, 'PaymentMethod', id),
  ),
  route('POST', '/v1/payment_methods/{payment_method}/attach', attach),
];

/** Attaches the payment method to the customer. It cannot be attached to another customer later. */
export function attachTo(book: Book, customer: string, method: Stripe.PaymentMethod): void {
  const owner = idOf(method.customer);
  if (owner === customer) return;
  if (owner !== undefined) {
    throw forbidden('The payment method you provided has already been attached to a customer.');
  }
  method.customer = customer;
  recordEvent(book, 'payment_method.attached', method);
}

/** Returns the payment method if it belongs to this customer, otherwise throws. */
export function ownMethod(
  book: Book,
  customer: string,
  id: string,
  param: string,
): Stripe.PaymentMethod {
  const method = book.paymentMethods.get(id);
  if (method === undefined) throw noSuch('PaymentMethod', id, param);
  if (idOf(method.customer) === customer) return method;
  throw forbidden(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    'resource_missing',
  );
}

function create({ book, parameters }: Call<Stripe.CustomerCreateParams>): Stripe.Customer {
  onlyKnows(parameters, [...KNOWN, 'payment_method']);
  const { payment_method: card, ...words } = parameters;
  const customer: Stripe.Customer = {
    ...example('customer'),
    id: newId('cus'),
    created: book.now(),
    discount: null,
    shipping: null,
  };
  const method = card && existing(book.paymentMethods, 'PaymentMethod', card, 'payment_method');
  if (method) attachTo(book, customer.id, method);
  apply(book, customer, words);
  book.customers.set(customer.id, customer);
  recordEvent(book, 'customer.created', customer);
  return customer;
}

function update({ book, parameters, id }: Call<Stripe.CustomerUpdateParams>): Stripe.Customer {
  onlyKnows(parameters, KNOWN);
  const customer = existing(book.customers, 'customer', id);
  change(book, customer, ['customer.updated'], () => apply(book, customer, parameters));
  return customer;
}

function apply(
  book: Book,
  customer: Stripe.Customer,
  words: Omit<Stripe.CustomerUpdateParams, 'expand'>,
): void {
  onlyKnows(words.invoice_settings ?? {}, ['default_payment_method']);
  const card = words.invoice_settings?.default_payment_method;
  if (card !== undefined) {
    const param = 'invoice_settings[default_payment_method]';
    if (card !== '') ownMethod(book, customer.id, card, param);
    customer.invoice_settings.default_payment_method = card === '' ? null : card;
  }
  customer.email = words.email ?? customer.email;
  customer.name = words.name ?? customer.name ?? null;
  customer.phone = words.phone ?? customer.phone ?? null;
  customer.description = words.description ?? customer.description;
  customer.metadata = mergedMetadata(customer.metadata, words.metadata);
}

function attach(call: Call<Stripe.PaymentMethodAttachParams>): Stripe.PaymentMethod {
  const { book, parameters, id } = call;
  onlyKnows(parameters, ['customer']);
  if (parameters.customer === undefined) throw missingParameter('customer');
  const method = existing(book.paymentMethods, 'PaymentMethod', id);
  const customer = existing(book.customers, 'customer', parameters.customer, 'customer');
  attachTo(book, customer.id, method);
  return method;
}
