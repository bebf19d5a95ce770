import { setImmediate as turn } from 'node:timers/promises';
import { aliasedTable, and, between, count, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { awayPeriods, medicationLogs, medications } from '#database/schema/medications.ts';
import { ShortSteps } from '#platform/server/jobs/short-steps.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import type { Refusal } from '#platform/shared/refusal.ts';
import { invalidInput } from '#platform/shared/refusals.ts';
import { daysBetween } from '#platform/shared/wall-time.ts';
import { addDays } from '#platform/shared/zoned-time.ts';
import type { AdherenceDay, MedicationCalls } from '../contract.ts';
import { daysOf, readCare, waitingDoses } from './overdue-rows.ts';

/** Default number of days, today included. */
const DAYS_UNLESS_TOLD = 30;

const MAX_DAYS = 366;

/**
 * Starts with one day per statement and grows to 31, because most households have few doses a day.
 */
const DAYS_AT_ONCE = { first: 1, max: 31 };

type AdherenceQuery = CallOf<MedicationCalls['adherence']>['query'];

type Outcome = 'taken' | 'skipped' | 'missed' | 'pending';

/**
 * Returns the dose counts by day and medication, oldest day first: the logged doses and the pending
 * ones. As-needed medications are not counted.
 */
export async function adherenceOf(
  db: Db,
  accountId: string,
  query: AdherenceQuery,
  now: Date,
): Promise<AdherenceDay[]> {
  const around = daysOf(now, now);
  const care = await readCare(db, accountId, around);
  const recent = around(care.timezone);
  const { from, to } = checkedRange(query, recent[1]);
  const days = new Days();
  // A statement on the embedded database blocks the event loop, so a large household is read in
  // batches.
  const steps = new ShortSteps(DAYS_AT_ONCE);
  for (let first = from; first <= to; ) {
    const [size, begin] = [steps.size, first];
    const last = earlierOf(addDays(begin, size - 1), to);
    const rows = await steps.timed(size, () => countLogs(db, accountId, begin, last));
    for (const row of rows) days.add(row, outcomeOf(row.status), row.doses, row.late);
    first = addDays(last, 1);
    await steps.rest();
  }
  for (const medicine of care.medicines) {
    // The reopened doses are left out: `countLogs` has counted them already.
    const own = { ...care, medicines: [medicine], reopened: [] };
    for (const { date, row, reopened } of await waitingDoses(own, recent)) {
      if (reopened || date < from || date > to) continue;
      days.add({ medicationId: row.id, name: row.name, date }, 'pending', 1);
    }
    // Yields to other requests, because a household can have many doses.
    await turn();
  }
  return days.sorted();
}

function checkedRange(query: AdherenceQuery, today: string): { from: string; to: string } {
  const unlessTold = DAYS_UNLESS_TOLD - 1;
  const to = query.to ?? (query.from === undefined ? today : laterOf(today, query.from));
  const from = query.from ?? addDays(to, -unlessTold);
  if (to < from) throw wrongRange('The last day must not be before the first.');
  if (daysBetween(from, to) >= MAX_DAYS) {
    throw wrongRange(`Please choose at most ${MAX_DAYS} days.`);
  }
  return { from, to };
}

const earlierOf = (one: string, other: string) => (one < other ? one : other);
const laterOf = (one: string, other: string) => (one > other ? one : other);

function wrongRange(sentence: string): Refusal {
  return invalidInput({ to: sentence });
}

/**
 * Selects the logs without an answer that lie in an away period: they count neither as missed nor
 * as taken. The join starts at the periods and uses the index of days, so many periods cost no more
 * than the days that they cover.
 */
function awayLogs(accountId: string, from: string, to: string) {
  const log = aliasedTable(medicationLogs, 'log');
  const { startDate, startTime, endDate, endTime, userId } = awayPeriods;
  return sql`(
    select ${log.id} from ${awayPeriods}
    join ${medicationLogs} ${log} on ${log.accountId} = ${awayPeriods.accountId}
      and ${log.localDate} >= ${startDate} and (${endDate} is null or ${log.localDate} <= ${endDate})
    join ${medications} medicine on medicine.id = ${log.medicationId}
      and medicine.account_id = ${log.accountId}
    where ${awayPeriods.accountId} = ${accountId}
      and ${log.localDate} between ${from} and ${to} and ${log.loggedByName} is null
      and (${userId} is null or ${userId} = medicine.user_id)
      and (${log.localDate}, ${log.time}) >= (${startDate}, ${startTime})
      and (${endDate} is null
        or (${log.localDate}, ${log.time}) < (${endDate}, coalesce(${endTime}, '00:00'))))`;
}

function countLogs(db: Db, accountId: string, from: string, to: string) {
  return db
    .select({
      medicationId: medicationLogs.medicationId,
      name: medications.name,
      date: medicationLogs.localDate,
      status: medicationLogs.status,
      late: medicationLogs.late,
      doses: count(),
    })
    .from(medicationLogs)
    .innerJoin(
      medications,
      isRow(medications, { id: medicationLogs.medicationId, accountId: medicationLogs.accountId }),
    )
    .where(
      and(
        eq(medicationLogs.accountId, accountId),
        between(medicationLogs.localDate, from, to),
        ne(medications.frequency, 'as_needed'),
        sql`${medicationLogs.id} not in ${awayLogs(accountId, from, to)}`,
      ),
    )
    .groupBy(
      medicationLogs.medicationId,
      medications.name,
      medicationLogs.localDate,
      medicationLogs.status,
      medicationLogs.late,
    );
}

function outcomeOf(status: string): Outcome {
  return status === 'taken' || status === 'skipped' || status === 'missed' ? status : 'pending';
}

class Days {
  readonly #days = new Map<string, AdherenceDay>();

  add(
    { medicationId, name, date }: Pick<AdherenceDay, 'medicationId' | 'name' | 'date'>,
    outcome: Outcome,
    doses: number,
    late = false,
  ): void {
    const key = `${date} ${medicationId}`;
    const none = { due: 0, taken: 0, late: 0, skipped: 0, missed: 0, pending: 0 };
    const day = this.#days.get(key) ?? { medicationId, name, date, ...none };
    // A late dose counts as both taken and late.
    const lateDoses = late && outcome === 'taken' ? doses : 0;
    this.#days.set(key, {
      ...day,
      due: day.due + doses,
      [outcome]: day[outcome] + doses,
      late: day.late + lateDoses,
    });
  }

  sorted(): AdherenceDay[] {
    return [...this.#days.values()].sort(
      (one, other) =>
        (one.date < other.date ? -1 : Number(one.date > other.date)) ||
        one.name.localeCompare(other.name, 'en') ||
        (one.medicationId < other.medicationId ? -1 : 1),
    );
  }
}
