import { HOUR_MS } from '#kit/shared/durations.ts';
import { addDays, localDate } from '#kit/shared/zoned-time.ts';
import type { FormerSchedule } from './contract.ts';
import { dosesOn, type ScheduledMedication } from './schedule.ts';

/** What a medication was until it was deleted. */
type Deleted = ScheduledMedication & { readonly scheduledSince: string };

interface Gap {
  readonly deletedAt: Date;
  /** The household's when it was deleted. */
  readonly timezoneThen: string;
  readonly now: Date;
  readonly timezone: string;
}

/** For so long after its time a reminder pops up: a slip that is undone within it silences none. */
const STILL_RINGS_MS = HOUR_MS;

/** A dose can still wait on so many dates before today. */
const DAYS_BEFORE = 2;

/**
 * What the schedules of a medication are when it is put back: it held until it was deleted, was off
 * meanwhile and holds again from an hour ago. So what waited when it was deleted waits on within its
 * day, and what came due within the last hour rings. An earlier dose of the time between is none of
 * anything: it does not ring, is not missed and alerts nobody.
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
