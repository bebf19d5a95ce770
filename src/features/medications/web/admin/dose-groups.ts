import type { UpcomingMedication } from '../../contract.ts';
import { isFarAhead } from '../../domain/day-list.ts';

/** Today's doses, grouped for a quick overview. */
export interface DoseGroups {
  /** Pending doses that are overdue, due or due within the hour, earliest first. */
  readonly first: readonly UpcomingMedication[];
  /** Pending doses that are due more than an hour from now. */
  readonly later: readonly UpcomingMedication[];
  readonly answered: readonly UpcomingMedication[];
}

/**
 * Groups the doses by urgency. A dose that was answered here just now is in `held` and keeps its
 * place, so that a second press at the same place does not answer another dose.
 */
export function groupByUrgency(
  doses: readonly UpcomingMedication[],
  now: Date,
  held: ReadonlySet<string>,
): DoseGroups {
  const stays = doses.filter(({ id, status }) => status === 'pending' || held.has(id));
  const isLater = ({ scheduledTime }: UpcomingMedication) => isFarAhead(scheduledTime, now);
  return {
    first: stays.filter((dose) => !isLater(dose)),
    later: stays.filter(isLater),
    answered: doses.filter((dose) => !stays.includes(dose)),
  };
}
