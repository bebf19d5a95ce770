import { DAY_MS } from '#kit/shared/durations.ts';
import type { Plan } from './plans.ts';

export interface Subscription {
  /** Who renews it: the built-in provider does so by itself while the subscription is active. */
  readonly provider: string;
  readonly plan: Plan;
  /** active, paused, canceled or past_due; anything else is shown as it is. */
  readonly status: string;
  /** The end of what is paid. */
  readonly endsAt: Date;
  /** The day of the month on which periods end, from 1 to 31; unless told, that of `endsAt`. */
  readonly renewalDay?: number | null;
  /** What the provider of card payments knows it by; absent where nothing is paid. */
  readonly payment?: Payment | undefined;
}

export interface Payment {
  readonly customerId: string;
  /** Of the subscription there. */
  readonly id: string;
  /** The status that it has there. */
  readonly status: string;
}

/** Days that a past_due subscription goes on after its end. */
const GRACE_DAYS = 7;

/** Days in which this server can come to hear of a renewal that was paid by card. */
const HEARING_DAYS = 1;

/** Days that a paired tablet goes on reminding after the subscription has expired. */
const CARE_DAYS = 14;

/**
 * The end of the period that starts at `start`: one month or one year later, in UTC, on this day of
 * the month or the last one of a shorter month.
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

/** The end of what is paid at `now`: an active built-in subscription has renewed itself past it. */
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

/** Nobody has to pay for it, so it never ends by itself, however long the server was down. */
export function renewsItself({ provider, status }: Subscription): boolean {
  return provider === 'built-in' && status === 'active';
}

/** When the household is turned away, unless it pays before: at the end, with its grace. */
export function expiryOf(subscription: Subscription, now: Date): Date {
  return new Date(currentEnd(subscription, now).getTime() + graceMs(subscription.status));
}

/**
 * How long use goes on after the end, in milliseconds. An active subscription renews: one by card
 * at its provider, who may tell of it late, and nobody is turned away meanwhile.
 */
export function graceMs(status: string): number {
  if (status === 'past_due') return GRACE_DAYS * DAY_MS;
  return status === 'active' ? HEARING_DAYS * DAY_MS : 0;
}

/** Expired is a matter of time, not a status: the paid period, with its grace, lies behind. */
export function isExpired(subscription: Subscription, now: Date): boolean {
  return now >= expiryOf(subscription, now);
}

/** Until when a paired tablet goes on with medications and My Day, should the household expire. */
export function graceEnd(subscription: Subscription, now: Date): Date {
  return new Date(expiryOf(subscription, now).getTime() + CARE_DAYS * DAY_MS);
}

/** The next instant at which something that a screen shows of the period changes by itself. */
export function nextChange(subscription: Subscription, now: Date): Date {
  const end = currentEnd(subscription, now);
  const expiry = expiryOf(subscription, now);
  return [end, expiry].find((instant) => instant > now) ?? graceEnd(subscription, now);
}
