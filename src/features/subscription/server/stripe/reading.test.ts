import { describe, expect, it, test } from 'vitest';
import type { Subscription } from '#features/entitlement/domain/period.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { asSubscription, hasEnded, type StripeSubscription } from './reading.ts';

const DAY = 24 * 3600;
const START = Date.parse('2026-03-10T14:00:00Z') / SECOND_MS;
const END = Date.parse('2026-04-10T14:00:00Z') / SECOND_MS;

function stripe(changed: Partial<StripeSubscription> = {}, interval = 'month'): StripeSubscription {
  return {
    id: 'sub_1',
    status: 'active',
    cancel_at_period_end: false,
    ended_at: null,
    canceled_at: null,
    customer: 'cus_1',
    items: {
      data: [
        {
          current_period_start: START,
          current_period_end: END,
          price: { recurring: { interval } },
        },
      ],
    },
    ...changed,
  };
}

describe('asSubscription converts a subscription of Stripe', () => {
  test.each<[string, Partial<StripeSubscription>, string, number]>([
    ['a subscription that renews', {}, 'active', END],
    ['a trial that renews', { status: 'trialing' }, 'active', END],
    ['a cancellation at the end of the period', { cancel_at_period_end: true }, 'canceled', END],
    ['an unpaid renewal', { status: 'past_due' }, 'past_due', START],
    [
      'a canceled unpaid renewal',
      { status: 'past_due', cancel_at_period_end: true },
      'canceled',
      START,
    ],
    ['an uncollected payment', { status: 'unpaid' }, 'unpaid', START],
    ['a pause', { status: 'paused' }, 'paused', END],
    [
      'an ended subscription',
      { status: 'canceled', ended_at: START + DAY },
      'canceled',
      START + DAY,
    ],
    ['an expired first payment', { status: 'incomplete_expired' }, 'canceled', START],
    ['an incomplete first payment', { status: 'incomplete' }, 'incomplete', START],
  ])('a Stripe subscription is converted: %s', (_what, changed, status, end) => {
    expect(asSubscription(stripe(changed))).toMatchObject({
      provider: 'stripe',
      status,
      endsAt: new Date(end * SECOND_MS),
    });
  });

  it.each([
    ['month', 'monthly'],
    ['year', 'yearly'],
  ])('a price of each %s is the %s plan', (interval, plan) => {
    expect(asSubscription(stripe({}, interval)).plan).toBe(plan);
  });

  it('the payment contains the ids and the status at Stripe', () => {
    expect(asSubscription(stripe({ cancel_at_period_end: true })).payment).toEqual({
      customerId: 'cus_1',
      id: 'sub_1',
      status: 'active',
    });
  });

  it('a subscription without a price throws an error', () => {
    expect(() => asSubscription(stripe({ items: { data: [] } }))).toThrow('sub_1 has no price');
  });
});

describe('asSubscription of a paused subscription', () => {
  const paid = new Date((END + DAY) * SECOND_MS);
  const known = (id: string): Subscription => ({ ...asSubscription(stripe({ id })), endsAt: paid });

  it('a pause keeps the paid end, although Stripe shortens the period', () => {
    expect(asSubscription(stripe({ status: 'paused' }), known('sub_1')).endsAt).toEqual(paid);
  });

  it('a pause ignores the end of another subscription', () => {
    const read = asSubscription(stripe({ status: 'paused' }), known('sub_0'));
    expect(read.endsAt).toEqual(new Date(END * SECOND_MS));
  });
});

test.each([
  ['canceled', true],
  ['incomplete_expired', true],
  ['active', false],
  ['past_due', false],
  ['paused', false],
  ['unpaid', false],
  ['incomplete', false],
] as const)('hasEnded of the status %s is %s', (status, ended) => {
  expect(hasEnded({ status })).toBe(ended);
});
