import { minuteOfDay } from '#platform/shared/wall-time.ts';

interface Move {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the new times that are not due today, because the dose was already taken at the old time:
 * see `movedAfterTaken`.
 */
export function takenBefore(...edit: Parameters<typeof movedAfterTaken>): string[] {
  return movedAfterTaken(...edit).map(({ to }) => to);
}

/**
 * Returns the times that were moved after their dose had been taken today. Each removed time is
 * matched with the nearest added time, one to one. An added time without a match is due from today
 * on.
 */
export function movedAfterTaken(
  before: readonly string[],
  after: readonly string[],
  taken: readonly string[],
): Move[] {
  // Doses that were taken today at a time that was removed earlier today are included.
  const dropped = [...new Set([...before, ...taken])].filter((time) => !after.includes(time));
  const added = after.filter((time) => !before.includes(time));
  const pairs = added
    .flatMap((to) =>
      dropped.map((from) => ({ from, to, apart: Math.abs(minuteOfDay(to) - minuteOfDay(from)) })),
    )
    .sort((one, other) => one.apart - other.apart);
  const moved = new Map<string, string>();
  for (const { from, to } of pairs) {
    if (!moved.has(to) && ![...moved.values()].includes(from)) moved.set(to, from);
  }
  return added.flatMap((to) => {
    const from = moved.get(to);
    return from !== undefined && taken.includes(from) ? [{ from, to }] : [];
  });
}
