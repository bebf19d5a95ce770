import { eq } from 'drizzle-orm';
import { accounts, departedHouseholds } from '#database/schema/households.ts';
import type { CallerContext, ScheduledJob } from '#platform/server/feature.ts';
import type { FileStore } from '#platform/server/storage/file-store.ts';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { householdRefusal } from '../refusals.ts';

/**
 * Time for which the id of a deleted household is stored: longer than an upload that was running at
 * the deletion can take.
 */
const REMEMBERED_MS = DAY_MS;

/** Refuses with 400 if the value is not the Customer ID of the caller's household. */
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
  throw householdRefusal('wrong-customer-id');
}

/**
 * Deletes all rows of the household and ends all its sessions. Only its id is stored, until its
 * files are deleted too.
 */
export async function deleteRows({ changeAsSystem, account, now }: CallerContext): Promise<void> {
  await changeAsSystem(async (db, changed) => {
    await db.delete(accounts).where(eq(accounts.id, account.id));
    await db
      .insert(departedHouseholds)
      .values({ id: account.id, departedAt: now })
      .onConflictDoNothing();
    changed(account.id, 'sessions');
  });
}

/** Deletes the files of deleted households, including those whose upload ended later. */
export function erasureJob(store: FileStore): ScheduledJob {
  return {
    name: 'files of deleted households',
    everyMs: 10 * MINUTE_MS,
    async run({ database, each, now }) {
      const departed = await database.asSystem((db) => db.select().from(departedHouseholds));
      const forgotten = new Date(now().getTime() - REMEMBERED_MS);
      await each(
        departed,
        ({ id }) => ({ key: id }),
        async ({ id, departedAt }) => {
          await store.removeHousehold(id);
          if (departedAt >= forgotten) return;
          await database.asSystem((db) =>
            db.delete(departedHouseholds).where(eq(departedHouseholds.id, id)),
          );
        },
      );
    },
  };
}
