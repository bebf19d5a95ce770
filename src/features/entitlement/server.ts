import type { subscriptions } from '#database/schema/households.ts';
import type { Subscription } from './domain/period.ts';
import { PLANS } from './domain/plans.ts';

export { readLimits } from './server/config.ts';

export function asSubscription(row: typeof subscriptions.$inferSelect): Subscription {
  const { provider, status, endsAt, renewalDay, customerId, paymentId } = row;
  const plan = PLANS.find((known) => known === row.plan) ?? 'monthly';
  const payment =
    customerId === null || paymentId === null
      ? undefined
      : { customerId, id: paymentId, status: row.paymentStatus ?? '' };
  return { provider, plan, status, endsAt, renewalDay, payment };
}
