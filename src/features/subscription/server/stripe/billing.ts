import type Stripe from 'stripe';
import { isExpired, type Subscription } from '#features/entitlement/domain/period.ts';
import { isRefusal, Refusal } from '#platform/shared/refusal.ts';
import type { Action } from '../../domain/states.ts';
import { type SubscriptionRefusal, subscriptionRefusal } from '../../refusals.ts';
import {
  type CardBilling,
  isOutcomeUnknown,
  type LeasedSubscription,
  type NewSubscription,
} from '../provider.ts';
import type { StripeSettings } from './config.ts';
import { eventOf } from './events.ts';
import { declineMessage } from './messages.ts';
import { type Prices, pricesAt } from './prices.ts';
import { asSubscription, hasEnded } from './reading.ts';
import {
  isNotAsThought,
  type NextCall,
  type StripeAsker,
  stripeAsker,
} from './request-with-retry.ts';

/** Maximum number of listed subscriptions, newest first; no customer has more. */
const MAX_LISTED = 10;

interface Parts extends StripeAsker {
  readonly prices: Prices;
}

/** Returns the origins of the card script and its subdomains, from which it loads more. */
export function scriptOrigins({ scriptUrl }: StripeSettings): string[] {
  const { origin, protocol, host } = new URL(scriptUrl);
  return protocol === 'https:' ? [origin, `https://*.${host}`] : [origin];
}

/** Card payments with Stripe. Each call that changes something has a key that was stored before. */
export function stripeBilling(settings: StripeSettings, budgetMs?: number): CardBilling {
  const asker = stripeAsker(settings, budgetMs);
  const { stripe, ask } = asker;
  const parts: Parts = { ...asker, prices: pricesAt(asker) };
  return {
    start: (wanted) => start(parts, wanted),
    findStarted: (wanted) => findStarted(parts, wanted),
    abandon: ({ payment }) =>
      ask(async (next) => {
        if (payment) await endAtOnce(parts, payment.id, next);
      }),
    make: (action, held) => make(parts, action, held),
    read: (known) => read(parts, known),
    beginCard: (customerId) =>
      ask(async (next) => {
        const intent = await stripe.setupIntents.create(
          {
            usage: 'off_session',
            allowed_payment_method_types: ['card'],
            ...(customerId === undefined ? {} : { customer: customerId }),
          },
          next(),
        );
        if (intent.client_secret === null) throw new Error('the setup intent has no secret');
        const { scriptUrl, publishableKey } = settings;
        return { scriptUrl, publishableKey, clientSecret: intent.client_secret };
      }),
    useCard: (held, setupIntentId) => useCard(parts, held, setupIntentId),
    eventOf: (signed, now) => eventOf(stripe, settings.webhookSecret, signed, now),
    faultOfPrices: () => parts.prices.fault(),
  };
}

/** Options to end a subscription at once, without a refund for the remaining time. */
const AT_ONCE = { prorate: false, invoice_now: false } as const;

/** This call has no idempotency key; a repeated call finds the subscription ended. */
async function endAtOnce(
  { stripe }: Parts,
  id: string,
  next: NextCall,
): Promise<Stripe.Subscription> {
  try {
    return await stripe.subscriptions.cancel(id, AT_ONCE, next());
  } catch (error) {
    if (!isNotAsThought(error)) throw error;
    const there = await stripe.subscriptions.retrieve(id, {}, next());
    if (hasEnded(there)) return there;
    throw error;
  }
}

async function start(parts: Parts, wanted: NewSubscription): Promise<Subscription> {
  const price = await parts.prices.idOf(wanted.plan);
  try {
    return await parts.ask(async (next) => {
      const customer = await customerOf(parts, wanted, next);
      const key = `${wanted.accountId}-subscription`;
      return asSubscription(await create(parts, { customer: customer.id, price, key }, next));
    });
  } catch (error) {
    // In a start with a new customer, only the card can be invalid, so the refusal is about the
    // card.
    const isOfCard = isRefusal<SubscriptionRefusal>(error, 'subscription-changed');
    throw isOfCard ? subscriptionRefusal('card-unusable', { cause: error }) : error;
  }
}

async function findStarted(
  parts: Parts,
  wanted: NewSubscription,
): Promise<Subscription | undefined> {
  const customer = await parts
    .ask((next) => customerOf(parts, wanted, next))
    .catch((error: unknown) => {
      // The customer could not be created, so nothing can have been charged.
      if (error instanceof Refusal && !isOutcomeUnknown(error)) return undefined;
      throw error;
    });
  if (customer === undefined) return undefined;
  return parts.ask(async (next) => {
    const [found] = await liveOnes(parts, customer.id, next);
    return found && asSubscription(found);
  });
}

/** Uses a fixed key, so that repeated calls create one customer. */
function customerOf({ stripe }: Parts, wanted: NewSubscription, next: NextCall) {
  const { accountId, email, name, paymentMethodId } = wanted;
  return stripe.customers.create(
    {
      email,
      name,
      payment_method: paymentMethodId,
      invoice_settings: { default_payment_method: paymentMethodId },
      metadata: { household: accountId },
    },
    next(`${accountId}-customer`),
  );
}

