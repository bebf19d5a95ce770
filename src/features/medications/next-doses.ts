import type { UpcomingMedication } from './contract.ts';
import { counted, lateness } from './lateness.ts';

/** What of a dose decides where it stands in what is next. */
type Listed = Pick<UpcomingMedication, 'status' | 'scheduledTime' | 'medication'>;

/** The doses of one time that nobody has answered. */
export interface NextTime<Dose extends Listed> {
  readonly scheduledTime: Date;
  readonly doses: readonly Dose[];
  /** It is time to take them. */
  readonly isNow: boolean;
  /** Such as `in 1 hour`; nothing for what is now. */
  readonly inWords: string;
}

export interface NextDoses<Dose extends Listed> {
  /** Doses that are overdue: nobody waits for them any more, and nobody has said anything. */
  readonly unanswered: number;
  /** What is still to come, by time. */
  readonly next: readonly NextTime<Dose>[];
}

/** What is next of the listed doses: only what is due or comes counts as next. */
export function nextDoses<Dose extends Listed>(
  listed: readonly Dose[],
  now: Date,
): NextDoses<Dose> {
  const times = new Map<number, Dose[]>();
  let unanswered = 0;
  for (const dose of listed.filter(({ status }) => status === 'pending')) {
    const at = Date.parse(dose.scheduledTime);
    if (lateness(new Date(at), now).kind === 'overdue') unanswered += 1;
    else times.set(at, [...(times.get(at) ?? []), dose]);
  }
  const next = [...times].toSorted(([one], [other]) => one - other);
  return { unanswered, next: next.map(([at, doses]) => timeOf(new Date(at), doses, now)) };
}

function timeOf<Dose extends Listed>(
  scheduledTime: Date,
  doses: readonly Dose[],
  now: Date,
): NextTime<Dose> {
  const { kind, minutes } = lateness(scheduledTime, now);
  const isNow = kind !== 'upcoming';
  return { scheduledTime, doses, isNow, inWords: isNow ? '' : fromNow(minutes) };
}

/**
 * In whole hours from 60 minutes on: nobody reckons with 562 minutes. Who plans by it is told the
 * minutes too: `in 4 h 25 min`.
 */
export function fromNow(minutes: number, to: 'hour' | 'minute' = 'hour'): string {
  if (minutes < 60) return `in ${counted(minutes, 'minute')}`;
  if (to === 'hour') return `in ${counted(Math.round(minutes / 60), 'hour')}`;
  const rest = minutes % 60;
  return `in ${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
}

/** One by its name and amount, several by their number. */
export function wordsOfTime({ doses }: Pick<NextTime<Listed>, 'doses'>): string {
  const [first] = doses;
  if (first === undefined || doses.length > 1) return counted(doses.length, 'medication');
  return [first.medication.name, first.medication.dosage].filter(Boolean).join(' ');
}
