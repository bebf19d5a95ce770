import { DAY_MS } from '#platform/shared/durations.ts';
import type { Plan } from './plans.ts';

export interface Subscription {
  /** The provider that renews it; `built-in` renews an active subscription without payment. */
  readonly provider: string;
  readonly plan: Plan;
  /** active, paused, canceled or past_due; another value is shown unchanged. */
  readonly status: string;
  /** The end of the paid time. */
  readonly endsAt: Date;
  /** The day of the month on which periods end, from 1 to 31; default: the day of `endsAt`. */
  readonly renewalDay?: number | null;
  /** Ids at the card payment provider; absent without payment. */
  readonly payment?: Payment | undefined;
}

export interface Payment {
  readonly customerId: string;
  /** Id of the subscription at the payment provider. */
  readonly id: string;
  /** Status of the subscription at the payment provider. */
  readonly status: string;
}

/** Days for which a past_due subscription can be used after its end. */
const GRACE_DAYS = 7;

/**
 * Maximum delay, in days, with which the payment provider notifies the server of a card renewal.
 */
const HEARING_DAYS = 1;

/** Days for which a paired tablet reminds after the subscription has expired. */
const CARE_DAYS = 14;

/**
 * Returns the end of the period that starts at `start`: one month or year later, in UTC, on `day`
 * or on the last day of a shorter month.
 */
export function endOfPeriod(
  plan: Plan,
  start: Date,
  periods = 1,
  day: number = start.getUTCDate(),
): Date {
  const months = (plan === 'yearly' ? 12 : 1) * periods;
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, lastDay));
  return end;
}

/**
 * Returns the end of the paid time at `now`; an active built-in subscription is renewed until it is
 * after `now`.
 */
export function currentEnd(subscription: Subscription, now: Date): Date {
  const { plan, endsAt } = subscription;
  if (!renewsItself(subscription) || now < endsAt) return endsAt;
  const renewalDay = subscription.renewalDay ?? endsAt.getUTCDate();
  const months = monthsBetween(endsAt, now);
  const passed = Math.floor(months / (plan === 'yearly' ? 12 : 1));
  for (let periods = Math.max(passed, 1); ; periods += 1) {
    const end = endOfPeriod(plan, endsAt, periods, renewalDay);
    if (end > now) return end;
  }
}

function monthsBetween(from: Date, to: Date): number {
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
}

/**
 * A built-in subscription needs no payment, so it renews even if the server was down for a long
 * time.
 */
export function renewsItself({ provider, status }: Subscription): boolean {
  return provider === 'built-in' && status === 'active';
}

/**
 * Returns the instant at which access ends unless a payment arrives: the end of the paid time plus
 * the grace period.
 */
export function expiryOf(subscription: Subscription, now: Date): Date {
  return new Date(currentEnd(subscription, now).getTime() + graceMs(subscription.status));
}

/**
 * Returns the grace period after the end, in milliseconds. For an active card subscription it
 * covers a late notification of its renewal.
 */
export function graceMs(status: string): number {
  if (status === 'past_due') return GRACE_DAYS * DAY_MS;
  return status === 'active' ? HEARING_DAYS * DAY_MS : 0;
}

/**
 * Expiry depends on the time only, not on the status: the paid time and its grace period are in the
 * past.
 */
export function isExpired(subscription: Subscription, now: Date): boolean {
  return now >= expiryOf(subscription, now);
}

/**
 * Returns the instant until which a paired tablet shows medications and My Day if the household
 * expires.
 */
export function graceEnd(subscription: Subscription, now: Date): Date {
  return new Date(expiryOf(subscription, now).getTime() + CARE_DAYS * DAY_MS);
}

/** Returns the next instant at which the displayed status of the period changes. */
export function nextChange(subscription: Subscription, now: Date): Date {
  const end = currentEnd(subscription, now);
  const expiry = expiryOf(subscription, now);
  return [end, expiry].find((instant) => instant > now) ?? graceEnd(subscription, now);
}
