import { and, eq, gt, isNull, ne } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { alerts, alertTellings } from '#database/schema/escalation.ts';
import { users } from '#database/schema/households.ts';
import { noteAudit } from '#features/audit/server.ts';
import type { Context } from '#platform/server/feature.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { alertRefusal } from '../refusals.ts';
import { acknowledgeAlert, isAssigned } from './acknowledge.ts';
import type { AlertRow } from './advance-alerts.ts';
import { type Household, householdOf } from './household.ts';
import { hashOf, waitingOf } from './send-alerts.ts';
import { subjectOf } from './unsent-alerts.ts';

/** Lifetime of a link, during which it shows the state of its alert. */
const LINK_MS = 2 * DAY_MS;

type Telling = typeof alertTellings.$inferSelect;

/** Reads the alert of a link and its assignee; changes nothing. */
export async function findAlert(token: string, { database, now }: Context) {
  return database.asSystem(async (db) => {
    const telling = await findTelling(db, token, now);
    const [alert] = await db
      .select()
      .from(alerts)
      .where(isRow(alerts, { id: telling.alertId, accountId: telling.accountId }));
    if (alert === undefined) throw alertRefusal('invalid-alert-link');
    return seenBy(telling, alert, await householdOf(db, telling.accountId));
  });
}

/**
 * Acknowledges the alert of a link for its recipient. A link works once; after that, or if there is
 * an assignee, it only shows the assignee.
 */
export async function takeOverByLink(token: string, context: Context) {
  const { now } = context;
  return context.changeAsSystem(async (db, changed) => {
    const telling = await findTelling(db, token, now);
    const { accountId, alertId: id, userId } = telling;
    const [alert] = await db.select().from(alerts).where(isRow(alerts, { id, accountId }));
    const isOwn = alert?.takenBy === userId;
    if (alert === undefined) throw alertRefusal('invalid-alert-link');
    if (telling.usedAt !== null && !isOwn) {
      return seenBy(telling, alert, await householdOf(db, accountId));
    }
    const taken = await acknowledgeAlert(db, { accountId, id, userId, now });
    const used =
      taken.alert.takenBy === userId && taken.alert.closedAt === null
        ? await markUsed(db, telling, now)
        : telling;
    changed(accountId, { answers: 'alerts' });
    if (taken.isNew) {
      const subject = subjectOf(alert.doses);
      await noteAudit(db, context, { accountId, action: 'alert-taken-over', userId, subject });
      changed(accountId, { answers: 'audit' });
    }
    return seenBy(used, taken.alert, taken.household);
  });
}

async function markUsed(db: Db, telling: Telling, now: Date): Promise<Telling> {
  await db
    .update(alertTellings)
    .set({ usedAt: now })
    .where(and(eq(alertTellings.tokenHash, telling.tokenHash), isNull(alertTellings.usedAt)));
  return { ...telling, usedAt: telling.usedAt ?? now };
}

/** Throws unless the recipient is still an administrator of the household. */
async function findTelling(db: Db, token: string, now: Date): Promise<Telling> {
  const [row] = await db
    .select({ telling: alertTellings })
    .from(alertTellings)
    .innerJoin(
      users,
      and(
        isRow(users, { id: alertTellings.userId, accountId: alertTellings.accountId }),
        ne(users.role, 'user'),
      ),
    )
    .innerJoin(
      alerts,
      isRow(alerts, { id: alertTellings.alertId, accountId: alertTellings.accountId }),
    )
    .where(
      and(
        eq(alertTellings.tokenHash, hashOf(token)),
        gt(alerts.createdAt, new Date(now.getTime() - LINK_MS)),
      ),
    );
  if (row === undefined) throw alertRefusal('invalid-alert-link');
  return row.telling;
}

/**
 * Returns the data that the message itself contains, and the assignee; nothing else, because the
 * link needs no sign-in.
 */
function seenBy(telling: Telling, alert: AlertRow, household: Household) {
  const { takenBy, takenByName, takenAt, closedAt, askedAt } = alert;
  const isTheirs = takenBy === telling.userId;
  const held = isAssigned(alert, household) && takenAt !== null;
  const isUsed = telling.usedAt !== null;
  const unheld = isUsed ? 'used' : 'open';
  const heldBy = isTheirs ? 'yours' : 'theirs';
  const state = held ? heldBy : unheld;
  return {
    state: closedAt === null ? state : 'over',
    isAsked: closedAt === null && held && isTheirs && askedAt !== null,
    holder: held && closedAt === null ? (takenByName ?? '') : null,
    since: held && closedAt === null ? takenAt.toISOString() : null,
    you: household.people.find(({ id }) => id === telling.userId)?.firstName ?? '',
    brand: household.appName,
    timezone: household.timezone,
    doses: waitingOf(alert.doses),
  } as const;
}
