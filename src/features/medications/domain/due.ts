import { HOUR_MS } from '#platform/shared/durations.ts';
import { addDays, instantOf, localDate } from '#platform/shared/zoned-time.ts';
import type { Medication } from '../contract.ts';
import { type AwayPeriod, isAway, periodsOn } from './away.ts';
import { type JumpedDose, jumpedDoses } from './jumped-doses.ts';
import { popupCloses, popupOpens } from './lateness.ts';
import { type Dose, dosesOn, type ScheduledMedication } from './schedule.ts';
import { type ScheduleVersion, scheduleVersions } from './schedule-versions.ts';

/**
 * The fields of a medication that decide which of its doses are due: its present and former
 * schedules, and the away periods of the elder.
 */
export type DueMedication = ScheduledMedication &
  Pick<Medication, 'scheduledSince' | 'formerSchedules' | 'notDue'> & {
    readonly away: readonly AwayPeriod[];
  };

/**
 * A pending dose stays due for at most this long after its day has ended, so that a dose just
 * before midnight can still become overdue.
 */
const WAITS_AFTER_MS = HOUR_MS;

/**
 * Doses of the two previous dates can still be pending, because a time zone change far to the east
 * can advance the local date by two days.
 */
const DAYS_BEFORE = [2, 1];

/**
 * Returns the doses of a local date that are due: they ring, become overdue, alert and count. The
 * list and the sweep both use this rule.
 * The schedule that applied when the day ended in the household's time zone of that day (for today:
 * the present schedule) defines the doses. Each dose must have been set before its time, by that
 * schedule or by an earlier one of the same day. So a time that was already past when it was set is
 * never due, and a mistake that is corrected on the same day changes nothing. A dose that came due
 * in another time zone, before a move to a zone where its time is past, keeps waiting. A dose that
 * a time zone change jumped over is due unless it would come too soon (`jumped-doses.ts`).
 */
export function dueDosesOn(medication: DueMedication, date: string, timezone: string): Dose[] {
  const versions = scheduleVersions(medication, timezone);
  const at = versions.findLastIndex((version) => version.from <= dayEnds(date, version.timezone));
  const last = versions[at];
  if (last === undefined) return [];
  const { notDue = [] } = medication;
  const away = periodsOn(medication.away, date);
  const isDue = (dose: Dose) => !notDue.includes(`${dose.date} ${dose.time}`);
  const jumped = jumpedDoses(versions, isDue);
  return dosesOn(last.schedule, date, last.timezone)
    .filter((dose) => isDue(dose) && !isAway(away, dose))
    .flatMap((dose) => dueDose(dose, { versions, at, last, timezone, jumped }) ?? [])
    .sort((one, other) => one.scheduledTime.getTime() - other.scheduledTime.getTime());
}

function dayEnds(date: string, timezone: string): number {
  return instantOf(addDays(date, 1), '00:00', timezone).getTime() + WAITS_AFTER_MS;
}

interface Versions {
  readonly versions: readonly ScheduleVersion[];
  /** The index of `last` in `versions`. `last` is the version that applied when the day ended. */
  readonly at: number;
  readonly last: ScheduleVersion;
  readonly timezone: string;
  readonly jumped: readonly JumpedDose[];
}

/**
 * Returns a dose of the last schedule with its due time; undefined if its time was past when it was
 * set.
 */
function dueDose(dose: Dose, { versions, at, last, timezone, ...all }: Versions): Dose | undefined {
  const { date, time, scheduledTime } = dose;
  const present = scheduledTime.getTime();
  const jumped = all.jumped.filter(({ id }) => id === dose.id);
  const jumpedNext = jumped.find(({ version }) => version === at + 1);
  if (jumpedNext !== undefined) return asked(jumpedNext);
  if (present >= last.from) return dose;
  const dayBegins = instantOf(date, '00:00', timezone).getTime();
  const had = versions.slice(0, at).flatMap((version) =>
    dosesOn(version.schedule, date, version.timezone)
      .filter((each) => each.time === time)
      .map((each) => ({ version, due: each.scheduledTime.getTime() })),
  );
  const wasSetInTime = had.some(
    ({ version, due }) => due === present && version.from <= due && version.until > dayBegins,
  );
  if (wasSetInTime) return dose;
  const reached = had.findLast(({ version, due }) => version.from <= due && due < version.until);
  if (reached !== undefined) return { ...dose, scheduledTime: new Date(reached.due) };
  return asked(jumped.at(-1));
}

function asked(jumped: JumpedDose | undefined): Dose | undefined {
  if (jumped === undefined || jumped.isDropped) return undefined;
  const { isDropped: _, version: __, ...dose } = jumped;
  return dose;
}

/**
 * Returns today's doses, earliest first, with the doses of earlier dates and of tomorrow that are
 * inside the pop-up window, so that midnight ends no reminder early. The list stays valid until
 * `validUntil` unless the data changes.
 */
export function upcomingDoses(
  medications: readonly DueMedication[],
  now: Date,
  timezone: string,
): { doses: Dose[]; validUntil: Date } {
  const today = localDate(now, timezone);
  const tomorrow = addDays(today, 1);
  const on = (date: string) => medications.flatMap((each) => dueDosesOn(each, date, timezone));
  const fromYesterday = DAYS_BEFORE.flatMap((days) => on(addDays(today, -days))).filter(
    (dose) => now < listedUntil(dose),
  );
  const ofTomorrow = on(tomorrow);
  const doses = [
    ...fromYesterday,
    ...on(today),
    ...ofTomorrow.filter((dose) => now >= popupOpens(dose.scheduledTime)),
  ].sort((a, b) => a.scheduledTime.getTime() - b.scheduledTime.getTime());
  const changes = [
    instantOf(tomorrow, '00:00', timezone),
    ...fromYesterday.map(listedUntil),
    ...ofTomorrow.map((dose) => popupOpens(dose.scheduledTime)).filter((opens) => opens > now),
  ];
  return { doses, validUntil: new Date(Math.min(...changes.map(Number))) };
}

/** The moment at which a dose of an earlier date leaves the list. */
function listedUntil({ scheduledTime, jumped }: Dose): Date {
  const closes = popupCloses(scheduledTime);
  return jumped === undefined || jumped.until < closes ? closes : jumped.until;
}
