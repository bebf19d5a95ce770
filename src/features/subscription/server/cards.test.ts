import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CardServer, GOOD_CARD, openCardServer } from '#testing/card-server.ts';
import { expectStatus } from '#testing/test-server.ts';

const UNREACHABLE = /^The payment service cannot be reached at the moment. Nothing was changed./;

let parts: CardServer;
beforeAll(async () => {
  parts = await openCardServer();
});
afterAll(() => parts.close());
afterEach(() => expect(parts.stripe.misuses, 'as Stripe has published it').toEqual([]));

describe('a household that pays by card', () => {
  it('a new card subscription is active here and at Stripe', async () => {
    const home = await parts.household();
    expect(await home.status()).toMatchObject({
      subscriptionStatus: 'active',
      subscriptionType: 'stripe',
      subscriptionPlan: 'monthly',
      nextRenewalDate: '2026-04-10T14:00:00.000Z',
      stripeStatus: 'active',
    });
    expect(home.subscriptions()).toMatchObject([
      { status: 'active', billing_mode: { type: 'flexible' } },
    ]);
  });

  it('pausing and resuming keep the end of the paid time', async () => {
    const home = await parts.household();
    const end = (await home.status()).subscriptionEndDate;
    const paused = expectStatus(await home.move('pause'), 200).body;
    expect(paused).toMatchObject({ subscriptionStatus: 'paused', stripeStatus: 'paused' });
    expect(paused).toMatchObject({ subscriptionEndDate: end, nextRenewalDate: null });
    expect(home.subscriptions()).toMatchObject([{ status: 'paused' }]);
    const resumed = expectStatus(await home.move('resume'), 200).body;
    expect(resumed).toMatchObject({ subscriptionStatus: 'active', nextRenewalDate: end });
    expect(home.subscriptions()).toMatchObject([{ status: 'active' }]);
  });

  it('a cancellation at the end of the period can be revoked without a new payment', async () => {
    const home = await parts.household();
    const end = (await home.status()).subscriptionEndDate;
    const canceled = expectStatus(await home.move('cancel', { immediate: false }), 200).body;
    expect(canceled).toMatchObject({ subscriptionStatus: 'canceled', subscriptionEndDate: end });
    expect(home.subscriptions()).toMatchObject([{ status: 'active', cancel_at_period_end: true }]);
    const back = expectStatus(await home.move('reactivate'), 200).body;
    expect(back).toMatchObject({ subscriptionStatus: 'active', nextRenewalDate: end });
    expect(home.subscriptions()).toMatchObject([{ cancel_at_period_end: false }]);
    expect(parts.stripe.invoicesOf(home.subscriptions()[0]?.id ?? '')).toHaveLength(1);
  });

  it('an immediate cancellation closes the household, and a reactivation starts a new subscription', async () => {
    const home = await parts.household();
    expectStatus(await home.move('cancel', { immediate: true }), 200);
    expectStatus(await home.ask('GET', '/api/settings'), 403);
    expect(home.subscriptions()).toMatchObject([{ status: 'canceled' }]);
    const back = expectStatus(await home.move('reactivate'), 200).body;
    expect(back).toMatchObject({ subscriptionStatus: 'active', stripeStatus: 'active' });
    expectStatus(await home.ask('GET', '/api/settings'), 200);
    expect(
      home
        .subscriptions()
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['active', 'canceled']);
  });

  it('a reactivation with a declined card is refused', async () => {
    const home = await parts.household();
    expectStatus(await home.move('cancel', { immediate: true }), 200);
    parts.stripe.fault({ method: 'POST', path: /subscriptions$/ }, 'declined');
    const refused = expectStatus(await home.move('reactivate'), 402).body;
    expect(refused.error).toBe(
      'This card was declined. Nothing was charged. Please use another card.',
    );
    expect(home.subscriptions()).toMatchObject([{ status: 'canceled' }]);
    expectStatus(await home.ask('GET', '/api/settings'), 403);
    expectStatus(await home.another(GOOD_CARD), 200);
    expectStatus(await home.move('reactivate'), 200);
  });

  it('an action that the state forbids is refused without a request to Stripe', async () => {
    const home = await parts.household();
    const asked = parts.stripe.requests.length;
    expectStatus(await home.move('resume'), 409);
    expect(parts.stripe.requests).toHaveLength(asked);
  });

  it('concurrent requests for one action send it to Stripe once', async () => {
    const home = await parts.household();
    const answers = await Promise.all([1, 2, 3, 4].map(() => home.move('pause')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const pauses = parts.stripe.requests.filter(({ path }) => path.endsWith('/pause'));
    expect(
      pauses.filter(({ path }) => path.includes(home.subscriptions()[0]?.id ?? '-')),
    ).toHaveLength(1);
  });
});

describe('faults of Stripe', () => {
  it('an unreachable Stripe causes a refusal within the time limit and no change', async () => {
    const home = await parts.household();
    parts.stripe.down(true);
    const began = performance.now();
    const refused = expectStatus(await home.move('pause'), 503);
    parts.stripe.down(false);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(refused.body).toMatchObject({
      error: expect.stringMatching(UNREACHABLE),
      code: 'payment-outcome-unknown',
    });
    expect(refused.headers['retry-after']).toBe('60');
    expect(await home.status()).toMatchObject({ subscriptionStatus: 'active' });
    expectStatus(await home.ask('GET', '/api/settings'), 200);
  });

  it.each(['reset', 'reset after commit', '500'] as const)(
    'a single fault of the kind %s has no effect',
    async (fault) => {
      const home = await parts.household();
      parts.stripe.fault({ method: 'POST' }, fault);
      expectStatus(await home.move('pause'), 200);
      expect(home.subscriptions()).toMatchObject([{ status: 'paused' }]);
    },
  );

  it('a rate limit of Stripe causes a refusal, and the next try succeeds', async () => {
    const home = await parts.household();
    parts.stripe.fault({ method: 'POST' }, '429');
    expectStatus(await home.move('pause'), 503);
    expectStatus(await home.move('pause'), 200);
  });

  it('a retry after a lost response uses the same key and finds the action done', async () => {
    const home = await parts.household();
    expectStatus(await home.move('cancel', { immediate: true }), 200);
    parts.stripe.fault({ method: 'POST', path: /subscriptions$/, times: 2 }, 'hang after commit');
    expectStatus(await home.move('reactivate'), 503);
    expectStatus(await home.move('reactivate'), 200);
    expect(home.subscriptions().filter(({ status }) => status === 'active')).toHaveLength(1);
  });

  it('a lost response to a cancellation is resolved by reading the subscription', async () => {
    const home = await parts.household();
    parts.stripe.fault({ method: 'DELETE' }, 'reset after commit');
    expectStatus(await home.move('cancel', { immediate: true }), 200);
    expect(home.subscriptions()).toMatchObject([{ status: 'canceled' }]);
    expectStatus(await home.move('reactivate'), 200);
    parts.stripe.fault({ method: 'DELETE', times: 2 }, 'hang after commit');
    expectStatus(await home.move('cancel', { immediate: true }), 503);
    expectStatus(await home.move('cancel', { immediate: true }), 200);
    expect(await home.status()).toMatchObject({ subscriptionStatus: 'canceled' });
  });

  it('the reconciliation finds an action whose response was lost', async () => {
    const home = await parts.household();
    parts.stripe.fault({ method: 'POST', path: /pause$/, times: 2 }, 'hang after commit');
    expectStatus(await home.move('pause'), 503);
    await parts.server.jobs('reconciliation');
    expect(await home.status()).toMatchObject({ subscriptionStatus: 'paused' });
  });

  it('a retry after a permanent failure of a key uses a new key', async () => {
    const home = await parts.household();
    parts.stripe.fault({ method: 'POST', path: /pause$/ }, '500 that is remembered');
    expectStatus(await home.move('pause'), 503);
    expectStatus(await home.move('pause'), 200);
  });

  it('a different state at Stripe is accepted', async () => {
    const home = await parts.household();
    home.endThere();
    expectStatus(await home.move('pause'), 409);
    await parts.server.jobs('reconciliation');
    expect(await home.status()).toMatchObject({ subscriptionStatus: 'canceled' });
  });
});
