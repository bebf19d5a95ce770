import type { UpcomingMedication } from '../contract.ts';
import { keyOf } from './reminder-machine.ts';

/** Reminders of one minute that are shown as a group until each of them is answered. */
export interface ReminderGroup {
  /** Their scheduled time, in milliseconds since the epoch. */
  readonly due: number;
  /** `keyOf` of each dose, including those that are already answered. */
  readonly keys: readonly string[];
  /** True if the person asked to answer the doses one by one, each in a separate pop-up. */
  readonly isOneByOne: boolean;
}

const dueOf = ({ scheduledTime }: UpcomingMedication) => Date.parse(scheduledTime);

/**
 * Returns the group to show. The previous group remains while one of its doses is `open`, or when
 * all are answered, so that the last answer can be seen and undone. Otherwise the doses that share
 * the minute of the earliest reminder form a group, if there are several. Between two groups,
 * reminders are shown one at a time. Returns the same object while nothing changed.
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

/** Returns the current doses of a group, in its order, without deleted ones. */
export function itemsOf(
  { keys }: ReminderGroup,
  doses: readonly UpcomingMedication[],
): UpcomingMedication[] {
  return keys.flatMap((key) => doses.find((dose) => keyOf(dose) === key) ?? []);
}

export function isAllAnswered(items: readonly UpcomingMedication[]): boolean {
  return items.length > 0 && items.every(({ status }) => status !== 'pending');
}
