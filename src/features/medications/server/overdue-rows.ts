import { sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { asParameters, ofGiven, parameterRows } from '#database/parameter-rows.ts';
import { isAmong, parameter, prepared, value } from '#database/prepared.ts';
import { settings } from '#database/schema/home.ts';
import { medicationLogs, medications } from '#database/schema/medications.ts';
import { SetTooLarge } from '#platform/server/jobs/work-items.ts';
import { inTurns, takingTurns } from '#platform/server/jobs/yielding.ts';
import { byAccount } from '#platform/shared/group-by.ts';
import { datesBetween } from '#platform/shared/wall-time.ts';
import { addDays, localDate } from '#platform/shared/zoned-time.ts';
import { isAway } from '../domain/away.ts';
import { type DueMedication, dueDosesOn } from '../domain/due.ts';
import { type CaredDose, caredDoses, settlingOf } from '../domain/overdue.ts';
import { doseOf } from '../domain/schedule.ts';
import { asDue, awayOf, type MedicationRow, readAway } from './medication-rows.ts';

type LogRow = typeof medicationLogs.$inferSelect;

interface Medicine {
  readonly row: MedicationRow;
  readonly schedule: DueMedication;
  readonly logs: readonly LogRow[];
}

/** The doses of a household with their logs, for a range of days. */
export interface Care {
  readonly timezone: string;
  readonly medicines: readonly Medicine[];
  /** Pending logs of any day: undone answers, and doses that are still due by a former schedule. */
  readonly reopened: readonly LogRow[];
}

/** A dose without an answer. */
export interface WaitingDose extends CaredDose {
  readonly row: MedicationRow;
  /** True if the dose has a log that is pending. */
  readonly reopened: boolean;
}

/**
 * Returns the local dates that can have pending doses between the two moments: a dose of the day
 * before can be pending shortly after midnight, and a move to the east adds another date.
 */
export function daysOf(from: Date, until: Date): (timezone: string) => readonly [string, string] {
  return (timezone) => [addDays(localDate(from, timezone), -2), localDate(until, timezone)];
}

/** A household, and the range of local dates to read, both inclusive. */
export interface DayRange {
  readonly accountId: string;
  days(timezone: string): readonly [from: string, to: string];
}

/**
 * Maximum number of rows read at once for several households; a single household is bounded by its
 * own limits.
 */
export const MAX_SET_SIZE = { medications: 2_000, logs: 4_000, doses: 4_000 };

/** Throws `SetTooLarge` if several households together exceed the maximum. */
export function refuseTooLarge(
  households: readonly unknown[],
  count: number,
  what: keyof typeof MAX_SET_SIZE,
): void {
  if (households.length > 1 && count > MAX_SET_SIZE[what]) throw new SetTooLarge();
}

/**
 * Reads the data of these households, by household id. The result is bounded by the days and the
 * few pending logs.
 */
export async function readCares(
  db: Db,
  asked: readonly DayRange[],
): Promise<(accountId: string) => Care> {
  const accountIds = asked.map(({ accountId }) => accountId);
  const most = (what: keyof typeof MAX_SET_SIZE) =>
    asked.length > 1 ? MAX_SET_SIZE[what] + 1 : null;
  const timezoneOf = await timezonesOf(db, accountIds);
  const medicines = await lookedAfter(db, { accountIds, most: most('medications') });
  refuseTooLarge(asked, medicines.length, 'medications');
  const ranges = asked.map(({ accountId, days }) => {
    const [from, to] = days(timezoneOf(accountId));
    return { accountId, from, to };
  });
  const said = await logsOfDays(db, { ...asParameters(RANGE, ranges), most: most('logs') });
  refuseTooLarge(asked, said.length, 'logs');
  const read = await inTurns(medicines, ({ row, away }) =>
    row === null ? [] : [{ accountId: row.accountId, row, schedule: asDue(row, readAway(away)) }],
  );
  const medicinesOf = byAccount(read.flat());
  const logsOf = byAccount(said.flatMap(({ log }) => log ?? []));
  return (accountId) => {
    const logs = logsOf(accountId);
    return {
      timezone: timezoneOf(accountId),
      medicines: medicinesOf(accountId).map(({ row, schedule }) => ({
        row,
        schedule,
        logs: logs.filter(({ medicationId }) => medicationId === row.id),
      })),
      reopened: logs.filter(({ status }) => status === 'pending'),
    };
  };
}

export async function readCare(db: Db, accountId: string, days: DayRange['days']): Promise<Care> {
  return (await readCares(db, [{ accountId, days }]))(accountId);
}

// The away periods of all medications can be large together, so the caller parses them in batches.
const lookedAfter = prepared(
  'medications_looked_after',
  { row: medications, away: value(awayOf, (stored) => stored) },
  (selected) => sql`
    select ${selected} from ${medications}
    where ${isAmong(medications.accountId, 'accountIds')}
      and ${medications.deletedAt} is null and ${medications.isActive}
      and ${medications.frequency} <> 'as_needed'
    limit ${parameter('most')}::bigint`,
);

const RANGE = {
  accountId: medicationLogs.accountId,
  from: medicationLogs.localDate,
  to: medicationLogs.localDate,
};

const { accountId: ofAccount, localDate: ofDate, status: says } = medicationLogs;
const isOfDays = sql`${ofDate} between ${ofGiven('from')} and ${ofGiven('to')}`;

const logsOfDays = prepared(
  'logs_of_days',
  { log: medicationLogs },
  // Each branch uses a separate index. 'pending' is a literal, because the planner would not match
  // a parameter with the partial index.
  (selected) => sql`
    select ${selected} from ${parameterRows(RANGE)} cross join lateral (
      select * from ${medicationLogs} where ${ofAccount} = ${ofGiven('accountId')} and ${isOfDays}
      union all
      select * from ${medicationLogs} where ${ofAccount} = ${ofGiven('accountId')}
        and ${says} = 'pending' and not ${isOfDays}
    ) as ${medicationLogs}
    limit ${parameter('most')}::bigint`,
);

const timezones = prepared(
  'timezones_of',
  { accountId: settings.accountId, timezone: settings.timezone },
  (selected) => sql`
    select ${selected} from ${settings} where ${isAmong(settings.accountId, 'accountIds')}`,
);

async function timezonesOf(db: Db, accountIds: readonly string[]) {
  const rows = byAccount(await timezones(db, { accountIds }));
  return (accountId: string) => rows(accountId)[0]?.timezone ?? 'UTC';
}

export async function timezoneOf(db: Db, accountId: string): Promise<string> {
  return (await timezonesOf(db, [accountId]))(accountId);
}

/** Returns the unanswered doses of those local dates, and the reopened ones of any date. */
export async function waitingDoses(
  care: Care,
  [from, to]: readonly [string, string],
  turns = takingTurns(),
): Promise<WaitingDose[]> {
  const dates = datesBetween(from, to);
  const scheduled = await inTurns(care.medicines, (one) => scheduledDoses(one, dates, care), turns);
  const reopened = await inTurns(care.reopened, (log) => reopenedDose(care, log), turns);
  const known = new Set(scheduled.flat().map(({ id }) => id));
  return [...scheduled.flat(), ...reopened.flat().filter(({ id }) => !known.has(id))];
}

function scheduledDoses(
  { row, schedule, logs }: Medicine,
  dates: readonly string[],
  { timezone }: Care,
): WaitingDose[] {
  const said = new Map(logs.map(({ localDate, time, status }) => [`${localDate} ${time}`, status]));
  return dates
    .flatMap((date) => caredDoses(schedule, date, timezone))
    .map((dose) => ({ ...dose, row, said: said.get(`${dose.date} ${dose.time}`) }))
    .filter(({ said }) => said === undefined || said === 'pending')
    .map(({ said, ...dose }) => ({ ...dose, reopened: said !== undefined }));
}

function reopenedDose(care: Care, log: Care['reopened'][number]): WaitingDose[] {
  const medicine = care.medicines.find(({ row }) => row.id === log.medicationId);
  const { localDate: date, time, scheduledTime, medicationId } = log;
  if (medicine === undefined || isAway(medicine.schedule.away, { date, time })) return [];
  const ofTheDay = dueDosesOn(medicine.schedule, date, care.timezone);
  const settling = settlingOf({ date, scheduledTime }, ofTheDay, care.timezone);
  const dose = { ...doseOf(medicationId, date, time, scheduledTime), ...settling };
  return [{ ...dose, row: medicine.row, reopened: true }];
}
