import { and, asc, eq, isNotNull, isNull, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { doseAlerts } from '#database/schema/alerts.ts';
import { alerts, type StoredAlertDose } from '#database/schema/escalation.ts';
import { users } from '#database/schema/households.ts';
import { notFound } from '#platform/shared/refusals.ts';
import { OPEN_MS } from '../domain/escalation.ts';
import { releasedMessage } from '../domain/taken-messages.ts';
import { type AlertRow, advanceAlerts, assignAlert, beginRound, close } from './advance-alerts.ts';
import { administratorsOf, type Household, householdOf, nameIn } from './household.ts';
import { storedOrder } from './order.ts';
import { isAlertOf, listAlerted, notifyOthers } from './send-alerts.ts';

interface One {
  readonly accountId: string;
  readonly id: string;
}

/**
 * Locks the alert records of the doses of an alert, and then the alert itself, until the
 * transaction ends. An answer to a dose takes the locks in the same order. If `mayWait` is false,
 * an alert that is locked is skipped.
 */
async function hold(db: Db, { accountId, id }: One, mayWait = true): Promise<AlertRow | undefined> {
  const isIt = and(eq(alerts.accountId, accountId), eq(alerts.id, id));
  const [seen] = await db.select({ doses: alerts.doses }).from(alerts).where(isIt);
  if (seen === undefined) return undefined;
  const { medicationId, localDate, time } = doseAlerts;
  if (seen.doses.length > 0) {
    await db
      .select({ medicationId })
      .from(doseAlerts)
      .where(or(...seen.doses.map((dose) => isAlertOf(accountId, dose))))
      .orderBy(asc(medicationId), asc(localDate), asc(time))
      .for('update');
  }
  const [held] = await db
    .select()
    .from(alerts)
    .where(isIt)
    .for('update', mayWait ? {} : { skipLocked: true });
  return held;
}

export interface Presser extends One {
  readonly userId: string;
  readonly now: Date;
}

export interface Taking {
  readonly alert: AlertRow;
  readonly household: Household;
  /** True if the alert had no assignee before this call. */
  readonly isNew: boolean;
}

/**
 * Acknowledges an alert ("I've got it"); of two concurrent presses one wins. A press by the
 * assignee confirms the acknowledgement. An alert of another assignee or a closed one stays
 * unchanged.
 */
export async function acknowledgeAlert(
  db: Db,
  { accountId, id, userId, now }: Presser,
): Promise<Taking> {
  const alert = await hold(db, { accountId, id });
  if (alert === undefined) throw notFound();
  const household = await householdOf(db, accountId);
  const me = administratorsOf(household).find((person) => person.id === userId);
  if (me === undefined) throw notFound();
  const asIs = { alert, household, isNew: false };
  if (alert.closedAt !== null) return asIs;
  if (alert.takenBy === userId) {
    if (alert.askedAt === null) return asIs;
    return { ...asIs, alert: await assignAlert(db, alert, { confirmedAt: now }, now) };
  }
  if (isAssigned(alert, household)) return asIs;
  const name = nameIn(me, household);
  const mine = { takenBy: userId, takenByName: name, takenAt: now, confirmedAt: null };
  const taken = await assignAlert(db, alert, mine, now);
  await notifyOthers(db, taken, household, { by: userId, name, now });
  return { alert: taken, household, isNew: true };
}

/** True if the assignee is still an administrator of the household. */
export function isAssigned({ takenBy }: AlertRow, household: Household): boolean {
  return takenBy !== null && administratorsOf(household).some(({ id }) => id === takenBy);
}

/**
 * Releases an alert and begins a new round for the others. Returns undefined if the caller is not
 * the assignee, otherwise the released alert.
 */
export async function releaseAlert(
  db: Db,
  { accountId, id, userId, now }: Presser,
): Promise<AlertRow | undefined> {
  const alert = await hold(db, { accountId, id });
  if (alert === undefined) throw notFound();
  if (alert.closedAt !== null || alert.takenBy !== userId) return undefined;
  const household = await householdOf(db, accountId);
  const reason = releasedMessage(alert.takenByName ?? '', now, household.timezone);
  const begun = await beginRound(db, alert, reason, now);
  await advanceAlerts(db, [{ alert: begun, household, isAnswered: false }], now);
  return alert;
}

/** Filters the doses that still have no answer. */
export type OpenOf = <Dose extends Pick<StoredAlertDose, 'medicationId' | 'localDate' | 'time'>>(
  db: Db,
  doses: readonly Dose[],
) => Promise<readonly Dose[]>;

/** Marks answered doses, so that later messages leave them out. */
function marked(doses: readonly StoredAlertDose[], open: readonly StoredAlertDose[]) {
  return doses.map((dose) => ({ ...dose, isAnswered: !open.includes(dose) }));
}

/** Matches alerts whose assignee is no longer an administrator of the household. */
const isLeft = and(
  isNotNull(alerts.takenAt),
  notExists(
    sql`(select from ${users} where ${users.id} = ${alerts.takenBy}
      and ${users.accountId} = ${alerts.accountId} and ${users.role} <> 'user')`,
  ),
);

const isDue = (now: Date) => and(isNull(alerts.closedAt), or(lte(alerts.nextAt, now), isLeft));

/**
 * Closes the alerts that have reached their maximum age, and returns those that are due for a
 * check, longest overdue first.
 */
export async function dueAlerts(
  db: Db,
  now: Date,
  most: number,
): Promise<{ ended: string[]; due: One[] }> {
  const ended = await db
    .update(alerts)
    .set({ closedAt: now, nextAt: null })
    .where(
      and(
        isNull(alerts.closedAt),
        lte(alerts.nextAt, now),
        lte(alerts.createdAt, new Date(+now - OPEN_MS)),
      ),
    )
    .returning({ accountId: alerts.accountId });
  const due = await db
    .select({ accountId: alerts.accountId, id: alerts.id })
    .from(alerts)
    .where(isDue(now))
    .orderBy(asc(alerts.nextAt), asc(alerts.id))
    .limit(most);
  return { ended: ended.map(({ accountId }) => accountId), due };
}

/** Makes the open alerts of a household due for a check at the next run. */
export async function checkSoon(db: Db, accountId: string, now: Date): Promise<void> {
  await db
    .update(alerts)
    .set({ nextAt: now })
    .where(and(eq(alerts.accountId, accountId), isNull(alerts.closedAt)));
}

/**
 * Performs the due action of an alert. Skips an alert that another server has locked; returns
 * whether it acted.
 */
export async function checkAlert(db: Db, one: One, now: Date, openOf: OpenOf): Promise<boolean> {
  const alert = await hold(db, one, false);
  if (alert === undefined) return false;
  const [due] = await db
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(isRow(alerts, one), isDue(now)));
  if (due === undefined) return false;
  const open = await openOf(db, alert.doses);
  const isAnswered = alert.doses.length > 0 && open.length === 0;
  const asItIs = { ...alert, doses: marked(alert.doses, open) };
  const household = await householdOf(db, one.accountId);
  await advanceAlerts(db, [{ alert: asItIs, household, isAnswered }], now);
  return true;
}

