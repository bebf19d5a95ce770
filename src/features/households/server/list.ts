import { householdName } from '#features/alerts/domain/household-name.ts';
import { isExpired } from '#features/entitlement/domain/period.ts';
import { MAX_MEMBERSHIPS } from '#features/sessions/limits.ts';
import { findMemberships, findUser, type KnownUser, memberOf } from '#features/sessions/server.ts';
import { readNeed } from '#features/today/server.ts';
import type { CallerContext, MemberContext } from '#platform/server/feature.ts';
import { roleOf } from '#platform/shared/roles.ts';
import { zoneOffsets } from '#platform/shared/zone-offsets.ts';
import type { Household } from '../contract.ts';
import { householdsByNeed } from '../domain/by-need.ts';

/**
 * Maximum number of households that are read at the same time, because other requests need the
 * database too.
 */
const AT_ONCE = 4;

/** The key of the cached status of a household. */
const KEY = 'need';

/**
 * Returns the households of the caller's login. Each is read in a separate transaction without
 * access to the others, and its status is cached until it changes, so an unchanged poll costs one
 * statement.
 */
export async function listHouseholds(context: CallerContext): Promise<Household[]> {
  const memberships = await context.database.asSystem(async (db) => {
    const own = await findUser(db, memberOf(context));
    if (own === undefined) return [];
    return own.user.loginId === null ? [own] : findMemberships(db, own.user.loginId);
  });
  const waiting = memberships
    .filter(({ user: { role } }) => role !== 'user')
    .slice(0, MAX_MEMBERSHIPS);
  const listed: Household[] = [];
  const readers = Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      listed.push(await householdOf(next, context));
    }
  });
  await Promise.all(readers);
  return householdsByNeed(listed);
}

async function householdOf(known: KnownUser, context: CallerContext): Promise<Household> {
  const { user, account, subscription } = known;
  const role = roleOf(user.role);
  const { accountNumber } = account;
  const own = { id: account.id, accountNumber, role, isPresent: user.id === context.user.id };
  if (isExpired(subscription, context.now)) {
    const closed = { timezone: null, timezoneOffsets: [], people: [], nextDoseAt: null };
    return { ...own, name: accountNumber, isExpired: true, ...closed };
  }
  const need = await context.kept(account.id, KEY, (db, cacheUntil) => {
    const there = { account: { id: account.id }, user: { id: user.id, role } };
    return readNeed({ ...context, ...there, db, cacheUntil } satisfies MemberContext);
  });
  const name = householdName(need.people, accountNumber);
  const timezoneOffsets = zoneOffsets(need.timezone, context.now);
  return { ...own, name, isExpired: false, timezoneOffsets, ...need };
}
