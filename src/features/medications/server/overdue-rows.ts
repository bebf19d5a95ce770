import { sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { asGiven, givenRows, ofGiven } from '#database/given-rows.ts';
import { given, isAmong, prepared, value } from '#database/prepared.ts';
import { settings } from '#database/schema/home.ts';
import { medicationLogs, medications } from '#database/schema/medications.ts';
import { inTurns, takingTurns } from '#kit/server/jobs/in-turns.ts';
import { SetTooLarge } from '#kit/server/jobs/pieces.ts';
import { byAccount } from '#kit/shared/grouped.ts';
import { datesBetween } from '#kit/shared/wall-time.ts';
import { addDays, localDate } from '#kit/shared/zoned-time.ts';
import { isAway } from '../away.ts';
import { type DueMedication, dueDosesOn } from '../due.ts';
import { type CaredDose, caredDoses, settlingOf } from '../overdue.ts';
import { doseOf } from '../schedule.ts';
import { asDue, awayOf, type MedicationRow, readAway } from './medication-rows.ts';

type LogRow = typeof medicationLogs.$inferSelect;

interface Medicine {
  readonly row: MedicationRow;
  readonly schedule: DueMedication;
  readonly logs: readonly LogRow[];
}

/** What a household's doses are and what was said of them, on some of its days. */
export interface Care {
  readonly timezone: string;
  readonly medicines: readonly Medicine[];
  /** Logs that say pending, of any day: undone, or still due by a schedule that was changed. */
  readonly reopened: readonly LogRow[];
}

/** A dose that nobody has answered. */
export interface WaitingDose extends CaredDose {
  readonly row: MedicationRow;
  /** It has a log, which says pending. */
  readonly reopened: boolean;
}

/**
 * The local dates of which a dose can wait between the two moments: of the day before until shortly
 * after midnight, and of one more where the household has moved to the east.
 */
export function daysOf(from: Date, until: Date): (timezone: string) => readonly [string, string] {
  return (timezone) => [addDays(localDate(from, timezone), -2), localDate(until, timezone)];
}

/** A household, and the local dates that are asked for, both included. */
export interface Asked {
  readonly accountId: string;
  days(timezone: string): readonly [from: string, to: string];
}

/** Of several households together so much is read at once; what one has is bounded by its limits. */
export const MOST_OF_SET = { medications: 2_000, logs: 4_000, doses: 4_000 };

/** Refuses with `SetTooLarge` what several households have too much of. */
export function refuseTooLarge(
  households: readonly unknown[],
  count: number,
  what: keyof typeof MOST_OF_SET,
): void {
  if (households.length > 1 && count > MOST_OF_SET[what]) throw new SetTooLarge();
}

/** What each of these households has, by its id; bounded by the days and the few logs that say pending. */
export async function readCares(
  db: Db,
  asked: readonly Asked[],
): Promise<(accountId: string) => Care> {
  const accountIds = asked.map(({ accountId }) => accountId);
  const most = (what: keyof typeof MOST_OF_SET) =>
    asked.length > 1 ? MOST_OF_SET[what] + 1 : null;
  const timezoneOf = await timezonesOf(db, accountIds);
  const medicines = await lookedAfter(db, { accountIds, most: most('medications') });
  refuseTooLarge(asked, medicines.length, 'medications');
  const ranges = asked.map(({ accountId, days }) => {
    const [from, to] = days(timezoneOf(accountId));
    return { accountId, from, to };
  });
  const said = await logsOfDays(db, { ...asGiven(RANGE, ranges), most: most('logs') });
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

/** The same of one household. */
export async function readCare(db: Db, accountId: string, days: Asked['days']): Promise<Care> {
  return (await readCares(db, [{ accountId, days }]))(accountId);
}

// The times away of all medications can be large together: whoever asks reads them in turns.
const lookedAfter = prepared(
  'medications_looked_after',
  { row: medications, away: value(awayOf, (stored) => stored) },
  (selected) => sql`
    select ${selected} from ${medications}
    where ${isAmong(medications.accountId, 'accountIds')}
      and ${medications.deletedAt} is null and ${medications.isActive}
      and ${medications.frequency} <> 'as_needed'
    limit ${given('most')}::bigint`,
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
  // Each part by an index of its own. Pending as that index says it: a parameter would not be known
  // to be in it.
  (selected) => sql`
    select ${selected} from ${givenRows(RANGE)} cross join lateral (
      select * from ${medicationLogs} where ${ofAccount} = ${ofGiven('accountId')} and ${isOfDays}
      union all
      select * from ${medicationLogs} where ${ofAccount} = ${ofGiven('accountId')}
        and ${says} = 'pending' and not ${isOfDays}
    ) as ${medicationLogs}
    limit ${given('most')}::bigint`,
);

const timezones = prepared(
  'timezones_of',
  { accountId: settings.accountId, timezone: settings.timezone },
  (selected) => sql`
    select ${selected} from ${settings} where ${isAmong(settings.accountId, 'accountIds')}`,
);

/** The timezones of these households. */
async function timezonesOf(db: Db, accountIds: readonly string[]) {
  const rows = byAccount(await timezones(db, { accountIds }));
  return (accountId: string) => rows(accountId)[0]?.timezone ?? 'UTC';
}

/** The household's timezone. */
export async function timezoneOf(db: Db, accountId: string): Promise<string> {
  return (await timezonesOf(db, [accountId]))(accountId);
}

/** The doses of those local dates, and the reopened ones of any, that nobody has answered. */
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
