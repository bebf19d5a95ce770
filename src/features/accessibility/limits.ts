/** Whole numbers from least to most, in such steps. */
export interface Range {
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

/**
 * What can be set, in numbers. The bounds are those within which every button can still be pressed
 * and every alarm can still be heard, whatever was set by mistake.
 */
export const RANGES = {
  /** How long a finger rests before it counts, in milliseconds. */
  holdMs: { least: 0, most: 800, step: 50 },
  /** How far it may drift off what it came down on, in CSS pixels. */
  driftPx: { least: 20, most: 120, step: 10 },
  /** Within so many milliseconds a second press is none. */
  repeatMs: { least: 500, most: 2000, step: 100 },
  /** In percent of the usual size. */
  textSize: { least: 100, most: 160, step: 10 },
  /** In percent of the usual loudness. */
  alarmLoudness: { least: 50, most: 125, step: 25 },
  /** In percent of the speed at which people usually speak. */
  speechRate: { least: 50, most: 100, step: 10 },
  /** In percent of what the tablet's own volume allows. */
  speechVolume: { least: 50, most: 100, step: 10 },
} satisfies Readonly<Record<string, Range>>;

export const CONTRASTS = ['normal', 'more'] as const;
export const MOTIONS = ['normal', 'calm', 'none'] as const;
export const ALARM_TONES = ['clear', 'rich', 'deep', 'double'] as const;
export const HANDS = ['right', 'left'] as const;

/** The value one step on, within the range. */
export function stepped(value: number, by: -1 | 1, { least, most, step }: Range): number {
  return Math.min(most, Math.max(least, value + by * step));
}
