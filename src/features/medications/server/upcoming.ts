import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { parameter, prepared, value } from '#database/prepared.ts';
import { settings } from '#database/schema/home.ts';
import { doseSnoozes, medicationLogs, medications } from '#database/schema/medications.ts';
import type { Caller } from '#platform/server/feature.ts';
import { inTurns } from '#platform/server/jobs/yielding.ts';
import { addDays, localDate } from '#platform/shared/zoned-time.ts';
import { LOG_STATUSES, type UpcomingMedication } from '../contract.ts';
import { isAway } from '../domain/away.ts';
import { dosageAt } from '../domain/dose-amounts.ts';
import { type DueMedication, dueDosesOn, upcomingDoses } from '../domain/due.ts';
import { settlingOf } from '../domain/overdue.ts';
import { type Dose, doseOf } from '../domain/schedule.ts';
import { asDue, awayOf, type MedicationRow, readAway } from './medication-rows.ts';

const logged = z.object({
  date: z.string(),
  time: z.string(),
  status: z.string(),
  scheduledTime: z.string(),
  /**
   * The name, at that time, of the person who answered, and when; null if the server set the
   * status.
   */
  by: z.string().nullable(),
  byId: z.string().nullable(),
  at: z.string(),
});

type Logged = Readonly<z.output<typeof logged>>;

/** A dose of today with its answer. */
export interface TodaysDose {
  readonly item: UpcomingMedication;
  readonly dose: Dose;
  /** Undefined while the dose is pending. */
  readonly said: Pick<Logged, 'by' | 'byId' | 'at'> | undefined;
}

/**
 * Returns today's doses with their status, earliest first, and until when the list is valid. It
 * takes one statement, bounded by the days around today through the key of the logs, regardless of
 * the length of the history.
 */
export async function upcomingFor(db: Db, caller: Caller, now: Date) {
  const { doses, validUntil } = await todaysDoses(db, caller, now);
  return { items: doses.map(({ item }) => item), validUntil };
}

/** Returns today's doses with their answers, and whether the household has any medication. */
export async function todaysDoses(db: Db, caller: Pick<Caller, 'account' | 'user'>, now: Date) {
  const { timezone, medicines } = await readDays(db, caller, now);
  const today = localDate(now, timezone);
  const due = await inTurns(medicines, ({ row, away }) => asDue(row, away));
  const upcoming = await upcomingInTurns(due, now, timezone);
  const byId = new Map(medicines.map((medicine) => [medicine.row.id, medicine]));
  const listed = await inTurns(upcoming.doses, (dose) => {
    const medicine = byId.get(dose.medicationId);
    if (medicine === undefined) return [];
    return [doseWith(medicine, dose, logOf(medicine.logs, dose))];
  });
  const ids = new Set(listed.flat().map(({ item }) => item.id));
  // A dose that was logged today stays listed after its time was changed. A dose that was undone is
  // pending even after that, because the sweep settles it too. A missed dose without an answer is
  // omitted if it lies in an away period.
  const former = await inTurns(medicines, (medicine) => {
    const { row, away, logs } = medicine;
    return logs
      .filter((log) => log.by !== null || !isAway(away, log))
      .filter((log) =>
        log.status === 'pending' ? waitsAgain(asDue(row, away), log) : log.date === today,
      )
      .map((log) => doseWith(medicine, doseOfLog(row.id, log), log))
      .filter(({ item }) => row.frequency !== 'as_needed' && !ids.has(item.id));
  });
  const doses = [...listed, ...former]
    .flat()
    .sort((one, other) => Number(one.dose.scheduledTime) - Number(other.dose.scheduledTime));
  const isEmpty = !medicines.some(({ row }) => row.isActive);
  return { doses, timezone, isEmpty, validUntil: upcoming.validUntil };

  /** True until the dose is marked missed, even if the household has moved to another date. */
  function waitsAgain(medication: DueMedication, { date, time, scheduledTime }: Logged): boolean {
    if (!medication.isActive || isAway(medication.away, { date, time })) return false;
    const ofTheDay = dueDosesOn(medication, date, timezone);
    const dose = { date, scheduledTime: new Date(scheduledTime) };
    return now < settlingOf(dose, ofTheDay, timezone).missedAt;
  }
}

async function upcomingInTurns(all: readonly DueMedication[], now: Date, timezone: string) {
  const each = await inTurns(all, (one) => upcomingDoses([one], now, timezone));
  const { validUntil } = upcomingDoses([], now, timezone);
  return {
    doses: each.flatMap(({ doses }) => doses),
    validUntil: each.reduce(
      (until, one) => (one.validUntil < until ? one.validUntil : until),
      validUntil,
    ),
  };
}

const snoozed = z.object({ date: z.string(), time: z.string(), at: z.string(), until: z.string() });

type Snoozed = Readonly<z.output<typeof snoozed>>;

const readSnoozes = z.array(snoozed).parse;

const readLogs = z.array(logged).parse;

const { accountId, localDate: date, time, status, scheduledTime } = medicationLogs;

