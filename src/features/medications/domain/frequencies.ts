/** Frequencies that need no pattern. */
export const PLAIN_FREQUENCIES = [
  'daily',
  'twice_daily',
  'three_times_daily',
  'weekly',
  'as_needed',
] as const;

/** Frequencies that need a pattern, which defines the days or the times. */
export const PATTERN_KINDS = [
  'chosen_weekdays',
  'every_n_days',
  'every_n_hours',
  'days_of_month',
  'cycle',
  'taper',
] as const;

export const FREQUENCIES = [...PLAIN_FREQUENCIES, ...PATTERN_KINDS] as const;

export type Frequency = (typeof FREQUENCIES)[number];
export type PatternKind = (typeof PATTERN_KINDS)[number];

export function needsPattern(frequency: Frequency): frequency is PatternKind {
  return PATTERN_KINDS.some((kind) => kind === frequency);
}
