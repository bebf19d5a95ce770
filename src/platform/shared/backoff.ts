import { HOUR_MS, SECOND_MS } from './durations.ts';

/**
 * Returns the delay after this number of failures (exponential backoff): 30 s, 2, 8 and 32 minutes,
 * then an hour.
 */
export function backoff(failures: number, firstMs = 30 * SECOND_MS, mostMs = HOUR_MS): number {
  return Math.min(firstMs * 4 ** (failures - 1), mostMs);
}
