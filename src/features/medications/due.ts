import { HOUR_MS } from '#kit/shared/durations.ts';
import { addDays, instantOf, localDate } from '#kit/shared/zoned-time.ts';
import { type AwayPeriod, isAway, periodsOn } from './away.ts';
import type { Medication } from './contract.ts';
import { popupCloses, popupOpens } from './lateness.ts';
import { type Dose, dosesOn, type ScheduledMedication } from './schedule.ts';

/**
 * What of a medication decides which of its doses are due: its schedules, the former ones too, and
 * when whoever takes it is away.
 */
export type DueMedication = ScheduledMedication &
  Pick<Medication, 'scheduledSince' | 'formerSchedules' | 'notDue'> & {
    readonly away: readonly AwayPeriod[];
  };

/** After its day's end nothing of a day waits for longer than until its last dose is Overdue. */
const WAITS_AFTER_MS = HOUR_MS;

/** Whoever moves far to the east is two dates further at once. */
const DAYS_BEFORE = [2, 1];

interface Version {
  readonly from: number;
  readonly until: number;
  readonly timezone: string;
  readonly schedule: ScheduledMedication;
}

/**
 * The doses of a local date that are due: that ring, become overdue, alert and count. It is one rule
 * for what is listed and what is looked after. The schedule that held when the day ended where the
 * household lived then (of today the present one) says which, and each of them must have been set before its time: by that
 * schedule, or by one that held on the same day. So a time that was past when it was set is never
 * due, and a slip that is corrected on its day leaves everything as it was. A dose that came due in
 * another timezone, from which the household has moved to where its time is past, waits on.
 */
export function dueDosesOn(medication: DueMedication, date: string, timezone: string): Dose[] {
  const versions = versionsOf(medication, timezone);
  const at = versions.findLastIndex((version) => version.from <= dayEnds(date, version.timezone));
  const last = versions[at];
  if (last === undefined) return [];
  const before = versions.slice(0, at);
  const { notDue = [] } = medication;
  const away = periodsOn(medication.away, date);
  return dosesOn(last.schedule, date, last.timezone)
    .filter((dose) => !notDue.includes(`${date} ${dose.time}`) && !isAway(away, dose))
    .flatMap((dose) => {
      const due = dueTime(dose, last, before, timezone);
      return due === undefined ? [] : [{ ...dose, scheduledTime: new Date(due) }];
    })
    .sort((one, other) => one.scheduledTime.getTime() - other.scheduledTime.getTime());
}

function dayEnds(date: string, timezone: string): number {
  return instantOf(addDays(date, 1), '00:00', timezone).getTime() + WAITS_AFTER_MS;
}

function versionsOf(medication: DueMedication, timezone: string): Version[] {
  const { id, scheduledSince, formerSchedules = [] } = medication;
  const since = scheduledSince === undefined ? 0 : Date.parse(scheduledSince);
  return [
    ...formerSchedules.map((former) => ({
      from: Date.parse(former.from),
      until: Date.parse(former.until),
      timezone: former.timezone,
      schedule: { ...former, id },
    })),
    { from: since, until: Number.POSITIVE_INFINITY, timezone, schedule: medication },
  ];
}

/** When a dose of the last schedule is due; undefined where its time was past when it was set. */
function dueTime(
  { date, time, scheduledTime }: Dose,
  last: Version,
  before: readonly Version[],
  timezone: string,
): number | undefined {
  const present = scheduledTime.getTime();
  if (present >= last.from) return present;
  const dayBegins = instantOf(date, '00:00', timezone).getTime();
  const had = before.flatMap((version) =>
    dosesOn(version.schedule, date, version.timezone)
      .filter((dose) => dose.time === time)
      .map((dose) => ({ version, at: dose.scheduledTime.getTime() })),
  );
  const wasSetInTime = had.some(
    ({ version, at }) => at === present && version.from <= at && version.until > dayBegins,
  );
  if (wasSetInTime) return present;
  return had.findLast(({ version, at }) => version.from <= at && at < version.until)?.at;
}

/**
 * Today's doses earliest first, with those of yesterday and tomorrow that are inside the pop-up
 * window, so that midnight cuts nothing off. Time alone does not change the list before
 * `validUntil`.
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
    (dose) => now < popupCloses(dose.scheduledTime),
  );
  const ofTomorrow = on(tomorrow);
  const doses = [
    ...fromYesterday,
    ...on(today),
    ...ofTomorrow.filter((dose) => now >= popupOpens(dose.scheduledTime)),
  ].sort((a, b) => a.scheduledTime.getTime() - b.scheduledTime.getTime());
  const changes = [
    instantOf(tomorrow, '00:00', timezone),
    ...fromYesterday.map((dose) => popupCloses(dose.scheduledTime)),
    ...ofTomorrow.map((dose) => popupOpens(dose.scheduledTime)).filter((opens) => opens > now),
  ];
  return { doses, validUntil: new Date(Math.min(...changes.map(Number))) };
}
