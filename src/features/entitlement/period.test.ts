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

describe('a period', () => {
  it.each([
    ['monthly', '2026-01-15T08:00:00Z', '2026-02-15T08:00:00Z'],
    ['monthly', '2026-01-31T08:00:00Z', '2026-02-28T08:00:00Z'],
    ['monthly', '2026-12-31T08:00:00Z', '2027-01-31T08:00:00Z'],
    ['yearly', '2028-02-29T08:00:00Z', '2029-02-28T08:00:00Z'],
  ] as const)('%s from %s ends at %s', (plan, start, end) => {
    expect(endOfPeriod(plan, at(start))).toEqual(at(end));
  });
});

describe('the end of what is paid', () => {
  it.each([
    ['before the end stays', {}, '2026-03-15T11:59:59Z', '2026-03-15T12:00:00Z'],
    ['at the end renews by a month', {}, '2026-03-15T12:00:00Z', '2026-04-15T12:00:00Z'],
    ['years later is the next due day', {}, '2031-07-20T00:00:00Z', '2031-08-15T12:00:00Z'],
    [
      'of a year renews by years',
      { plan: 'yearly' },
      '2028-03-15T13:00:00Z',
      '2029-03-15T12:00:00Z',
    ],
    [
      'of one begun on a 31st is the last day of a shorter month',
      { endsAt: at('2026-01-31T12:00:00Z'), renewalDay: 31 },
      '2026-02-01T00:00:00Z',
      '2026-02-28T12:00:00Z',
    ],
    [
      'and the 31st again after it',
      { endsAt: at('2026-02-28T12:00:00Z'), renewalDay: 31 },
      '2026-02-28T12:00:00Z',
      '2026-03-31T12:00:00Z',
    ],
    [
      'of a leap day is that day again four years later',
      { plan: 'yearly', endsAt: at('2029-02-28T12:00:00Z'), renewalDay: 29 },
      '2031-05-01T00:00:00Z',
      '2032-02-29T12:00:00Z',
    ],
    ['of a paused one stays', { status: 'paused' }, '2026-06-01T00:00:00Z', '2026-03-15T12:00:00Z'],
    [
      'of a canceled one stays',
      { status: 'canceled' },
      '2026-06-01T00:00:00Z',
      '2026-03-15T12:00:00Z',
    ],
    ['of a card stays', { provider: 'stripe' }, '2026-06-01T00:00:00Z', '2026-03-15T12:00:00Z'],
  ] as const)('%s', (_, changed, now, end) => {
    expect(currentEnd(subscription(changed), at(now))).toEqual(at(end));
  });
});

describe('expiry', () => {
  it.each([
    ['never while active and built-in', {}, '2040-01-01T00:00:00Z', false],
    ['not before the end when paused', { status: 'paused' }, '2026-03-15T11:59:59Z', false],
    ['at the end when paused', { status: 'paused' }, '2026-03-15T12:00:00Z', true],
    ['not within 7 days when past due', { status: 'past_due' }, '2026-03-22T11:59:59Z', false],
    ['after 7 days when past due', { status: 'past_due' }, '2026-03-22T12:00:00Z', true],
    ['at the end when canceled', { status: 'canceled' }, '2026-03-15T12:00:00Z', true],
  ] as const)('comes %s', (_, changed, now, expired) => {
    expect(isExpired(subscription(changed), at(now))).toBe(expired);
  });
});

describe('the care of a paired tablet', () => {
  it.each([
    ['14 days after a canceled end', { status: 'canceled' }, '2026-03-29T12:00:00Z'],
    ['14 days after the grace', { status: 'past_due' }, '2026-04-05T12:00:00Z'],
  ] as const)('ends %s', (_, changed, end) => {
    expect(graceEnd(subscription(changed), at('2026-03-20T00:00:00Z'))).toEqual(at(end));
  });
});

describe('what is shown of a period', () => {
  it.each([
    ['until it renews', {}, '2026-03-14T00:00:00Z', '2026-03-15T12:00:00Z'],
    [
      'until the grace is over',
      { status: 'past_due' },
      '2026-03-15T12:00:00Z',
      '2026-03-22T12:00Z',
    ],
    ['until care ends', { status: 'canceled' }, '2026-03-15T12:00:00Z', '2026-03-29T12:00:00Z'],
  ] as const)('holds %s', (_, changed, now, until) => {
    expect(nextChange(subscription(changed), at(now))).toEqual(at(until));
  });
});
