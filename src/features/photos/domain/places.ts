/**
 * Photos placed between two others as the person saw them. If the two are no longer adjacent,
 * another person has changed the order (optimistic locking).
 */
export interface Placing {
  /** The placed photos, in their new order. */
  readonly ids: readonly string[];
  /** The photo before the placed ones; null at the beginning. */
  readonly after: string | null;
  /** The photo after the placed ones; null at the end. */
  readonly before: string | null;
}

/**
 * Returns the new order; undefined if a photo was removed or the two neighbours are no longer
 * adjacent.
 */
export function placed(
  order: readonly string[],
  { ids, after, before }: Placing,
): string[] | undefined {
  const moving = new Set(ids);
  const rest = order.filter((id) => !moving.has(id));
  if (moving.size !== ids.length || rest.length + ids.length !== order.length) return undefined;
  const at = after === null ? 0 : rest.indexOf(after) + 1;
  const isGap = (after === null || at > 0) && (rest[at] ?? null) === before;
  return isGap ? [...rest.slice(0, at), ...ids, ...rest.slice(at)] : undefined;
}

/** Returns the placement of photos at the index `at`, which is counted without these photos. */
export function placingAt(order: readonly string[], ids: readonly string[], at: number): Placing {
  const moving = new Set(ids);
  const rest = order.filter((id) => !moving.has(id));
  const place = Math.max(0, Math.min(rest.length, at));
  return { ids, after: rest[place - 1] ?? null, before: rest[place] ?? null };
}

/** Returns the placements that, applied in order, restore the photos' positions in `then`. */
export function placingsBack(
  now: readonly string[],
  then: readonly string[],
  ids: readonly string[],
): Placing[] {
  let order = now;
  return runsOf(then, new Set(ids)).map((run) => {
    const [first = ''] = run;
    const after = then[then.indexOf(first) - 1];
    const moving = new Set(run);
    const rest = order.filter((id) => !moving.has(id));
    const placing = placingAt(order, run, after === undefined ? 0 : rest.indexOf(after) + 1);
    order = placed(order, placing) ?? order;
    return placing;
  });
}

/** Returns the groups of adjacent moved photos in their order. */
function runsOf(order: readonly string[], moving: ReadonlySet<string>): string[][] {
  const runs: string[][] = [];
  order.forEach((id, at) => {
    if (!moving.has(id)) return;
    const isOfTheLast = at > 0 && moving.has(order[at - 1] ?? '');
    if (isOfTheLast) runs.at(-1)?.push(id);
    else runs.push([id]);
  });
  return runs;
}
