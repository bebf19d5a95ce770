import type { Step } from './escalation.ts';

/** An administrator and the chosen step; null if none was chosen. */
export interface Placed {
  readonly id: string;
  readonly step: number | null;
}

/**
 * Returns the steps in order. A person without a step joins the last step, so that each person is
 * alerted.
 */
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
