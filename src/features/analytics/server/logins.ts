import { count, eq, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { analyticsLogins } from '#database/schema/analytics.ts';
import { users } from '#database/schema/households.ts';

/** Counts that somebody of the household signed in, in the transaction that starts the session. */
export async function noteLogin(db: Db, accountId: string, at: Date): Promise<void> {
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

export async function loginsOf(db: Db, accountId: string) {
  const [row] = await db
    .select({ total: analyticsLogins.total, lastAt: analyticsLogins.lastAt })
    .from(analyticsLogins)
    .where(eq(analyticsLogins.accountId, accountId));
  return row ?? { total: 0, lastAt: undefined };
}

/** How many people the household has. */
export async function peopleOf(db: Db, accountId: string): Promise<number> {
  const [row] = await db
    .select({ people: count() })
    .from(users)
    .where(eq(users.accountId, accountId));
  return row?.people ?? 0;
}
