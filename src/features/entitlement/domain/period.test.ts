import { describe, expect, it } from 'vitest';
import {
  currentEnd,
  endOfPeriod,
  graceEnd,
  isExpired,
  nextChange,
  type Subscription,
} from './period.ts';

const at = (text: string) => new Date(text);

function subscription(changed: Partial<Subscription>): Subscription {
  return {
    provider: 'built-in',
    plan: 'monthly',
    status: 'active',
    endsAt: at('2026-03-15T12:00:00Z'),
    ...changed,
  };
}

describe('endOfPeriod returns the end of a period', () => {
  it.each([
    ['monthly', '2026-01-15T08:00:00Z', '2026-02-15T08:00:00Z'],
    ['monthly', '2026-01-31T08:00:00Z', '2026-02-28T08:00:00Z'],
    ['monthly', '2026-12-31T08:00:00Z', '2027-01-31T08:00:00Z'],
    ['yearly', '2028-02-29T08:00:00Z', '2029-02-28T08:00:00Z'],
  ] as const)('a %s period from %s ends at %s', (plan, start, end) => {
    expect(endOfPeriod(plan, at(start))).toEqual(at(end));
  });
});

describe('currentEnd returns the end of the paid time', () => {
  it.each([
    ['does not change before it is reached', {}, '2026-03-15T11:59:59Z', '2026-03-15T12:00:00Z'],
    ['moves by a month when it is reached', {}, '2026-03-15T12:00:00Z', '2026-04-15T12:00:00Z'],
    ['years later is the next renewal day', {}, '2031-07-20T00:00:00Z', '2031-08-15T12:00:00Z'],
    [
      'of a yearly plan moves by years',
      { plan: 'yearly' },
      '2028-03-15T13:00:00Z',
      '2029-03-15T12:00:00Z',
    ],
    [
      'with renewal day 31 is the last day of a shorter month',
      { endsAt: at('2026-01-31T12:00:00Z'), renewalDay: 31 },
      '2026-02-01T00:00:00Z',
      '2026-02-28T12:00:00Z',
    ],
    [
      'with renewal day 31 is the 31st again after a shorter month',
      { endsAt: at('2026-02-28T12:00:00Z'), renewalDay: 31 },
      '2026-02-28T12:00:00Z',
      '2026-03-31T12:00:00Z',
    ],
    [
      'with renewal day 29 is a leap day again after four years',
      { plan: 'yearly', endsAt: at('2029-02-28T12:00:00Z'), renewalDay: 29 },
      '2031-05-01T00:00:00Z',
      '2032-02-29T12:00:00Z',
    ],
    [
      'of a paused subscription does not change',
      { status: 'paused' },
      '2026-06-01T00:00:00Z',
      '2026-03-15T12:00:00Z',
    ],
    [
      'of a canceled subscription does not change',
      { status: 'canceled' },
      '2026-06-01T00:00:00Z',
      '2026-03-15T12:00:00Z',
    ],
    [
      'of a card subscription does not change',
      { provider: 'stripe' },
      '2026-06-01T00:00:00Z',
      '2026-03-15T12:00:00Z',
    ],
  ] as const)('the end of the paid time %s', (_, changed, now, end) => {
    expect(currentEnd(subscription(changed), at(now))).toEqual(at(end));
  });
});

describe('isExpired checks the end and the grace period', () => {
  it.each([
    ['never while active and built-in', {}, '2040-01-01T00:00:00Z', false],
    ['not before the end when paused', { status: 'paused' }, '2026-03-15T11:59:59Z', false],
    ['at the end when paused', { status: 'paused' }, '2026-03-15T12:00:00Z', true],
    ['not within 7 days when past due', { status: 'past_due' }, '2026-03-22T11:59:59Z', false],
    ['after 7 days when past due', { status: 'past_due' }, '2026-03-22T12:00:00Z', true],
    ['at the end when canceled', { status: 'canceled' }, '2026-03-15T12:00:00Z', true],
  ] as const)('a subscription expires %s', (_, changed, now, expired) => {
    expect(isExpired(subscription(changed), at(now))).toBe(expired);
  });
});

describe('graceEnd returns the end of the grace for a paired tablet', () => {
  it.each([
    [
      '14 days after the end of a canceled subscription',
      { status: 'canceled' },
      '2026-03-29T12:00:00Z',
    ],
    ['14 days after the grace period', { status: 'past_due' }, '2026-04-05T12:00:00Z'],
  ] as const)('reminders on a paired tablet end %s', (_, changed, end) => {
    expect(graceEnd(subscription(changed), at('2026-03-20T00:00:00Z'))).toEqual(at(end));
  });
});

describe('nextChange returns the next change of a status', () => {
  it.each([
    ['until it renews', {}, '2026-03-14T00:00:00Z', '2026-03-15T12:00:00Z'],
    [
      'until the end of the grace period',
      { status: 'past_due' },
      '2026-03-15T12:00:00Z',
      '2026-03-22T12:00Z',
    ],
    [
      'until reminders on a paired tablet end',
      { status: 'canceled' },
      '2026-03-15T12:00:00Z',
      '2026-03-29T12:00:00Z',
    ],
  ] as const)('a displayed status is valid %s', (_, changed, now, until) => {
    expect(nextChange(subscription(changed), at(now))).toEqual(at(until));
  });
});
