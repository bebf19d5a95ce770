/** Touch settings of the user. They apply to fingers only, not to keys or switches. */
export interface TouchValues {
  /** Minimum duration of a press in milliseconds. */
  readonly holdMs: number;
  /**
   * Distance from the target, on all sides, within which a finger still counts as on the target; in
   * CSS pixels.
   */
  readonly driftPx: number;
  /**
   * Time after an action during which the whole page ignores presses, so that a double tap counts
   * once; in milliseconds.
   */
  readonly repeatMs: number;
}

export const USUAL_TOUCH: TouchValues = { holdMs: 0, driftPx: 40, repeatMs: 800 };

let present = USUAL_TOUCH;

export function touchValues(): TouchValues {
  return present;
}

/** Sets the touch settings for the next press. */
export function setTouchValues(values: TouchValues): void {
  present = values;
}
