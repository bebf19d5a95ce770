import { formatList } from '#platform/shared/format-list.ts';
import type { ChosenOrder } from '../open-contract.ts';

type Ordered = Pick<ChosenOrder['people'][number], 'name' | 'step' | 'quiet'>;

/** Example: 'Maria first, David after 15 minutes, Ella and Ruth after 30.' */
export function orderMessage(people: readonly Ordered[], waitMinutes: number): string {
  const steps = [...new Set(people.map(({ step }) => step))].sort((one, other) => one - other);
  const namesOf = (step: number) =>
    formatList(people.filter((person) => person.step === step).map(({ name }) => name));
  if (steps.length <= 1) {
    return people.length === 1 ? `${people[0]?.name} is alerted.` : 'Everybody is alerted at once.';
  }
  const parts = steps.map((step, index) => {
    if (index === 0) return `${namesOf(step)} first`;
    const after = index * waitMinutes;
    // Only the first waiting time of the sentence is written with its unit.
    if (index > 1) return `${namesOf(step)} after ${after}`;
    return `${namesOf(step)} after ${after === 1 ? 'a minute' : `${after} minutes`}`;
  });
  return `${parts.join(', ')}.`;
}

/** Describes who is alerted during quiet hours; undefined without quiet hours. */
export function quietMessage(
  people: readonly Ordered[],
  lastIgnoresQuiet: boolean,
): string | undefined {
  const quiet = people.filter((person) => person.quiet !== null);
  if (quiet.length === 0) return undefined;
  const last = Math.max(...people.map(({ step }) => step));
  const names = formatList(people.filter(({ step }) => step === last).map(({ name }) => name));
  if (lastIgnoresQuiet) return `In quiet hours ${names} can still be woken.`;
  return quiet.length < people.length
    ? 'Whoever is in quiet hours is passed over, and alerted when they end if nobody has it by then.'
    : 'Where everybody is in quiet hours, nobody is alerted until the first of them end.';
}
