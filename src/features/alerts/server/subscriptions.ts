import { randomUUID } from 'node:crypto';
import { and, desc, eq, notInArray } from 'drizzle-orm';
import { pushSubscriptions } from '#database/schema/alerts.ts';
import { noteAct } from '#features/audit/server.ts';
import type { CallerContext } from '#kit/server/feature.ts';
import { alertRefusal } from '../refusals.ts';
import { pushServiceEndpoint } from './push-services.ts';

/** By which ways alerts reach somebody is shown in the panel. */
const CHANNELS = { answers: 'alerts' };

export interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Keeps a browser for the person who asks now, also when it was another's, of another household. */
export async function keepSubscription(
  { endpoint: given, keys }: Subscription,
  context: CallerContext,
): Promise<{ id: string }> {
  const { account, user, now, limits } = context;
  const endpoint = knownEndpoint(given);
  const theirs = { accountId: account.id, userId: user.id, createdAt: now, ...keys };
  return context.changeAsSystem(async (db, changed) => {
    const [kept] = await db
      .insert(pushSubscriptions)
      .values({ ...theirs, endpoint, id: randomUUID() })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: theirs })
      .returning({ id: pushSubscriptions.id });
    if (kept === undefined) throw new Error('the subscription was not stored');
    const newest = db
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, user.id))
      .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
      .limit(limits.alertBrowsers);
    await db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, user.id), notInArray(pushSubscriptions.id, newest)));
    await noteAct(db, context, 'notices-on');
    changed(account.id, CHANNELS);
    return kept;
  });
}

/** Forgets a browser of the person who asks. */
export async function forgetSubscription(endpoint: string, context: CallerContext): Promise<void> {
  const { account, user } = context;
  await context.change(account.id, async (db, changed) => {
    const forgotten = await db
      .delete(pushSubscriptions)
      .where(
        and(
          eq(pushSubscriptions.accountId, account.id),
          eq(pushSubscriptions.userId, user.id),
          eq(pushSubscriptions.endpoint, pushServiceEndpoint(endpoint) ?? endpoint),
        ),
      )
      .returning({ id: pushSubscriptions.id });
    if (forgotten.length > 0) await noteAct(db, context, 'notices-off');
    changed(CHANNELS);
  });
}

function knownEndpoint(given: string): string {
  const endpoint = pushServiceEndpoint(given);
  if (endpoint !== undefined) return endpoint;
  throw alertRefusal('push-service-not-known');
}
