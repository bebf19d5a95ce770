/** What a person does at a screen. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

/** Watches for how long nobody has touched the screen. */
export function watchHands() {
  let last = performance.now();
  const note = () => {
    last = performance.now();
  };
  for (const type of TOUCHES) window.addEventListener(type, note, { capture: true, passive: true });
  return {
    restingMs: () => performance.now() - last,
    end: () => {
      for (const type of TOUCHES) window.removeEventListener(type, note, { capture: true });
    },
  };
}
