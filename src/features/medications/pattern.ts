import { daysBetween, minuteOfDay, timeOfMinute } from '#kit/shared/wall-time.ts';
import { weekday } from '#kit/shared/zoned-time.ts';
import type { Pattern, TaperStep } from './pattern-input.ts';

const MINUTES_A_DAY = 24 * 60;

/**
 * Whether a schedule with that pattern has doses on a local date, not before its start date. The
 * start date is the first day of every N days and of a cycle. Days of the calendar are counted, so
 * that no change of the clocks moves one.
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

/** The step that holds on a local date: the last one that has begun. */
export function stepOn(steps: readonly TaperStep[], date: string): TaperStep | undefined {
  return steps.findLast(({ from }) => from <= date);
}

/**
 * The reminder times of a schedule with that pattern, HH:MM, each once and sorted, where the pattern
 * says them; of a taper those of all its steps.
 */
export function timesOfPattern(pattern: Pattern): string[] | undefined {
  if (pattern.kind === 'every_n_hours') return timesBetween(pattern);
  if (pattern.kind !== 'taper') return undefined;
  return [...new Set(pattern.steps.flatMap(({ times }) => times))].sort();
}

/** From the first on, as long as it is not past the last. */
function timesBetween({ every, from, until }: { every: number; from: string; until: string }) {
  const times: string[] = [];
  const last = Math.min(minuteOfDay(until), MINUTES_A_DAY - 1);
  for (let at = minuteOfDay(from); at <= last && every > 0; at += every * 60) {
    times.push(timeOfMinute(at));
  }
  return times;
}

/** What a month does not have falls on its last day, once. */
function isDayOfMonth(days: readonly number[], date: string): boolean {
  const day = Number(date.slice(8, 10));
  if (days.includes(day)) return true;
  const last = new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0));
  return day === last.getUTCDate() && days.some((each) => each > day);
}
