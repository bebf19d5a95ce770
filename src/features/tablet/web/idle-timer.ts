/** The events that count as activity of a person. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

/** Measures the time since the last activity on the screen. */
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
