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
  it('is active, and so is what Stripe has of it', async () => {
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

  it('pauses and resumes, and the end of what is paid stays', async () => {
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

  it('cancels at the end of the period and comes back before it, without a new payment', async () => {
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

  it('cancels at once, is turned away, and comes back with a new subscription', async () => {
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

  it('does not come back on a card that is declined', async () => {
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

  it('in a state that does not allow a move is told so, and Stripe is not asked', async () => {
    const home = await parts.household();
    const asked = parts.stripe.requests.length;
    expectStatus(await home.move('resume'), 409);
    expect(parts.stripe.requests).toHaveLength(asked);
  });

  it('that presses twice at once makes one move', async () => {
    const home = await parts.household();
    const answers = await Promise.all([1, 2, 3, 4].map(() => home.move('pause')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const pauses = parts.stripe.requests.filter(({ path }) => path.endsWith('/pause'));
    expect(
      pauses.filter(({ path }) => path.includes(home.subscriptions()[0]?.id ?? '-')),
    ).toHaveLength(1);
  });
});

describe('when Stripe', () => {
  it('is not there, a sentence says so within the time, and nothing has changed', async () => {
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
    'answers a %s once, nobody notices',
    async (fault) => {
      const home = await parts.household();
      parts.stripe.fault({ method: 'POST' }, fault);
      expectStatus(await home.move('pause'), 200);
      expect(home.subscriptions()).toMatchObject([{ status: 'paused' }]);
    },
  );

  it('is asked too much, a sentence says so, and the next try goes through', async () => {
    const home = await parts.household();
    parts.stripe.fault({ method: 'POST' }, '429');
    expectStatus(await home.move('pause'), 503);
    expectStatus(await home.move('pause'), 200);
  });

  it('has done it and never answers, the next try brings the same key and finds it done', async () => {
    const home = await parts.household();
    expectStatus(await home.move('cancel', { immediate: true }), 200);
    parts.stripe.fault({ method: 'POST', path: /subscriptions$/, times: 2 }, 'hang after commit');
    expectStatus(await home.move('reactivate'), 503);
    expectStatus(await home.move('reactivate'), 200);
    expect(home.subscriptions().filter(({ status }) => status === 'active')).toHaveLength(1);
  });

  it('has ended it and the answer is lost, it is found ended', async () => {
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

  it('has done it and never answers, the reconciliation finds it', async () => {
    const home = await parts.household();
    parts.stripe.fault({ method: 'POST', path: /pause$/, times: 2 }, 'hang after commit');
    expectStatus(await home.move('pause'), 503);
    await parts.server.jobs('reconciliation');
    expect(await home.status()).toMatchObject({ subscriptionStatus: 'paused' });
  });

  it('has failed for good under a key, the next try has another one', async () => {
    const home = await parts.household();
    parts.stripe.fault({ method: 'POST', path: /pause$/ }, '500 that is remembered');
    expectStatus(await home.move('pause'), 503);
    expectStatus(await home.move('pause'), 200);
  });

  it('has something else than is thought here, its word is taken', async () => {
    const home = await parts.household();
    home.endThere();
    expectStatus(await home.move('pause'), 409);
    await parts.server.jobs('reconciliation');
    expect(await home.status()).toMatchObject({ subscriptionStatus: 'canceled' });
  });
});
