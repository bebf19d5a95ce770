import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import {
  type CardServer,
  DECLINED_AT_CHARGES,
  GOOD_CARD,
  openCardServer,
} from '#testing/card-server.ts';
import { expectStatus } from '#testing/test-server.ts';

let parts: CardServer;
beforeAll(async () => {
  parts = await openCardServer();
});
afterAll(() => parts.close());
afterEach(() => expect(parts.stripe.misuses, 'as Stripe has published it').toEqual([]));

describe('the renewal of a card subscription', () => {
  it('a paid renewal extends the subscription when its events arrive', async () => {
    const home = await parts.household();
    await home.later(new Date(parts.server.clock.now().getTime() + 31 * DAY_MS));
    expect(await home.tell()).not.toContain(400);
    expect((await home.status()).nextRenewalDate).toBe('2026-05-10T14:00:00.000Z');
  });

  it('a renewal whose events were lost is read when it is due, and access continues', async () => {
    const home = await parts.household();
    await parts.server.jobs('reconciliation');
    const end = Date.parse((await home.status()).subscriptionEndDate);
    await home.later(new Date(end + MINUTE_MS));
    expectStatus(await home.ask('GET', '/api/settings'), 200);
    await parts.server.jobs('reconciliation');
    expect(Date.parse((await home.status()).subscriptionEndDate)).toBeGreaterThan(end);
  });

  it('a declined renewal leaves a week to pay with another card', async () => {
    const home = await parts.household();
    const [owed] = home.subscriptions();
    home.cardTurns('declined at charges');
    const end = Date.parse((await home.status()).subscriptionEndDate);
    await home.later(new Date(end + HOUR_MS));
    await home.tell();
    expect(await home.status()).toMatchObject({ subscriptionStatus: 'past_due' });
    expectStatus(await home.ask('GET', '/api/settings'), 200);
    expectStatus(await home.another(DECLINED_AT_CHARGES), 402);
    expect(await home.status()).toMatchObject({ subscriptionStatus: 'past_due' });
    const paid = expectStatus(await home.another(GOOD_CARD), 200).body;
    expect(paid).toMatchObject({ subscriptionStatus: 'active', stripeStatus: 'active' });
    expect(home.subscriptions().map(({ id }) => id)).toEqual([owed?.id]);
  });

  it('an unpaid renewal closes the household after a week, and it can be reactivated', async () => {
    const home = await parts.household();
    home.cardTurns('declined at charges');
    const end = Date.parse((await home.status()).subscriptionEndDate);
    await home.later(new Date(end + HOUR_MS));
    await home.tell();
    await home.later(new Date(end + 7 * DAY_MS));
    expectStatus(await home.ask('GET', '/api/settings'), 403);
    expectStatus(await home.move('reactivate'), 402);
    expectStatus(await home.another(GOOD_CARD), 200);
    expect(home.events().filter(({ type }) => type === 'invoice.paid')).toHaveLength(1);
    expectStatus(await home.move('reactivate'), 200);
    expectStatus(await home.ask('GET', '/api/settings'), 200);
    expect(home.events().filter(({ type }) => type === 'invoice.paid')).toHaveLength(2);
    expect(home.subscriptions().filter(({ status }) => status === 'active')).toHaveLength(1);
  });
});

