import { controlAround, spokenName } from './spoken-name.ts';
import { speakText } from './voice.ts';

/**
 * A control is spoken after it has had the focus for this time, in milliseconds, so that controls
 * are silent while the user tabs past them.
 */
const REST_MS = 250;

/**
 * Maximum time between a key press and a focus change that it causes, in milliseconds. The page
 * itself causes a later focus change, for example by opening a dialog.
 */
const BY_KEY_MS = 500;

/**
 * Speaks the name of a control that gets the keyboard focus or is touched, without changing the
 * effect of the touch. One call covers a whole screen. `first` is the touch that caused this module
 * to be loaded; its control is spoken as well. Returns a function that removes the listeners.
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

  // Cancels the speech: a cancelled pointer means that the finger scrolls, so it did not touch the
  // control on purpose.
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
