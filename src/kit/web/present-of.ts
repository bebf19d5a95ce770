import type { KitRefusal } from '#kit/shared/refusals.ts';
import { refusedWith } from './api.ts';

/** A thing of a list as it is now: null when it is no more, undefined before the list is known. */
export function presentOf<Thing extends { readonly id: string }>(
  list: readonly Thing[] | undefined,
  id: string,
): Thing | null | undefined {
  return list && (list.find((thing) => thing.id === id) ?? null);
}

/** The thing as it is on the server, when that is why a change was refused. */
export function currentIn<Thing>(error: unknown): Thing | undefined {
  if (!refusedWith<KitRefusal>(error, 'changed-meanwhile')) return undefined;
  // The server answers it as the contract's reply has it.
  return error.current as Thing | undefined;
}

/** Whether somebody else has made something else of what is changed, since it was as `shown`. */
export function isSameChanged(change: object, shown: object, current: object): boolean {
  const before = new Map(Object.entries(shown));
  const now = new Map(Object.entries(current));
  return Object.entries(change).some(
    ([name, mine]) => now.get(name) !== before.get(name) && now.get(name) !== mine,
  );
}
