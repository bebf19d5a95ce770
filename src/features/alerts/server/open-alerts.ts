import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { alerts, alertTellings } from '#database/schema/escalation.ts';
import { noteAct } from '#features/audit/server.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { nextOfAlert } from '../domain/escalation.ts';
import { acknowledgeAlert, isAssigned, releaseAlert } from './acknowledge.ts';
import type { AlertRow } from './advance-alerts.ts';
import { administratorsOf, type Household, householdOf, nameIn } from './household.ts';
import { orderOf } from './order.ts';
import { canTakeOver, waitingOf } from './send-alerts.ts';
import { subjectOf } from './unsent-alerts.ts';

/** Maximum number of alerts in the list, newest first. */
const MAX_SHOWN = 20;

/** Returns the assignee for display. */
export function holderOf(alert: AlertRow, household: Household) {
  const { takenBy, takenByName, takenAt, askedAt, nextAt } = alert;
  if (takenBy === null || takenAt === null || !isAssigned(alert, household)) return null;
  return {
    userId: takenBy,
    name: takenByName ?? '',
    since: takenAt.toISOString(),
    /** True if the assignee was asked and has not responded. */
    isAsked: askedAt !== null,
    asksAgainAt: askedAt === null ? (nextAt?.toISOString() ?? null) : null,
  };
}

/** Acknowledges an alert for the caller (the button "I've got it" in the panel). */
export async function takeOverAlert(id: string, context: MemberContext) {
  const { db, account, user, now } = context;
  const who = { accountId: account.id, id, userId: user.id, now };
  const { alert, isNew } = await acknowledgeAlert(db, who);
  if (isNew) await noteAct(db, context, 'alert-taken-over', subjectOf(alert.doses));
  return listOpen(db, account.id, now);
}

export async function giveBackAlert(id: string, context: MemberContext) {
  const { db, account, user, now } = context;
  const given = await releaseAlert(db, { accountId: account.id, id, userId: user.id, now });
  if (given !== undefined) await noteAct(db, context, 'alert-given-back', subjectOf(given.doses));
  return listOpen(db, account.id, now);
}

/** Lists the open alerts of overdue doses, newest first, with the alerted people. */
export async function listOpen(db: Db, accountId: string, now: Date) {
  const rows = await db
    .select()
    .from(alerts)
    .where(and(eq(alerts.accountId, accountId), isNull(alerts.closedAt)))
    .orderBy(desc(alerts.createdAt), asc(alerts.id))
    .limit(MAX_SHOWN);
  const shown = rows.filter(({ doses }) => doses.length > 0);
  if (shown.length === 0) return { alerts: [] };
  const household = await householdOf(db, accountId);
  const order = await orderOf(db, accountId, household);
  const ids = shown.map(({ id }) => id);
  const tellings = await db
    .select()
    .from(alertTellings)
    .where(and(eq(alertTellings.accountId, accountId), inArray(alertTellings.alertId, ids)))
    .orderBy(asc(alertTellings.at), asc(alertTellings.userId));
  const names = new Map(
    administratorsOf(household).map((person) => [person.id, nameIn(person, household)]),
  );
  return {
    alerts: shown.map((alert) => ({
      id: alert.id,
      createdAt: alert.createdAt.toISOString(),
      doses: waitingOf(alert.doses),
      canTakeOver: canTakeOver(alert, household),
      holder: holderOf(alert, household),
      told: tellings
        .filter(({ alertId, userId }) => alertId === alert.id && names.has(userId))
        .map(({ userId, at, byEmail, browsers }) => ({
          ...{ userId, byEmail, browsers, at: at.toISOString() },
          name: names.get(userId) ?? '',
        })),
      next: nextPeople(alert, order, tellings, now),
    })),
  };

  /** Returns the people who are alerted next if the alert has no assignee by then. */
  function nextPeople(
    alert: AlertRow,
    of: typeof order,
    all: typeof tellings,
    at: Date,
  ): { at: string; names: string[] } | null {
    if (alert.takenAt !== null || alert.nextAt === null) return null;
    const told = new Set(
      all
        .filter(({ alertId, round }) => alertId === alert.id && round === alert.round)
        .map(({ userId }) => userId),
    );
    const then = alert.nextAt > at ? alert.nextAt : at;
    const next = nextOfAlert(
      of,
      {
        ...{ createdAt: alert.createdAt, isAnswered: false, holder: null, told },
        ...{ roundAt: alert.roundAt, without: alert.withoutUser },
        ...{ step: alert.step, stepAt: alert.stepAt },
      },
      then,
    );
    if (next.do !== 'tell' || next.people.length === 0) return null;
    return { at: then.toISOString(), names: next.people.map((id) => names.get(id) ?? '') };
  }
}