describe('the endpoint for events of Stripe', () => {
  it('an event without signature, with a wrong or an old one is refused', async () => {
    const [event] = parts.stripe.events;
    if (event === undefined) throw new Error('nothing has happened yet');
    const forged = [
      { body: Buffer.from(JSON.stringify(event)), headers: { 'content-type': 'application/json' } },
      parts.stripe.signed(event, { secret: 'whsec_other' }),
      parts.stripe.signed(event, { at: new Date(parts.server.clock.now().getTime() - 301_000) }),
    ];
    for (const { body, headers } of forged) expect(await parts.takeEvent(body, headers)).toBe(400);
  });

  it.each([
    ['a list', []],
    ['without a kind', { id: 'evt_1' }],
    ['without an object', { id: 'evt_1', type: 'invoice.paid', data: { object: null } }],
    ['with a NUL', { id: 'evt_\0', type: 'invoice.paid', data: { object: {} } }],
    ['too long', { id: 'e'.repeat(256), type: 'invoice.paid', data: { object: {} } }],
  ])('a signed event that is %s is refused', async (_, odd) => {
    const { body, headers } = parts.stripe.signed(odd);
    expect(await parts.takeEvent(body, headers)).toBe(400);
  });

  it('an event of an unknown kind or customer is accepted and changes nothing', async () => {
    const unknown = {
      id: 'evt_unknown',
      object: 'event',
      type: 'tax.settings.updated',
      created: 1,
      data: { object: {} },
    };
    const { body, headers } = parts.stripe.signed(unknown);
    expect(await parts.takeEvent(body, headers)).toBe(200);
  });

  it('an event that arrives twice is processed once', async () => {
    await parts.household();
    const event = parts.stripe.events.at(-1);
    if (event === undefined) throw new Error('nothing has happened yet');
    await parts.deliver([event]);
    const asked = parts.stripe.requests.length;
    expect(await parts.deliver([event])).toEqual([200]);
    expect(parts.stripe.requests).toHaveLength(asked);
  });

  it('an event that arrives while Stripe is unreachable is processed later', async () => {
    const home = await parts.household();
    await home.tell();
    home.endThere();
    parts.stripe.down(true);
    expect(await home.tell()).toEqual([200]);
    parts.stripe.down(false);
    expect((await home.status()).subscriptionStatus).toBe('active');
    await parts.server.jobs('reconciliation');
    expect((await home.status()).subscriptionStatus).toBe('canceled');
  });

  it('a failure for one household does not block the events of another', async () => {
    const [broken, other] = [await parts.household(), await parts.household()];
    for (const home of [broken, other]) {
      await home.tell();
      home.endThere();
      await home.events();
    }
    const [{ id } = { id: '' }] = broken.subscriptions();
    parts.stripe.fault({ method: 'GET', path: new RegExp(id), times: 9 }, '500');
    await broken.later(new Date(parts.server.clock.now().getTime() + 2 * DAY_MS));
    await other.later(parts.server.clock.now());
    await parts.server.jobs('reconciliation');
    expect((await other.status()).subscriptionStatus).toBe('canceled');
    expect((await broken.status()).subscriptionStatus).toBe('active');
  });

  it('four events lead to the same state in all 24 orders', async () => {
    const home = await parts.household();
    const ends = new Set<string>();
    for (const order of ordersOf([0, 1, 2, 3])) {
      home.endThere();
      await home.tell();
      home.cardTurns('good');
      const before = home.events().length;
      expectStatus(await home.move('reactivate'), 200);
      expectStatus(await home.move('cancel', { immediate: false }), 200);
      expectStatus(await home.move('reactivate'), 200);
      home.cardTurns('declined at charges');
      await parts.stripe.advance(32 * DAY_MS);
      home.endThere();
      const told = home.events().slice(before);
      const updated = told.filter(({ type }) => type === 'customer.subscription.updated');
      const four = [
        told.find(({ type }) => type === 'customer.subscription.created'),
        updated.find(({ data }) => 'status' in data.object && data.object.status === 'active'),
        updated.find(({ data }) => 'status' in data.object && data.object.status === 'past_due'),
        told.find(({ type }) => type === 'customer.subscription.deleted'),
      ].flatMap((event) => (event === undefined ? [] : [event]));
      expect(four).toHaveLength(4);
      await parts.deliver(order.flatMap((index) => four[index] ?? []));
      const { subscriptionStatus, stripeStatus } = await home.status();
      ends.add(`${subscriptionStatus} ${stripeStatus}`);
    }
    expect([...ends]).toEqual(['canceled canceled']);
  }, 120_000);
});

describe('the endpoints for cards', () => {
  it('a card of another household is refused', async () => {
    const [home, other] = [await parts.household(), await parts.household()];
    const { body } = await other.ask('POST', '/api/subscription/card-entry');
    const { setupIntent } = await parts.stripe.enterCard(body.clientSecret, GOOD_CARD);
    expectStatus(
      await home.ask('PUT', '/api/subscription/card', { setupIntentId: setupIntent?.id }),
      402,
    );
  });

  it('only a super_admin of a household that pays by card can change the card', async () => {
    const home = await parts.server.household();
    const body = { setupIntentId: 'seti_1' };
    for (const role of ['user', 'admin'] as const) {
      expectStatus(await home.as(role)('POST', '/api/subscription/card-entry'), 403);
      expectStatus(await home.as(role)('PUT', '/api/subscription/card', body), 403);
    }
    expectStatus(await parts.server.ask('POST', '/api/subscription/card-entry'), 401);
    expectStatus(await parts.server.ask('PUT', '/api/subscription/card', body), 401);
    expectStatus(await home.as('super_admin')('POST', '/api/subscription/card-entry'), 409);
    expectStatus(await home.as('super_admin')('PUT', '/api/subscription/card', body), 409);
    expectStatus(await home.as('super_admin')('POST', '/api/subscription/pause'), 200);
  });
});

describe('the prices at Stripe', () => {
  it('a missing or wrong price is reported with a message', async () => {
    expect(await parts.cards.faultOfPrices()).toBeUndefined();
    const yearly = parts.stripe.prices.find(({ lookup_key }) => lookup_key === 'grand_yearly');
    if (yearly === undefined) throw new Error('there is no yearly price');
    yearly.unit_amount = 22_400;
    expect(await parts.cards.faultOfPrices()).toBe(
      "Stripe's price is not a price with the lookup key grand_yearly of $225 a year.",
    );
    yearly.unit_amount = 22_500;
    const [monthly] = parts.stripe.prices.splice(
      parts.stripe.prices.findIndex(({ lookup_key }) => lookup_key === 'grand_monthly'),
      1,
    );
    expect(await parts.cards.faultOfPrices()).toBe(
      'Stripe does not have a price with the lookup key grand_monthly of $25 a month.',
    );
    if (monthly !== undefined) parts.stripe.prices.push(monthly);
  });
});

function ordersOf(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((first) =>
    ordersOf(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  );
}
