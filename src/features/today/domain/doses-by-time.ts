import type { DoseState } from './answer.ts';

/**
 * The order in which states take precedence if the doses of one time have different states:
 * unresolved states before resolved ones.
 */
const FIRST: readonly DoseState[] = ['overdue', 'missed', 'due', 'later', 'skipped', 'taken'];

interface Listed {
  readonly scheduledTime: string;
  readonly state: DoseState;
}

export interface DosesOfTime<Dose extends Listed> {
  readonly scheduledTime: string;
  readonly state: DoseState;
  readonly doses: readonly Dose[];
}

/** Groups the doses of a day by time, earliest first, each with the state to show. */
export function dosesByTime<Dose extends Listed>(doses: readonly Dose[]): DosesOfTime<Dose>[] {
  const times = [...new Set(doses.map(({ scheduledTime }) => scheduledTime))].sort();
  return times.map((scheduledTime) => {
    const own = doses.filter((dose) => dose.scheduledTime === scheduledTime);
    const state = FIRST.find((known) => own.some((dose) => dose.state === known)) ?? 'later';
    return { scheduledTime, state, doses: own };
  });
}
