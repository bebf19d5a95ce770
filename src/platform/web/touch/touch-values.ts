/** Individual touch settings; they apply to fingers only, not to keys or switches. */
export interface TouchValues {
  /** Minimum duration of a press in milliseconds. */
  readonly holdMs: number;
  /** Distance that a finger may drift off its target on all sides, in CSS pixels. */
  readonly driftPx: number;
  /**
   * Time after an action during which the whole page ignores presses (debounce of double taps), in
   * milliseconds.
   */
  readonly repeatMs: number;
}

export const USUAL_TOUCH: TouchValues = { holdMs: 0, driftPx: 40, repeatMs: 800 };

let present = USUAL_TOUCH;

export function touchValues(): TouchValues {
  return present;
}

/** Takes effect with the next press. */
export function setTouchValues(values: TouchValues): void {
  present = values;
}
