import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { given, prepared, value } from '#database/prepared.ts';
import { settings } from '#database/schema/home.ts';
import { medicationLogs, medications } from '#database/schema/medications.ts';
import { addDays, localDate } from '#kit/shared/zoned-time.ts';
import { isAway } from '../away.ts';
import { amountAt, dosageAt } from '../dose-amounts.ts';
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

/** Bounded by the days, through an index, and by the few logs that say pending. */
export async function readCare(
  db: Db,
  accountId: string,
  days: (timezone: string) => readonly [from: string, to: string],
): Promise<Care> {
  const timezone = await timezoneOf(db, accountId);
  const rows = (await lookedAfter(db, { accountId })).flatMap(({ row, away }) =>
    row === null ? [] : [{ row, away }],
  );
  const [from, to] = days(timezone);
  const logs = (await logsOfDays(db, { accountId, from, to })).flatMap(({ log }) => log ?? []);
  return {
    timezone,
    medicines: rows.map(({ row, away }) => ({
      row,
      schedule: asDue(row, away),
      logs: logs.filter(({ medicationId }) => medicationId === row.id),
    })),
    reopened: logs.filter(({ status }) => status === 'pending'),
  };
}

const lookedAfter = prepared(
  'medications_looked_after',
  { row: medications, away: value(awayOf, readAway) },
  (selected) => sql`
    select ${selected} from ${medications}
    where ${medications.accountId} = ${given('accountId', medications.accountId)}
      and ${medications.deletedAt} is null and ${medications.isActive}
      and ${medications.frequency} <> 'as_needed'`,
);

const logsOfDays = prepared(
  'logs_of_days',
  { log: medicationLogs },
  // Pending as the index says it: a parameter would not be known to be in it.
  (selected) => sql`
    select ${selected} from ${medicationLogs}
    where ${medicationLogs.accountId} = ${given('accountId', medicationLogs.accountId)}
      and (${medicationLogs.localDate} between ${given('from', medicationLogs.localDate)}
        and ${given('to', medicationLogs.localDate)} or ${medicationLogs.status} = 'pending')`,
);

const timezones = prepared(
  'timezone_of',
  { timezone: settings.timezone },
  (selected) => sql`
    select ${selected} from ${settings}
    where ${settings.accountId} = ${given('accountId', settings.accountId)}`,
);

/** The household's timezone. */
export async function timezoneOf(db: Db, accountId: string): Promise<string> {
  const [row] = await timezones(db, { accountId });
  return row?.timezone ?? 'UTC';
}

/** The doses of those local dates, and the reopened ones of any, that nobody has answered. */
export function waitingDoses(care: Care, from: string, to: string): WaitingDose[] {
  const { timezone, medicines, reopened } = care;
  const scheduled = medicines.flatMap(({ row, schedule, logs }) => {
    const said = new Map(
      logs.map(({ localDate, time, status }) => [`${localDate} ${time}`, status]),
    );
    return datesBetween(from, to)
      .flatMap((date) => caredDoses(schedule, date, timezone))
      .map((dose) => ({ ...dose, row, said: said.get(`${dose.date} ${dose.time}`) }))
      .filter(({ said }) => said === undefined || said === 'pending')
      .map(({ said, ...dose }) => ({ ...dose, reopened: said !== undefined }));
  });
  const known = new Set(scheduled.map(({ id }) => id));
  return [...scheduled, ...reopened.flatMap((log) => reopenedDose(care, log))].filter(
    (dose, index) => index < scheduled.length || !known.has(dose.id),
  );
}

/** The log of a dose about which nobody has said anything. */
export function logByItself(
  { row, date, time, scheduledTime }: WaitingDose,
  said: { readonly status: 'missed'; readonly loggedAt: Date },
): typeof medicationLogs.$inferInsert {
  return {
    ...said,
    id: randomUUID(),
    accountId: row.accountId,
    medicationId: row.id,
    localDate: date,
    time,
    scheduledTime,
    notes: '',
    late: false,
    medicationName: row.name,
    medicationDosage: dosageAt(row, { date, time }),
    units: amountAt(row, { date, time }) ?? null,
  };
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

/** Both included. */
function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
}
