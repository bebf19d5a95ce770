import { eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { countBeforeAdding } from '#database/count-before-adding.ts';
import { users } from '#database/schema/households.ts';
import { accountRefusal } from '#features/accounts/refusals.ts';
import { addPerson } from '#features/accounts/server.ts';
import { noteAct } from '#features/audit/server.ts';
import { limitMessage } from '#features/entitlement/limits.ts';
import { findUser } from '#features/sessions/server.ts';
import type { CallerContext } from '#platform/server/feature.ts';
import { fullName } from '#platform/shared/full-name.ts';
import type { HouseholdLimits } from '#platform/shared/limits.ts';
import { personRefusal } from '../refusals.ts';
import { type KnownUser, type NextPerson, refuseHalfALogin } from './person-rows.ts';

export async function addElder(
  db: Db,
  elder: NextPerson,
  context: CallerContext,
): Promise<KnownUser> {
  const { account, user, now, limits } = context;
  refuseHalfALogin(elder.email, elder.passwordHash);
  await refuseWithoutRoom(db, account.id, limits);
  const id = await addPerson(db, {
    ...elder,
    accountId: account.id,
    role: 'user',
    createdAt: now,
    signInSetBy: elder.email === null ? null : user.id,
  });
  const known = id === undefined ? undefined : await findUser(db, { id, accountId: account.id });
  if (known === undefined) throw accountRefusal('email-taken');
  await noteAct(db, context, 'person-added', fullName(elder));
  return known;
}

/** Throws 409 if the household has the maximum number of elders. */
export async function refuseWithoutRoom(
  db: Db,
  accountId: string,
  limits: HouseholdLimits,
): Promise<void> {
  const elders = await countBeforeAdding(db, users, accountId, eq(users.role, 'user'));
  if (elders < limits.elders) return;
  throw personRefusal(
    'elders-full',
    `There is room for ${limitMessage('elders', limits)}. Please remove one first.`,
  );
}
