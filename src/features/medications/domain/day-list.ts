import { type PartOfDay as DayPart, localTime, partOfDay } from '#platform/shared/zoned-time.ts';
import type { UpcomingMedication } from '../contract.ts';
import { lateness, popupOpens } from './lateness.ts';

/**
 * A dose more than this many minutes ahead is shown without emphasis, and needs a confirmation to
 * be logged.
 */
const FAR_FROM = 60;

/** How prominently a dose of today is shown. */
export type DoseUrgency = 'now' | 'soon' | 'later' | 'done';

export interface DayDose {
  readonly item: UpcomingMedication;
  readonly urgency: DoseUrgency;
}

export interface TimeOfDay {
  readonly scheduledTime: string;
  readonly doses: readonly DayDose[];
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

/** A part of the day that has at least one dose. */
export interface PartOfDay {
  readonly part: DayPart;
  readonly times: readonly TimeOfDay[];
}

/**
 * Returns today's doses in the order of time, grouped by part of the day. Answered doses keep their
 * place, so that no button moves while a person is about to press it.
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
 * Groups the entries of today that are not doses by the `scheduledTime` of the next doses after
 * each entry. Entries at or after the last doses are in the group 'after'.
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

/** Returns the parts of the day before the first dose that is due or late. */
export function partsBeforeNow(parts: readonly PartOfDay[]): ReadonlySet<DayPart> {
  const first = parts.findIndex(({ times }) =>
    times.some(({ doses }) => doses.some(({ urgency }) => urgency === 'now')),
  );
  return new Set(parts.slice(0, Math.max(0, first)).map(({ part }) => part));
}

const dueAt = ({ item }: DayDose): number => Date.parse(item.scheduledTime);

/**
 * Returns the part of the day of a dose, with the limits of the home screen. Only the hours before
 * 5:00 count as morning here, because the list of a day begins with them.
 */
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

/** True if the dose is so far ahead that a person who answers "taken" may mean another dose. */
export function isFarAhead(scheduledTime: string, now: Date): boolean {
  const { kind, minutes } = lateness(new Date(scheduledTime), now);
  return kind === 'upcoming' && minutes > FAR_FROM;
}
