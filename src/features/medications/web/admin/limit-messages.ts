import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import type { DoseLimits } from '../../domain/as-needed-limits.ts';

const HOUR_MINUTES = HOUR_MS / MINUTE_MS;

/** Returns 'At least 6 hours' or 'At least 1 hour 30 minutes'; 'No limit' if null. */
export function intervalMessage(minutes: number | null): string {
  return minutes === null ? 'No limit' : `At least ${spanMessage(minutes)}`;
}

/** Returns 'At most 4'; 'No limit' if null. */
export function maxMessage(most: number | null): string {
  return most === null ? 'No limit' : `At most ${most}`;
}

/** Returns 'at least 6 hours apart, at most 4 in 24 hours'; undefined without limits. */
export function limitsMessage({
  shortestIntervalMinutes: interval,
  mostIn24Hours: most,
}: DoseLimits): string | undefined {
  const parts = [
    interval === null ? [] : `at least ${spanMessage(interval)} apart`,
    most === null ? [] : `at most ${most} in 24 hours`,
  ].flat();
  return parts.length === 0 ? undefined : parts.join(', ');
}

function spanMessage(minutes: number): string {
  const hours = Math.floor(minutes / HOUR_MINUTES);
  const rest = minutes % HOUR_MINUTES;
  const counted = (count: number, one: string) =>
    count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`];
  return [...counted(hours, 'hour'), ...counted(rest, 'minute')].join(' ');
}
