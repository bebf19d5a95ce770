import type { Step } from './escalation.ts';

/** An administrator, and the step that was chosen for them; null is none. */
export interface Placed {
  readonly id: string;
  readonly step: number | null;
}

/** The steps in their order: whoever was given none is alerted with the last ones, so with somebody. */
export function stepsOf(people: readonly Placed[]): Step[] {
  const last = Math.max(1, ...people.map(({ step }) => step ?? 1));
  const numbers = people.map(({ step }) => step ?? last);
  return [...new Set(numbers)]
    .sort((one, other) => one - other)
    .map((number) => ({
      number,
      people: people.filter((_, index) => numbers[index] === number).map(({ id }) => id),
    }));
}
