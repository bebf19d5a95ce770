import type { Plan } from './plans.ts';

export interface Subscription {
  /** Who renews it: the built-in provider does so by itself while the subscription is active. */
  readonly provider: string;
  readonly plan: Plan;
  /** active, paused, canceled or past_due; anything else is shown as it is. */
  readonly status: string;
  /** The end of what is paid. */
  readonly endsAt: Date;
}

/** Days that a past_due subscription goes on after its end. */
const GRACE_DAYS = 7;

const DAY_MS = 24 * 3600 * 1000;

/** The end of the period that starts at `start`: one month or one year later, in UTC. */
export function endOfPeriod(plan: Plan, start: Date, periods = 1): Date {
  const months = (plan === 'yearly' ? 12 : 1) * periods;
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return end;
}

/** The end of what is paid at `now`: an active built-in subscription has renewed itself past it. */
export function currentEnd(subscription: Subscription, now: Date): Date {
  const { provider, status, plan, endsAt } = subscription;
  if (provider !== 'built-in' || status !== 'active' || now < endsAt) return endsAt;
  const months = monthsBetween(endsAt, now);
  const passed = Math.floor(months / (plan === 'yearly' ? 12 : 1));
  for (let periods = Math.max(passed, 1); ; periods += 1) {
    const end = endOfPeriod(plan, endsAt, periods);
    if (end > now) return end;
  }
}

function monthsBetween(from: Date, to: Date): number {
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
}

/** Expired is a matter of time, not a status: the paid period, with its grace, lies behind. */
export function isExpired(subscription: Subscription, now: Date): boolean {
  const grace = subscription.status === 'past_due' ? GRACE_DAYS * DAY_MS : 0;
  return now.getTime() >= currentEnd(subscription, now).getTime() + grace;
}
