/** The sections that the activity screen shows. */
export const ACTIVITY_TYPES = ['watch', 'listen', 'read', 'call'] as const;

export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** Every address at which the product has a screen; any other is 'Page Not Found'. */
const PATHS: readonly RegExp[] = [
  /^\/$/,
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
  /^\/my-day$/,
  /^\/photos$/,
  /^\/(watch|listen|read|call)$/,
  /^\/activity(\/[^/]*)?$/,
  /^\/subscription-expired$/,
];

/** Whether the product has a screen at this path (without query); one slash at the end is forgiven. */
export function isApplicationPath(path: string): boolean {
  const plain = path.replace(/([^/])\/$/, '$1');
  return PATHS.some((pattern) => pattern.test(plain));
}
