import { and, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { users } from '#database/schema/households.ts';
import type { MemberContext } from '#kit/server/feature.ts';
import { fullName } from '#kit/shared/full-name.ts';
import { notThere } from '#kit/shared/refusals.ts';

/** For whom something is read. */
export type Reading = Pick<MemberContext, 'db' | 'account' | 'user'>;

/** The elder of that id, of whom whoever calls may know. Throws 404: an elder knows of nobody else. */
export async function elderOf(
  { db, account, user }: Reading,
  id: string,
): Promise<{ id: string; name: string }> {
  if (user.role === 'user' && user.id !== id) throw notThere();
  const [found] = await db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.accountId, account.id), eq(users.id, id), eq(users.role, 'user')));
  if (found === undefined) throw notThere();
  return { id, name: fullName(found) };
}

/** What whoever calls is called now. */
export async function callersName(
  db: Db,
  { account, user }: Pick<MemberContext, 'account' | 'user'>,
) {
  const [found] = await db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.accountId, account.id), eq(users.id, user.id)));
  // Deleted meanwhile.
  if (found === undefined) throw notThere();
  return fullName(found);
}
