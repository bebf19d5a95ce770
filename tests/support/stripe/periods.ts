import { SECOND_MS } from '#platform/shared/durations.ts';

/** A billing period; its bounds are in seconds since 1970. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the billing period that contains `instant`. The first period starts at `anchor`, and
 * later ones on the same day of each month or year (UTC), or on the last day of a shorter month.
 */
export function periodAround(anchor: number, interval: string, instant: number): Period {
  for (let count = 0; ; count += 1) {
    const end = later(anchor, interval, count + 1);
    if (end > instant) return { start: later(anchor, interval, count), end };
  }
}

function later(anchor: number, interval: string, count: number): number {
  const from = new Date(anchor * SECOND_MS);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + (interval === 'year' ? 12 : 1) * count);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return Math.floor(to.getTime() / SECOND_MS);
}
