import { describe, expect, it } from 'vitest';
import type { Subscription } from '#features/entitlement/domain/period.ts';
import { ACTIONS, type Action, actionsFor, nextRenewal, refusalOf, resultOf } from './states.ts';

const at = (text: string) => new Date(text);
const NOW = at('2026-03-10T12:00:00Z');

function subscription(changed: Partial<Subscription>): Subscription {
  return {
    provider: 'built-in',
    plan: 'monthly',
    status: 'active',
    endsAt: at('2026-03-31T12:00:00Z'),
    renewalDay: 31,
    ...changed,
  };
}

const state = (status: string, paymentStatus: string | null = null, isExpired = false) => ({
  status,
  paymentStatus,
  isExpired,
});

describe('actionsFor and refusalOf', () => {
  it.each([
    ['active', state('active'), ['pause', 'cancel', 'cancel-immediately']],
    ['paused', state('paused'), ['resume']],
    ['canceled', state('canceled'), ['reactivate']],
    ['a payment status of canceled', state('active', 'canceled'), ['reactivate']],
    ['past_due', state('past_due', 'past_due'), ['cancel', 'cancel-immediately']],
    ['anything else', state('incomplete'), []],
    ['a paused one that expired', state('paused', null, true), ['reactivate']],
    ['a past_due one that expired', state('past_due', null, true), ['reactivate']],
  ] as const)('the actions of the state %s', (_, from, actions) => {
    expect(actionsFor(from)).toEqual(actions);
  });

  it('every forbidden action has a refusal message', () => {
    for (const from of ['active', 'paused', 'canceled', 'past_due', 'incomplete'].map((status) =>
      state(status),
    )) {
      const refused = ACTIONS.filter((action) => !actionsFor(from).includes(action));
      for (const action of refused) expect(refusalOf(action, from)).toMatch(/^[A-Z].*\.$/);
    }
    expect(refusalOf('pause', state('paused'))).toBe('The subscription is already paused.');
    expect(refusalOf('cancel', state('paused'))).toBe('Please resume the subscription first.');
    expect(refusalOf('reactivate', state('active'))).toBe('The subscription is already active.');
  });
});

describe('resultOf applies an action', () => {
  it.each<[string, Action, Partial<Subscription>, string, string]>([
    ['pausing keeps the paid time', 'pause', {}, 'paused', '2026-03-31T12:00:00Z'],
    [
      'pausing keeps a renewed period',
      'pause',
      { endsAt: at('2026-02-28T12:00:00Z') },
      'paused',
      '2026-03-31T12:00:00Z',
    ],
    [
      'resuming restores the renewal',
      'resume',
      { status: 'paused' },
      'active',
      '2026-03-31T12:00:00Z',
    ],
    ['canceling keeps the paid time', 'cancel', {}, 'canceled', '2026-03-31T12:00:00Z'],
    ['canceling immediately ends it now', 'cancel-immediately', {}, 'canceled', NOW.toISOString()],
    [
      'reactivating keeps the paid time',
      'reactivate',
      { status: 'canceled' },
      'active',
      '2026-03-31T12:00:00Z',
    ],
    [
      'reactivating after the end starts a new period',
      'reactivate',
      { status: 'canceled', endsAt: at('2026-03-01T12:00:00Z') },
      'active',
      '2026-04-10T12:00:00Z',
    ],
    [
      'reactivating a yearly plan starts a new year',
      'reactivate',
      { status: 'paused', plan: 'yearly', endsAt: NOW },
      'active',
      '2027-03-10T12:00:00Z',
    ],
  ])('the result of an action: %s', (_, action, changed, status, endsAt) => {
    expect(resultOf(action, subscription(changed), NOW)).toMatchObject({
      status,
      endsAt: at(endsAt),
    });
  });

  it('a new period renews on the day of its start', () => {
    const ended = subscription({ status: 'canceled', endsAt: at('2026-03-01T12:00:00Z') });
    expect(resultOf('reactivate', ended, NOW).renewalDay).toBe(10);
  });
});

describe('nextRenewal returns the next renewal', () => {
  it.each([
    ['of an active subscription is the end of its period', {}, '2026-03-31T12:00:00.000Z'],
    ['of a paused subscription is null', { status: 'paused' }, undefined],
    ['of a canceled subscription is null', { status: 'canceled' }, undefined],
    ['of a past_due subscription is null', { status: 'past_due' }, undefined],
  ] as const)('the next renewal %s', (_, changed, renewal) => {
    expect(nextRenewal(subscription(changed), NOW)?.toISOString()).toBe(renewal);
  });
});
