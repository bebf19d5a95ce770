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

/** Doses of one time that can be taken with one press. */
export interface TogetherDoses {
  readonly scheduledTime: string;
  readonly items: readonly UpcomingMedication[];
}

const ORDER: readonly DoseUrgency[] = ['now', 'soon', 'later', 'done'];

/** Today's doses as My Day lists them: due and late first, then later today, then what is done. */
export function dayList(items: readonly UpcomingMedication[], now: Date): DayDose[] {
  return items
    .map((item) => ({ item, urgency: urgencyOf(item, now) }))
    .sort(
      (one, other) =>
        ORDER.indexOf(one.urgency) - ORDER.indexOf(other.urgency) ||
        Date.parse(one.item.scheduledTime) - Date.parse(other.item.scheduledTime),
    );
}

/**
 * The doses where they stood before, so that none slides under a finger; a new one comes after the
 * one that it follows. `places` are the ids in the order in which they stood, empty at first.
 */
export function inTheirPlaces(doses: readonly DayDose[], places: readonly string[]): DayDose[] {
  const byId = new Map(doses.map((dose) => [dose.item.id, dose]));
  const placed = places.flatMap((id) => byId.get(id) ?? []);
  doses.forEach((dose, index) => {
    if (placed.includes(dose)) return;
    const before = doses[index - 1];
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, dose);
  });
  return placed;
}

/** The times at which two or more doses wait now, earliest first. */
export function takenTogether(doses: readonly DayDose[]): TogetherDoses[] {
  const byTime = new Map<string, UpcomingMedication[]>();
  for (const { item, urgency } of doses) {
    if (urgency !== 'now') continue;
    byTime.set(item.scheduledTime, [...(byTime.get(item.scheduledTime) ?? []), item]);
  }
  return [...byTime]
    .filter(([, waiting]) => waiting.length > 1)
    .map(([scheduledTime, waiting]) => ({ scheduledTime, items: waiting }));
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
