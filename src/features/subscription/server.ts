import type { Db } from '#database/connect.ts';
import { subscriptions } from '#database/schema/households.ts';
import { endOfPeriod, type Subscription } from './period.ts';
import { PLANS, type Plan } from './plans.ts';

/** What a provider needs to start charging a new household. */
export interface NewSubscription {
  readonly accountId: string;
  readonly email: string;
  readonly plan: Plan;
  readonly paymentMethodId: string;
  readonly now: Date;
}

/** Who takes the money. The rest of the product sees only this. */
export interface Billing {
  readonly provider: 'built-in' | 'stripe';
  /** Refuses with 402 what cannot be paid for; what it returns is stored with the household. */
  start(wanted: NewSubscription): Promise<Subscription>;
}

/** The default on a server of one's own: nothing is charged and the period renews by itself. */
export function builtInBilling(): Billing {
  return {
    provider: 'built-in',
    async start({ plan, now }) {
      return { provider: 'built-in', plan, status: 'active', endsAt: endOfPeriod(plan, now) };
    },
  };
}

export async function addSubscription(
  db: Db,
  accountId: string,
  subscription: Subscription,
): Promise<void> {
  await db.insert(subscriptions).values({ accountId, ...subscription });
}

/** A stored subscription as the rules see it. */
export function asSubscription(row: typeof subscriptions.$inferSelect): Subscription {
  return { ...row, plan: PLANS.find((plan) => plan === row.plan) ?? 'monthly' };
}
