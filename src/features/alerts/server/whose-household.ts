import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { users } from '#database/schema/households.ts';
import { householdName } from '../household-name.ts';

/**
 * What a household is called to somebody who belongs to several, by those who are looked after;
 * undefined to everybody else, who knows. In a transaction of the system.
 */
export async function householdToName(
  db: Db,
  reader: { readonly loginId: string | null; readonly accountId: string },
): Promise<string | undefined> {
  const { loginId, accountId } = reader;
  if (loginId === null) return undefined;
  if ((await db.$count(users, eq(users.loginId, loginId))) < 2) return undefined;
  const elders = await db
    .select({ name: users.firstName })
    .from(users)
    .where(and(eq(users.accountId, accountId), eq(users.role, 'user')))
    .orderBy(asc(users.createdAt), asc(users.id));
  return householdName(elders, '') || undefined;
}

/** Words that are read first, with the household that they are about: it may be one of many. */
export function naming(words: string, name: string | undefined): string {
  return name === undefined ? words : `${name}: ${words}`;
}
