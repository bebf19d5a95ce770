import { and, asc, eq, gt, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { subscriptions } from '#database/schema/households.ts';
import { writeToAdministrators } from '#features/alerts/server.ts';
import { graceEnd, graceMs } from '#features/entitlement/domain/period.ts';
import { asSubscription } from '#features/entitlement/server.ts';
import type { ScheduledJob } from '#platform/server/feature.ts';
import { byPages } from '#platform/server/jobs/work-items.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { expiryMessage } from '../domain/expiry-messages.ts';

/** Number of households per query. */
const BATCH = 50;

/** Emails the administrators once when their household's subscription has expired. */
export const expiryJob: ScheduledJob = {
  name: 'expiries',
  everyMs: MINUTE_MS,
  async run({ database, each, now: time }) {
    const now = time();
    const due = (after: { accountId: string } | undefined) =>
      database.asSystem((db) =>
        db
          .select({ accountId: subscriptions.accountId })
          .from(subscriptions)
          .where(and(isUntold(now), after && gt(subscriptions.accountId, after.accountId)))
          .orderBy(asc(subscriptions.accountId))
          .limit(BATCH),
      );
    await each(
      byPages<{ accountId: string }>(BATCH, due),
      ({ accountId }) => ({ key: accountId, accountId }),
      ({ accountId }) => database.asSystem((db) => tell(db, accountId, now)),
    );
  },
};

function isUntold(now: Date) {
  return and(
    lte(subscriptions.endsAt, now),
    // Excludes active built-in subscriptions, which renew automatically and never expire.
    or(ne(subscriptions.status, 'active'), ne(subscriptions.provider, 'built-in')),
    sql`${subscriptions.expiryToldFor} is distinct from ${subscriptions.endsAt}`,
    graceIsOver(now),
  );
}

function graceIsOver(now: Date) {
  const endedWith = (status: string) =>
    lte(subscriptions.endsAt, new Date(now.getTime() - graceMs(status)));
  const granted = ['past_due', 'active'];
  return or(
    notInArray(subscriptions.status, granted),
    ...granted.map((status) => and(eq(subscriptions.status, status), endedWith(status))),
  );
}

/** Skips a household that another process is notifying. */
async function tell(db: Db, accountId: string, now: Date): Promise<void> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.accountId, accountId), isUntold(now)))
    .for('update', { skipLocked: true });
  if (row === undefined) return;
  const { endsAt } = row;
  await writeToAdministrators(db, { accountId, now }, ({ role }, { people, timezone }) => {
    const renewers = people.filter((one) => one.role === 'super_admin');
    const expired = {
      endedAt: endsAt,
      careEndsAt: graceEnd(asSubscription(row), now),
      renewer: renewers.map((renewer) => renewer.firstName).join(' or '),
      isRenewer: role === 'super_admin',
    };
    return {
      ...expiryMessage(expired, timezone),
      action: { label: 'Open the sign-in screen', path: '/auth' },
      closing: 'If you renewed it meanwhile, there is nothing to do.',
    };
  });
  await db
    .update(subscriptions)
    .set({ expiryToldFor: endsAt })
    .where(eq(subscriptions.accountId, accountId));
}
