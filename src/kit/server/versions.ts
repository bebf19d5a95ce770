import type { Refusal } from '#kit/shared/refusal.ts';
import { kitRefusal } from '#kit/shared/refusals.ts';

/**
 * Refuses a change that was made from another version than the present one. The answer carries the
 * present thing as the contract's reply has it, so that whoever asked can compare.
 */
export function refuseStale(madeFrom: number | undefined, current: { version: number }): void {
  if (madeFrom !== undefined && madeFrom !== current.version) throw stale(current);
}

export function stale(current: { version: number }): Refusal {
  return kitRefusal('changed-meanwhile', { more: { current } });
}