/** The logs of the days around today, as JSON. */
const logsOfTheDays = sql`coalesce((
  select json_agg(json_build_object(
    'date', ${date}, 'time', ${time}, 'status', ${status}, 'scheduledTime', ${scheduledTime},
    'by', ${medicationLogs.loggedByName}, 'byId', ${medicationLogs.loggedBy},
    'at', ${medicationLogs.loggedAt}))
  from ${medicationLogs}
  where ${medicationLogs.medicationId} = ${medications.id} and ${accountId} = ${medications.accountId}
    and ${date} between ${parameter('from', date)} and ${parameter('to', date)}
), '[]'::json)`;

/** The last snooze of each dose of the days around today, as JSON. */
const snoozesOfTheDays = sql`coalesce((
  select json_agg(json_build_object('date', last.local_date, 'time', last.time,
    'at', last.at, 'until', last.until))
  from (
    select distinct on (${doseSnoozes.localDate}, ${doseSnoozes.time})
      ${doseSnoozes.localDate}, ${doseSnoozes.time}, ${doseSnoozes.at}, ${doseSnoozes.until}
    from ${doseSnoozes}
    where ${doseSnoozes.accountId} = ${medications.accountId}
      and ${doseSnoozes.medicationId} = ${medications.id}
      and ${doseSnoozes.localDate} between ${parameter('from', date)} and ${parameter('to', date)}
    order by ${doseSnoozes.localDate}, ${doseSnoozes.time}, ${doseSnoozes.at} desc
  ) last
), '[]'::json)`;

/** Prepared, because every tablet requests it after a server start, when the load is highest. */
const readPrepared = prepared(
  'read_days',
  {
    timezone: settings.timezone,
    row: medications,
    // Left unparsed here: the caller parses the values in batches, because all rows together can be
    // large.
    away: value(awayOf, (stored) => stored),
    logs: value(logsOfTheDays, (stored) => stored),
    snoozes: value(snoozesOfTheDays, (stored) => stored),
  },
  (selected) => sql`
    select ${selected} from ${settings}
    left join ${medications} on ${medications.accountId} = ${settings.accountId}
      and ${medications.deletedAt} is null
      and (not ${parameter('ownOnly')}::boolean
        or ${medications.userId} is null or ${medications.userId} = ${parameter('userId')}::uuid)
    where ${settings.accountId} = ${parameter('accountId', settings.accountId)}
    order by ${medications.createdAt}, ${medications.name}, ${medications.id}`,
);

/** Reads the medications that `seenBy` allows the caller to see. */
async function readDays(db: Db, { account, user }: Pick<Caller, 'account' | 'user'>, now: Date) {
  const utcDate = now.toISOString().slice(0, 10);
  const rows = await readPrepared(db, {
    ...{ accountId: account.id, userId: user.id, ownOnly: user.role === 'user' },
    ...{ from: addDays(utcDate, -2), to: addDays(utcDate, 2) },
  });
  const medicines = await inTurns(rows, ({ row, away, logs, snoozes }) =>
    row === null
      ? []
      : [{ row, away: readAway(away), logs: readLogs(logs), snoozes: readSnoozes(snoozes) }],
  );
  return { timezone: rows[0]?.timezone ?? 'UTC', medicines: medicines.flat() };
}

function logOf(logs: readonly Logged[], dose: Dose): Logged | undefined {
  return logs.find((log) => log.date === dose.date && log.time === dose.time);
}

interface Medicine {
  readonly row: MedicationRow;
  readonly snoozes: readonly Snoozed[];
}

function doseWith({ row, snoozes }: Medicine, dose: Dose, log: Logged | undefined): TodaysDose {
  const item = { ...itemOf(row, dose, log), ...snoozeOf(snoozes, dose) };
  return { item, dose, said: item.status === 'pending' ? undefined : log };
}

function snoozeOf(snoozes: readonly Snoozed[], { date, time }: Dose) {
  const found = snoozes.find((each) => each.date === date && each.time === time);
  if (found === undefined) return {};
  const [at, until] = [new Date(found.at), new Date(found.until)];
  return { snooze: { at: at.toISOString(), until: until.toISOString() } };
}

function doseOfLog(medicationId: string, { date, time, scheduledTime }: Logged): Dose {
  return doseOf(medicationId, date, time, new Date(scheduledTime));
}

function itemOf(row: MedicationRow, dose: Dose, log: Logged | undefined): UpcomingMedication {
  const { name, instructions, pillImageUrl, soundEnabled, reminderEnabled } = row;
  const dosage = dosageAt(row, dose);
  return {
    id: dose.id,
    medicationId: row.id,
    scheduledTime: dose.scheduledTime.toISOString(),
    status: LOG_STATUSES.find((known) => known === log?.status) ?? 'pending',
    answeredAt: answeredAt(log),
    userId: row.userId ?? 'system',
    medication: { name, dosage, instructions, pillImageUrl, soundEnabled, reminderEnabled },
  };
}

function answeredAt(log: Logged | undefined): string | null {
  if (log === undefined || log.status === 'pending' || log.by === null) return null;
  return new Date(log.at).toISOString();
}
