import type { UpcomingMedication } from '../contract.ts';
import { keyOf } from './reminder-machine.ts';

/** Reminders of one minute that stand as one, until each of them is answered. */
export interface ReminderGroup {
  /** Their time, in milliseconds since the epoch. */
  readonly due: number;
  /** `keyOf` each, those that are answered by now too. */
  readonly keys: readonly string[];
  /** Somebody asked for the pop-up of each. */
  readonly isOneByOne: boolean;
}

const dueOf = ({ scheduledTime }: UpcomingMedication) => Date.parse(scheduledTime);

/**
 * The group that stands after a look at today's doses: the one of before while one of it is `open`
 * or, when nothing was left out, all are answered, so that the last answer can be seen and undone;
 * else that of the earliest reminder, where others share its minute. Between times it is one at a
 * time. The same object while nothing changed.
 */
export function groupAfter(
  before: ReminderGroup | undefined,
  doses: readonly UpcomingMedication[],
  open: readonly UpcomingMedication[],
): ReminderGroup | undefined {
  if (before !== undefined) {
    const more = open
      .filter((item) => dueOf(item) === before.due)
      .map(keyOf)
      .filter((key) => !before.keys.includes(key));
    if (more.length > 0) return { ...before, keys: [...before.keys, ...more] };
    if (open.some((item) => before.keys.includes(keyOf(item)))) return before;
    if (!before.isOneByOne && isAllAnswered(itemsOf(before, doses))) return before;
  }
  const due = open[0] && dueOf(open[0]);
  const together = open.filter((item) => dueOf(item) === due);
  return due === undefined || together.length < 2
    ? undefined
    : { due, keys: together.map(keyOf), isOneByOne: false };
}

/** The doses of a group as they are now, in its order. What was deleted meanwhile is not there. */
export function itemsOf(
  { keys }: ReminderGroup,
  doses: readonly UpcomingMedication[],
): UpcomingMedication[] {
  return keys.flatMap((key) => doses.find((dose) => keyOf(dose) === key) ?? []);
}

export function isAllAnswered(items: readonly UpcomingMedication[]): boolean {
  return items.length > 0 && items.every(({ status }) => status !== 'pending');
}
