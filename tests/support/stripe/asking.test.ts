import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { failureOf, GOOD, openShop, type Shop } from './shop.ts';
import type { StripeStandIn } from './stand-in.ts';

/** A timeout that is long enough for slow machines. */
const POLL = { timeout: 10_000 };

let shop: Shop;
let standIn: StripeStandIn;
let stripe: Stripe;

beforeEach(async () => {
  shop = await openShop();
  ({ standIn, stripe } = shop);
});

afterEach(() => standIn.close());

describe('rejected requests to the stand-in', () => {
  test.each([
    ['/v1/customers', 'emial=a', 'Received unknown parameter: emial', 'parameter_unknown'],
    [
      '/v1/subscriptions',
      'items[0][prize]=a',
      'Received unknown parameter: items[0][prize]',
      'parameter_unknown',
    ],
    ['/v1/customers', 'balance=much', 'Invalid number: balance', undefined],
    ['/v1/subscriptions', 'off_session=yes', 'Invalid boolean: off_session', undefined],
    [
      '/v1/setup_intents',
      'usage=once',
      'Invalid usage: must be one of off_session, on_session',
      undefined,
    ],
    [
      '/v1/subscriptions',
      'billing_mode[flexible][proration_discounts]=included',
      'Missing required param: billing_mode[type].',
      'parameter_missing',
    ],
    [
      '/v1/subscriptions',
      'trial_period_days=7',
      'The stand-in does not know the parameter trial_period_days of this call.',
      undefined,
    ],
    ['/v1/charges', '', 'Unrecognized request URL (POST: /v1/charges).', undefined],
  ])('%s with %s is rejected as Stripe does', async (path, body, message, code) => {
    const { status, error } = await shop.post(path, body, { 'idempotency-key': 'key' });
    expect(status).toBe(400);
    expect(error).toMatchObject({ type: 'invalid_request_error', message });
    expect(error.code).toBe(code);
    expect(standIn.misuses).toEqual([`POST ${path}: ${message}`]);
  });

  test('form values are converted to numbers and booleans', async () => {
    const { customer } = await shop.withCard(GOOD);
    const [price] = standIn.prices;
    const body = `customer=${customer.id}&items[0][price]=${price?.id}&items[0][quantity]=2&off_session=true&payment_behavior=error_if_incomplete`;
    const answer = await shop.post('/v1/subscriptions', body, { 'idempotency-key': 'words' });
    expect(answer.status).toBe(200);
    expect(standIn.invoicesOf(answer.id).map((invoice) => invoice.amount_paid)).toEqual([5000]);
  });

  test('a request with no key, a wrong key or the public key is rejected', async () => {
    for (const authorization of ['', 'Bearer sk_wrong', 'Bearer pk_test_stand_in']) {
      const { status, error } = await shop.post('/v1/customers', '', { authorization });
      expect([status, error.type]).toEqual([401, 'authentication_error']);
    }
    const { intent } = await shop.entry(GOOD);
    const authorization = 'Bearer pk_test_stand_in';
    const withoutSecret = await shop.post(`/v1/setup_intents/${intent.id}/confirm`, '', {
      authorization,
    });
    expect(withoutSecret.error.code).toBe('parameter_missing');
    expect(standIn.customers).toEqual([]);
  });

  test('a missing idempotency key and a wrong API version are recorded as misuse', async () => {
    await shop.post('/v1/customers', '', { 'stripe-version': '2020-01-01' });
    expect(standIn.misuses).toEqual([
      'POST /v1/customers asks for version 2020-01-01, not 2026-10-28.endive',
      'POST /v1/customers has no Idempotency-Key',
    ]);
  });
});

