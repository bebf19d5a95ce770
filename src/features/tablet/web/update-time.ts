import { MINUTE_MS } from '#platform/shared/durations.ts';
import { localTime } from '#platform/shared/zoned-time.ts';

/** Local hours without activity, from the first to before the last. */
const NIGHT = { from: '02:00', to: '05:00' };

/** Minimum time since the last activity. */
const RESTING_MS = 10 * MINUTE_MS;

interface Tablet {
  readonly now: Date;
  /** The household's time zone. */
  readonly timezone: string;
  /** The path of the current screen. */
  readonly path: string;
  /** True while a reminder, a question or a full-screen photo is open. */
  readonly isSomethingOpen: boolean;
  /** Milliseconds since the last activity. */
  readonly idleMs: number;
}

/**
 * True if the page may be reloaded now: at night, idle, and on the home screen without a dialog.
 */
export function mayTakeUpdate({ now, timezone, path, isSomethingOpen, idleMs }: Tablet): boolean {
  const time = localTime(now, timezone);
  const isNight = NIGHT.from <= time && time < NIGHT.to;
  return isNight && path === '/' && !isSomethingOpen && idleMs >= RESTING_MS;
}
