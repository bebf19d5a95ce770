import type { UpcomingMedication } from '../../contract.ts';
import { isFarAhead } from '../../day-list.ts';

/** Today's doses as somebody looks at them who has a minute. */
export interface Glance {
  /** What is overdue, due or nearly, earliest first. */
  readonly first: readonly UpcomingMedication[];
  /** What comes more than an hour from now. */
  readonly later: readonly UpcomingMedication[];
  readonly answered: readonly UpcomingMedication[];
}

/**
 * By how much they ask for. What was answered here just now is `held`: it stays where it was, so that
 * a second press on the same place meets no other dose.
 */
export function glanceOf(
  doses: readonly UpcomingMedication[],
  now: Date,
  held: ReadonlySet<string>,
): Glance {
  const stays = doses.filter(({ id, status }) => status === 'pending' || held.has(id));
  const isLater = ({ scheduledTime }: UpcomingMedication) => isFarAhead(scheduledTime, now);
  return {
    first: stays.filter((dose) => !isLater(dose)),
    later: stays.filter(isLater),
    answered: doses.filter((dose) => !stays.includes(dose)),
  };
}
