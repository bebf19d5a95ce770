import { DAY_MS } from '#platform/shared/durations.ts';

/** Most active people have a use within this time, which spans at most two monthly partitions. */
const LATELY_MS = 28 * DAY_MS;

export interface RecentSpan {
  readonly since: Date;
  readonly until: Date;
}

/** The time span to search first, before any older partition is opened. */
export function recentSpan(now: Date): RecentSpan {
  return {
    since: new Date(now.getTime() - LATELY_MS),
    until: new Date(now.getTime() + DAY_MS),
  };
}
