import { sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { analyticsLogins } from '#database/schema/analytics.ts';

/** Counts a sign-in of the household, in the transaction that starts the session. */
export async function countSignIn(db: Db, accountId: string, at: Date): Promise<void> {
  await db
    .insert(analyticsLogins)
    .values({ accountId, total: 1, lastAt: at })
    .onConflictDoUpdate({
      target: analyticsLogins.accountId,
      set: {
        total: sql`${analyticsLogins.total} + 1`,
        lastAt: sql`greatest(${analyticsLogins.lastAt}, excluded.last_at)`,
      },
    });
}
