import Stripe from 'stripe';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { openStripeStandIn, type StripeStandIn } from './stand-in.ts';

/** Card number whose charges succeed. */
export const GOOD = '4242424242424242';

/** Card number that can be entered, but whose charges are declined. */
export const CHARGE_DECLINED = '4000000000000341';

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** Opens a stand-in with a client of the official SDK, as the product uses it. */
export async function openShop() {
  const standIn = await openStripeStandIn({ now: () => new Date('2026-01-31T12:00:00Z') });
  const stripe = clientOf(standIn);
  let keys = 0;

  function once(): Stripe.RequestOptions {
    keys += 1;
    return { idempotencyKey: `once-${keys}` };
  }

  async function entry(number: string, customer?: string) {
    const intent = await stripe.setupIntents.create(
      {
        usage: 'off_session',
        allowed_payment_method_types: ['card'],
        ...(customer && { customer }),
      },
      once(),
    );
    return { intent, entered: await standIn.enterCard(intent.client_secret ?? '', number) };
  }

  async function withCard(number: string) {
    const { entered } = await entry(number);
    const card = String(entered.setupIntent?.payment_method);
    const customer = await stripe.customers.create(
      {
        email: 'anna@example.org',
        metadata: { household: '7' },
        payment_method: card,
        invoice_settings: { default_payment_method: card },
      },
      once(),
    );
    return { customer, card };
  }

  async function subscribe(customer: string, options = once(), plan = 'grand_monthly') {
    const price = standIn.prices.find(({ lookup_key }) => lookup_key === plan);
    return stripe.subscriptions.create(terms(customer, price?.id ?? ''), options);
  }

  return {
    standIn,
    stripe,
    once,
    /** Enters a card; the setup intent may or may not have a customer. */
    entry,
    withCard,
    subscribe,
    async subscribed(plan?: string) {
      const { customer, card } = await withCard(GOOD);
      return { customer, card, subscription: await subscribe(customer.id, once(), plan) };
    },
    typesOf: () => standIn.events.map(({ type }) => type),
    /** Sends a raw request, for requests that the SDK does not allow. */
    post: (path: string, body: string, headers: Record<string, string>) =>
      post(standIn, path, body, headers),
    patientPost: (path: string, headers: Record<string, string>) =>
      patientPost(standIn, path, headers),
  };
}

function clientOf({ settings, port }: StripeStandIn): Stripe {
  return new Stripe(settings.secretKey, {
    apiVersion: '2026-10-28.endive',
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

function terms(customer: string, price: string): Stripe.SubscriptionCreateParams {
  return {
    customer,
    items: [{ price }],
    billing_mode: { type: 'flexible' },
    payment_behavior: 'error_if_incomplete',
    off_session: true,
  };
}

/** Sends a request that waits until `giveUp` is called. */
function patientPost(standIn: StripeStandIn, path: string, headers: Record<string, string>) {
  const patience = new AbortController();
  const end = post(standIn, path, '', headers, patience.signal).catch(() => undefined);
  return {
    async giveUp() {
      patience.abort();
      await end;
    },
  };
}

/** Returns the error with which a promise rejects; throws if it resolves. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('it went well');
    },
    (error: unknown) => error,
  );
}

export function periodOf({ items }: Stripe.Subscription): string[] {
  const [item] = items.data;
  return [item?.current_period_start, item?.current_period_end].map((second) =>
    new Date(Number(second) * SECOND_MS).toISOString(),
  );
}

interface Refused {
  readonly id: string;
  readonly error: { readonly type: string; readonly message: string; readonly code?: string };
}

async function post(
  { settings }: StripeStandIn,
  path: string,
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal | null = null,
) {
  const response = await fetch(settings.apiUrl + path, {
    method: 'POST',
    signal,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Bearer ${settings.secretKey}`,
      'stripe-version': '2026-10-28.endive',
      ...headers,
    },
    body,
  });
  const answer: Refused = JSON.parse(await response.text());
  return { ...answer, status: response.status };
}
