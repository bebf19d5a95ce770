import { controlAround, spokenName } from './spoken-name.ts';
import { speakText } from './voice.ts';

/**
 * A control is spoken after it has kept the focus for this time, in milliseconds, so that tabbing
 * past it is silent.
 */
const REST_MS = 250;

/**
 * Maximum time between a key and the focus that it causes, in milliseconds. A later focus comes
 * from the page, such as an opening dialog.
 */
const BY_KEY_MS = 500;

/**
 * Speaks the name of a control that gets the keyboard focus or is touched, without changing the
 * effect of the touch. One instance covers a whole screen. `first` is the touch that triggered the
 * loading of this module; it is spoken as well. Returns a function that ends this.
 */
export function startSpokenLabels(first?: PointerEvent): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let takeBack: () => void = () => undefined;
  let keyAt = Number.NEGATIVE_INFINITY;

  const pressed = () => {
    keyAt = performance.now();
  };

  const focused = ({ target }: FocusEvent) => {
    clearTimeout(timer);
    if (!(target instanceof Element) || performance.now() - keyAt > BY_KEY_MS) return;
    timer = setTimeout(() => {
      if (target === document.activeElement) speakText('label', spokenName(target));
    }, REST_MS);
  };

  const touched = ({ target, isPrimary }: PointerEvent) => {
    clearTimeout(timer);
    keyAt = Number.NEGATIVE_INFINITY;
    const control = isPrimary ? controlAround(target) : undefined;
    if (control) takeBack = speakText('label', spokenName(control));
  };

  if (first) touched(first);

  // A cancelled pointer means scrolling, so the touch was not meant for the control.
  const cancelled = () => takeBack();

  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('keydown', pressed, { capture: true, signal });
  document.addEventListener('focusin', focused, { signal });
  document.addEventListener('pointerdown', touched, { capture: true, signal });
  document.addEventListener('pointercancel', cancelled, { capture: true, signal });
  return () => {
    clearTimeout(timer);
    ending.abort();
  };
}
