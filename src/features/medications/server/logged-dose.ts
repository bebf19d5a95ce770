import { and, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { medicationLogs } from '#database/schema/medications.ts';
import { notThere, Refusal } from '#kit/shared/refusal.ts';
import { localDate, localTime } from '#kit/shared/zoned-time.ts';
import { asNeededDose, doseAt } from '../schedule.ts';
import { asMedication, type MedicationRow } from './medication-rows.ts';

const HOUR_MS = 3600 * 1000;

/** A dose further ahead than this, at the press, cannot be logged yet. */
const MOST_HOURS_AHEAD = 12;

/** A tablet shows the doses of today, and no longer than until the day's end. */
const MOST_HOURS_SHOWN = 36;

/** What tells a dose from all others of its medication, and when it is due. */
export interface DoseKey {
  readonly date: string;
  readonly time: string;
  readonly scheduledTime: Date;
}

interface Press {
  /** Which dose: when it is due. */
  readonly instant: Date;
  readonly at: Date;
  readonly timezone: string;
}

/** The dose of which something is said. Throws 404 where there is none, 400 where it is far ahead. */
export async function doseOfLog(db: Db, row: MedicationRow, press: Press): Promise<DoseKey> {
  const { instant, at, timezone } = press;
  if (instant.getTime() - at.getTime() > MOST_HOURS_AHEAD * HOUR_MS) {
    throw new Refusal(400, 'This dose is more than 12 hours ahead.');
  }
  const medication = asMedication(row);
  const dose =
    doseAt(medication, instant, timezone) ??
    asNeededDose(medication, instant, timezone) ??
    (await loggedBefore(db, row, instant)) ??
    formerDose(row, press);
  if (dose === undefined) throw notThere();
  return dose;
}

/** A dose that was logged exists, although the times or the timezone were changed since. */
async function loggedBefore(
  db: Db,
  row: MedicationRow,
  instant: Date,
): Promise<DoseKey | undefined> {
  const [log] = await db
    .select({
      date: medicationLogs.localDate,
      time: medicationLogs.time,
      scheduledTime: medicationLogs.scheduledTime,
    })
    .from(medicationLogs)
    .where(
      and(
        eq(medicationLogs.accountId, row.accountId),
        eq(medicationLogs.medicationId, row.id),
        eq(medicationLogs.scheduledTime, instant),
      ),
    );
  return log;
}

/**
 * A dose of a schedule that has been changed since it was pressed on a tablet without a connection:
 * by what the tablet knew it was due, and what was taken is not to get lost.
 */
function formerDose(row: MedicationRow, { instant, at, timezone }: Press): DoseKey | undefined {
  const wasChangedSince = row.createdAt <= at && at < row.scheduledSince;
  const isShown = at.getTime() - instant.getTime() <= MOST_HOURS_SHOWN * HOUR_MS;
  if (!wasChangedSince || !isShown || instant.getTime() % 60_000 !== 0) return undefined;
  return {
    date: localDate(instant, timezone),
    time: localTime(instant, timezone),
    scheduledTime: instant,
  };
}
