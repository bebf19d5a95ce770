import { HOUR_MS } from '#platform/shared/durations.ts';
import { addDays, localDate } from '#platform/shared/zoned-time.ts';
import type { FormerSchedule } from '../contract.ts';
import { dosesOn, type ScheduledMedication } from './schedule.ts';

/** The deleted medication with its last schedule. */
type Deleted = ScheduledMedication & { readonly scheduledSince: string };

interface Gap {
  readonly deletedAt: Date;
  /** The household's time zone at the time of the deletion. */
  readonly timezoneThen: string;
  readonly now: Date;
  readonly timezone: string;
}

/**
 * A reminder pops up for this long after its scheduled time, so an accidental deletion that is
 * undone within it silences no reminder.
 */
const STILL_RINGS_MS = HOUR_MS;

/** Doses of this many dates before today can still be pending. */
const DAYS_BEFORE = 2;

/**
 * Returns the schedules of a restored medication: active until the deletion, inactive in the gap,
 * active again from one hour before now. So a dose that waited at the deletion keeps waiting within
 * its day, and a dose that came due within the last hour rings. An earlier dose in the gap is
 * ignored: it does not ring, is not marked missed and causes no alert.
 */
export function schedulesWhenRestored(
  medication: Deleted,
  { deletedAt, timezoneThen, now, timezone }: Gap,
): { since: Date; former: readonly FormerSchedule[]; notDue: readonly string[] } {
  const { frequency, times, startDate, endDate, isActive, scheduledSince } = medication;
  const pattern = medication.pattern ? { pattern: medication.pattern } : {};
  const schedule = { frequency, times, ...pattern, startDate, endDate, timezone: timezoneThen };
  const since = new Date(Math.max(deletedAt.getTime(), now.getTime() - STILL_RINGS_MS));
  const deleted = deletedAt.toISOString();
  const former = [
    { ...schedule, from: scheduledSince, until: deleted, isActive },
    { ...schedule, from: deleted, until: since.toISOString(), isActive: false },
  ].filter(({ from, until }) => from < until);
  const today = localDate(now, timezone);
  const dates = Array.from({ length: DAYS_BEFORE + 1 }, (_, days) => addDays(today, -days));
  const between = dates.flatMap((date) =>
    dosesOn(medication, date, timezone).filter(
      ({ scheduledTime }) => scheduledTime > deletedAt && scheduledTime < since,
    ),
  );
  return { since, former, notDue: between.map(({ date, time }) => `${date} ${time}`) };
}
