import { count, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { analyticsLogins } from '#database/schema/analytics.ts';
import { users } from '#database/schema/households.ts';

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
