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
  const next = [...times].sort(([one], [other]) => one - other);
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

/** Longer waits than an hour are told to so many minutes: nobody reckons with 562. */
const TOLD_TO_MINUTES = 5;

/**
 * How long from now: `in 35 minutes`, `in 1 hour 30 minutes`. Who plans by it is told every minute:
 * `in 4 h 25 min`.
 */
export function fromNow(minutes: number, to: 'about' | 'minute' = 'about'): string {
  if (minutes < 60) return `in ${counted(minutes, 'minute')}`;
  const told = to === 'about' ? Math.round(minutes / TOLD_TO_MINUTES) * TOLD_TO_MINUTES : minutes;
  const hours = Math.floor(told / 60);
  const rest = told % 60;
  if (to === 'minute') return `in ${hours} h${rest === 0 ? '' : ` ${rest} min`}`;
  return `in ${counted(hours, 'hour')}${rest === 0 ? '' : ` ${counted(rest, 'minute')}`}`;
}

/**
 * What is to be taken then, the fullest words first: by name, with the amount where it is one, then
 * as many names as have room, at last their number. The last words stand where nothing fits in one
 * line: one name alone is among the others too, so that it is preferred to the amount over two lines.
 */
export function wordsOfTime({ doses }: Pick<NextTime<Listed>, 'doses'>): string[] {
  const names = doses.map(({ medication }) => medication.name);
  const [first] = doses;
  if (names.length === 1 && first) {
    const { name, dosage } = first.medication;
    return dosage ? [`${name} ${dosage}`, name, name] : [name];
  }
  const some = names.map((_, left) => {
    const named = names.slice(0, names.length - left).join(', ');
    return left === 0 ? named : `${named} and ${left} more`;
  });
  return [...some, counted(names.length, 'medication')];
}
