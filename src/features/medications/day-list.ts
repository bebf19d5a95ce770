import { type PartOfDay as DayPart, localTime, partOfDay } from '#kit/shared/zoned-time.ts';
import type { UpcomingMedication } from './contract.ts';
import { lateness, popupOpens } from './lateness.ts';

/** A dose this far ahead, in minutes, is quiet, and is not logged without a question. */
const FAR_FROM = 60;

/** How much a dose of today asks for attention. */
export type DoseUrgency = 'now' | 'soon' | 'later' | 'done';

export interface DayDose {
  readonly item: UpcomingMedication;
  readonly urgency: DoseUrgency;
}

/** The doses of one time. */
export interface TimeOfDay {
  readonly scheduledTime: string;
  readonly doses: readonly DayDose[];
  /** Those that nobody has answered. */
  readonly open: readonly UpcomingMedication[];
}

export type { DayPart };

const DAY_PARTS = ['morning', 'afternoon', 'evening', 'night'] as const;

export const PART_NAMES: Readonly<Record<DayPart, string>> = {
  morning: 'Morning',
  afternoon: 'Afternoon',
  evening: 'Evening',
  night: 'Night',
};

/** A part of the day that has doses, with its times. */
export interface PartOfDay {
  readonly part: DayPart;
  readonly times: readonly TimeOfDay[];
}

/**
 * Today's doses as a day: in the order of time, by parts. What is answered stays where it was, so
 * that nothing slides under a finger.
 */
export function dayList(
  items: readonly UpcomingMedication[],
  now: Date,
  timezone: string,
): PartOfDay[] {
  const doses = items
    .map((item) => ({ item, urgency: urgencyOf(item, now) }))
    .sort((one, other) => dueAt(one) - dueAt(other));
  const partOf = ({ item }: DayDose) => partOfDose(new Date(item.scheduledTime), timezone);
  return DAY_PARTS.map((part) => ({
    part,
    times: timesOf(doses.filter((dose) => partOf(dose) === part)),
  })).filter(({ times }) => times.length > 0);
}

/**
 * What else happens today, each under the `scheduledTime` of the first doses after it; what comes
 * after the last ones, or with them, under 'after'.
 */
export function wovenIn<Entry extends { readonly at: Date }>(
  parts: readonly PartOfDay[],
  entries: readonly Entry[],
): ReadonlyMap<string, readonly Entry[]> {
  const times = parts.flatMap((part) => part.times.map(({ scheduledTime }) => scheduledTime));
  const woven = new Map<string, Entry[]>();
  for (const entry of [...entries].sort((one, other) => Number(one.at) - Number(other.at))) {
    const place = times.find((time) => Date.parse(time) > Number(entry.at)) ?? 'after';
    woven.set(place, [...(woven.get(place) ?? []), entry]);
  }
  return woven;
}

/** The parts of the day before the first dose that is due, or late. */
export function partsBeforeNow(parts: readonly PartOfDay[]): ReadonlySet<DayPart> {
  const first = parts.findIndex(({ times }) =>
    times.some(({ doses }) => doses.some(({ urgency }) => urgency === 'now')),
  );
  return new Set(parts.slice(0, Math.max(0, first)).map(({ part }) => part));
}

const dueAt = ({ item }: DayDose): number => Date.parse(item.scheduledTime);

/** As the home screen says it; a list of a day begins with what is before its sunrise. */
function partOfDose(due: Date, timezone: string): DayPart {
  const time = localTime(due, timezone);
  return time < '05:00' ? 'morning' : partOfDay(time);
}

function timesOf(doses: readonly DayDose[]): TimeOfDay[] {
  const times = [...new Set(doses.map(({ item }) => item.scheduledTime))];
  return times.map((scheduledTime) => {
    const ofTime = doses.filter(({ item }) => item.scheduledTime === scheduledTime);
    const open = ofTime.filter(({ urgency }) => urgency !== 'done').map(({ item }) => item);
    return { scheduledTime, doses: ofTime, open };
  });
}

function urgencyOf({ status, scheduledTime }: UpcomingMedication, now: Date): DoseUrgency {
  if (status !== 'pending') return 'done';
  const due = new Date(scheduledTime);
  if (now >= popupOpens(due)) return 'now';
  return isFarAhead(scheduledTime, now) ? 'later' : 'soon';
}

/** Whether somebody who says that it was taken may mean another dose. */
export function isFarAhead(scheduledTime: string, now: Date): boolean {
  const { kind, minutes } = lateness(new Date(scheduledTime), now);
  return kind === 'upcoming' && minutes > FAR_FROM;
}
