import { controlAround, spokenName } from './spoken-name.ts';
import { say } from './voice.ts';

/** Whoever tabs past hears nothing of what lies on the way. */
const REST_MS = 250;

/** What gets the focus later than that after a key got it by itself, such as a window that opens. */
const BY_KEY_MS = 500;

/**
 * Speaks the name of whatever gets the focus by the keyboard or is touched, at the first touch. It
 * only listens: what a touch does it does as ever. One for a whole screen, wherever the controls are.
 * The touch for which it was loaded is spoken too. Returns what ends it.
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
      if (target === document.activeElement) say('label', spokenName(target));
    }, REST_MS);
  };

  const touched = ({ target, isPrimary }: PointerEvent) => {
    clearTimeout(timer);
    keyAt = Number.NEGATIVE_INFINITY;
    const control = isPrimary ? controlAround(target) : undefined;
    if (control) takeBack = say('label', spokenName(control));
  };

  if (first) touched(first);

  // The finger scrolls: nothing was meant by where it came down.
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
