import { and, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { alerts, alertTellings } from '#database/schema/escalation.ts';
import { type AlertState, endOfAlert, nextOfAlert } from '../escalation.ts';
import { lapsedMessage } from '../taken-messages.ts';
import { askAgain, tellPeople } from './alert-letters.ts';
import { type Household, householdOf } from './household.ts';
import { orderOf } from './order.ts';

export type AlertRow = typeof alerts.$inferSelect;

interface Look {
  readonly now: Date;
  readonly isAnswered: boolean;
}

/**
 * Does what is to be done now of an open alert that the caller holds: tells the next people, asks
 * whoever has it, or ends it; and notes when to look at it again.
 */
export async function goOn(
  db: Db,
  alert: AlertRow,
  household: Household,
  { now, isAnswered }: Look,
): Promise<void> {
  const order = await orderOf(db, alert.accountId, household);
  const next = nextOfAlert(order, await stateOf(db, alert, isAnswered), now);
  if (next.do === 'close') return close(db, alert, now);
  if (next.do === 'lapse') {
    const { takenByName, takenAt } = alert;
    const since = takenAt ?? now;
    const reason = lapsedMessage(takenByName, since, now, household.timezone);
    return goOn(db, await beginRound(db, alert, reason, now), household, { now, isAnswered });
  }
  if (next.do === 'ask') {
    await askAgain(db, alert, household, { person: next.person, now, waitMs: order.waitMs });
    return keep(db, alert, { askedAt: now, nextAt: next.nextAt });
  }
  await tellPeople(db, alert, household, next.people, now);
  const isDone = alert.doses.length === 0 && next.nextAt === undefined;
  if (isDone) return close(db, alert, now);
  const steps = alert.takenAt === null ? { step: next.step, stepAt: next.stepAt } : {};
  return keep(db, alert, { ...steps, nextAt: next.nextAt });
}

/** The next round: whoever had the alert is not alerted in it, all others are, by the order. */
export async function beginRound(
  db: Db,
  alert: AlertRow,
  reason: string,
  now: Date,
): Promise<AlertRow> {
  const begun = {
    ...{ round: alert.round + 1, roundAt: now, roundReason: reason, withoutUser: alert.takenBy },
    ...{ step: 0, stepAt: null, nextAt: now },
    ...{ takenBy: null, takenByName: null, takenAt: null, askedAt: null, confirmedAt: null },
  };
  await db.update(alerts).set(begun).where(eq(alerts.id, alert.id));
  return { ...alert, ...begun };
}

/** The alert is over. */
export async function close(db: Db, { id }: AlertRow, now: Date): Promise<void> {
  await db.update(alerts).set({ closedAt: now, nextAt: null }).where(eq(alerts.id, id));
}

/** From now on somebody has the alert: they are asked again at their time. */
export async function keepFor(
  db: Db,
  alert: AlertRow,
  changed: Partial<AlertRow>,
  now: Date,
): Promise<AlertRow> {
  const household = await householdOf(db, alert.accountId);
  const { askAgainMs } = await orderOf(db, alert.accountId, household);
  const values = { ...changed, askedAt: null, nextAt: new Date(+now + askAgainMs) };
  await keep(db, alert, values);
  return { ...alert, ...values };
}

async function keep(
  db: Db,
  { id, createdAt }: AlertRow,
  { nextAt, ...values }: Omit<Partial<AlertRow>, 'nextAt'> & { nextAt: Date | undefined },
): Promise<void> {
  const end = endOfAlert(createdAt);
  const first = nextAt === undefined || nextAt > end ? end : nextAt;
  await db
    .update(alerts)
    .set({ ...values, nextAt: first })
    .where(eq(alerts.id, id));
}

async function stateOf(db: Db, alert: AlertRow, isAnswered: boolean): Promise<AlertState> {
  const { id, round, takenBy, takenAt, askedAt, confirmedAt } = alert;
  const tellings = await db
    .select({ userId: alertTellings.userId })
    .from(alertTellings)
    .where(and(eq(alertTellings.alertId, id), eq(alertTellings.round, round)));
  return {
    ...{ isAnswered, createdAt: alert.createdAt, roundAt: alert.roundAt },
    ...{ without: alert.withoutUser, step: alert.step, stepAt: alert.stepAt },
    told: new Set(tellings.map(({ userId }) => userId)),
    holder: takenAt === null ? null : { id: takenBy, at: confirmedAt ?? takenAt, askedAt },
  };
}
