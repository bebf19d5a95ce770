/** The sections that the activity screen shows. */
export const ACTIVITY_TYPES = ['watch', 'listen', 'read', 'call'] as const;

export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** Those of the elder's screens, which open without a network too; the short ones lead to them. */
const ELDER_PATHS: readonly RegExp[] = [
  /^\/$/,
  /^\/my-day$/,
  /^\/photos$/,
  /^\/(watch|listen|read|call)$/,
  /^\/activity(\/[^/]*)?$/,
];

/** Every address at which the product has a screen; any other is 'Page Not Found'. */
const PATHS: readonly RegExp[] = [
  ...ELDER_PATHS,
  /^\/auth$/,
  /^\/admin$/,
  /^\/users$/,
  /^\/calendar$/,
  /^\/medications$/,
  /^\/photo-albums$/,
  /^\/home-buttons$/,
  /^\/settings$/,
  /^\/analytics$/,
  /^\/admin\/analytics$/,
  /^\/subscription$/,
  /^\/admin-signup$/,
  /^\/pair$/,
  /^\/forgot-password$/,
  /^\/reset-password$/,
  /^\/alert-received$/,
  /^\/confirm-email$/,
  /^\/subscription-expired$/,
];

/** Whether the product has a screen at this path (without query); one slash at the end is forgiven. */
export function isApplicationPath(path: string): boolean {
  return isOneOf(PATHS, path);
}

/** Whether an elder's screen stands at this path (without query). */
export function isElderPath(path: string): boolean {
  return isOneOf(ELDER_PATHS, path);
}

function isOneOf(patterns: readonly RegExp[], path: string): boolean {
  const plain = path.replace(/([^/])\/$/, '$1');
  return patterns.some((pattern) => pattern.test(plain));
}
