import { and, eq, type SQL } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { medicationLogs } from '#database/schema/medications.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { localDate, localTime, WALL_TIME } from '#platform/shared/zoned-time.ts';
import { asNeededDose, doseAt, dosesOn } from '../domain/schedule.ts';
import { MAX_AHEAD_MS } from '../limits.ts';
import { medicationRefusal } from '../refusals.ts';
import { asFormer, asMedication, type MedicationRow } from './medication-rows.ts';

/**
 * A tablet lists only the doses of today, so a press concerns a dose that became due, or left the
 * schedule, at most this long ago.
 */
const MAX_HOURS_SHOWN = 36;

/**
 * Identifies a dose of a medication by date and wall-clock time; contains also its scheduled time.
 */
export interface DoseKey {
  readonly date: string;
  readonly time: string;
  readonly scheduledTime: Date;
}

type NamedDose = Pick<DoseKey, 'date' | 'time'>;

export interface Press {
  /**
   * The id with which the dose was listed; undefined if the client knows only the scheduled time.
   */
  readonly doseId: string | undefined;
  /** The scheduled time as the client knew it. */
  readonly instant: Date;
  readonly at: Date;
  readonly timezone: string;
  readonly now: Date;
}

/**
 * Returns the dose that is answered; undefined if there is none. Throws 400 if it is too far ahead.
 */
export async function doseOfLog(
  db: Db,
  row: MedicationRow,
  press: Press,
): Promise<DoseKey | undefined> {
  return press.doseId === undefined
    ? doseByTime(db, row, press)
    : doseById(db, row, press, press.doseId);
}

/**
 * Finds the dose by its id, independently of the present time zone. The returned time is the one at
 * which the dose was due.
 */
async function doseById(db: Db, row: MedicationRow, press: Press, doseId: string) {
  const named = namedBy(doseId, row.id);
  if (named === undefined) return undefined;
  const { instant, timezone } = press;
  const versions = [...formerOf(row), { schedule: asMedication(row), timezone }].reverse();
  const had = versions.flatMap((version) =>
    dosesOn(version.schedule, named.date, version.timezone).filter(isNamed),
  );
  const asListed = had.find(({ scheduledTime }) => scheduledTime.getTime() === instant.getTime());
  const dose =
    asListed ?? had[0] ?? (await loggedAs(db, row, named)) ?? formerDose(row, press, named);
  if (dose !== undefined) refuseFarAhead(dose.scheduledTime, press);
  return dose;

  function isNamed({ time }: { time: string }) {
    return time === named?.time;
  }
}

async function doseByTime(db: Db, row: MedicationRow, press: Press) {
  if (row.frequency === 'as_needed') {
    return asNeededDose(asMedication(row), asNeededInstant(row, press), press.timezone);
  }
  refuseFarAhead(press.instant, press);
  return (
    scheduledDose(row, press) ??
    (await loggedBefore(db, row, press.instant)) ??
    formerDose(row, press)
  );
}

function refuseFarAhead(scheduledTime: Date, { at }: Press): void {
  if (scheduledTime.getTime() - at.getTime() > MAX_AHEAD_MS) {
    throw medicationRefusal('dose-too-far-ahead');
  }
}

/**
 * An as-needed dose is due when it is taken. If that time is implausible, the tablet's clock was
 * wrong, so the present time is used instead.
 */
function asNeededInstant({ createdAt }: MedicationRow, { instant, now }: Press): Date {
  const canBe = instant >= new Date(createdAt.getTime() - HOUR_MS) && instant <= now;
  return canBe ? instant : now;
}

function namedBy(doseId: string, medicationId: string): NamedDose | undefined {
  const [id, date = '', digits = ''] = doseId.split('_');
  if (id !== medicationId || !/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d{4}$/.test(digits)) {
    return undefined;
  }
  const time = `${digits.slice(0, 2)}:${digits.slice(2)}`;
  const isThere = !Number.isNaN(Date.parse(date)) && WALL_TIME.test(time);
  return isThere ? { date, time } : undefined;
}

/** Returns the schedules before the present one, oldest first, each with its time zone. */
function formerOf(row: MedicationRow) {
  return row.formerSchedules.map((stored) => {
    const former = asFormer(stored);
    return { schedule: { ...former, id: row.id }, timezone: former.timezone, until: former.until };
  });
}

/**
 * Returns the dose of that instant by a known schedule, the first of: the schedule at the time of
 * the press, even if it ended at that moment; the present schedule; a schedule under which the dose
 * came due. The last one exists because a tablet may list a dose for a while after a move to the
 * east or a change on another device.
 */
function scheduledDose(row: MedicationRow, { instant, at, timezone }: Press): DoseKey | undefined {
  const pressed = at.toISOString();
  const due = instant.toISOString();
  const former = formerOf(row);
  const held = former.filter(({ schedule, until }) => schedule.from <= pressed && pressed <= until);
  const listed = former
    .filter(({ schedule }) => row.createdAt <= at && schedule.from <= due)
    .filter(({ until }) => isStillShown(Date.parse(until), at))
    .reverse();
  return [...held, { schedule: asMedication(row), timezone }, ...listed]
    .map((version) => doseAt(version.schedule, instant, version.timezone))
    .find((dose) => dose !== undefined);
}

const isStillShown = (since: number, at: Date): boolean =>
  at.getTime() - since <= MAX_HOURS_SHOWN * HOUR_MS;

function loggedAs(db: Db, row: MedicationRow, { date, time }: NamedDose) {
  return firstLog(db, row, and(eq(medicationLogs.localDate, date), eq(medicationLogs.time, time)));
}

/** A logged dose exists even if the times or the time zone have changed since. */
function loggedBefore(db: Db, row: MedicationRow, instant: Date) {
  return firstLog(db, row, eq(medicationLogs.scheduledTime, instant));
}

async function firstLog(
  db: Db,
  row: MedicationRow,
  which: SQL | undefined,
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
        which,
      ),
    );
  return log;
}

/**
 * Accepts a dose of a schedule that changed after an offline press and is no longer stored. It
 * relies on the time that the tablet knew, so that a "taken" answer is not lost.
 */
function formerDose(
  row: MedicationRow,
  { instant, at, timezone }: Press,
  named: NamedDose = { date: localDate(instant, timezone), time: localTime(instant, timezone) },
): DoseKey | undefined {
  const wasChangedSince = row.createdAt <= at && at < row.scheduledSince;
  const isShown = isStillShown(instant.getTime(), at);
  if (!wasChangedSince || !isShown || instant.getTime() % MINUTE_MS !== 0) return undefined;
  return { ...named, scheduledTime: instant };
}
