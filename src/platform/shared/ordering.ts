/**
 * Moves `id` to the position `place`, clamped to the list. If the list does not contain `id`, it is
 * returned unchanged.
 */
export function moved(ids: readonly string[], id: string, place: number): string[] {
  const rest = ids.filter((other) => other !== id);
  if (rest.length === ids.length) return rest;
  return [...rest.slice(0, place), id, ...rest.slice(place)];
}

/** True if `wanted` contains exactly the ids of `present`, each once. */
export function isSameSet(wanted: readonly string[], present: readonly string[]): boolean {
  const set = new Set(wanted);
  return (
    set.size === wanted.length && set.size === present.length && present.every((id) => set.has(id))
  );
}

/**
 * Returns the items in the order of the ids. `order` of each item is the position of its id, from
 * 0; ids without an item are skipped.
 */
export function inOrder<Thing extends { readonly id: string }>(
  things: readonly Thing[],
  ids: readonly string[],
): (Thing & { readonly order: number })[] {
  const known = new Map(things.map((thing) => [thing.id, thing]));
  return ids.flatMap((id, order) => {
    const thing = known.get(id);
    return thing === undefined ? [] : [{ ...thing, order }];
  });
}

export function movedTo<Thing extends { readonly id: string }>(
  things: readonly Thing[],
  id: string,
  place: number,
): (Thing & { readonly order: number })[] {
  const ids = things.map((thing) => thing.id);
  return inOrder(things, moved(ids, id, place));
}

/** Announcement of an item's new position, for screen readers. */
export function placeMessage(name: string, order: number, total: number): string {
  return `${name}, position ${order + 1} of ${total}`;
}
