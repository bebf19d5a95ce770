import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { CHARGE_DECLINED, failureOf, GOOD, openShop, periodOf, type Shop } from './shop.ts';
import type { StripeStandIn } from './stand-in.ts';

const NO_BILL = {
  type: 'subscription',
  bill_for: { unused_time_from: { type: 'none' }, outstanding_usage_through: { type: 'none' } },
} as const;
const OLD_DAYS = {
  billing_cycle_anchor: { type: 'unchanged' },
  proration_behavior: 'none',
} as const;

let shop: Shop;
let standIn: StripeStandIn;
let stripe: Stripe;

beforeEach(async () => {
  shop = await openShop();
  ({ standIn, stripe } = shop);
});

afterEach(() => standIn.close());

describe('customers of the stand-in', () => {
  test('a customer stores its fields and can only pay with an attached card', async () => {
    const { customer, card } = await shop.withCard(GOOD);
    expect(customer).toMatchObject({ email: 'anna@example.org', metadata: { household: '7' } });
    expect(customer.invoice_settings.default_payment_method).toBe(card);
    const updated = await stripe.customers.update(customer.id, { metadata: { household: '' } });
    expect(updated.metadata).toEqual({});
    const other = await stripe.customers.create({}, shop.once());
    await expect(stripe.paymentMethods.attach(card, { customer: other.id })).rejects.toThrow(
      'already been attached',
    );
    const settings = { default_payment_method: card };
    await expect(
      stripe.customers.update(other.id, { invoice_settings: settings }),
    ).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    expect(standIn.customers.map(({ id }) => id)).toEqual([customer.id, other.id]);
    expect(standIn.misuses).toEqual([]);
  });
});

describe('creation of a subscription', () => {
  test('a new subscription charges the card and has its period on the item', async () => {
    const { subscription, customer } = await shop.subscribed();
    expect(subscription).toMatchObject({
      status: 'active',
      billing_mode: { type: 'flexible' },
      cancel_at_period_end: false,
    });
    expect(periodOf(subscription)).toEqual([
      '2026-01-31T12:00:00.000Z',
      '2026-02-28T12:00:00.000Z',
    ]);
    const invoice = await stripe.invoices.retrieve(String(subscription.latest_invoice));
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 2500, customer: customer.id });
    expect(shop.typesOf().slice(-3)).toEqual([
      'customer.created',
      'invoice.paid',
      'customer.subscription.created',
    ]);
    expect(standIn.misuses).toEqual([]);
  });

  test('a yearly period ends after one year', async () => {
    const { subscription } = await shop.subscribed('grand_yearly');
    expect(periodOf(subscription)[1]).toBe('2027-01-31T12:00:00.000Z');
  });

  test.each([
    ['insufficient funds', 'card_declined', 'insufficient_funds'],
    ['declined', 'card_declined', 'generic_decline'],
    ['expired', 'expired_card', 'expired_card'],
    ['needs authentication', 'subscription_payment_intent_requires_action', ''],
  ] as const)('a card that is %s creates no subscription: %s', async (behaviour, code, decline) => {
    const { customer, card } = await shop.withCard(GOOD);
    standIn.cardTurns(card, behaviour);
    const refused = await failureOf(shop.subscribe(customer.id));
    expect(refused).toMatchObject({ type: 'StripeCardError', statusCode: 402, code });
    expect(Object(refused).decline_code).toBe(decline);
    expect(standIn.subscriptionsOf(customer.id)).toEqual([]);
    expect(standIn.misuses).toEqual([]);
  });

  test.each([CHARGE_DECLINED, '4000002500003155'])(
    'card %s can be entered but not charged',
    async (card) => {
      const { customer } = await shop.withCard(card);
      expect(await failureOf(shop.subscribe(customer.id))).toMatchObject({ statusCode: 402 });
    },
  );

  test('a customer without a card cannot subscribe', async () => {
    const customer = await stripe.customers.create({}, shop.once());
    await expect(shop.subscribe(customer.id)).rejects.toThrow('no attached payment source');
    expect(standIn.liveSubscriptions()).toEqual([]);
  });
});

