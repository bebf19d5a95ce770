import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, gt, isNotNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { paymentEvents, subscriptions } from '#database/schema/households.ts';
import type { Subscription } from '#features/entitlement/domain/period.ts';
import type { Context, JobContext, ScheduledJob } from '#platform/server/feature.ts';
import { byPages } from '#platform/server/jobs/work-items.ts';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { isRefusal } from '#platform/shared/refusal.ts';
import type { SubscriptionRefusal } from '../refusals.ts';
import { endLease, type Lease, NOTHING_PENDING, takeLease } from './lease.ts';
import type { CardBilling, ProviderEvent } from './provider.ts';
import { columnsOf } from './rows.ts';

/**
 * Time for which the ids of events are stored. The provider repeats an event for three days at
 * most.
 */
const REMEMBERED_MS = 30 * DAY_MS;

/** Number of households per query. */
const BATCH = 20;

type Parts = Pick<Context, 'database' | 'change' | 'log'> & { readonly now: Date };

/**
 * Records an event and marks the household's stored subscription as outdated, in one transaction.
 * Returns the household; undefined for a repeated event, or one without a household.
 */
export async function recordEvent(
  db: Db,
  event: ProviderEvent,
  now: Date,
): Promise<string | undefined> {
  const added = await db
    .insert(paymentEvents)
    .values({ id: event.id, receivedAt: now })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id });
  if (added.length === 0 || event.customerId === undefined) return undefined;
  const [household] = await db
    .update(subscriptions)
    .set({ hints: sql`${subscriptions.hints} + 1` })
    .where(eq(subscriptions.customerId, event.customerId))
    .returning({ accountId: subscriptions.accountId });
  return household?.accountId;
}

/** Reads the household's subscription from the provider and stores it. */
export async function catchUp(parts: Parts, cards: CardBilling, accountId: string): Promise<void> {
  const { database, change, now, log } = parts;
  const lease = await takeLease(database, accountId, now);
  if (lease === undefined) return;
  const known = lease.subscription;
  let learnt: Parameters<typeof endLease>[2] = {};
  try {
    const subscription = await cards.read(known);
    learnt = {
      subscription,
      also: { ...followed(lease, now), ...whenAnother(subscription, known) },
    };
  } catch (error) {
    if (!isRefusal<SubscriptionRefusal>(error, 'subscription-changed')) throw error;
    log.error({ err: error }, 'subscription unknown to the payment provider');
    learnt = { also: followed(lease, now) };
  } finally {
    const isChanged = !isDeepStrictEqual(columnsOf(learnt.subscription ?? known), columnsOf(known));
    await change(accountId, async (db, changed) => {
      await endLease(db, lease, learnt);
      if (isChanged) changed('sessions');
    });
  }
}

/**
 * Subtracts only the hints that were known before the read, because the result may not include
 * later events.
 */
function followed({ row }: Lease, now: Date) {
  return { readAt: now, hints: sql`${subscriptions.hints} - ${row.hints}` };
}

/** If another subscription has replaced the known one, the pending action is discarded. */
function whenAnother(read: Subscription, known: Subscription) {
  return read.payment?.id === known.payment?.id ? {} : NOTHING_PENDING;
}

/**
 * Reads outdated subscriptions, those that should have renewed, and every one once a day, because
 * events can be lost.
 */
export function reconciliation(cards: CardBilling): ScheduledJob {
  return {
    name: 'reconciliation',
    everyMs: MINUTE_MS,
    async run(parts) {
      const now = parts.now();
      await parts.database.asSystem((db) =>
        db
          .delete(paymentEvents)
          .where(lt(paymentEvents.receivedAt, new Date(now.getTime() - REMEMBERED_MS))),
      );
      // In pages by id, because a household whose read fails remains due and would block the first
      // page.
      await parts.each(
        byPages<Due>(BATCH, (after) => dueOnes(parts, now, after)),
        ({ accountId }) => ({ key: accountId, accountId }),
        ({ accountId }) => catchUp({ ...parts, now }, cards, accountId),
      );
    },
  };
}

interface Due {
  readonly accountId: string;
}

/** Returns the households that are due, by id, starting after `after`. */
function dueOnes({ database }: JobContext, now: Date, after?: Due): Promise<Due[]> {
  return database.asSystem((db) =>
    db
      .select({ accountId: subscriptions.accountId })
      .from(subscriptions)
      .where(
        and(
          ne(subscriptions.provider, 'built-in'),
          isNotNull(subscriptions.paymentId),
          after && gt(subscriptions.accountId, after.accountId),
          or(
            gt(subscriptions.hints, 0),
            lte(subscriptions.readAt, new Date(now.getTime() - DAY_MS)),
            and(lte(subscriptions.endsAt, now), lt(subscriptions.readAt, subscriptions.endsAt)),
          ),
        ),
      )
      .orderBy(asc(subscriptions.accountId))
      .limit(BATCH),
  );
}
