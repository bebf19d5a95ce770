/** Integers from `least` to `most`, inclusive, in multiples of `step`. */
export interface Range {
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

/**
 * The permitted values of each numeric preference. They are so narrow that every button works and
 * every alarm is audible even with a wrong setting.
 */
export const RANGES = {
  /** Minimum time in milliseconds that a finger must rest for a press to count. */
  holdMs: { least: 0, most: 800, step: 50 },
  /** Maximum distance in CSS pixels by which the finger may leave the pressed target. */
  driftPx: { least: 20, most: 120, step: 10 },
  /** A second press within this time in milliseconds is ignored. */
  repeatMs: { least: 500, most: 2000, step: 100 },
  /** In percent of the normal text size. */
  textSize: { least: 100, most: 160, step: 10 },
  /** In percent of the normal loudness of the alarm. */
  alarmLoudness: { least: 50, most: 125, step: 25 },
  /** In percent of the normal speed of speech. */
  speechRate: { least: 50, most: 100, step: 10 },
  /** In percent of the volume that is set on the tablet. */
  speechVolume: { least: 50, most: 100, step: 10 },
} satisfies Readonly<Record<string, Range>>;

export const CONTRASTS = ['normal', 'more'] as const;
export const MOTIONS = ['normal', 'calm', 'none'] as const;
export const ALARM_TONES = ['clear', 'rich', 'deep', 'double'] as const;
export const HANDS = ['right', 'left'] as const;

/** Returns the next or previous value, clamped to the range. */
export function stepped(value: number, by: -1 | 1, { least, most, step }: Range): number {
  return Math.min(most, Math.max(least, value + by * step));
}
