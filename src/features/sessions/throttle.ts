import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kit/shared/durations.ts';

/** What a kind of key (an address, an email) may get wrong before it has to wait. */
export interface ThrottleRule {
  readonly free: number;
  /** The wait after the last free one, in seconds; it doubles with each failure after that. */
  readonly shortest: number;
  /** The longest wait in seconds. */
  readonly longest: number;
  /**
   * Whether a try that is refused counts as well, so that whoever goes on without waiting waits on.
   * Never so where others than the one who tries would have to wait.
   */
  readonly countsRefused: boolean;
  /** What a success makes of the failures before it: none, or one less. */
  readonly success: 'clears' | 'takes one back';
}

/** Tries at one person's password from one address: at most 10 in an hour. */
export const GUESS_RULE: ThrottleRule = {
  free: 5,
  shortest: 60,
  longest: 3600,
  countsRefused: true,
  success: 'clears',
};

/** One person's typing errors at a browser that they have signed in at before. */
export const DEVICE_RULE: ThrottleRule = { ...GUESS_RULE, shortest: 1, longest: 900 };

/**
 * Tries at one person's password from all browsers that nobody knows: at most 160 in an hour and 60
 * in each after that, however many addresses they come from.
 */
export const EMAIL_RULE: ThrottleRule = {
  free: 100,
  shortest: 60,
  longest: 60,
  countsRefused: false,
  success: 'takes one back',
};

/** A whole family or clinic may stand behind one address. */
export const ADDRESS_RULE: ThrottleRule = {
  free: 20,
  shortest: 1,
  longest: 900,
  countsRefused: true,
  success: 'takes one back',
};

/** Every registration counts, a success too: each makes a household. */
export const REGISTRATION_RULE: ThrottleRule = { ...ADDRESS_RULE, free: 30 };

/** Emails to one address that its owner has not asked for; each counts. */
export const MAIL_RULE: ThrottleRule = { ...ADDRESS_RULE, free: 5, countsRefused: false };

/** Invitations that one household sends; each counts. */
export const INVITATION_RULE: ThrottleRule = { ...ADDRESS_RULE, free: 30 };

/** Answers in an hour that say that an email has an account. */
export const TAKEN_EMAIL_RULE: ThrottleRule = {
  ...ADDRESS_RULE,
  free: 10,
  shortest: 3600,
  longest: 3600,
};

/** Failures older than this are forgotten, in milliseconds. */
export const MEMORY_MS = HOUR_MS;

/**
 * Servers do not agree on the time to the second; but a failure later than this was noted while a
 * clock was wrong, and nobody is kept waiting until the time of that clock.
 */
const MOST_AHEAD_MS = MINUTE_MS;

/** Seconds to wait until the next try: none while tries are free, then twice as many each time. */
export function secondsToWait(
  rule: ThrottleRule,
  failures: number,
  lastFailureAt: Date,
  now: Date,
): number {
  const age = now.getTime() - lastFailureAt.getTime();
  if (failures < rule.free || age >= MEMORY_MS || age < -MOST_AHEAD_MS) return 0;
  const pause = Math.min(rule.longest, rule.shortest * 2 ** (failures - rule.free));
  return Math.max(0, Math.ceil(pause - age / SECOND_MS));
}
