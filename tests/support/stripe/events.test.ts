import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { openShop, type Shop } from './shop.ts';
import type { StripeStandIn } from './stand-in.ts';

let shop: Shop;
let standIn: StripeStandIn;
let stripe: Stripe;

beforeEach(async () => {
  shop = await openShop();
  ({ standIn, stripe } = shop);
});

afterEach(() => standIn.close());

describe('events of the stand-in', () => {
  const secret = 'whsec_stand_in';

  test('the SDK accepts signed events and rejects forged or old ones', async () => {
    await shop.subscribed();
    const [event] = standIn.events;
    if (event === undefined) throw new Error('nothing happened');
    const read = ({ body, headers } = standIn.signed(event, { at: new Date() })) =>
      stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret);
    expect(read()).toMatchObject({ id: event.id, type: event.type, object: 'event' });
    const forged = { at: new Date(), secret: 'whsec_another' };
    expect(() => read(standIn.signed(event, forged))).toThrow('signature');
    const stale = { at: new Date(Date.now() - 10 * MINUTE_MS) };
    expect(() => read(standIn.signed(event, stale))).toThrow('tolerance');
  });

  test('an event names the request that caused it', async () => {
    await stripe.customers.create({}, { idempotencyKey: 'a' });
    expect(standIn.events[0]?.request).toMatchObject({
      id: expect.stringMatching(/^req_/),
      idempotency_key: 'a',
    });
  });

  test('events can be delivered repeatedly, in reverse order and concurrently', async () => {
    await shop.subscribed();
    const seen: string[] = [];
    const to = async (body: Buffer) => seen.push(JSON.parse(body.toString()).type);
    const last = standIn.events.slice(-2);
    await standIn.deliver(last, { to, times: 2, backwards: true });
    expect(seen).toEqual([
      ...['customer.subscription.created', 'customer.subscription.created'],
      ...['invoice.paid', 'invoice.paid'],
    ]);
    expect(await standIn.deliver(last, { to: async () => 200, atOnce: true })).toEqual([200, 200]);
  });
});
