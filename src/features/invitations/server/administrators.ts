import { and, gt, inArray, isNull, ne } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { countBeforeAdding } from '#database/count-before-adding.ts';
import { invitations } from '#database/schema/access.ts';
import { users } from '#database/schema/households.ts';
import { limitMessage } from '#features/entitlement/limits.ts';
import type { HouseholdLimits } from '#platform/shared/limits.ts';
import type { Refusal } from '#platform/shared/refusal.ts';
import { invitationRefusal } from '../refusals.ts';

/**
 * Throws if an invitation would exceed the limit; pending invitations count until they expire.
 * `except` is the invitation that is renewed.
 */
export async function refuseTenth(
  db: Db,
  accountId: string,
  { now, except, limits }: { now: Date; except?: string; limits: HouseholdLimits },
): Promise<void> {
  const isPending = and(
    isNull(invitations.usedAt),
    gt(invitations.expiresAt, now),
    except === undefined ? undefined : ne(invitations.id, except),
  );
  const pending = await countBeforeAdding(db, invitations, accountId, isPending);
  const number = (await countAdministrators(db, accountId)) + pending;
  if (number >= limits.administrators) throw tooManyAdministrators(limits);
}

/** Throws if an acceptance would exceed the limit; the invitation itself does not count. */
export async function refuseTenthPerson(
  db: Db,
  accountId: string,
  limits: HouseholdLimits,
): Promise<void> {
  const number = await countAdministrators(db, accountId);
  if (number >= limits.administrators) throw tooManyAdministrators(limits);
}

function countAdministrators(db: Db, accountId: string): Promise<number> {
  const isAdministrator = inArray(users.role, ['admin', 'super_admin']);
  return countBeforeAdding(db, users, accountId, isAdministrator);
}

function tooManyAdministrators(limits: HouseholdLimits): Refusal {
  const most = `the maximum of ${limitMessage('administrators', limits)}`;
  return invitationRefusal('administrators-full', `This account already has ${most}.`);
}
