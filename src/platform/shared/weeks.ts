import { addDays, weekday } from './zoned-time.ts';

/** Returns the Sundays on which the last weeks up to a local date began, oldest first. */
export function weeksUntil(date: string, weeks: number): string[] {
  const present = addDays(date, -weekday(date));
  return Array.from({ length: weeks }, (_, at) => addDays(present, 7 * (at + 1 - weeks)));
}

/** Returns the items whose local date is in the week that begins on this Sunday. */
export function ofWeek<Dated>(
  items: readonly Dated[],
  week: string,
  dateOf: (item: Dated) => string,
): Dated[] {
  const next = addDays(week, 7);
  return items.filter((item) => dateOf(item) >= week && dateOf(item) < next);
}
