import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { subscriptions } from '#database/schema/households.ts';
import type { AuditAction } from '#features/audit/domain/actions.ts';
import { noteAudit } from '#features/audit/server.ts';
import { currentEnd, isExpired, type Subscription } from '#features/entitlement/domain/period.ts';
import type { CallerContext } from '#platform/server/feature.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import type { SubscriptionStatus } from '../contract.ts';
import { type Action, actionsFor, nextRenewal, refusalOf } from '../domain/states.ts';
import { subscriptionRefusal } from '../refusals.ts';
import { endLease, type Lease, NOTHING_PENDING, takeLease } from './lease.ts';
import { billingOf, type CardBilling, isOutcomeUnknown } from './provider.ts';

const NOTED_AS: Record<Action, Noted> = {
  pause: { action: 'subscription-paused' },
  resume: { action: 'subscription-resumed' },
  cancel: { action: 'subscription-canceled', subject: 'At the end of the period' },
  'cancel-immediately': { action: 'subscription-canceled', subject: 'Immediately' },
  reactivate: { action: 'subscription-reactivated' },
};

interface Noted {
  readonly action: AuditAction;
  readonly subject?: string;
}

/**
 * Time for which a pending key is reused. The provider remembers keys for a day; an older action
 * has certainly ended.
 */
const KEY_MS = 23 * HOUR_MS;

/** Applies one action to the household's subscription; returns its new status. */
export async function move(
  action: Action,
  cards: CardBilling | undefined,
  context: CallerContext,
): Promise<SubscriptionStatus> {
  let key = '';
  const begin = async (db: Db, lease: Lease) => {
    const known = keyOfSilence(lease, action, context.now);
    if (known === undefined) refuseUnlessAllowed(action, lease.subscription, context.now);
    key = known ?? randomUUID();
    await db
      .update(subscriptions)
      .set({ pendingAction: action, pendingKey: key, pendingSince: context.now })
      .where(eq(subscriptions.accountId, lease.accountId));
  };
  return underLease(context, begin, async ({ accountId, subscription }) => {
    const billing = billingOf(subscription, cards);
    const moved = await billing.make(action, { accountId, subscription, now: context.now, key });
    return { subscription: moved, noted: NOTED_AS[action] };
  });
}

/**
 * Runs `work` under the lease of the subscription, stores its result and returns the status.
 * Invalidates the cached sessions in all processes, because they contain the state of the
 * subscription.
 */
export async function underLease(
  context: CallerContext,
  begin: (db: Db, lease: Lease) => Promise<void>,
  work: (lease: Lease) => Promise<{ subscription: Subscription; noted: Noted }>,
): Promise<SubscriptionStatus> {
  const { database, account, user, now } = context;
  const lease = await takeLease(database, account.id, now, begin);
  if (lease === undefined) throw subscriptionRefusal('no-subscription');
  try {
    const { subscription, noted } = await work(lease);
    await context.change(account.id, async (db, changed) => {
      if (!(await endLease(db, lease, { subscription, also: NOTHING_PENDING }))) {
        throw subscriptionRefusal('change-overtaken');
      }
      await noteAudit(db, context, { accountId: account.id, userId: user.id, ...noted });
      changed('sessions');
    });
    return statusOf(subscription, now);
  } catch (error) {
    await database.inHousehold(account.id, (db) =>
      endLease(db, lease, { also: afterFailure(error) }),
    );
    throw error;
  }
}

/**
 * If the outcome is unknown, the action remains pending. The hint makes the reconciliation read the
 * provider's state soon.
 */
function afterFailure(error: unknown) {
  return {
    ...(isOutcomeUnknown(error) ? {} : NOTHING_PENDING),
    hints: sql`${subscriptions.hints} + 1`,
  };
}

/** Returns the key of the pending action if it is the same one and its response was lost. */
function keyOfSilence({ row }: Lease, action: Action, now: Date): string | undefined {
  const { pendingAction, pendingKey, pendingSince } = row;
  if (pendingAction !== action || pendingKey === null || pendingSince === null) return undefined;
  return now.getTime() - pendingSince.getTime() < KEY_MS ? pendingKey : undefined;
}

function refuseUnlessAllowed(action: Action, subscription: Subscription, now: Date): void {
  const state = {
    status: subscription.status,
    paymentStatus: subscription.payment?.status ?? null,
    isExpired: isExpired(subscription, now),
  };
  if (!actionsFor(state).includes(action))
    throw subscriptionRefusal('action-not-possible', refusalOf(action, state));
}

/** Returns the subscription as shown on the screens. */
export function statusOf(subscription: Subscription, now: Date): SubscriptionStatus {
  return {
    subscriptionStatus: subscription.status,
    subscriptionType: subscription.provider,
    subscriptionPlan: subscription.plan,
    nextRenewalDate: nextRenewal(subscription, now)?.toISOString() ?? null,
    subscriptionEndDate: currentEnd(subscription, now).toISOString(),
    stripeStatus: subscription.payment?.status ?? null,
  };
}
