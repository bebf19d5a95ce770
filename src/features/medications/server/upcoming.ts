import { setImmediate as turn } from 'node:timers/promises';
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { settings } from '#database/schema/home.ts';
import { medicationLogs, medications } from '#database/schema/medications.ts';
import type { Caller } from '#kit/server/feature.ts';
import { addDays, localDate } from '#kit/shared/zoned-time.ts';
import { LOG_STATUSES, type UpcomingMedication } from '../contract.ts';
import { type DueMedication, dueDosesOn, upcomingDoses } from '../due.ts';
import { settlingOf } from '../overdue.ts';
import { type Dose, doseOf } from '../schedule.ts';
import { asMedication, type MedicationRow, seenBy } from './medication-rows.ts';

interface Logged {
  readonly date: string;
  readonly time: string;
  readonly status: string;
  readonly scheduledTime: string;
  readonly loggedAt: string;
  /** Nobody where the server marked it missed by itself. */
  readonly loggedBy: string | null;
}

/**
 * Today's doses with their status, earliest first, and until when that is so. One statement, bounded
 * by the days around today through the logs' key, however long the history is.
 */
export async function upcomingFor(db: Db, caller: Caller, now: Date) {
  const { timezone, medicines } = await readDays(db, caller, now);
  const today = localDate(now, timezone);
  const { doses, validUntil } = await upcomingInTurns(
    medicines.map(({ row }) => asMedication(row)),
    now,
    timezone,
  );
  const byId = new Map(medicines.map((medicine) => [medicine.row.id, medicine]));
  const listed = doses.flatMap((dose) => {
    const medicine = byId.get(dose.medicationId);
    return medicine === undefined ? [] : [itemOf(medicine.row, dose, logOf(medicine.logs, dose))];
  });
  const ids = new Set(listed.map(({ id }) => id));
  // A dose that was logged today stays listed although its time was changed since, and one whose
  // answer was taken back waits although it was: it is looked after too.
  const former = medicines.flatMap(({ row, logs }) =>
    logs
      .filter((log) => (log.status === 'pending' ? waitsAgain(row, log) : log.date === today))
      .map((log) => itemOf(row, doseOfLog(row.id, log), log))
      .filter(({ id }) => row.frequency !== 'as_needed' && !ids.has(id)),
  );
  const items = [...listed, ...former].sort(
    (one, other) => Date.parse(one.scheduledTime) - Date.parse(other.scheduledTime),
  );
  return { items, validUntil };

  /** Until it is missed by itself, also where the household has moved on to another date. */
  function waitsAgain(row: MedicationRow, { date, scheduledTime }: Logged): boolean {
    if (!row.isActive) return false;
    const ofTheDay = dueDosesOn(asMedication(row), date, timezone);
    const dose = { date, scheduledTime: new Date(scheduledTime) };
    return now < settlingOf(dose, ofTheDay, timezone).missedAt;
  }
}

/** So many medications are looked at before whoever else asks has a turn. */
const AT_ONCE = 10;

async function upcomingInTurns(
  all: readonly DueMedication[],
  now: Date,
  timezone: string,
): Promise<ReturnType<typeof upcomingDoses>> {
  const { doses, validUntil } = upcomingDoses(all.slice(0, AT_ONCE), now, timezone);
  if (all.length <= AT_ONCE) return { doses, validUntil };
  await turn();
  const rest = await upcomingInTurns(all.slice(AT_ONCE), now, timezone);
  const earlier = Math.min(Number(rest.validUntil), Number(validUntil));
  return { doses: [...doses, ...rest.doses], validUntil: new Date(earlier) };
}

async function readDays(db: Db, caller: Caller, now: Date) {
  const utcDate = now.toISOString().slice(0, 10);
  const logs = sql<Logged[]>`coalesce((
    select json_agg(json_build_object(
      'date', ${medicationLogs.localDate}, 'time', ${medicationLogs.time},
      'status', ${medicationLogs.status}, 'scheduledTime', ${medicationLogs.scheduledTime},
      'loggedAt', ${medicationLogs.loggedAt}, 'loggedBy', ${medicationLogs.loggedByName}))
    from ${medicationLogs}
    where ${medicationLogs.medicationId} = ${medications.id}
      and ${medicationLogs.accountId} = ${medications.accountId}
      and ${medicationLogs.localDate} between ${addDays(utcDate, -2)} and ${addDays(utcDate, 2)}
  ), '[]'::json)` as SQL<Logged[]>;
  const rows = await db
    .select({ timezone: settings.timezone, row: getTableColumns(medications), logs })
    .from(settings)
    .leftJoin(medications, and(eq(medications.accountId, settings.accountId), seenBy(caller)))
    .where(eq(settings.accountId, caller.account.id));
  return {
    timezone: rows[0]?.timezone ?? 'UTC',
    medicines: rows.flatMap(({ row, logs }) => (row === null ? [] : [{ row, logs }])),
  };
}

function logOf(logs: readonly Logged[], dose: Dose): Logged | undefined {
  return logs.find((log) => log.date === dose.date && log.time === dose.time);
}

function doseOfLog(medicationId: string, { date, time, scheduledTime }: Logged): Dose {
  return doseOf(medicationId, date, time, new Date(scheduledTime));
}

function itemOf(
  row: MedicationRow,
  dose: Pick<Dose, 'id' | 'scheduledTime'>,
  log: Logged | undefined,
): UpcomingMedication {
  const { name, dosage, instructions, pillImageUrl, soundEnabled, reminderEnabled } = row;
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
  if (log === undefined || log.status === 'pending' || log.loggedBy === null) return null;
  return new Date(log.loggedAt).toISOString();
}
