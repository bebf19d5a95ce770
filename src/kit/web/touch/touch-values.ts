/** What a hand may need otherwise than most; all of it is of fingers, never of keys or switches. */
export interface TouchValues {
  /** A finger that is lifted sooner has pressed nothing; in milliseconds. */
  readonly holdMs: number;
  /** How far a finger may drift off its target, on all sides, and still mean it; in CSS pixels. */
  readonly driftPx: number;
  /** After an act the whole page ignores presses for so long: a debounce against double taps. */
  readonly repeatMs: number;
}

export const USUAL_TOUCH: TouchValues = { holdMs: 0, driftPx: 40, repeatMs: 800 };

let present = USUAL_TOUCH;

export function touchValues(): TouchValues {
  return present;
}

/** From the next press on. */
export function setTouchValues(values: TouchValues): void {
  present = values;
}
