import { randomUUID } from 'node:crypto';
import { and, desc, eq, not, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isOneOf } from '#database/row-of-household.ts';
import { pushSubscriptions } from '#database/schema/alerts.ts';
import { users } from '#database/schema/households.ts';
import { noteAct } from '#features/audit/server.ts';
import { everywhere, type Member, memberOf } from '#features/sessions/server.ts';
import type { CallerContext } from '#platform/server/feature.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import type { AlertCalls } from '../contract.ts';
import { alertRefusal } from '../refusals.ts';
import { pushServiceEndpoint } from './push-services.ts';

/** The cached response that a change of subscriptions invalidates: the panel shows the channels. */
const CHANNELS = { answers: 'alerts' };

const OWNER = { id: pushSubscriptions.userId, accountId: pushSubscriptions.accountId };

const isOf = ({ id, accountId }: Member) => and(eq(OWNER.accountId, accountId), eq(OWNER.id, id));

/**
 * Stores the subscription of a browser for the caller, even if another person or household had it
 * before. It is stored in every household of the caller, because the panel shows only one household
 * at a time.
 */
export async function storeSubscription(
  { endpoint: given, keys }: CallOf<AlertCalls['subscribe']>['body'],
  context: CallerContext,
): Promise<{ id: string }> {
  const { account, user, now, limits } = context;
  const endpoint = knownEndpoint(given);
  return context.changeAsSystem(async (db, changed) => {
    const people = await everywhereOf(db, memberOf(context));
    const theirs = people.map(({ id, accountId }) => isOf({ id, accountId }));
    await db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), not(or(...theirs) ?? sql`false`)));
    let kept: { id: string } | undefined;
    for (const { id: userId, accountId } of people) {
      const theirs = { accountId, userId, createdAt: now, ...keys };
      const id = await keepOne(db, { ...theirs, endpoint }, limits.alertBrowsers);
      if (userId === user.id) kept = { id };
      changed(accountId, CHANNELS);
    }
    if (kept === undefined) throw new Error('the subscription was not stored');
    await noteAct(db, context, 'notices-on');
    changed(account.id, CHANNELS);
    return kept;
  });
}

/** Returns the caller and the administrators with the same login in other households. */
async function everywhereOf(db: Db, member: Member) {
  const people = await db
    .select({ id: users.id, accountId: users.accountId, role: users.role })
    .from(users)
    .where(isOneOf(users, everywhere(db, member)));
  return people.filter(({ id, role }) => id === member.id || role !== 'user');
}

async function keepOne(
  db: Db,
  subscription: Omit<typeof pushSubscriptions.$inferInsert, 'id'>,
  most: number,
): Promise<string> {
  const { userId, endpoint: _, ...set } = subscription;
  const isTheirs = isOf({ id: userId, accountId: subscription.accountId });
  const [kept] = await db
    .insert(pushSubscriptions)
    .values({ ...subscription, id: randomUUID() })
    .onConflictDoUpdate({
      target: [pushSubscriptions.endpoint, pushSubscriptions.userId, pushSubscriptions.accountId],
      set,
    })
    .returning({ id: pushSubscriptions.id });
  if (kept === undefined) throw new Error('the subscription was not stored');
  const newest = db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(isTheirs)
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .limit(most);
  await db.delete(pushSubscriptions).where(and(isTheirs, notInArray(pushSubscriptions.id, newest)));
  return kept.id;
}

/** Subscribes the known browsers of a person in a household that they join. */
export async function shareSubscriptions(db: Db, joined: Member): Promise<void> {
  const known = await db
    .selectDistinctOn([pushSubscriptions.endpoint])
    .from(pushSubscriptions)
    .where(isOneOf(OWNER, everywhere(db, joined)))
    .orderBy(pushSubscriptions.endpoint);
  for (const one of known) {
    await db
      .insert(pushSubscriptions)
      .values({ ...one, accountId: joined.accountId, userId: joined.id, id: randomUUID() })
      .onConflictDoNothing();
  }
}

/** Deletes a browser of the caller in all their households. */
export async function forgetSubscription(given: string, context: CallerContext): Promise<void> {
  const { account } = context;
  const endpoint = pushServiceEndpoint(given) ?? given;
  await context.changeAsSystem(async (db, changed) => {
    const forgotten = await db
      .delete(pushSubscriptions)
      .where(
        and(
          isOneOf(OWNER, everywhere(db, memberOf(context))),
          eq(pushSubscriptions.endpoint, endpoint),
        ),
      )
      .returning({ accountId: pushSubscriptions.accountId });
    if (forgotten.length > 0) await noteAct(db, context, 'notices-off');
    changed(account.id, CHANNELS);
    for (const { accountId } of forgotten) changed(accountId, CHANNELS);
  });
}

function knownEndpoint(given: string): string {
  const endpoint = pushServiceEndpoint(given);
  if (endpoint !== undefined) return endpoint;
  throw alertRefusal('push-service-not-known');
}
