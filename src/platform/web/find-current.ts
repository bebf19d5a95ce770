import type { KitRefusal } from '#platform/shared/refusals.ts';
import { refusedWith } from './api.ts';

/**
 * Returns the current item of a list: null if it was deleted, undefined before the list is loaded.
 */
export function findCurrent<Thing extends { readonly id: string }>(
  list: readonly Thing[] | undefined,
  id: string,
): Thing | null | undefined {
  return list && (list.find((thing) => thing.id === id) ?? null);
}

/** Returns the current object from the server if a change was refused as outdated. */
export function currentIn<Thing>(error: unknown): Thing | undefined {
  if (!refusedWith<KitRefusal>(error, 'changed-meanwhile')) return undefined;
  // The server sends it in the format of the contract's reply.
  return error.current as Thing | undefined;
}

/** True if a changed field was also changed on the server since `shown`, to another value. */
export function isSameChanged(change: object, shown: object, current: object): boolean {
  const before = new Map(Object.entries(shown));
  const now = new Map(Object.entries(current));
  return Object.entries(change).some(
    ([name, mine]) => now.get(name) !== before.get(name) && now.get(name) !== mine,
  );
}
