/** Moves one id to a place, clamped to the list; what is not in the list leaves it as it is. */
export function moved(ids: readonly string[], id: string, place: number): string[] {
  const rest = ids.filter((other) => other !== id);
  if (rest.length === ids.length) return rest;
  return [...rest.slice(0, place), id, ...rest.slice(place)];
}

/** Whether `wanted` names exactly the ids of `present`, each once. */
export function isSameSet(wanted: readonly string[], present: readonly string[]): boolean {
  const set = new Set(wanted);
  return (
    set.size === wanted.length && set.size === present.length && present.every((id) => set.has(id))
  );
}

/** The things in the order of those ids, numbered 0..n-1 in it; an id without a thing is left out. */
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

/** The things as they stand when the one of that id has been moved to a place. */
export function movedTo<Thing extends { readonly id: string }>(
  things: readonly Thing[],
  id: string,
  place: number,
): (Thing & { readonly order: number })[] {
  const ids = things.map((thing) => thing.id);
  return inOrder(things, moved(ids, id, place));
}

/** Where a thing stands, for those who do not see it move. */
export function placeMessage(name: string, order: number, total: number): string {
  return `${name}, position ${order + 1} of ${total}`;
}
