import { and, eq, gt, inArray, isNull, ne } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { invitations } from '#database/schema/access.ts';
import { accounts, users } from '#database/schema/households.ts';
import { limitMessage } from '#features/entitlement/limits.ts';
import type { HouseholdLimits } from '#kit/shared/limits.ts';
import type { Refusal } from '#kit/shared/refusal.ts';
import { invitationRefusal } from '../refusals.ts';

/** Holds the household's line: of all who want to add an administrator one is at work at a time. */
export async function lockAccount(db: Db, accountId: string): Promise<void> {
  await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update');
}

/**
 * Refuses an invitation for which there is no room: a pending one keeps its place until it expires.
 * `except` is the invitation that is being renewed.
 */
export async function refuseTenth(
  db: Db,
  accountId: string,
  { now, except, limits }: { now: Date; except?: string; limits: HouseholdLimits },
): Promise<void> {
  const isPending = and(
    eq(invitations.accountId, accountId),
    isNull(invitations.usedAt),
    gt(invitations.expiresAt, now),
    except === undefined ? undefined : ne(invitations.id, except),
  );
  const pending = await db.$count(invitations, isPending);
  const number = (await countAdministrators(db, accountId)) + pending;
  if (number >= limits.administrators) throw tooManyAdministrators(limits);
}

/** Refuses an acceptance for which there is no room: an invitation takes its own place. */
export async function refuseTenthPerson(
  db: Db,
  accountId: string,
  limits: HouseholdLimits,
): Promise<void> {
  const number = await countAdministrators(db, accountId);
  if (number >= limits.administrators) throw tooManyAdministrators(limits);
}

function countAdministrators(db: Db, accountId: string): Promise<number> {
  const isOne = inArray(users.role, ['admin', 'super_admin']);
  return db.$count(users, and(eq(users.accountId, accountId), isOne));
}

function tooManyAdministrators(limits: HouseholdLimits): Refusal {
  const most = `the maximum of ${limitMessage('administrators', limits)}`;
  return invitationRefusal('administrators-full', `This account already has ${most}.`);
}