export interface Ended {
  readonly told: readonly string[];
  /** True if the alert was acknowledged or had an escalation policy. */
  readonly isShared: boolean;
}

/** SQL condition: an open alert includes the dose. */
export function isAlertOpenOf(
  accountId: SQL,
  dose: Readonly<Record<'medicationId' | 'localDate' | 'time', SQL>>,
): SQL {
  const about = sql`jsonb_build_array(jsonb_build_object('medicationId', ${dose.medicationId},
    'localDate', ${dose.localDate}, 'time', ${dose.time}))`;
  return sql`exists (select from ${alerts} where ${alerts.accountId} = ${accountId}
    and ${alerts.closedAt} is null and ${alerts.doses} @> ${about})`;
}

/** Closes the alerts of an answered dose that have no other unanswered dose. */
export async function closeAlertsOf(
  db: Db,
  { accountId, now }: { accountId: string; now: Date },
  dose: Pick<StoredAlertDose, 'medicationId' | 'localDate' | 'time'>,
  openOf: OpenOf,
): Promise<Ended[]> {
  const { medicationId, localDate, time } = dose;
  const about = JSON.stringify([{ medicationId, localDate, time }]);
  const open = await db
    .select()
    .from(alerts)
    .where(
      and(
        eq(alerts.accountId, accountId),
        isNull(alerts.closedAt),
        sql`${alerts.doses} @> ${about}::jsonb`,
      ),
    )
    .orderBy(asc(alerts.id))
    .for('update');
  const ended: Ended[] = [];
  const isChosen = open.length > 0 && (await storedOrder(db, accountId)).isChosen;
  for (const alert of open) {
    const still = await openOf(db, alert.doses);
    if (still.length > 0) {
      const doses = marked(alert.doses, still);
      await db.update(alerts).set({ doses }).where(isRow(alerts, alert));
      continue;
    }
    await close(db, alert, now);
    const isShared = alert.takenAt !== null || alert.round > 1 || isChosen;
    ended.push({ told: await listAlerted(db, alert), isShared });
  }
  return ended;
}
