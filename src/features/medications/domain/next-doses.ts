import type { UpcomingMedication } from '../contract.ts';
import { counted, lateness } from './lateness.ts';

type Listed = Pick<UpcomingMedication, 'status' | 'scheduledTime' | 'medication'>;

/** The unanswered doses of one scheduled time. */
export interface NextTime<Dose extends Listed> {
  readonly scheduledTime: Date;
  readonly doses: readonly Dose[];
  /** True from the scheduled time on, until the doses are overdue. */
  readonly isNow: boolean;
  /** A text such as `in 1 hour`; empty if `isNow`. */
  readonly inWords: string;
}

export interface NextDoses<Dose extends Listed> {
  readonly unanswered: number;
  /** The doses that are due now or later, by time. */
  readonly next: readonly NextTime<Dose>[];
}

/**
 * Splits the pending doses into overdue ones, which are only counted, and those due now or later.
 */
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

/**
 * A wait of more than an hour is rounded to this many minutes, because a precise number is hard to
 * read.
 */
const TOLD_TO_MINUTES = 5;

/**
 * Returns the time from now as text: `in 35 minutes`, `in 1 hour 30 minutes`. With `to` 'minute' it
 * is not rounded: `in 4 h 25 min`.
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
 * Returns texts for the doses of one time, longest first, so that the caller can choose the first
 * one that fits in a line: the names, with the dosage if there is one dose, then fewer names, then
 * their number. The last text is the one to wrap if none fits. A single name is listed twice, so
 * that the name alone in one line is preferred to name and dosage in two.
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
