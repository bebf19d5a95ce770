import type { AuditAction } from '#features/audit/contract.ts';
import { noteAudit } from '#features/audit/server.ts';
import type { CallerContext } from '#kit/server/feature.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import type { SubscriptionStatus } from '../contract.ts';
import { currentEnd, isExpired, type Subscription } from '../period.ts';
import { type Action, actionsFor, nextRenewal, refusalOf } from '../states.ts';
import type { Billing, Held } from './provider.ts';
import { holdSubscription, storeSubscription } from './rows.ts';

const NOTED_AS: Record<Action, { action: AuditAction; subject?: string }> = {
  pause: { action: 'subscription-paused' },
  resume: { action: 'subscription-resumed' },
  cancel: { action: 'subscription-canceled', subject: 'At the end of the period' },
  'cancel-immediately': { action: 'subscription-canceled', subject: 'Immediately' },
  reactivate: { action: 'subscription-reactivated' },
};

/**
 * Makes one move of the household's subscription and answers its new status. Sessions know whether
 * their household may use the product, so that every process forgets what it remembers of them.
 */
export async function move(
  action: Action,
  billing: Billing,
  context: CallerContext,
): Promise<SubscriptionStatus> {
  const { database, account, user, now, staleness } = context;
  const moved = await database.inHousehold(account.id, async (db) => {
    const subscription = await holdSubscription(db, account.id);
    if (subscription === undefined) throw noSubscription();
    const state = stateOf(subscription, billing, now);
    if (!actionsFor(state).includes(action)) throw new Refusal(409, refusalOf(action, state));
    const next = await made(action, billing, { accountId: account.id, subscription, now });
    await storeSubscription(db, account.id, next);
    await noteAudit(db, context, { accountId: account.id, userId: user.id, ...NOTED_AS[action] });
    await staleness.announce(db, account.id, 'sessions');
    return next;
  });
  staleness.applyHere(account.id, 'sessions');
  return statusOf(moved, billing, now);
}

/** What screens show of a subscription. */
export function statusOf(
  subscription: Subscription,
  billing: Billing,
  now: Date,
): SubscriptionStatus {
  return {
    subscriptionStatus: subscription.status,
    subscriptionType: subscription.provider,
    subscriptionPlan: subscription.plan,
    nextRenewalDate: nextRenewal(subscription, now)?.toISOString() ?? null,
    subscriptionEndDate: currentEnd(subscription, now).toISOString(),
    stripeStatus: billing.paymentStatus(subscription),
  };
}

export function noSubscription(): Refusal {
  return new Refusal(404, 'No subscription information found');
}

function stateOf(subscription: Subscription, billing: Billing, now: Date) {
  return {
    status: subscription.status,
    paymentStatus: billing.paymentStatus(subscription),
    isExpired: isExpired(subscription, now),
  };
}

function made(action: Action, billing: Billing, held: Held): Promise<Subscription> {
  switch (action) {
    case 'pause':
      return billing.pause(held);
    case 'resume':
      return billing.resume(held);
    case 'cancel':
      return billing.cancel(held, { immediate: false });
    case 'cancel-immediately':
      return billing.cancel(held, { immediate: true });
    case 'reactivate':
      return billing.reactivate(held);
  }
}
