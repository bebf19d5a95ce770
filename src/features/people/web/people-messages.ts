import type { User } from '#features/sessions/contract.ts';
import { agoMessage } from '#platform/shared/ago.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';
import type { BadgeTone } from '#platform/web/ui/Badge.tsx';

export const ROLE_WORDS: Record<User['role'], { word: string; tone: BadgeTone }> = {
  super_admin: { word: 'Super admin', tone: 'role' },
  admin: { word: 'Admin', tone: 'info' },
  user: { word: 'User', tone: 'plain' },
};

/**
 * Returns, for example, 'Last seen just now', 'Last seen 5 minutes ago' or 'Last seen today, 8:04
 * AM'.
 */
export function lastSeenMessage(lastSeenAt: string, now: Date, timezone: string): string {
  return `Last seen ${agoMessage(new Date(lastSeenAt), now, timezone)}`;
}

/** '14:59'; undefined after the expiry. */
export function timeLeft(expiresAt: string, now: Date): string | undefined {
  const seconds = Math.ceil((Date.parse(expiresAt) - now.getTime()) / SECOND_MS);
  if (seconds <= 0) return undefined;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * The warning about a tablet whose browser does not know the household's time zone, or has outdated
 * data for it.
 */
export function outdatedZoneMessage(firstName: string): string {
  return `${firstName}’s tablet has outdated time zone data; this app shows the right times on it, but its browser needs an update.`;
}
