import { and, eq, type SQL } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { medicationLogs } from '#database/schema/medications.ts';
import { HOUR_MS, MINUTE_MS } from '#kit/shared/durations.ts';
import { localDate, localTime, WALL_TIME } from '#kit/shared/zoned-time.ts';
import { MOST_AHEAD_MS } from '../limits.ts';
import { medicationRefusal } from '../refusals.ts';
import { asNeededDose, doseAt, dosesOn } from '../schedule.ts';
import { asFormer, asMedication, type MedicationRow } from './medication-rows.ts';

/** A tablet shows the doses of today, and no longer than until the day's end. */
const MOST_HOURS_SHOWN = 36;

/** What tells a dose from all others of its medication, and when it is due. */
export interface DoseKey {
  readonly date: string;
  readonly time: string;
  readonly scheduledTime: Date;
}

type NamedDose = Pick<DoseKey, 'date' | 'time'>;

export interface Press {
  /** Which dose, as it was listed; what pressed it may know of its time alone. */
  readonly doseId: string | undefined;
  /** When it was due, as far as it was known where it was pressed. */
  readonly instant: Date;
  readonly at: Date;
  readonly timezone: string;
  readonly now: Date;
}

/** The dose of which something is said; undefined where there is none. Throws 400 where it is far ahead. */
export async function doseOfLog(
  db: Db,
  row: MedicationRow,
  press: Press,
): Promise<DoseKey | undefined> {
  return press.doseId === undefined
    ? doseByTime(db, row, press)
    : doseById(db, row, press, press.doseId);
}

/** By its name, whatever the timezone is by now; its time is that at which it was due then. */
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
  if (scheduledTime.getTime() - at.getTime() > MOST_AHEAD_MS) {
    throw medicationRefusal('dose-too-far-ahead');
  }
}

/** What is taken as needed is due when it is taken: a clock that was wrong then is wrong of both. */
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

/** The schedules before the present one, the oldest first, each with its timezone. */
function formerOf(row: MedicationRow) {
  return row.formerSchedules.map((stored) => {
    const former = asFormer(stored);
    return { schedule: { ...former, id: row.id }, timezone: former.timezone, until: former.until };
  });
}

/**
 * The dose of that instant by a schedule that is known: first by one that held at the press, also
 * where it ended at that very moment; then by the present one; and then by one under which it came
 * due, as a tablet may have listed it for a while longer: the household has moved on to the east, or
 * the schedule was changed elsewhere.
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
  at.getTime() - since <= MOST_HOURS_SHOWN * HOUR_MS;

function loggedAs(db: Db, row: MedicationRow, { date, time }: NamedDose) {
  return firstLog(db, row, and(eq(medicationLogs.localDate, date), eq(medicationLogs.time, time)));
}

/** A dose that was logged exists, although the times or the timezone were changed since. */
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
 * A dose of a schedule that has been changed since it was pressed on a tablet without a connection,
 * and that is remembered no more: by what the tablet knew it was due, and what was taken is not to
 * get lost.
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
