import { eq, lt } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { accounts, departedHouseholds } from '#database/schema/households.ts';
import type { CallerContext, ScheduledJob } from '#kit/server/feature.ts';
import { eachInTurn } from '#kit/server/jobs/each-in-turn.ts';
import type { FileStore } from '#kit/server/storage/file-store.ts';
import { Refusal } from '#kit/shared/refusal.ts';

const TEN_MINUTES_MS = 600_000;

/** An upload that was under way when the household went has long ended then. */
const REMEMBERED_MS = 24 * 3600_000;

/** Refuses with 400 what is not the Customer ID of the caller's household. */
export async function confirmCustomerId(
  customerId: string,
  { database, account }: Pick<CallerContext, 'database' | 'account'>,
): Promise<void> {
  const [known] = await database.inHousehold(account.id, (db) =>
    db
      .select({ accountNumber: accounts.accountNumber })
      .from(accounts)
      .where(eq(accounts.id, account.id)),
  );
  if (known?.accountNumber === customerId.toUpperCase()) return;
  const sentence = 'This is not the Customer ID of this household.';
  throw new Refusal(400, sentence, { fields: { customerId: sentence } });
}

/**
 * Deletes every row of the household and ends its sessions everywhere. Its id alone is kept, until
 * its files are gone too.
 */
export async function deleteRows({
  database,
  account,
  now,
  invalidation,
}: CallerContext): Promise<void> {
  await database.asSystem(async (db) => {
    await db.delete(accounts).where(eq(accounts.id, account.id));
    await db
      .insert(departedHouseholds)
      .values({ id: account.id, departedAt: now })
      .onConflictDoNothing();
    await invalidation.announce(db, account.id, 'sessions');
  });
  invalidation.applyHere(account.id, 'sessions');
}

/** Removes the files of households that were deleted, also those that came a moment too late. */
export function erasureJob(store: FileStore): ScheduledJob {
  return {
    name: 'files of deleted households',
    everyMs: TEN_MINUTES_MS,
    run: ({ database, now }) => removeFiles(database, store, now()),
  };
}

export async function removeFiles(database: Database, store: FileStore, now: Date): Promise<void> {
  const departed = await database.asSystem((db) => db.select().from(departedHouseholds));
  await eachInTurn(departed, ({ id }) => store.removeHousehold(id));
  const forgotten = new Date(now.getTime() - REMEMBERED_MS);
  await database.asSystem((db) =>
    db.delete(departedHouseholds).where(lt(departedHouseholds.departedAt, forgotten)),
  );
}
