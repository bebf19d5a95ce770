/** The sections that the activity screen shows. */
export const ACTIVITY_TYPES = ['watch', 'listen', 'read', 'call'] as const;

export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** The elder's screens, which open without a network too; the short ones lead to them. */
const ELDER_PATH = /^\/(my-day|photos|watch|listen|read|call|activity(\/[^/]*)?)?$/;

/** Whether an elder's screen stands at this path (without query). */
export function isElderPath(path: string): boolean {
  return ELDER_PATH.test(withoutLastSlash(path));
}

/** One slash at the end is forgiven. */
export function withoutLastSlash(path: string): string {
  return path.replace(/([^/])\/$/, '$1');
}
