import type { UpcomingMedication } from '#features/medications/contract.ts';
import { popupCloses, popupOpens } from '#features/medications/lateness.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { localTime, partOfDay } from '#platform/shared/zoned-time.ts';
import { MIN_PHOTO_SECONDS } from './limits.ts';

/** The frame shows photos, the clock on the sky, or the dimmed clock at night. */
export type FrameLook = 'photos' | 'sky' | 'night';

/** The state of the tablet that decides whether the frame may be shown. */
export interface TabletState {
  readonly isHome: boolean;
  /** A reminder is open. */
  readonly isReminderOpen: boolean;
  /** The window of a dose that is not answered is open. */
  readonly isDoseOpen: boolean;
  /** A dialog or a request of the family is open. */
  readonly isDialogOpen: boolean;
  /** A failed, waiting or stored result is shown on the sill. */
  readonly isMessageShown: boolean;
  /** At night the frame needs no photo. */
  readonly look: FrameLook | undefined;
}

/** True if an open frame may stay, and a closed one may start after the time without a touch. */
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

/** True if a section that is not touched returns to Home. What plays is asked about at that moment. */
export function mayReturnHome(state: Pick<TabletState, 'isHome' | 'isReminderOpen'>): boolean {
  return !state.isHome && !state.isReminderOpen;
}

/** The look of the frame at this time of the household; undefined if there is nothing to show. */
export function lookAt(now: Date, timezone: string, hasPhotos: boolean): FrameLook | undefined {
  if (partOfDay(localTime(now, timezone)) === 'night') return 'night';
  return hasPhotos ? 'photos' : undefined;
}

type Dose = Pick<UpcomingMedication, 'status' | 'scheduledTime'>;

/**
 * Whether the window of an unanswered dose is open, which is from 5 minutes before it to 60 minutes after
 * it, and the next instant at which that can change, in milliseconds since the epoch.
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

/** The clock at night is moved this often, in milliseconds, and at most this far, in CSS pixels. */
const SHIFT_MS = 10 * MINUTE_MS;
const MAX_SHIFT_PX = 24;

/** Steps of a walk around the middle; each is another place than the one before. */
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
