import { and, asc, eq, isNotNull, isNull, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { doseAlerts } from '#database/schema/alerts.ts';
import { alerts, type StoredAlertDose } from '#database/schema/escalation.ts';
import { users } from '#database/schema/households.ts';
import { notThere } from '#kit/shared/refusals.ts';
import { OPEN_MS } from '../escalation.ts';
import { givenBackMessage } from '../taken-messages.ts';
import { isAlertOf, tellWhoHasIt, toldOf } from './alert-letters.ts';
import { type AlertRow, beginRound, close, goOn, keepFor } from './go-on.ts';
import { administratorsOf, type Household, householdOf, nameIn } from './household.ts';
import { storedOrder } from './order.ts';

interface One {
  readonly accountId: string;
  readonly id: string;
}

/**
 * Holds an alert until the transaction ends, and what is noted of its doses before it: in this order
 * a press holds them too. With `mayWait` it waits for whoever holds it.
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

/** Who presses: a person of the household, by its panel or by a link. */
export interface Presser extends One {
  readonly userId: string;
  readonly now: Date;
}

export interface Taking {
  readonly alert: AlertRow;
  readonly household: Household;
  /** It was nobody's, and is theirs now. */
  readonly isNew: boolean;
}

/**
 * "I've got it": of two who press at the same moment one has it. Whoever has it already says that
 * they still do; what somebody else has, or what is over, stays as it is.
 */
export async function takeOver(db: Db, { accountId, id, userId, now }: Presser): Promise<Taking> {
  const alert = await hold(db, { accountId, id });
  if (alert === undefined) throw notThere();
  const household = await householdOf(db, accountId);
  const me = administratorsOf(household).find((person) => person.id === userId);
  if (me === undefined) throw notThere();
  const asIs = { alert, household, isNew: false };
  if (alert.closedAt !== null) return asIs;
  if (alert.takenBy === userId) {
    if (alert.askedAt === null) return asIs;
    return { ...asIs, alert: await keepFor(db, alert, { confirmedAt: now }, now) };
  }
  if (isHeld(alert, household)) return asIs;
  const name = nameIn(me, household);
  const mine = { takenBy: userId, takenByName: name, takenAt: now, confirmedAt: null };
  const taken = await keepFor(db, alert, mine, now);
  await tellWhoHasIt(db, taken, household, { by: userId, name, now });
  return { alert: taken, household, isNew: true };
}

/** Somebody has it, and can do something about it. */
export function isHeld({ takenBy }: AlertRow, household: Household): boolean {
  return takenBy !== null && administratorsOf(household).some(({ id }) => id === takenBy);
}

/**
 * Gives it back to the others, who are alerted anew by the order. What the caller does not have stays
 * as it is. Answers the alert that was given back.
 */
export async function giveBack(
  db: Db,
  { accountId, id, userId, now }: Presser,
): Promise<AlertRow | undefined> {
  const alert = await hold(db, { accountId, id });
  if (alert === undefined) throw notThere();
  if (alert.closedAt !== null || alert.takenBy !== userId) return undefined;
  const household = await householdOf(db, accountId);
  const reason = givenBackMessage(alert.takenByName ?? '', now, household.timezone);
  const begun = await beginRound(db, alert, reason, now);
  await goOn(db, [{ alert: begun, household, isAnswered: false }], now);
  return alert;
}

/** Which doses of these still wait for an answer of somebody. */
export type OpenOf = <Dose extends Pick<StoredAlertDose, 'medicationId' | 'localDate' | 'time'>>(
  db: Db,
  doses: readonly Dose[],
) => Promise<readonly Dose[]>;

/** What is answered by now is told to nobody any more. */
function marked(doses: readonly StoredAlertDose[], open: readonly StoredAlertDose[]) {
  return doses.map((dose) => ({ ...dose, isAnswered: !open.includes(dose) }));
}

/** Whoever has it is no administrator of the household any more. */
const isLeft = and(
  isNotNull(alerts.takenAt),
  notExists(
    sql`(select from ${users} where ${users.id} = ${alerts.takenBy}
      and ${users.accountId} = ${alerts.accountId} and ${users.role} <> 'user')`,
  ),
);

const isDue = (now: Date) => and(isNull(alerts.closedAt), or(lte(alerts.nextAt, now), isLeft));

/**
 * Ends what has been open for too long, together, and answers the alerts at which it is time to
 * look, the longest due first.
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

/** What a household's open alerts are about may wait no more: they are looked at in the next round. */
export async function lookSoon(db: Db, accountId: string, now: Date): Promise<void> {
  await db
    .update(alerts)
    .set({ nextAt: now })
    .where(and(eq(alerts.accountId, accountId), isNull(alerts.closedAt)));
}

/** Does what is to be done now of an alert; what another server holds is left to it. Answers whether. */
export async function lookAtAlert(db: Db, one: One, now: Date, openOf: OpenOf): Promise<boolean> {
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
  await goOn(db, [{ alert: asItIs, household, isAnswered }], now);
  return true;
}

/** An alert that has just ended, and whom it had gone to. */
export interface Ended {
  readonly told: readonly string[];
  /** Somebody took it over, or it went by an order: more than the alert of a family that uses neither. */
  readonly isShared: boolean;
}

/** Whether an alert that is not over is about a dose, as a part of a statement. */
export function isAlertOpenOf(
  accountId: SQL,
  dose: Readonly<Record<'medicationId' | 'localDate' | 'time', SQL>>,
): SQL {
  const about = sql`jsonb_build_array(jsonb_build_object('medicationId', ${dose.medicationId},
    'localDate', ${dose.localDate}, 'time', ${dose.time}))`;
  return sql`exists (select from ${alerts} where ${alerts.accountId} = ${accountId}
    and ${alerts.closedAt} is null and ${alerts.doses} @> ${about})`;
}

/** Ends the alerts of a dose that was answered, where none of their doses waits any more. */
export async function endAlertsOf(
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
    ended.push({ told: await toldOf(db, alert), isShared });
  }
  return ended;
}
