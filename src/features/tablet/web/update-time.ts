import { MINUTE_MS } from '#kit/shared/durations.ts';
import { localTime } from '#kit/shared/zoned-time.ts';

/** The hours of the household in which nobody is at the tablet: from the first to before the last. */
const NIGHT = { from: '02:00', to: '05:00' };

/** Whoever touched the screen so lately may still be there. */
const RESTING_MS = 10 * MINUTE_MS;

interface Tablet {
  readonly now: Date;
  /** The household's. */
  readonly timezone: string;
  /** The screen that stands there. */
  readonly path: string;
  /** A reminder, a question, a photo on the whole screen. */
  readonly isSomethingOpen: boolean;
  /** How long ago the screen was touched. */
  readonly idleMs: number;
}

/** Whether the page may be loaded anew now: at night, with nothing but the home screen standing. */
export function mayTakeUpdate({ now, timezone, path, isSomethingOpen, idleMs }: Tablet): boolean {
  const time = localTime(now, timezone);
  const isNight = NIGHT.from <= time && time < NIGHT.to;
  return isNight && path === '/' && !isSomethingOpen && idleMs >= RESTING_MS;
}
