import type { KitRefusal } from '#platform/shared/refusals.ts';
import { refusedWith } from './api.ts';

/**
 * Returns the item with this id as currently known: null if it was deleted, undefined before the
 * list is loaded.
 */
export function findCurrent<Thing extends { readonly id: string }>(
  list: readonly Thing[] | undefined,
  id: string,
): Thing | null | undefined {
  return list && (list.find((thing) => thing.id === id) ?? null);
}

/**
 * Returns the current object on the server if a change was refused because it was based on an older
 * version; otherwise undefined.
 */
export function currentIn<Thing>(error: unknown): Thing | undefined {
  if (!refusedWith<KitRefusal>(error, 'changed-meanwhile')) return undefined;
  // The cast is safe: the server sends the object in the format of the contract's reply.
  return error.current as Thing | undefined;
}

/**
 * True if another user has changed one of the fields of `change` on the server since `shown`, to a
 * value other than that of `change`.
 */
export function isSameChanged(change: object, shown: object, current: object): boolean {
  const before = new Map(Object.entries(shown));
  const now = new Map(Object.entries(current));
  return Object.entries(change).some(
    ([name, mine]) => now.get(name) !== before.get(name) && now.get(name) !== mine,
  );
}
