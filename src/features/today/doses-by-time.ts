import type { DoseState } from './answer.ts';

/** What says most of several doses of one time: what is left open, then what became of them. */
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

/** The doses of a day by their time, earliest first, each time with what says most of it. */
export function dosesByTime<Dose extends Listed>(doses: readonly Dose[]): DosesOfTime<Dose>[] {
  const times = [...new Set(doses.map(({ scheduledTime }) => scheduledTime))].sort();
  return times.map((scheduledTime) => {
    const own = doses.filter((dose) => dose.scheduledTime === scheduledTime);
    const state = FIRST.find((known) => own.some((dose) => dose.state === known)) ?? 'later';
    return { scheduledTime, state, doses: own };
  });
}
