import { sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { asParameters, ofGiven, parameterRows } from '#database/parameter-rows.ts';
import { prepared } from '#database/prepared.ts';
import { careSweeps } from '#database/schema/alerts.ts';
import { alertAdministrators, lookSoon } from '#features/alerts/server.ts';
import { careOverOf } from '#features/subscription/server.ts';
import { inTurns, type Turns, takingTurns } from '#platform/server/jobs/yielding.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { lookupBy } from '#platform/shared/group-by.ts';
import { addDays, localDate } from '#platform/shared/zoned-time.ts';
import { dosageAt } from '../domain/dose-amounts.ts';
import { caredDoses } from '../domain/overdue.ts';
import { notAlertedYet } from './dose-alerts.ts';
import { markMissed } from './missed-logs.ts';
import {
  type Care,
  daysOf,
  readCares,
  refuseTooLarge,
  type WaitingDose,
  waitingDoses,
} from './overdue-rows.ts';

/** A transaction settles at most this time span; after a long downtime there are several. */
const MAX_SPAN_MS = 7 * DAY_MS;

/**
 * Doses that became overdue within this time are listed one by one in the alert; older ones are
 * only counted.
 */
const NEWS_FOR_MS = DAY_MS;

/** A household without upcoming doses is checked this often. */
const MAX_REST_MS = 7 * DAY_MS;

/**
 * Makes the sweep check the household in the next round, because its due doses may have changed.
 * Locks the household's sweep row until the transaction ends, and returns until when the household
 * is settled.
 */
export async function scheduleCheck(db: Db, accountId: string, now: Date): Promise<Date> {
  const [row] = await db
    .insert(careSweeps)
    .values({ accountId, nextAt: now, sweptUntil: now })
    .onConflictDoUpdate({ target: careSweeps.accountId, set: { nextAt: now } })
    .returning({ sweptUntil: careSweeps.sweptUntil });
  await lookSoon(db, accountId, now);
  return row?.sweptUntil ?? now;
}

/** A household whose sweep row is locked by the caller. */
export interface Unsettled {
  readonly accountId: string;
  /** The household is settled up to this time. */
  readonly from: Date;
  /** Doses of earlier spans that are not yet in an alert. */
  readonly untold: UnalertedDoses;
}

export interface Settled {
  readonly accountId: string;
  /** The household is settled up to this time now. */
  readonly until: Date;
  /** True if doses were marked missed or the administrators were alerted. */
  readonly isNews: boolean;
  /** Doses to report in one email, when all spans are settled. */
  readonly untold: UnalertedDoses;
}

/** Doses of which the administrators have not been alerted yet. */
export interface UnalertedDoses {
  /** Recent doses, which the alert lists. */
  readonly news: readonly WaitingDose[];
  /** The number of older doses, which the alert only counts. */
  readonly older: number;
}

export const NOTHING: UnalertedDoses = { news: [], older: 0 };

/** A time span of a household that is settled in one transaction. */
interface Span extends Unsettled {
  readonly until: Date;
  readonly isLast: boolean;
}

interface Looked extends Span {
  readonly waiting: readonly WaitingDose[];
  readonly nextAt: Date;
}

/**
 * Settles overdue and missed doses in each of these households, at most a week of each, in one
 * transaction. The number of statements does not depend on the number of households. The rows are
 * grouped by household before any rule is applied. Throws `SetTooLarge` if the households have too
 * much for one transaction.
 */
export async function settle(
  db: Db,
  households: readonly Unsettled[],
  now: Date,
): Promise<Settled[]> {
  const looked = await lookAt(db, households, now);
  const missed = await markMissed(
    db,
    looked.flatMap(({ waiting, until }) => waiting.filter(({ missedAt }) => missedAt <= until)),
    now,
  );
  const overdue = looked.flatMap((one) => one.waiting.filter((dose) => isOverdue(dose, one)));
  const freshOf = lookupBy(await notAlertedYet(db, overdue, now), ({ row }) => row.accountId);
  const all = looked.map((one) => {
    const fresh = freshOf(one.accountId);
    const news = [...one.untold.news, ...fresh.filter((dose) => isNews(dose, now))];
    const older = one.untold.older + fresh.filter((dose) => !isNews(dose, now)).length;
    return { ...one, untold: { news, older } };
  });
  const told = await tellOf(db, all, now);
  await storeSweeps(db, asParameters(SWEEP, all.map(sweepOf)));
  return all.map(({ accountId, untold, until, isLast, waiting }) => ({
    ...{ accountId, untold, until: isLast ? now : until },
    isNews: told.has(accountId) || waiting.some(({ id }) => missed.has(id)),
  }));

  function isOverdue(dose: WaitingDose, { from, until }: Span): boolean {
    return (
      dose.row.reminderEnabled &&
      dose.overdueAt <= until &&
      (dose.missedAt > until || missed.has(dose.id)) &&
      (dose.reopened ? isNews(dose, now) : dose.overdueAt > from)
    );
  }

  function sweepOf({ accountId, from, until, isLast, nextAt }: Looked) {
    return { accountId, sweptUntil: from > until ? from : until, nextAt: isLast ? nextAt : now };
  }
}

const SWEEP = {
  accountId: careSweeps.accountId,
  sweptUntil: careSweeps.sweptUntil,
  nextAt: careSweeps.nextAt,
};

const storeSweeps = prepared(
  'store_sweeps',
  {},
  () => sql`
    update ${careSweeps} set swept_until = ${ofGiven('sweptUntil')}, next_at = ${ofGiven('nextAt')}
    from ${parameterRows(SWEEP)} where ${careSweeps.accountId} = ${ofGiven('accountId')}`,
);

/** Reads the pending doses in the span of each household, and computes when to check it next. */
async function lookAt(db: Db, households: readonly Unsettled[], now: Date): Promise<Looked[]> {
  const spans = households.map((one): Span => {
    const until = new Date(Math.min(now.getTime(), one.from.getTime() + MAX_SPAN_MS));
    return { ...one, until, isLast: until.getTime() === now.getTime() || one.from > now };
  });
  const careOf = await readCares(
    db,
    spans.map(({ accountId, from, until }) => ({ accountId, days: daysOf(from, until) })),
  );
  const turns = takingTurns();
  let doses = 0;
  return inTurns(spans, async (span) => {
    const care = careOf(span.accountId);
    const days = daysOf(span.from, span.until)(care.timezone);
    const waiting = await waitingDoses(care, days, turns);
    doses += waiting.length;
    refuseTooLarge(households, doses, 'doses');
    return { ...span, waiting, nextAt: await nextMoment(care, waiting, now, turns) };
  });
}

/**
 * Alerts the administrators of the fully settled households; returns the ids of those households.
 */
async function tellOf(db: Db, settled: readonly Looked[], now: Date): Promise<ReadonlySet<string>> {
  const worthIt = settled.filter(
    ({ isLast, untold: { news, older } }) => isLast && news.length + older > 0,
  );
  if (worthIt.length === 0) return new Set();
  const ids = worthIt.map(({ accountId }) => accountId);
  // After the grace period there are no reminders, so an unanswered dose
  // causes no alert.
  const over = await careOverOf(db, ids, now);
  const alerts = worthIt
    .filter(({ accountId }) => !over.has(accountId))
    .map(({ accountId, untold: { news, older } }) => ({
      ...{ accountId, doses: news.map(alerted), older },
    }));
  if (alerts.length > 0) await alertAdministrators(db, alerts, now);
  return new Set(alerts.map(({ accountId }) => accountId));
}

/** Settles all past doses before a change that affects them. */
export async function settleAllOverdue(db: Db, accountId: string, now: Date): Promise<void> {
  let from = await scheduleCheck(db, accountId, now);
  let untold = NOTHING;
  do {
    for (const settled of await settle(db, [{ accountId, from, untold }], now))
      ({ untold, until: from } = settled);
  } while (from < now);
}

function isNews({ overdueAt }: WaitingDose, now: Date): boolean {
  return now.getTime() - overdueAt.getTime() <= NEWS_FOR_MS;
}

function alerted({ row, date, time, scheduledTime, overdueAt }: WaitingDose) {
  const { id, name, userId } = row;
  const dose = { medicationId: id, localDate: date, time };
  const dosage = dosageAt(row, { date, time });
  return { ...dose, name, dosage, userId, scheduledTime, overdueAt };
}

/** Returns the next moment after `now` at which a dose becomes overdue or missed. */
async function nextMoment(
  { timezone, medicines }: Care,
  waiting: readonly WaitingDose[],
  now: Date,
  turns: Turns,
): Promise<Date> {
  const today = localDate(now, timezone);
  const ahead = async (days: number) => {
    const date = addDays(today, days);
    const doses = ({ schedule }: Care['medicines'][number]) => caredDoses(schedule, date, timezone);
    return (await inTurns(medicines, doses, turns)).flat().map(({ overdueAt }) => overdueAt);
  };
  const moments = waiting.flatMap(({ overdueAt, missedAt }) => [overdueAt, missedAt]);
  const next = [...moments, ...(await ahead(1))].filter((moment) => moment > now);
  for (let days = 2; next.length === 0 && days <= 7; days += 1) next.push(...(await ahead(days)));
  const latest = now.getTime() + MAX_REST_MS;
  return new Date(next.reduce((one, other) => Math.min(one, other.getTime()), latest));
}
