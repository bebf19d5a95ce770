import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';

/** The rate limit of a kind of key, such as an address or an email. */
export interface ThrottleRule {
  readonly free: number;
  /** The wait in seconds after the last free failure; it doubles with each further one. */
  readonly shortest: number;
  /** Maximum wait in seconds. */
  readonly longest: number;
  /** If true, a refused try extends the wait. Must be false if that would delay other people. */
  readonly countsRefused: boolean;
  /** Effect of a success: it clears all failures, or removes only one. */
  readonly success: 'clears' | 'takes one back';
}

/** Password tries for one person from one address: at most 10 in an hour. */
export const GUESS_RULE: ThrottleRule = {
  free: 5,
  shortest: 60,
  longest: 3600,
  countsRefused: true,
  success: 'clears',
};

/** Password tries in a browser that the person has used before: mostly typing errors. */
export const DEVICE_RULE: ThrottleRule = { ...GUESS_RULE, shortest: 1, longest: 900 };

/**
 * Password tries for one person from all unknown browsers: at most 160 in the first hour and 60 in
 * each later one, from any number of addresses.
 */
export const EMAIL_RULE: ThrottleRule = {
  free: 100,
  shortest: 60,
  longest: 60,
  countsRefused: false,
  success: 'takes one back',
};

/** Tries from one address; it may be shared by a whole family or clinic. */
export const ADDRESS_RULE: ThrottleRule = {
  free: 20,
  shortest: 1,
  longest: 900,
  countsRefused: true,
  success: 'takes one back',
};

/** Successful registrations count too, because each creates a household. */
export const REGISTRATION_RULE: ThrottleRule = { ...ADDRESS_RULE, free: 30 };

/** Limits emails to one address that its owner did not request; each email counts. */
export const MAIL_RULE: ThrottleRule = { ...ADDRESS_RULE, free: 5, countsRefused: false };

/** Limits the invitations of one household; each invitation counts. */
export const INVITATION_RULE: ThrottleRule = { ...ADDRESS_RULE, free: 30 };

/** Responses per hour that reveal that an email has an account. */
export const TAKEN_EMAIL_RULE: ThrottleRule = {
  ...ADDRESS_RULE,
  free: 10,
  shortest: 3600,
  longest: 3600,
};

/** Failures expire after this time in milliseconds. */
export const MEMORY_MS = HOUR_MS;

/**
 * Tolerance for clock differences between servers. A failure further in the future was recorded
 * with a wrong clock and must not cause a wait until then.
 */
const MAX_AHEAD_MS = MINUTE_MS;

/** Returns the seconds until the next permitted try: 0 while tries are free, then doubling. */
export function secondsToWait(
  rule: ThrottleRule,
  failures: number,
  lastFailureAt: Date,
  now: Date,
): number {
  const age = now.getTime() - lastFailureAt.getTime();
  if (failures < rule.free || age >= MEMORY_MS || age < -MAX_AHEAD_MS) return 0;
  const pause = Math.min(rule.longest, rule.shortest * 2 ** (failures - rule.free));
  return Math.max(0, Math.ceil(pause - age / SECOND_MS));
}
