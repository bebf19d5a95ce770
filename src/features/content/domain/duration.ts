import { mediaTime } from './media-time.ts';

/** Maximum duration, one day; a longer duration is a live stream or an error. */
export const MAX_SECONDS = 24 * 3600;

export const WRONG_DURATION =
  'Please write the length as minutes and seconds, such as 12:40, or with hours, such as 1:02:30.';

/** Formats seconds as 18:05 or 1:02:30; null for less than a second. */
export function durationOf(seconds: number | undefined): string | null {
  if (seconds === undefined || !Number.isFinite(seconds) || seconds < 1) return null;
  return mediaTime(Math.round(seconds));
}

/** Parses a typed duration; undefined if it is invalid or out of range. */
export function secondsOf(text: string): number | undefined {
  const match = /^(?:(\d{1,2}):(?=\d{2}:))?(\d{1,4}):([0-5]\d)$/.exec(text.trim());
  if (match === null) return undefined;
  const [hours = 0, minutes = 0, rest = 0] = match.slice(1).map((part) => Number(part ?? 0));
  if (match[1] !== undefined && minutes > 59) return undefined;
  return playableSeconds(hours * 3600 + minutes * 60 + rest);
}

/**
 * Rounds a duration to whole seconds. Undefined if it is zero or longer than `MAX_SECONDS`, as for
 * a live broadcast.
 */
export function playableSeconds(seconds: number): number | undefined {
  const whole = Math.round(seconds);
  return whole >= 1 && whole <= MAX_SECONDS ? whole : undefined;
}
