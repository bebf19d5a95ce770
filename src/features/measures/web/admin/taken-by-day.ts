import type { AdherenceDay } from '#features/medications/contract.ts';

/** Returns the percentage of taken doses among answered and missed ones, by local date. */
export function takenByDay(days: readonly AdherenceDay[]): ReadonlyMap<string, number> {
  const sums = new Map<string, { taken: number; answered: number }>();
  for (const { date, due, taken, pending } of days) {
    const sum = sums.get(date) ?? { taken: 0, answered: 0 };
    sums.set(date, { taken: sum.taken + taken, answered: sum.answered + due - pending });
  }
  return new Map(
    [...sums].flatMap(([date, { taken, answered }]) =>
      answered === 0 ? [] : [[date, percent(taken, answered)]],
    ),
  );
}

/** Rounds so that only all doses give 100 and only none gives 0. */
function percent(taken: number, answered: number): number {
  if (taken === 0 || taken === answered) return taken === 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round((100 * taken) / answered)));
}
