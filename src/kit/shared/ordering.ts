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
