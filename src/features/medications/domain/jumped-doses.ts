import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import { datesBetween } from '#platform/shared/wall-time.ts';
import { addDays, instantOf, localDate } from '#platform/shared/zoned-time.ts';
import { type Dose, dosesOn } from './schedule.ts';
import type { ScheduleVersion } from './schedule-versions.ts';

/**
 * The number of dates searched for an earlier dose. A time zone change jumps at most 26 hours, so a
 * dose further away is always more than half of its usual distance ago.
 */
const SEARCHED_DAYS = 3;

/** A jumped dose waits at least this long after the time zone change. */
const MIN_WAIT_MS = HOUR_MS;

/** A dose whose time was still ahead in the old time zone and is past in the new one. */
export interface JumpedDose extends Dose {
  readonly jumped: NonNullable<Dose['jumped']>;
  /** The index of the schedule version whose time zone change jumped over the dose. */
  readonly version: number;
  /** True if the dose is not due at all, because it would come too soon after the previous dose. */
  readonly isDropped: boolean;
}

/**
 * Returns the doses that the time zone changes between these versions jump over, oldest change
 * first. A jumped dose is dropped if less than half of its usual interval has passed since the
 * previous due dose.
 */
export function jumpedDoses(
  versions: readonly ScheduleVersion[],
  isDue: (dose: Dose) => boolean,
): JumpedDose[] {
  // The time of the last due dose before the change, in milliseconds.
  let last = Number.NEGATIVE_INFINITY;
  return versions.flatMap((present, version) => {
    const old = versions[version - 1];
    if (old === undefined || versions.every(({ timezone }) => timezone === old.timezone)) return [];
    last = Math.max(last, lastReached(old, isDue));
    if (old.timezone === present.timezone) return [];
    return jumpedBetween(old, present)
      .filter(isDue)
      .map((dose) => {
        const isDropped = present.from - last < usualDistance(present, dose) / 2;
        if (!isDropped) last = present.from;
        const jumped = { at: new Date(present.from), until: waitsUntil(present) };
        return { ...dose, jumped, version, isDropped };
      });
  });
}

/** The last time in milliseconds at which a dose came due while that version applied. */
function lastReached(
  { from, until, timezone, schedule }: ScheduleVersion,
  isDue: (dose: Dose) => boolean,
): number {
  const date = localDate(new Date(until), timezone);
  const times = datesBetween(addDays(date, -SEARCHED_DAYS), date)
    .flatMap((each) => dosesOn(schedule, each, timezone))
    .filter(isDue)
    .map(({ scheduledTime }) => scheduledTime.getTime());
  return Math.max(
    ...times.filter((time) => from <= time && time < until),
    Number.NEGATIVE_INFINITY,
  );
}

function jumpedBetween(old: ScheduleVersion, present: ScheduleVersion): Dose[] {
  const change = new Date(present.from);
  const dates = datesBetween(localDate(change, old.timezone), localDate(change, present.timezone));
  return dates.flatMap((date) => {
    const ahead = new Set(
      dosesOn(old.schedule, date, old.timezone)
        .filter(({ scheduledTime }) => scheduledTime >= change)
        .map(({ id }) => id),
    );
    if (ahead.size === 0) return [];
    return dosesOn(present.schedule, date, present.timezone).filter(
      ({ id, scheduledTime }) => ahead.has(id) && scheduledTime < change,
    );
  });
}

/**
 * Returns when a jumped dose stops waiting: at the next dose of the day on which the time zone
 * changed, or at the end of that day, but never before `MIN_WAIT_MS` has passed.
 */
function waitsUntil({ from, timezone, schedule }: ScheduleVersion): Date {
  const date = localDate(new Date(from), timezone);
  const dayEnds = instantOf(addDays(date, 1), '00:00', timezone).getTime();
  const next = dosesOn(schedule, date, timezone).find(
    ({ scheduledTime }) => scheduledTime.getTime() > from,
  );
  const until = Math.min(dayEnds, next?.scheduledTime.getTime() ?? dayEnds);
  return new Date(Math.max(until, from + MIN_WAIT_MS));
}

/**
 * Returns the interval between a dose and the previous one of the same schedule, in milliseconds.
 */
function usualDistance({ schedule, timezone }: ScheduleVersion, dose: Dose): number {
  const earlier = datesBetween(addDays(dose.date, -SEARCHED_DAYS), dose.date)
    .flatMap((date) => dosesOn(schedule, date, timezone))
    .filter(({ scheduledTime }) => scheduledTime < dose.scheduledTime)
    .map(({ scheduledTime }) => dose.scheduledTime.getTime() - scheduledTime.getTime());
  return Math.min(...earlier, SEARCHED_DAYS * DAY_MS);
}
