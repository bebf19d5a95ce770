import { eq, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isAmong, prepared } from '#database/prepared.ts';
import { subscriptions } from '#database/schema/households.ts';
import { graceEnd, type Subscription } from '#features/entitlement/domain/period.ts';
import { asSubscription } from '#features/entitlement/server.ts';

export async function addSubscription(
  db: Db,
  accountId: string,
  subscription: Subscription,
): Promise<void> {
  const { provider, payment } = subscription;
  // A card subscription may have changed since its start, when its events could not be assigned to
  // a household yet; the hint makes the reconciliation read it.
  const hints = payment === undefined ? 0 : 1;
  await db.insert(subscriptions).values({ accountId, provider, hints, ...columnsOf(subscription) });
}

/** Returns the columns that a subscription action (renew, cancel, …) may change. */
export function columnsOf({ plan, status, endsAt, renewalDay = null, payment }: Subscription) {
  return {
    plan,
    status,
    endsAt,
    renewalDay,
    customerId: payment?.customerId ?? null,
    paymentId: payment?.id ?? null,
    paymentStatus: payment?.status ?? null,
  };
}

const subscriptionsOf = prepared(
  'subscription_of',
  { row: subscriptions },
  (selected) => sql`
    select ${selected} from ${subscriptions}
    where ${isAmong(subscriptions.accountId, 'accountIds')}`,
);

export async function findSubscription(
  db: Db,
  accountId: string,
): Promise<Subscription | undefined> {
  const [found] = await subscriptionsOf(db, { accountIds: [accountId] });
  return found?.row ? asSubscription(found.row) : undefined;
}

/**
 * Returns the subscription and locks its row until the transaction ends, so that actions are
 * serialized.
 */
export async function holdSubscription(
  db: Db,
  accountId: string,
): Promise<Subscription | undefined> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.accountId, accountId))
    .for('update');
  return row && asSubscription(row);
}

export async function storeSubscription(
  db: Db,
  accountId: string,
  subscription: Subscription,
): Promise<void> {
  await db
    .update(subscriptions)
    .set(columnsOf(subscription))
    .where(eq(subscriptions.accountId, accountId));
}

/** Returns the households that have expired and whose tablets' care period has ended. */
export async function careOverOf(
  db: Db,
  accountIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const found = await subscriptionsOf(db, { accountIds });
  const over = found
    .flatMap(({ row }) => row ?? [])
    .filter((row) => now >= graceEnd(asSubscription(row), now));
  return new Set(over.map(({ accountId }) => accountId));
}

/** True if the care period of the household's tablets has ended. */
export async function isCareOver(db: Db, accountId: string, now: Date): Promise<boolean> {
  return (await careOverOf(db, [accountId], now)).has(accountId);
}
