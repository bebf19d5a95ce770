import { setImmediate as turn } from 'node:timers/promises';
import { and, between, count, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { awayPeriods, medicationLogs, medications } from '#database/schema/medications.ts';
import { DAY_MS } from '#kit/shared/durations.ts';
import type { Refusal } from '#kit/shared/refusal.ts';
import { invalidInput } from '#kit/shared/refusals.ts';
import { addDays } from '#kit/shared/zoned-time.ts';
import type { AdherenceDay } from '../contract.ts';
import { daysOf, readCare, waitingDoses } from './overdue-rows.ts';

/** Days of the answer unless told, today included. */
const DAYS_UNLESS_TOLD = 30;

const MOST_DAYS = 366;

export interface AdherenceQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

type Outcome = 'taken' | 'skipped' | 'missed' | 'pending';

/**
 * What became of the doses, by day and medication, the oldest day first: what is logged, and what is
 * due and still waits. As-needed medications have no doses.
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
  for (const row of await countLogs(db, accountId, from, to)) {
    days.add(row, outcomeOf(row.status), row.doses, row.late);
  }
  for (const medicine of care.medicines) {
    // What says pending is among the logs.
    const own = { ...care, medicines: [medicine], reopened: [] };
    for (const { date, row, reopened } of waitingDoses(own, ...recent)) {
      if (reopened || date < from || date > to) continue;
      days.add({ medicationId: row.id, name: row.name, date }, 'pending', 1);
    }
    // Of many doses: whoever else asks has a turn.
    await turn();
  }
  return days.sorted();
}

function checkedRange(query: AdherenceQuery, today: string): { from: string; to: string } {
  const unlessTold = DAYS_UNLESS_TOLD - 1;
  const to = query.to ?? (query.from === undefined ? today : laterOf(today, query.from));
  const from = query.from ?? addDays(to, -unlessTold);
  if (to < from) throw wrongRange('The last day must not be before the first.');
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MOST_DAYS) {
    throw wrongRange(`Please choose at most ${MOST_DAYS} days.`);
  }
  return { from, to };
}

const laterOf = (one: string, other: string) => (one > other ? one : other);

function wrongRange(sentence: string): Refusal {
  return invalidInput({ to: sentence });
}

/** What nobody answered of a time in which they were away was neither missed nor taken. */
const isNotAway = sql`(${medicationLogs.loggedByName} is not null or not exists (
  select from ${awayPeriods}
  where ${awayPeriods.accountId} = ${medicationLogs.accountId}
    and (${awayPeriods.userId} is null or ${awayPeriods.userId} = ${medications.userId})
    and ${awayPeriods.startDate} <= ${medicationLogs.localDate}
    and (${medicationLogs.localDate}, ${medicationLogs.time})
      >= (${awayPeriods.startDate}, ${awayPeriods.startTime})
    and (${awayPeriods.endDate} is null or (${medicationLogs.localDate}, ${medicationLogs.time})
      < (${awayPeriods.endDate}, coalesce(${awayPeriods.endTime}, '00:00')))))`;

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
    .innerJoin(medications, eq(medications.id, medicationLogs.medicationId))
    .where(
      and(
        eq(medicationLogs.accountId, accountId),
        between(medicationLogs.localDate, from, to),
        ne(medications.frequency, 'as_needed'),
        isNotAway,
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
    // What was taken late was taken, and counts in both.
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
