import './touch.css';

let shield: HTMLElement | undefined;
/**
 * The lock after the last action. While it runs, presses by keys and assistive technology are
 * ignored as well.
 */
let silence: Animation | undefined;

/**
 * Adds the element for the input lock: it covers the whole page and catches touches while the page
 * is locked.
 */
export function layShield(): void {
  shield = document.createElement('div');
  shield.className = 'touch-shield';
  document.body.append(shield);
}

export function takeShield(): void {
  shield?.remove();
  shield = undefined;
  silence = undefined;
}

/** Locks input for this time. If a longer lock is already running, that lock continues. */
export function deafen(milliseconds: number): Animation | undefined {
  // Uses an animation instead of a timer, because it ends without code and several can run at once.
  // Undefined if the environment does not support animations.
  return shield?.animate?.({ visibility: ['visible', 'visible'] }, milliseconds);
}

/** Locks the page after an action (debounce). */
export function silenceAfterAct(milliseconds: number): void {
  silence = deafen(milliseconds);
}

/**
 * Ends the lock for keys: another key was pressed meanwhile, so the next press is no repetition.
 */
export function forgetSilence(): void {
  silence = undefined;
}

export function isSilent(): boolean {
  return silence?.playState === 'running';
}

/** Returns the element below the input lock at this point, in CSS pixels of the window. */
export function underShield(x: number, y: number): Element | null {
  return document.elementsFromPoint(x, y).find((element) => element !== shield) ?? null;
}
