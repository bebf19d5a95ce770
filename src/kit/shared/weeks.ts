import { addDays, weekday } from './zoned-time.ts';

/** The Sundays on which the last weeks until a local date began, the oldest first. */
export function weeksUntil(date: string, weeks: number): string[] {
  const present = addDays(date, -weekday(date));
  return Array.from({ length: weeks }, (_, at) => addDays(present, 7 * (at + 1 - weeks)));
}

/** What of a week that began on that Sunday has a local date in it. */
export function ofWeek<Dated>(
  items: readonly Dated[],
  week: string,
  dateOf: (item: Dated) => string,
): Dated[] {
  const next = addDays(week, 7);
  return items.filter((item) => dateOf(item) >= week && dateOf(item) < next);
}
