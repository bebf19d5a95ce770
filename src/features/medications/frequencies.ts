/** What says by itself how often. */
export const PLAIN_FREQUENCIES = [
  'daily',
  'twice_daily',
  'three_times_daily',
  'weekly',
  'as_needed',
] as const;

/** What needs a pattern that says more: on which days, or at which times. */
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

/** Whether it needs a pattern of its own kind. */
export function needsPattern(frequency: Frequency): frequency is PatternKind {
  return PATTERN_KINDS.some((kind) => kind === frequency);
}
