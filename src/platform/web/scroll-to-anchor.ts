import { useEffect } from 'react';

/** Longer than any list takes to load, in milliseconds. */
const LOOKS_FOR_MS = 15_000;

/** Returns the id of an element that can be a link target. */
export const anchorOf = (id: string) => `at-${id}`;

/**
 * Scrolls to an element as soon as it is rendered, focuses it, and highlights it while it has the
 * focus. A new `visit` repeats this.
 */
export function useScrollToAnchor(id: string | null, visit: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another visit is another effect
  useEffect(() => {
    if (id === null) return;
    const observer = new MutationObserver(() => look());
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
    const look = () => {
      const place = document.getElementById(anchorOf(id));
      if (place === null) return;
      stop();
      arriveAt(place);
    };
    const timer = setTimeout(stop, LOOKS_FOR_MS);
    observer.observe(document.body, { childList: true, subtree: true });
    // After a closing dialog has restored the focus.
    const frame = requestAnimationFrame(look);
    return stop;
  }, [id, visit]);
}

function arriveAt(place: HTMLElement): void {
  place.tabIndex = -1;
  place.dataset.arrived = '';
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: 'center' });
  place.addEventListener('blur', () => delete place.dataset.arrived, { once: true });
}
