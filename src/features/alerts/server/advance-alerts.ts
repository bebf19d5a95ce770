import { sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { insertion } from '#database/parameter-rows.ts';
import { isAmong, prepared } from '#database/prepared.ts';
import { isRow } from '#database/row-of-household.ts';
import { alerts, alertTellings } from '#database/schema/escalation.ts';
import { inTurns } from '#platform/server/jobs/yielding.ts';
import { lookupBy } from '#platform/shared/group-by.ts';
import { type AlertState, endOfAlert, nextOfAlert } from '../domain/escalation.ts';
import { lapsedMessage } from '../domain/taken-messages.ts';
import { type Household, householdOf } from './household.ts';
import { orderFrom, orderOf, storedOrders } from './order.ts';
import { type AlertDelivery, alertAssignee, sendAlerts } from './send-alerts.ts';

export type AlertRow = typeof alerts.$inferSelect;

/** A new alert, or one whose row the caller has locked. */
export interface OpenAlert {
  readonly alert: AlertRow;
  readonly household: Household;
  readonly isAnswered: boolean;
}

/**
 * Advances open alerts, also of several households: alerts the next people, asks the assignee, or
 * closes the alert; stores the time of the next check.
 */
export async function advanceAlerts(db: Db, open: readonly OpenAlert[], now: Date): Promise<void> {
  if (open.length === 0) return;
  const orders = await storedOrders(
    db,
    open.map(({ alert }) => alert.accountId),
  );
  const alertIds = open.map(({ alert }) => alert.id);
  const accountIds = [...new Set(open.map(({ alert }) => alert.accountId))];
  const toldOf = lookupBy(await tellingsOf(db, { accountIds, alertIds }), ({ alertId }) => alertId);
  const steps = await inTurns(open, (one) => {
    const { alert, household } = one;
    const order = orderFrom(orders(alert.accountId), household);
    const told = toldOf(alert.id);
    const next = nextOfAlert(order, stateOf(one, told), now);
    return { ...one, order, next, isFirst: told.length === 0, stored: after(alert, next, now) };
  });
  await storeAlerts(
    db,
    steps.map(({ stored }) => stored),
  );
  const tellings = steps.flatMap(({ alert, household, next, isFirst }): AlertDelivery[] =>
    next.do === 'tell' ? [{ alert, household, people: next.people, isFirst }] : [],
  );
  await sendAlerts(db, tellings, now);
  for (const { alert, household, next, order } of steps)
    if (next.do === 'ask')
      await alertAssignee(db, alert, household, { person: next.person, now, waitMs: order.waitMs });
  const lapsed = steps.filter(({ next }) => next.do === 'lapse');
  const begun: OpenAlert[] = [];
  for (const { alert, household, isAnswered } of lapsed) {
    const since = alert.takenAt ?? now;
    const reason = lapsedMessage(alert.takenByName, since, now, household.timezone);
    begun.push({ alert: await beginRound(db, alert, reason, now), household, isAnswered });
  }
  await advanceAlerts(db, begun, now);
}

/** Returns the alert row to store after the action. */
function after(alert: AlertRow, next: ReturnType<typeof nextOfAlert>, now: Date): AlertRow {
  if (next.do === 'lapse') return alert;
  if (next.do === 'close') return closed(alert, now);
  if (next.do === 'ask') return { ...alert, askedAt: now, nextAt: lookedAt(alert, next.nextAt) };
  if (alert.doses.length === 0 && next.nextAt === undefined) return closed(alert, now);
  const { step, stepAt } = alert.takenAt === null ? next : alert;
  return { ...alert, step, stepAt, nextAt: lookedAt(alert, next.nextAt) };
}

function closed(alert: AlertRow, now: Date): AlertRow {
  return { ...alert, closedAt: now, nextAt: null };
}

/** The next check is not later than the end of the alert. */
function lookedAt({ createdAt }: AlertRow, nextAt: Date | undefined): Date {
  const end = endOfAlert(createdAt);
  return nextAt === undefined || nextAt > end ? end : nextAt;
}

/** Upserts the progress of alerts. */
const storeAlerts = insertion(
  'store_alerts',
  alerts,
  [
    ...(['id', 'accountId', 'createdAt', 'doses', 'older'] as const),
    ...(['round', 'roundAt', 'roundReason', 'withoutUser', 'step', 'stepAt'] as const),
    ...(['takenBy', 'takenByName', 'takenAt', 'askedAt', 'confirmedAt'] as const),
    ...(['nextAt', 'closedAt'] as const),
  ],
  {
    returned: {},
    onConflict: sql`on conflict (id, account_id) do update set step = excluded.step,
      step_at = excluded.step_at, asked_at = excluded.asked_at, next_at = excluded.next_at,
      closed_at = excluded.closed_at`,
  },
);

const tellingsOf = prepared(
  'tellings_of',
  { alertId: alertTellings.alertId, round: alertTellings.round, userId: alertTellings.userId },
  (selected) => sql`
    select ${selected} from ${alertTellings} where ${isAmong(alertTellings.accountId, 'accountIds')}
      and ${isAmong(alertTellings.alertId, 'alertIds')}`,
);

/**
 * Begins the next round, which alerts everyone except the previous assignee, by the escalation
 * policy.
 */
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
  await db.update(alerts).set(begun).where(isRow(alerts, alert));
  return { ...alert, ...begun };
}

export async function close(db: Db, alert: AlertRow, now: Date): Promise<void> {
  await db.update(alerts).set({ closedAt: now, nextAt: null }).where(isRow(alerts, alert));
}

/** Stores the assignee and schedules the next question to them. */
export async function assignAlert(
  db: Db,
  alert: AlertRow,
  changed: Partial<AlertRow>,
  now: Date,
): Promise<AlertRow> {
  const household = await householdOf(db, alert.accountId);
  const { askAgainMs } = await orderOf(db, alert.accountId, household);
  const nextAt = lookedAt(alert, new Date(+now + askAgainMs));
  const values = { ...changed, askedAt: null, nextAt };
  await db.update(alerts).set(values).where(isRow(alerts, alert));
  return { ...alert, ...values };
}

function stateOf(
  { alert, isAnswered }: OpenAlert,
  tellings: readonly { readonly round: number; readonly userId: string }[],
): AlertState {
  const { round, takenBy, takenAt, askedAt, confirmedAt } = alert;
  const ofRound = tellings.filter((telling) => telling.round === round);
  return {
    ...{ isAnswered, createdAt: alert.createdAt, roundAt: alert.roundAt },
    ...{ without: alert.withoutUser, step: alert.step, stepAt: alert.stepAt },
    told: new Set(ofRound.map(({ userId }) => userId)),
    holder: takenAt === null ? null : { id: takenBy, at: confirmedAt ?? takenAt, askedAt },
  };
}
