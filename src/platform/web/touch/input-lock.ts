import './touch.css';

let shield: HTMLElement | undefined;
/** Lock after the last action; it also blocks repetitions by keys and assistive clicks. */
let silence: Animation | undefined;

/**
 * Adds the input lock: an element over the whole page that catches touches while the page is
 * locked.
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

/** Locks input for this time; a longer lock that is already running continues. */
export function deafen(milliseconds: number): Animation | undefined {
  // An animation instead of a timer: it ends without code, and each call starts another one.
  // Undefined in an environment without animations.
  return shield?.animate?.({ visibility: ['visible', 'visible'] }, milliseconds);
}

/** Locks the page after an action (debounce). */
export function silenceAfterAct(milliseconds: number): void {
  silence = deafen(milliseconds);
}

/** Another key was pressed meanwhile, so the next press is no repetition. */
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
