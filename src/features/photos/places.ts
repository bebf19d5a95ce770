/**
 * Photos that go between two others, as the person saw them: the gap is what tells whether somebody
 * else has changed the order there meanwhile (optimistic concurrency).
 */
export interface Placing {
  /** In the order in which they are to stand. */
  readonly ids: readonly string[];
  /** After this one; null at the beginning. */
  readonly after: string | null;
  /** Before this one; null at the end. */
  readonly before: string | null;
}

/** The order afterwards; undefined when one of them is gone, or the gap is. */
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

/** The placing after which they stand from that place on, which is counted without them. */
export function placingAt(order: readonly string[], ids: readonly string[], at: number): Placing {
  const moving = new Set(ids);
  const rest = order.filter((id) => !moving.has(id));
  const place = Math.max(0, Math.min(rest.length, at));
  return { ids, after: rest[place - 1] ?? null, before: rest[place] ?? null };
}

/** The placings, one after the other, by which these photos stand again as they stood `then`. */
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

/** Those that stood beside each other, in their order. */
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