describe('idempotency keys of the stand-in', () => {
  test('a repeated key returns the first response', async () => {
    const { customer } = await shop.withCard(GOOD);
    const first = await shop.subscribe(customer.id, { idempotencyKey: 'a' });
    const second = await shop.subscribe(customer.id, { idempotencyKey: 'a' });
    expect(second.id).toBe(first.id);
    expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed');
    expect(second.lastResponse.headers).toHaveProperty('idempotent-replayed', 'true');
    expect(standIn.liveSubscriptions()).toHaveLength(1);
  });

  test('a repeated key returns the earlier decline even if the card is valid by now', async () => {
    const { customer, card } = await shop.withCard(GOOD);
    standIn.cardTurns(card, 'insufficient funds');
    await failureOf(shop.subscribe(customer.id, { idempotencyKey: 'a' }));
    standIn.cardTurns(card, 'good');
    expect(await failureOf(shop.subscribe(customer.id, { idempotencyKey: 'a' }))).toMatchObject({
      decline_code: 'insufficient_funds',
    });
    expect((await shop.subscribe(customer.id, { idempotencyKey: 'b' })).status).toBe('active');
  });

  test('a key with other parameters or another path is rejected', async () => {
    await stripe.customers.create({ name: 'Anna' }, { idempotencyKey: 'a' });
    for (const again of [
      stripe.customers.create({ name: 'Berta' }, { idempotencyKey: 'a' }),
      stripe.setupIntents.create({}, { idempotencyKey: 'a' }),
    ]) {
      expect(await failureOf(again)).toMatchObject({
        type: 'StripeIdempotencyError',
        statusCode: 400,
      });
    }
  });

  test('a key does not store invalid requests and expires after a day', async () => {
    await shop.post('/v1/customers', 'emial=a', { 'idempotency-key': 'a' });
    const first = await stripe.customers.create({ name: 'Anna' }, { idempotencyKey: 'a' });
    await standIn.advance(DAY_MS - SECOND_MS);
    const replayed = await stripe.customers.create({ name: 'Anna' }, { idempotencyKey: 'a' });
    expect(replayed.id).toBe(first.id);
    await standIn.advance(SECOND_MS);
    const anew = await stripe.customers.create({ name: 'Anna' }, { idempotencyKey: 'a' });
    expect(anew.id).not.toBe(first.id);
  });

  test('a key is in use while its request is pending', async () => {
    standIn.fault({ method: 'POST', path: /customers$/ }, 'hang');
    const hanging = shop.patientPost('/v1/customers', { 'idempotency-key': 'a' });
    await expect.poll(() => standIn.requests.length, POLL).toBe(1);
    expect(await failureOf(stripe.customers.create({}, { idempotencyKey: 'a' }))).toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    });
    expect(standIn.customers).toEqual([]);
    await hanging.giveUp();
    await expect
      .poll(() => stripe.customers.create({}, { idempotencyKey: 'a' }).catch(() => undefined), POLL)
      .toHaveProperty('id');
    expect(standIn.customers).toHaveLength(1);
  });
});

describe('faults of the stand-in', () => {
  const key = { idempotencyKey: 'a' };

  test.each([
    ['reset', 0, 'StripeConnectionError'],
    ['reset after commit', 1, 'StripeConnectionError'],
    ['500', 0, 'StripeAPIError'],
    ['429', 0, 'StripeRateLimitError'],
  ] as const)(
    'fault %s leaves %i customers, and a retry with the same key leaves one',
    async (fault, left, type) => {
      // Twice, because the Stripe SDK retries once if a connection breaks.
      const times = fault.startsWith('reset') ? 2 : 1;
      standIn.fault({ method: 'POST', path: /^\/v1\/customers$/, times }, fault);
      expect(await failureOf(stripe.customers.create({}, key))).toMatchObject({ type });
      expect(standIn.customers).toHaveLength(left);
      const retried = await stripe.customers.create({}, key);
      expect(standIn.customers.map(({ id }) => id)).toEqual([retried.id]);
      expect(standIn.misuses).toEqual([]);
    },
  );

  test('the SDK retries a broken connection with the same key', async () => {
    standIn.fault({}, 'reset after commit');
    const customer = await stripe.customers.create({}, key);
    expect(customer.lastResponse.headers).toHaveProperty('idempotent-replayed', 'true');
    expect(standIn.requests.map((request) => request.key)).toEqual(['a', 'a']);
    expect(standIn.customers).toHaveLength(1);
  });

  test('a request with the fault hang after commit is executed, and its key returns the response', async () => {
    standIn.fault({}, 'hang after commit');
    const hanging = shop.patientPost('/v1/customers', { 'idempotency-key': 'a' });
    await expect.poll(() => standIn.customers.length, POLL).toBe(1);
    const retried = await stripe.customers.create({}, key);
    expect(retried.lastResponse.headers).toHaveProperty('idempotent-replayed', 'true');
    await hanging.giveUp();
  });

  test('a 500 of an executed request is stored with its key', async () => {
    standIn.fault({}, '500 that is remembered');
    for (const _ of [1, 2]) {
      expect(await failureOf(stripe.customers.create({}, key))).toMatchObject({ statusCode: 500 });
    }
    expect(standIn.customers).toEqual([]);
  });

  test('the faults declined and authentication required apply to the given number of requests', async () => {
    const { customer } = await shop.withCard(GOOD);
    standIn.fault({ path: /subscriptions/, times: 2 }, 'declined');
    for (const _ of [1, 2]) {
      expect(await failureOf(shop.subscribe(customer.id))).toMatchObject({ code: 'card_declined' });
    }
    standIn.fault({ path: /subscriptions/ }, 'authentication required');
    expect(await failureOf(shop.subscribe(customer.id))).toMatchObject({
      code: 'subscription_payment_intent_requires_action',
    });
    expect((await shop.subscribe(customer.id)).status).toBe('active');
  });

  test('faultsOver cancels the remaining faults', async () => {
    standIn.fault({ times: 9 }, '500');
    expect(await failureOf(stripe.customers.create({}, key))).toMatchObject({ statusCode: 500 });
    standIn.faultsOver();
    expect(await stripe.customers.create({}, key)).toHaveProperty('id');
  });

  test('every request fails while the stand-in is down', async () => {
    standIn.down(true);
    expect(await failureOf(stripe.customers.create({}, key))).toMatchObject({
      type: 'StripeConnectionError',
    });
    standIn.down(false);
    expect(await stripe.customers.create({}, key)).toHaveProperty('id');
    expect(standIn.requests).toEqual([{ method: 'POST', path: '/v1/customers', key: 'a' }]);
  });
});
