import type Stripe from 'stripe';
import { z } from 'zod';
import { type Book, existing, idOf, mergedMetadata, newId } from './book.ts';
import { behaviourOf, type Decline, declineAtEntry } from './cards.ts';
import { attachTo } from './customers.ts';
import { change, recordEvent } from './events.ts';
import { forbidden, misused, noSuch, onlyKnows, StripeRefusal } from './refusals.ts';
import { type Call, type Route, route } from './routes.ts';
import { example } from './shapes.ts';

interface Secret {
  /** Secret of the intent, which a browser sends; it permits nothing else. */
  readonly client_secret?: string;
  readonly expand?: string[];
}

type Confirmation = Stripe.SetupIntentConfirmParams & Secret;

const holder = z.partialRecord(z.enum(['name', 'email', 'phone']), z.string());

type Holder = z.output<typeof holder>;

const ENTERED = z.object({
  type: z.literal('card'),
  card: z.object({ number: z.string() }),
  billing_details: holder.default({}),
});

/** Routes for entering a card: the product creates the intent, and the browser confirms it. */
export const setupIntentRoutes: readonly Route[] = [
  route('POST', '/v1/setup_intents', create, { creates: true }),
  route('GET', '/v1/setup_intents/{intent}', retrieve, { isPublic: true }),
  route('POST', '/v1/setup_intents/{intent}/confirm', confirm, { isPublic: true }),
];

function create({ book, parameters }: Call<Stripe.SetupIntentCreateParams>): Stripe.SetupIntent {
  const known = ['customer', 'usage', 'allowed_payment_method_types', 'metadata', 'description'];
  onlyKnows(parameters, known);
  const { customer, allowed_payment_method_types: allowed } = parameters;
  if (customer !== undefined) existing(book.customers, 'customer', customer, 'customer');
  const id = newId('seti');
  const intent: Stripe.SetupIntent = {
    ...example('setup_intent'),
    id,
    client_secret: newId(`${id}_secret`),
    created: book.now(),
    customer: customer ?? null,
    description: parameters.description ?? null,
    metadata: mergedMetadata({}, parameters.metadata),
    payment_method_types: allowed ?? ['card'],
    usage: parameters.usage ?? 'off_session',
    allowed_payment_method_types: allowed ?? null,
    automatic_payment_methods: null,
    payment_method_configuration_details: null,
    last_setup_error: null,
    next_action: null,
  };
  book.setupIntents.set(id, intent);
  return intent;
}

function retrieve({ book, parameters, id }: Call<Secret>): Stripe.SetupIntent {
  return intentFor(book, id, parameters);
}

function confirm({ book, parameters, id }: Call<Confirmation>): Stripe.SetupIntent {
  onlyKnows(parameters, ['client_secret', 'payment_method_data', 'return_url', 'use_stripe_sdk']);
  const intent = intentFor(book, id, parameters);
  if (intent.status === 'succeeded') {
    throw forbidden(
      'You cannot confirm this SetupIntent because it has already succeeded.',
      'setup_intent_unexpected_state',
    );
  }
  const { card, billing_details } = cardIn(parameters.payment_method_data);
  const behaviour = behaviourOf(card.number);
  const decline =
    behaviour === undefined ? INCORRECT_NUMBER : declineAtEntry(book.verdict ?? behaviour);
  if (behaviour === undefined || decline !== undefined) {
    recordEvent(book, 'setup_intent.setup_failed', intent);
    throw new StripeRefusal(402, decline ?? INCORRECT_NUMBER);
  }
  const method = methodOf(book, card.number.slice(-4), billing_details);
  book.behaviours.set(method.id, behaviour);
  book.paymentMethods.set(method.id, method);
  const customer = idOf(intent.customer);
  if (customer !== undefined) attachTo(book, customer, method);
  change(book, intent, ['setup_intent.succeeded'], () => {
    intent.status = 'succeeded';
    intent.payment_method = method.id;
  });
  return intent;
}

const INCORRECT_NUMBER: Decline = {
  type: 'card_error',
  code: 'incorrect_number',
  message: 'Your card number is incorrect.',
};

function intentFor(book: Book, id: string, { client_secret: secret }: Secret): Stripe.SetupIntent {
  const intent = existing(book.setupIntents, 'setupintent', id);
  const isAnother = secret !== undefined && secret !== intent.client_secret;
  if (isAnother) throw noSuch('setupintent', id, 'client_secret');
  return intent;
}

/**
 * Checks the card data that Stripe's script has sent. Only the last four digits of the number are
 * used later.
 */
function cardIn(data: unknown): z.output<typeof ENTERED> {
  const entered = ENTERED.safeParse(data);
  if (entered.success) return entered.data;
  throw misused('The stand-in confirms with the number of a card.', 'payment_method_data');
}

function methodOf(book: Book, last4: string, holder: Holder): Stripe.PaymentMethod {
  const method = example('payment_method');
  return {
    ...method,
    id: newId('pm'),
    created: book.now(),
    metadata: {},
    billing_details: {
      address: null,
      email: holder.email ?? null,
      name: holder.name ?? null,
      phone: holder.phone ?? null,
      tax_id: null,
    },
    ...(method.card && { card: { ...method.card, last4, generated_from: null, wallet: null } }),
  };
}
