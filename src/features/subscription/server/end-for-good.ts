import { sql } from 'drizzle-orm';
import { subscriptions } from '#database/schema/households.ts';
import type { Subscription } from '#features/entitlement/domain/period.ts';
import type { CallerContext } from '#platform/server/feature.ts';
import { subscriptionRefusal } from '../refusals.ts';
import { endLease, takeLease } from './lease.ts';
import type { CardBilling } from './provider.ts';

type Parts = Pick<CallerContext, 'database' | 'account' | 'now'>;

/**
 * Ends the household's subscription at the payment provider and then runs `work`, which deletes the
 * household. Throws 503 without changes if the provider cannot be reached.
 */
export async function endForGood(
  cards: CardBilling | undefined,
  { database, account, now }: Parts,
  work: () => Promise<void>,
): Promise<void> {
  const lease = await takeLease(database, account.id, now);
  try {
    if (lease !== undefined) await endThere(cards, lease.subscription);
    await work();
  } catch (error) {
    if (lease !== undefined) {
      // A hint makes the reconciliation read the provider's state soon.
      const hints = sql`${subscriptions.hints} + 1`;
      await database.inHousehold(account.id, (db) => endLease(db, lease, { also: { hints } }));
    }
    throw error;
  }
}

async function endThere(cards: CardBilling | undefined, known: Subscription): Promise<void> {
  if (known.payment === undefined) return;
  if (cards === undefined) throw subscriptionRefusal('payments-not-set-up');
  const present = await cards.read(known);
  if (present.payment?.status === 'canceled') return;
  if (present.payment?.status === 'incomplete_expired') return;
  await cards.abandon(present);
}
