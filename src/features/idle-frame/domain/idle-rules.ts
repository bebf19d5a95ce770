import type { UpcomingMedication } from '#features/medications/contract.ts';
import { popupCloses, popupOpens } from '#features/medications/domain/lateness.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { localTime, partOfDay } from '#platform/shared/zoned-time.ts';
import { MIN_PHOTO_SECONDS } from '../limits.ts';

/**
 * Content of the photo frame: photos, the clock on a picture of the sky, or the dimmed clock at
 * night.
 */
export type FrameLook = 'photos' | 'sky' | 'night';

/** The state of the tablet that decides whether the frame may be shown. */
export interface TabletState {
  readonly isHome: boolean;
  /** True if a reminder is open. */
  readonly isReminderOpen: boolean;
  /** True within the dose window of an unanswered dose. */
  readonly isDoseOpen: boolean;
  /** True if a dialog or a request of the family is open. */
  readonly isDialogOpen: boolean;
  /**
   * True if a message about a failed, undelivered or saved answer is shown at the bottom of the
   * home screen.
   */
  readonly isMessageShown: boolean;
  /** The content of the frame; undefined if there is none. At night the frame needs no photo. */
  readonly look: FrameLook | undefined;
}

/**
 * True if the photo frame is allowed now: it may start after the idle time, and an open one may
 * stay.
 */
export function mayShowFrame(state: TabletState): boolean {
  return (
    state.isHome &&
    !state.isReminderOpen &&
    !state.isDoseOpen &&
    !state.isDialogOpen &&
    !state.isMessageShown &&
    state.look !== undefined
  );
}

/**
 * True if an idle screen other than Home may return to Home. Whether media is playing is checked
 * only when the screen returns.
 */
export function mayReturnHome(state: Pick<TabletState, 'isHome' | 'isReminderOpen'>): boolean {
  return !state.isHome && !state.isReminderOpen;
}

/**
 * Returns the content of the frame at this time of the household; undefined if there is nothing to
 * show.
 */
export function lookAt(now: Date, timezone: string, hasPhotos: boolean): FrameLook | undefined {
  if (partOfDay(localTime(now, timezone)) === 'night') return 'night';
  return hasPhotos ? 'photos' : undefined;
}

type Dose = Pick<UpcomingMedication, 'status' | 'scheduledTime'>;

/**
 * Returns whether `now` is in the dose window of an unanswered dose, from 5 minutes before to 60
 * minutes after its scheduled time. `changesAt` is the next instant at which this can change, in
 * milliseconds since the epoch.
 */
export function doseWindow(
  doses: readonly Dose[],
  now: number,
): { isOpen: boolean; changesAt: number | undefined } {
  const windows = doses
    .filter(({ status }) => status === 'pending')
    .map(({ scheduledTime }) => new Date(scheduledTime))
    .map((time) => ({ opens: popupOpens(time).getTime(), closes: popupCloses(time).getTime() }));
  const isOpen = windows.some(({ opens, closes }) => opens <= now && now < closes);
  const coming = windows.flatMap(({ opens, closes }) => [opens, closes]).filter((at) => at > now);
  return { isOpen, changesAt: coming.length === 0 ? undefined : Math.min(...coming) };
}

/** The time per photo, in milliseconds. */
export function photoMs(ownSeconds: number | null, slideshowSeconds: number): number {
  return (ownSeconds ?? Math.max(MIN_PHOTO_SECONDS, slideshowSeconds)) * SECOND_MS;
}

/**
 * Interval in milliseconds at which the clock is moved at night, and maximum distance in CSS
 * pixels.
 */
const SHIFT_MS = 10 * MINUTE_MS;
const MAX_SHIFT_PX = 24;

/** Positions of the clock relative to the center; each one differs from the one before. */
const WALK = [
  [0, 0],
  [1, -0.5],
  [-0.5, 1],
  [-1, -1],
  [0.5, 0.5],
  [0, -1],
  [-1, 0.5],
  [1, 1],
] as const;

/**
 * Returns the position of the clock at night in CSS pixels from the center. It changes to prevent
 * burn-in.
 */
export function nightShift(now: Date): { x: number; y: number } {
  const step = Math.floor(now.getTime() / SHIFT_MS) % WALK.length;
  const [x, y] = WALK[step] ?? WALK[0];
  return { x: x * MAX_SHIFT_PX, y: y * MAX_SHIFT_PX };
}
