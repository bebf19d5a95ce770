import { localDate } from '#platform/shared/zoned-time.ts';
import type { UpcomingMedication } from '../contract.ts';
import { popupCloses, popupOpens } from '../domain/lateness.ts';
import { type Dismissed, keyOf, type LocalSnoozes, snoozedUntil } from './reminder-machine.ts';

/** Doses of one time that are silenced although their reminder could ring now. */
export interface Silenced {
  readonly doses: readonly UpcomingMedication[];
  /** The end of the snooze, in milliseconds; undefined if the reminder was closed. */
  readonly until: number | undefined;
}

/**
 * Returns the earliest doses that are silenced at `now`, either all snoozed until one time or all
 * closed.
 */
export function silencedAt(
  items: readonly UpcomingMedication[],
  dismissed: Dismissed,
  snoozes: LocalSnoozes,
  now: number,
  timezone: string | undefined,
): Silenced | undefined {
  const isToday = timezone === undefined || dismissed.date === localDate(new Date(now), timezone);
  const closed = new Set(isToday ? dismissed.keys : []);
  const silenced = items
    .filter((item) => item.status === 'pending' && item.medication.reminderEnabled)
    .filter(({ scheduledTime }) => {
      const due = new Date(scheduledTime);
      return popupOpens(due).getTime() <= now && now < popupCloses(due).getTime();
    })
    .map((item) => ({ item, until: snoozedUntil(item, snoozes) }))
    .map(({ item, until }) => ({ item, until: until > now ? until : undefined }))
    .filter(({ item, until }) => until !== undefined || closed.has(keyOf(item)))
    .sort((one, other) => (one.item.scheduledTime < other.item.scheduledTime ? -1 : 1));
  const [first] = silenced;
  if (first === undefined) return undefined;
  const alike = silenced.filter(
    ({ item, until }) => item.scheduledTime === first.item.scheduledTime && until === first.until,
  );
  return { doses: alike.map(({ item }) => item), until: first.until };
}