describe('changes of a subscription', () => {
  test('a paused subscription retains its period until it is resumed', async () => {
    const { subscription } = await shop.subscribed();
    const { id } = subscription;
    const paused = await stripe.subscriptions.pause(id, NO_BILL);
    expect(paused.status).toBe('paused');
    expect(paused.status_details?.paused.subscription.type).toBe('pause_requested');
    await standIn.advance(40 * DAY_MS);
    expect(periodOf(await stripe.subscriptions.retrieve(id))).toEqual(periodOf(subscription));
    await expect(stripe.subscriptions.pause(id, NO_BILL)).rejects.toMatchObject({
      statusCode: 400,
    });
    const resumed = await stripe.subscriptions.resume(id, OLD_DAYS);
    expect(resumed.status).toBe('active');
    expect(resumed.status_details).toBeUndefined();
    expect(periodOf(resumed)).toEqual(['2026-02-28T12:00:00.000Z', '2026-03-31T12:00:00.000Z']);
    expect(standIn.invoicesOf(id)).toHaveLength(1);
    await expect(stripe.subscriptions.resume(id, OLD_DAYS)).rejects.toMatchObject({
      statusCode: 400,
    });
    expect(shop.typesOf().slice(-4)).toEqual([
      'customer.subscription.paused',
      'customer.subscription.updated',
      'customer.subscription.resumed',
      'customer.subscription.updated',
    ]);
    expect(standIn.misuses).toEqual([]);
  });

  test('a subscription set to cancel ends with its period, unless the cancellation is undone', async () => {
    const { subscription } = await shop.subscribed();
    const { id } = subscription;
    const ending = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(ending.cancel_at).toBe(ending.items.data[0]?.current_period_end);
    const going = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(going).toMatchObject({ cancel_at: null, canceled_at: null, status: 'active' });
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await standIn.advance(28 * DAY_MS);
    const ended = await stripe.subscriptions.retrieve(id);
    expect(ended).toMatchObject({ status: 'canceled', ended_at: ending.cancel_at });
    expect(shop.typesOf().at(-1)).toBe('customer.subscription.deleted');
    expect(standIn.liveSubscriptions()).toEqual([]);
  });

  test('a canceled subscription cannot be changed', async () => {
    const { subscription } = await shop.subscribed();
    const { id } = subscription;
    const canceled = await stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false });
    expect(canceled.status).toBe('canceled');
    expect(canceled.ended_at).toBe(standIn.now().getTime() / SECOND_MS);
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: false })).rejects.toThrow(
      'A canceled subscription can only update',
    );
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 404 });
    await expect(stripe.subscriptions.pause(id, NO_BILL)).rejects.toMatchObject({
      statusCode: 400,
    });
    expect(standIn.misuses).toEqual([]);
  });
});

describe('renewals of a subscription', () => {
  test('a renewal keeps the day of the month, or the last day of a shorter month', async () => {
    const { subscription } = await shop.subscribed();
    await standIn.advance(60 * DAY_MS);
    const renewed = await stripe.subscriptions.retrieve(subscription.id);
    expect(periodOf(renewed)).toEqual(['2026-03-31T12:00:00.000Z', '2026-04-30T12:00:00.000Z']);
    expect(standIn.invoicesOf(subscription.id).map(({ status }) => status)).toEqual([
      'paid',
      'paid',
      'paid',
    ]);
    const [told] = standIn.events.filter(({ type }) => type === 'customer.subscription.updated');
    expect(told?.created).toBe(Date.parse('2026-02-28T12:00:00Z') / SECOND_MS);
    expect(told?.data.previous_attributes).toHaveProperty('latest_invoice');
    expect(standIn.misuses).toEqual([]);
  });

  test('a declined renewal is past due until its invoice is paid', async () => {
    const { subscription, customer, card } = await shop.subscribed();
    standIn.cardTurns(card, 'insufficient funds');
    await standIn.advance(30 * DAY_MS);
    const due = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ['latest_invoice', 'customer'],
    });
    expect(due.status).toBe('past_due');
    expect(due.latest_invoice).toMatchObject({ status: 'open', amount_remaining: 2500 });
    expect(due.customer).toMatchObject({ id: customer.id, object: 'customer' });
    const open = await stripe.invoices.list({ subscription: subscription.id, status: 'open' });
    const id = open.data[0]?.id ?? '';
    expect(await failureOf(stripe.invoices.pay(id))).toMatchObject({
      statusCode: 402,
      decline_code: 'insufficient_funds',
    });
    const { entered } = await shop.entry(GOOD, customer.id);
    const other = String(entered.setupIntent?.payment_method);
    await stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: other },
    });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: other });
    expect((await stripe.invoices.pay(id)).status).toBe('paid');
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    await expect(stripe.invoices.pay(id)).rejects.toThrow('Invoice is already paid');
    expect(shop.typesOf()).toContain('invoice.payment_failed');
    expect(standIn.misuses).toEqual([]);
  });
});

describe('lists of the stand-in', () => {
  test('subscriptions are listed by customer and status in pages, newest first', async () => {
    const { customer, subscription: first } = await shop.subscribed();
    const second = await shop.subscribe(customer.id);
    await stripe.subscriptions.cancel(first.id);
    const idsOf = async (parameters: Stripe.SubscriptionListParams) =>
      (await stripe.subscriptions.list({ customer: customer.id, ...parameters })).data.map(
        ({ id }) => id,
      );
    expect(await idsOf({})).toEqual([second.id]);
    expect(await idsOf({ status: 'all' })).toEqual([second.id, first.id]);
    expect(await idsOf({ status: 'ended' })).toEqual([first.id]);
    expect(await idsOf({ status: 'all', limit: 1 })).toEqual([second.id]);
    expect(await idsOf({ status: 'all', starting_after: second.id })).toEqual([first.id]);
    const pages = stripe.subscriptions.list({ status: 'all', limit: 1 });
    expect(await pages.autoPagingToArray({ limit: 10 })).toHaveLength(2);
  });

  test('prices are listed by their lookup keys', async () => {
    const { data } = await stripe.prices.list({
      lookup_keys: ['grand_monthly', 'grand_yearly'],
      active: true,
    });
    expect(
      data.map(({ lookup_key, unit_amount, currency, recurring }) => [
        lookup_key,
        unit_amount,
        currency,
        recurring?.interval,
      ]),
    ).toEqual([
      ['grand_yearly', 22500, 'usd', 'year'],
      ['grand_monthly', 2500, 'usd', 'month'],
    ]);
    standIn.prices.length = 0;
    expect((await stripe.prices.list({ lookup_keys: ['grand_monthly'] })).data).toEqual([]);
    expect(standIn.misuses).toEqual([]);
  });
});
