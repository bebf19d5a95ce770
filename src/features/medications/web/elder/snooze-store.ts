import { HOUR_MS } from '#platform/shared/durations.ts';
import { storedValue } from '#platform/web/stored-value.ts';
import type { LocalSnoozes } from '../reminder-machine.ts';

/**
 * Age at which stored snoozes are dropped. It is longer than the window of a reminder, so an older
 * snooze has no effect.
 */
const FORGOTTEN_AFTER_MS = 2 * HOUR_MS;

const stored = storedValue<LocalSnoozes>('snoozed-reminders', {});

/** The snoozes that were pressed on this tablet; they also apply offline and after a restart. */
export const { get: localSnoozes, watch: watchSnoozes } = stored;

/** Records a press at `at` with effect until `until`, in milliseconds by the server's clock. */
export function rememberSnooze(keys: readonly string[], at: number, until: number): void {
  stored.change((before) => ({
    ...Object.fromEntries(
      Object.entries(before).filter(([, each]) => at - each.until < FORGOTTEN_AFTER_MS),
    ),
    ...Object.fromEntries(keys.map((key) => [key, { at, until }])),
  }));
}
