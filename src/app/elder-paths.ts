export const ACTIVITY_TYPES = ['watch', 'listen', 'read', 'call'] as const;

export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/**
 * Paths of the elder's screens, which also open offline. `/watch`, `/listen`, `/read` and `/call`
 * redirect to `/activity/…`.
 */
const ELDER_PATH = /^\/(my-day|photos|watch|listen|read|call|activity(\/[^/]*)?)?$/;

/** True if the path (without query) is an elder's screen. */
export function isElderPath(path: string): boolean {
  return ELDER_PATH.test(withoutLastSlash(path));
}

/** Removes one trailing slash. */
export function withoutLastSlash(path: string): string {
  return path.replace(/([^/])\/$/, '$1');
}
