import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { users } from '#database/schema/households.ts';
import { householdName } from '../domain/household-name.ts';

/**
 * Returns the household name for a person who belongs to several households, otherwise undefined.
 * Requires a system transaction.
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

/** Prefixes a text with the household name, because the reader may belong to several. */
export function naming(words: string, name: string | undefined): string {
  return name === undefined ? words : `${name}: ${words}`;
}
