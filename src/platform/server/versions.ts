import type { Refusal } from '#platform/shared/refusal.ts';
import { platformRefusal } from '#platform/shared/refusals.ts';

/**
 * Refuses a change based on an outdated version (optimistic locking). The refusal contains the
 * current object in the form of the contract's reply, so that the caller can compare.
 */
export function refuseStale(madeFrom: number | undefined, current: { version: number }): void {
  if (madeFrom !== undefined && madeFrom !== current.version) throw stale(current);
}

export function stale(current: { version: number }): Refusal {
  return platformRefusal('changed-meanwhile', { more: { current } });
}