/** The subscription is either paid and active, or not created. */
function create(
  { stripe }: Parts,
  { customer, price, key }: { customer: string; price: string; key: string },
  next: NextCall,
) {
  return stripe.subscriptions.create(
    {
      customer,
      items: [{ price }],
      billing_mode: { type: 'flexible' },
      payment_behavior: 'error_if_incomplete',
      off_session: true,
    },
    next(key),
  );
}

/** Returns the subscriptions that have not ended, newest first. */
async function liveOnes({ stripe }: Parts, customer: string, next: NextCall) {
  const { data } = await stripe.subscriptions.list({ customer, limit: MAX_LISTED }, next());
  return data.filter((one) => !hasEnded(one));
}

async function make(parts: Parts, action: Action, held: LeasedSubscription): Promise<Subscription> {
  const { subscriptions } = parts.stripe;
  const { subscription, key } = held;
  const payment = paymentOf(subscription);
  const { id } = payment;
  const change = (work: (next: NextCall) => Promise<Stripe.Subscription>) =>
    parts.ask(async (next) => asSubscription(await work(next), subscription));
  switch (action) {
    case 'pause':
      return change((next) => subscriptions.pause(id, PAUSE, next(key)));
    case 'resume':
      return change((next) => subscriptions.resume(id, RESUME, next(key)));
    case 'cancel':
      // A subscription with an unpaid period is ended at once, because it has no paid time that
      // could end.
      return subscription.status === 'past_due'
        ? change((next) => endAtOnce(parts, id, next))
        : change((next) => subscriptions.update(id, { cancel_at_period_end: true }, next(key)));
    case 'cancel-immediately':
      return change((next) => endAtOnce(parts, id, next));
    case 'reactivate':
      return isExpired(subscription, held.now) || hasEnded(payment)
        ? startAnew(parts, held)
        : change((next) => subscriptions.update(id, { cancel_at_period_end: false }, next(key)));
  }
}

/** The remaining time of the period is neither billed nor credited. */
const PAUSE = {
  type: 'subscription',
  bill_for: { unused_time_from: { type: 'none' }, outstanding_usage_through: { type: 'none' } },
} as const;

/** The day of the renewal does not change. */
const RESUME = {
  billing_cycle_anchor: { type: 'unchanged' },
  proration_behavior: 'none',
} as const;

/**
 * Starts a new subscription in place of an expired one. Ends other subscriptions of the customer
 * first; an active one that this server did not know is used instead.
 */
async function startAnew(
  parts: Parts,
  { subscription, key }: LeasedSubscription,
): Promise<Subscription> {
  const { customerId } = paymentOf(subscription);
  const price = await parts.prices.idOf(subscription.plan);
  return parts.ask(async (next) => {
    for (const old of await liveOnes(parts, customerId, next)) {
      if (old.status === 'active' && !old.cancel_at_period_end) return asSubscription(old);
      await endAtOnce(parts, old.id, next);
    }
    return asSubscription(await create(parts, { customer: customerId, price, key }, next));
  });
}

/**
 * Reads the subscription. If it has ended, returns the customer's live one, which may have replaced
 * it.
 */
async function read(parts: Parts, known: Subscription): Promise<Subscription> {
  const { id, customerId } = paymentOf(known);
  return parts.ask(async (next) => {
    const stripe = await parts.stripe.subscriptions.retrieve(id, {}, next());
    const [other] = hasEnded(stripe) ? await liveOnes(parts, customerId, next) : [];
    return asSubscription(other ?? stripe, known);
  });
}

async function useCard(
  parts: Parts,
  held: LeasedSubscription,
  setupIntentId: string,
): Promise<Subscription> {
  const { stripe, ask } = parts;
  const { id, customerId } = paymentOf(held.subscription);
  return ask(async (next) => {
    const intent = await stripe.setupIntents.retrieve(setupIntentId, {}, next());
    const card = idOf(intent.payment_method);
    if (
      intent.status !== 'succeeded' ||
      idOf(intent.customer) !== customerId ||
      card === undefined
    ) {
      throw subscriptionRefusal('card-declined', declineMessage(undefined, undefined));
    }
    await stripe.customers.update(
      customerId,
      { invoice_settings: { default_payment_method: card } },
      next(`${held.key}-default`),
    );
    // After an expiry a new period is started, so the invoice of the unused one is not paid.
    if (!isExpired(held.subscription, held.now)) {
      await payWhatIsOwed(parts, { id, card, key: held.key }, next);
    }
    return asSubscription(await stripe.subscriptions.retrieve(id, {}, next()), held.subscription);
  });
}

/** Pays open invoices; an ended subscription owes nothing. */
async function payWhatIsOwed(
  { stripe }: Parts,
  { id, card, key }: { id: string; card: string; key: string },
  next: NextCall,
): Promise<void> {
  if (hasEnded(await stripe.subscriptions.retrieve(id, {}, next()))) return;
  const { data: owed } = await stripe.invoices.list({ subscription: id, status: 'open' }, next());
  for (const invoice of owed) {
    const params = { payment_method: card, off_session: true };
    await stripe.invoices.pay(invoice.id, params, next(`${key}-${invoice.id}`));
  }
}

/** Returns the id of an object that Stripe returns either expanded or as an id. */
function idOf(thing: string | { readonly id: string } | null): string | undefined {
  return typeof thing === 'string' ? thing : thing?.id;
}

function paymentOf({ payment }: Subscription) {
  if (payment === undefined) throw new Error('this subscription is not paid for by card');
  return payment;
}
