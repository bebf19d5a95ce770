import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database, Db } from '#database/connect.ts';
import { subscriptions } from '#database/schema/households.ts';
import type { Subscription } from '#features/entitlement/domain/period.ts';
import { asSubscription } from '#features/entitlement/server.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { subscriptionRefusal } from '../refusals.ts';
import { columnsOf } from './rows.ts';

type Row = typeof subscriptions.$inferSelect;

/** Longer than any work under the lease, so that it expires only if its process died. */
const LEASE_MS = MINUTE_MS;

/** Maximum wait for another holder, and the poll interval. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 50;

/** The exclusive right to change one household's subscription at the provider. */
export interface Lease {
  readonly accountId: string;
  readonly id: string;
  readonly subscription: Subscription;
  readonly row: Row;
}

/**
 * Takes the lease of a household; waits for another holder. It replaces a row lock, which would
 * keep a transaction open while the provider responds and, in the embedded database, block all
 * others. `whenHeld` runs in the transaction that takes the lease and may throw.
 */
export async function takeLease(
  database: Database,
  accountId: string,
  now: Date,
  whenHeld: (db: Db, lease: Lease) => Promise<void> = async () => undefined,
): Promise<Lease | undefined> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const taken = await database.inHousehold(accountId, (db) =>
      tryToTake(db, accountId, now, whenHeld),
    );
    if (taken !== 'busy') return taken;
    if (waited >= PATIENCE_MS) {
      throw subscriptionRefusal('change-under-way');
    }
    await sleep(LOOK_MS);
  }
}

async function tryToTake(
  db: Db,
  accountId: string,
  now: Date,
  whenHeld: (db: Db, lease: Lease) => Promise<void>,
): Promise<Lease | 'busy' | undefined> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.accountId, accountId))
    .for('update');
  if (row === undefined) return undefined;
  if (row.leaseUntil !== null && row.leaseUntil > now) return 'busy';
  const lease = { accountId, id: randomUUID(), subscription: asSubscription(row), row };
  await db
    .update(subscriptions)
    .set({ lease: lease.id, leaseUntil: new Date(now.getTime() + LEASE_MS) })
    .where(eq(subscriptions.accountId, accountId));
  await whenHeld(db, lease);
  return lease;
}

/** The values of a row without a pending action. */
export const NOTHING_PENDING = { pendingAction: null, pendingKey: null, pendingSince: null };

type Changes = PgUpdateSetSource<typeof subscriptions>;

/**
 * Ends the lease and stores its result. Returns false if another process has taken it meanwhile.
 */
export async function endLease(
  db: Db,
  lease: Lease,
  learnt: { subscription?: Subscription; also?: Changes } = {},
): Promise<boolean> {
  const { subscription, also } = learnt;
  const ended = await db
    .update(subscriptions)
    .set({
      ...(subscription === undefined ? {} : columnsOf(subscription)),
      ...also,
      lease: null,
      leaseUntil: null,
    })
    .where(and(eq(subscriptions.accountId, lease.accountId), eq(subscriptions.lease, lease.id)))
    .returning({ accountId: subscriptions.accountId });
  return ended.length > 0;
}
