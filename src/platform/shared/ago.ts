import { HOUR_MS, MINUTE_MS } from './durations.ts';
import { addDays, formatDate, formatTime, localDate } from './zoned-time.ts';

/** Events within this time count as happening now. */
const NOW_MS = 2 * MINUTE_MS;

/** Returns 'just now', '5 minutes ago', 'today, 8:04 AM', 'yesterday, 8:04 AM' or 'Aug 7, 2026'. */
export function agoMessage(instant: Date, now: Date, timezone: string): string {
  const ago = now.getTime() - instant.getTime();
  if (ago < NOW_MS) return 'just now';
  if (ago < HOUR_MS) return `${Math.floor(ago / MINUTE_MS)} minutes ago`;
  const date = localDate(instant, timezone);
  const today = localDate(now, timezone);
  const time = formatTime(instant, timezone);
  if (date === today) return `today, ${time}`;
  if (date === addDays(today, -1)) return `yesterday, ${time}`;
  return formatDate(instant, timezone);
}
