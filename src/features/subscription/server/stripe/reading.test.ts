import { describe, expect, it, test } from 'vitest';
import type { Subscription } from '#features/entitlement/period.ts';
import { SECOND_MS } from '#kit/shared/durations.ts';
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

describe("Stripe's subscription means", () => {
  test.each<[string, Partial<StripeSubscription>, string, number]>([
    ['one that renews', {}, 'active', END],
    ['a trial, which renews too', { status: 'trialing' }, 'active', END],
    ['one that will end', { cancel_at_period_end: true }, 'canceled', END],
    ['a renewal that was not paid', { status: 'past_due' }, 'past_due', START],
    ['that, given up', { status: 'past_due', cancel_at_period_end: true }, 'canceled', START],
    ['one that nobody tries to collect for', { status: 'unpaid' }, 'unpaid', START],
    ['a pause', { status: 'paused' }, 'paused', END],
    ['the end', { status: 'canceled', ended_at: START + DAY }, 'canceled', START + DAY],
    ['the end of one that was never paid', { status: 'incomplete_expired' }, 'canceled', START],
    ['a first payment that is not there', { status: 'incomplete' }, 'incomplete', START],
  ])('%s', (_what, changed, status, end) => {
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

  it('is known by its id, its customer and its own status', () => {
    expect(asSubscription(stripe({ cancel_at_period_end: true })).payment).toEqual({
      customerId: 'cus_1',
      id: 'sub_1',
      status: 'active',
    });
  });

  it('without a price cannot be understood', () => {
    expect(() => asSubscription(stripe({ items: { data: [] } }))).toThrow('sub_1 has no price');
  });
});

describe('a pause', () => {
  const paid = new Date((END + DAY) * SECOND_MS);
  const known = (id: string): Subscription => ({ ...asSubscription(stripe({ id })), endsAt: paid });

  it('keeps the end that was paid for, though the period is cut short', () => {
    expect(asSubscription(stripe({ status: 'paused' }), known('sub_1')).endsAt).toEqual(paid);
  });

  it('knows nothing of what another subscription was paid for', () => {
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
] as const)('%s has ended: %s', (status, ended) => {
  expect(hasEnded({ status })).toBe(ended);
});
