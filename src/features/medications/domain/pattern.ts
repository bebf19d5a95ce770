import { daysBetween, minuteOfDay, timeOfMinute } from '#platform/shared/wall-time.ts';
import { weekday } from '#platform/shared/zoned-time.ts';
import type { Pattern, TaperStep } from './pattern-input.ts';

const MINUTES_A_DAY = 24 * 60;

/**
 * True if a schedule with that pattern has doses on a local date that is not before its start date.
 * The start date is the first day of "every N days" and of a cycle. Calendar days are counted, so
 * that a clock change shifts none.
 */
export function patternRunsOn(pattern: Pattern, startDate: string, date: string): boolean {
  switch (pattern.kind) {
    case 'chosen_weekdays':
      return pattern.weekdays.includes(weekday(date));
    case 'every_n_days':
      return daysBetween(startDate, date) % pattern.every === 0;
    case 'days_of_month':
      return isDayOfMonth(pattern.days, date);
    case 'cycle':
      return daysBetween(startDate, date) % (pattern.on + pattern.off) < pattern.on;
    case 'taper':
      return stepOn(pattern.steps, date) !== undefined;
    case 'every_n_hours':
      return true;
  }
}

/** Returns the step that applies on a local date: the last one that has begun. */
export function stepOn(steps: readonly TaperStep[], date: string): TaperStep | undefined {
  return steps.findLast(({ from }) => from <= date);
}

/**
 * Returns the reminder times that the pattern defines, HH:MM, deduplicated and sorted; undefined if
 * it defines none. For a taper, these are the times of all its steps.
 */
export function timesOfPattern(pattern: Pattern): string[] | undefined {
  if (pattern.kind === 'every_n_hours') return timesBetween(pattern);
  if (pattern.kind !== 'taper') return undefined;
  return [...new Set(pattern.steps.flatMap(({ times }) => times))].sort();
}

/** Returns the times from `from` on, at intervals of `every` hours, up to `until` (inclusive). */
function timesBetween({ every, from, until }: { every: number; from: string; until: string }) {
  const times: string[] = [];
  const last = Math.min(minuteOfDay(until), MINUTES_A_DAY - 1);
  for (let at = minuteOfDay(from); at <= last && every > 0; at += every * 60) {
    times.push(timeOfMinute(at));
  }
  return times;
}

/**
 * In a month without such a day (for example the 31st), the dose is on the last day of the month,
 * once.
 */
function isDayOfMonth(days: readonly number[], date: string): boolean {
  const day = Number(date.slice(8, 10));
  if (days.includes(day)) return true;
  const last = new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0));
  return day === last.getUTCDate() && days.some((each) => each > day);
}
