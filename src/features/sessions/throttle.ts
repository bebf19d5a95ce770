/** What a kind of key (an address, an email) may get wrong before it has to wait. */
export interface ThrottleRule {
  readonly free: number;
  /** The longest wait in seconds. */
  readonly longest: number;
}

/** One person's typing errors; short, so that guessing cannot keep anybody out for long. */
export const EMAIL_RULE: ThrottleRule = { free: 5, longest: 60 };

/** A whole family or clinic may stand behind one address. */
export const ADDRESS_RULE: ThrottleRule = { free: 20, longest: 900 };

/** Every registration counts, a success too: each makes a household. */
export const REGISTRATION_RULE: ThrottleRule = { free: 30, longest: 900 };

/** Mails to one address that nobody signed in asked for; each counts. */
export const MAIL_RULE: ThrottleRule = { free: 5, longest: 900 };

/** Invitations that one household sends; each counts. */
export const INVITATION_RULE: ThrottleRule = { free: 30, longest: 900 };

/** Failures older than this are forgotten, in milliseconds. */
export const MEMORY_MS = 3600 * 1000;

/**
 * Servers do not agree on the time to the second; but a failure later than this was noted while a
 * clock was wrong, and nobody is kept waiting until the time of that clock.
 */
const MOST_AHEAD_MS = 60 * 1000;

/** Seconds to wait until the next try: none while tries are free, then 1, 2, 4 … */
export function secondsToWait(
  rule: ThrottleRule,
  failures: number,
  lastFailureAt: Date,
  now: Date,
): number {
  const age = now.getTime() - lastFailureAt.getTime();
  if (failures < rule.free || age >= MEMORY_MS || age < -MOST_AHEAD_MS) return 0;
  const pause = Math.min(rule.longest, 2 ** (failures - rule.free));
  return Math.max(0, Math.ceil(pause - age / 1000));
}
