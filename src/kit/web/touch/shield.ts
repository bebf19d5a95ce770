import './touch.css';

let shield: HTMLElement | undefined;
/** The last act's own silence, which also keeps keys and assistive clicks from repeating it. */
let silence: Animation | undefined;

/** What lies over the page while it is deaf, so that no finger reaches anything: a touch shield. */
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

/** Nothing under the shield hears a press for so long; a longer time that runs goes on. */
export function deafen(milliseconds: number): Animation | undefined {
  // An animation, and no timer: it needs no code to end, and each call starts one of its own.
  // Not there in a browser without a screen.
  return shield?.animate?.({ visibility: ['visible', 'visible'] }, milliseconds);
}

/** Something was acted upon: debounces the whole page. */
export function silenceAfterAct(milliseconds: number): void {
  silence = deafen(milliseconds);
}

/** Another key was pressed meanwhile: what comes then is meant, and no repetition. */
export function forgetSilence(): void {
  silence = undefined;
}

export function isSilent(): boolean {
  return silence?.playState === 'running';
}

/** What lies there below the shield; in CSS pixels of the window. */
export function underShield(x: number, y: number): Element | null {
  return document.elementsFromPoint(x, y).find((element) => element !== shield) ?? null;
}
