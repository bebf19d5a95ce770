import { MINUTE_MS } from '#platform/shared/durations.ts';
import { addDays, instantOf, localDate } from '#platform/shared/zoned-time.ts';
import type { UpcomingMedication } from '../contract.ts';
import { popupCloses, popupOpens } from '../domain/lateness.ts';

/** The reminders that were closed or answered on a local date. */
export interface Dismissed {
  /** The local date; empty if it was not known. */
  readonly date: string;
  readonly keys: readonly string[];
}

export type DismissedAction =
  | { readonly type: 'dismissed'; readonly key: string }
  | { readonly type: 'restored'; readonly key: string };

/**
 * Snoozes pressed on this tablet, by `keyOf`; milliseconds since the epoch by the server's clock.
 */
export type LocalSnoozes = Readonly<
  Record<string, { readonly at: number; readonly until: number }>
>;

/**
 * Returns the end of the last snooze of a reminder, pressed here or on another tablet, in
 * milliseconds; 0 if there is none. The later press wins.
 */
export function snoozedUntil(item: UpcomingMedication, local: LocalSnoozes): number {
  const own = local[keyOf(item)];
  const { snooze } = item;
  if (snooze === undefined) return own?.until ?? 0;
  return own !== undefined && own.at >= Date.parse(snooze.at)
    ? own.until
    : Date.parse(snooze.until);
}

export interface DueReminders {
  /** The earliest reminder, which is the one to show. */
  readonly shown: UpcomingMedication | undefined;
  /** All reminders that could be shown now, earliest first, without duplicates. */
  readonly open: readonly UpcomingMedication[];
  /** The number of further reminders after the shown one. */
  readonly waiting: number;
  /** The next instant, in milliseconds, at which time alone changes what is shown. */
  readonly lookAgainAt: number;
}

/** Returns a key that is equal for every entry with the same medication and time. */
export function keyOf(item: Pick<UpcomingMedication, 'medicationId' | 'scheduledTime'>): string {
  return `${item.medicationId}@${Date.parse(item.scheduledTime)}`;
}

export function findDueReminders(
  items: readonly UpcomingMedication[],
  dismissed: Dismissed,
  now: number,
  timezone: string | undefined,
  snoozes: LocalSnoozes = {},
): DueReminders {
  const today = timezone && localDate(new Date(now), timezone);
  const gone = new Set(isOf(today, dismissed) ? dismissed.keys : []);
  const open = items
    .filter((item) => item.status === 'pending' && item.medication.reminderEnabled)
    .map((item) => ({
      item,
      key: keyOf(item),
      until: snoozedUntil(item, snoozes),
      ...windowOf(item),
    }))
    .filter(({ key }) => !gone.has(key))
    .sort((a, b) => a.due - b.due);
  const inWindow = onceEach(
    open.filter(({ opens, closes, until }) => opens <= now && until <= now && now < closes),
  );
  const [first] = inWindow;
  const changes = [
    ...(timezone && today ? [instantOf(addDays(today, 1), '00:00', timezone).getTime()] : []),
    ...open.flatMap(({ opens, closes, until }) => [opens, closes, until]),
    // The text of the shown reminder counts whole minutes, so it changes each minute.
    ...(first ? [first.due + (Math.floor((now - first.due) / MINUTE_MS) + 1) * MINUTE_MS] : []),
  ];
  return {
    shown: first?.item,
    open: inWindow.map(({ item }) => item),
    waiting: Math.max(0, inWindow.length - 1),
    lookAgainAt: Math.min(...changes.filter((change) => change > now)),
  };
}

/** Returns the first element of each key, in the given order. */
function onceEach<Keyed extends { readonly key: string }>(all: readonly Keyed[]): Keyed[] {
  const first = new Map<string, Keyed>();
  for (const one of all) if (!first.has(one.key)) first.set(one.key, one);
  return [...first.values()];
}

/**
 * Returns the set after an action on that local date, if it is known; a set of another date starts
 * empty.
 */
export function dismissedAfter(
  dismissed: Dismissed,
  action: DismissedAction,
  today: string | undefined,
): Dismissed {
  const before = isOf(today, dismissed) ? dismissed.keys : [];
  const kept = before.filter((key) => key !== action.key);
  const date = today ?? dismissed.date;
  return { date, keys: action.type === 'dismissed' ? [...kept, action.key] : kept };
}

/**
 * True if the dismissed reminders are of `today`, or if one of the dates is unknown: the keys can
 * be applied then too, because each key identifies one dose.
 */
function isOf(today: string | undefined, { date }: Dismissed): boolean {
  return today === undefined || date === '' || date === today;
}

function windowOf(item: UpcomingMedication) {
  const due = new Date(item.scheduledTime);
  return {
    due: due.getTime(),
    opens: popupOpens(due).getTime(),
    closes: popupCloses(due).getTime(),
  };
}
