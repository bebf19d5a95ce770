import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';

/**
 * The hour of the backups, in UTC. At this hour most families sleep, or have taken the doses of the
 * day.
 */
const HOUR = 3;

const MAX_NIGHTS = 7;
const MAX_WEEKS = 4;

const NAME = /^grand-(\d{4}-\d{2}-\d{2})\.zip$/;

/** Returns the night (YYYY-MM-DD) whose backup should exist: the date of the last 03:00 UTC. */
export function nightOf(now: Date): string {
  return new Date(now.getTime() - HOUR * HOUR_MS).toISOString().slice(0, 10);
}

export function nameOfNight(night: string): string {
  return `grand-${night}.zip`;
}

/** Returns the nights of the backups among these file names, newest first; ignores other files. */
export function nightsIn(names: readonly string[]): string[] {
  return names
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .sort()
    .reverse();
}

/**
 * Returns the newest seven nights of any age, and the newest night of each of the four calendar
 * weeks before the week of `tonight`.
 */
export function nightsToKeep(nights: readonly string[], tonight: string): string[] {
  const newestFirst = [...nights].sort().reverse();
  const weekOfTonight = weekOf(tonight);
  const weekly = new Map<number, string>();
  for (const night of newestFirst) {
    const weeksAgo = weekOfTonight - weekOf(night);
    if (weeksAgo >= 1 && weeksAgo <= MAX_WEEKS && !weekly.has(weeksAgo)) {
      weekly.set(weeksAgo, night);
    }
  }
  const kept = new Set([...newestFirst.slice(0, MAX_NIGHTS), ...weekly.values()]);
  return newestFirst.filter((night) => kept.has(night));
}

/**
 * Returns the nights up to `tonight`, newest first. Backups of later nights are omitted: they were
 * made while the clock was wrong.
 */
export function nightsUntil(nights: readonly string[], tonight: string): string[] {
  return nights
    .filter((night) => night <= tonight)
    .sort()
    .reverse();
}

const MAX_GAP_DAYS = 14;

/**
 * Returns the nights whose backups can be deleted, none of them after `tonight`. A gap between the
 * nights may mean that the clock is ahead. Therefore the nights that were retained before the gap
 * stay too; after a gap of more than two weeks, nothing is deleted.
 */
export function nightsToRemove(nights: readonly string[], tonight: string): string[] {
  const past = nightsUntil(nights, tonight);
  const newest = past.slice(0, MAX_NIGHTS + 1).map(dayOf);
  const gaps = newest.map((day, place) => (newest[place - 1] ?? day) - day);
  if (gaps.some((days) => days > MAX_GAP_DAYS)) return [];
  const beforeGaps = past.filter((_, place) => (gaps[place] ?? 0) > 1);
  const kept = new Set(
    [tonight, ...beforeGaps].flatMap((night) => nightsToKeep(nightsUntil(past, night), night)),
  );
  return past.filter((night) => !kept.has(night));
}

/** Number of days since 1970. */
function dayOf(night: string): number {
  return Date.parse(`${night}T00:00:00Z`) / DAY_MS;
}

/** Weeks begin on Monday; the first day of 1970 was a Thursday. */
function weekOf(night: string): number {
  return Math.floor((dayOf(night) + 3) / 7);
}
