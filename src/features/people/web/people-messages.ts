import type { User } from '#features/sessions/contract.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kit/shared/durations.ts';
import { addDays, formatDate, formatTime, localDate } from '#kit/shared/zoned-time.ts';
import type { BadgeTone } from '#kit/web/ui/Badge.tsx';

export const ROLE_WORDS: Record<User['role'], { word: string; tone: BadgeTone }> = {
  super_admin: { word: 'Super admin', tone: 'role' },
  admin: { word: 'Admin', tone: 'info' },
  user: { word: 'User', tone: 'plain' },
};

/** 'Maria Carter' */
export function nameOf({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

/** Within this a device counts as being in use: it asks the server every 30 seconds. */
const PRESENT_MS = 2 * MINUTE_MS;

/** 'Last seen just now', '… 5 minutes ago', '… today, 8:04 AM', '… Aug 7, 2026'. */
export function lastSeenMessage(lastSeenAt: string, now: Date, timezone: string): string {
  const seen = new Date(lastSeenAt);
  const ago = now.getTime() - seen.getTime();
  if (ago < PRESENT_MS) return 'Last seen just now';
  if (ago < HOUR_MS) return `Last seen ${Math.floor(ago / MINUTE_MS)} minutes ago`;
  const date = localDate(seen, timezone);
  const today = localDate(now, timezone);
  const time = formatTime(seen, timezone);
  if (date === today) return `Last seen today, ${time}`;
  if (date === addDays(today, -1)) return `Last seen yesterday, ${time}`;
  return `Last seen ${formatDate(seen, timezone)}`;
}

/** '14:59', or undefined once the time is over. */
export function timeLeft(expiresAt: string, now: Date): string | undefined {
  const seconds = Math.ceil((Date.parse(expiresAt) - now.getTime()) / SECOND_MS);
  if (seconds <= 0) return undefined;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
